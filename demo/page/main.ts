/** The entry of the page: makes it cross-origin isolated, checks for WebGL, and runs it. Shows all errors. */
import { offerCuboids } from './cuboidsButton.ts';
import { element, setText } from './dom.ts';
import { isolate } from './isolate.ts';
import { Page } from './page.ts';
import { createStage, type Stage } from './stage.ts';
import { exposeToTests } from './window.ts';

addEventListener('error', ({ message, error }) => showError(error ?? message));
addEventListener('unhandledrejection', ({ reason }) => showError(reason));

await isolate();
const cores = navigator.hardwareConcurrency ?? 1;
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
let stage: Stage | undefined;
try {
  stage = createStage(element('view', HTMLCanvasElement));
} catch {
  // what would have no effect without a picture
  for (const id of ['panel', 'hint', 'scenes', 'view', 'error-retry']) element(id).hidden = true;
  setText(element('error-title'), 'No WebGL');
  showError(
    'This page draws with WebGL, which this browser does not offer, or has turned off. ' +
      'Turn on hardware acceleration in its settings, or open the page in another browser.',
  );
}
offerCuboids(element('cuboids', HTMLButtonElement));
if (stage) {
  const page = new Page(stage, Math.max(cores - 1, 0), isStill, showError);
  exposeToTests(page);
  await page.run();
}

function showError(error: unknown): void {
  setText(element('error-text'), error instanceof Error ? error.message : String(error));
  element('error').hidden = false;
}
