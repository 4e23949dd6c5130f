/**
 * The page: a worker steps a world of rigid bodies, the page draws them. One loop does everything that concerns the worker, in
 * order: take over what the visitor changed, step, show; another draws. Time is real time, or slower where steps take longer.
 */
import { aim } from './aim.ts';
import { benchmarkSettings, makeReport, type Report, runBenchmark, STEPS } from './benchmark.ts';
import { onClick } from './clicks.ts';
import { createControls } from './controls.ts';
import { element, setText } from './dom.ts';
import { isolate } from './isolate.ts';
import { createPanel } from './panel.ts';
import { BALL_RADIUS, type Shot, TIME_STEP } from './protocol.ts';
import { createReportView } from './reportView.ts';
import { createSession } from './session.ts';
import { formatSettings, parseSettings, type Settings } from './settings.ts';
import { createStage, type Stage } from './stage.ts';
import { exposeToTests } from './window.ts';

const STEP = 1000 * TIME_STEP; // ms
/** A step may be so early (ms), to go with a picture. */
const EARLY = 4;
/** Time that is lost is not caught up with (ms). */
const LATEST = 50;

addEventListener('error', ({ message, error }) => showError(error ?? message));
addEventListener('unhandledrejection', ({ reason }) => showError(reason));

await isolate();
const cores = navigator.hardwareConcurrency ?? 1;
const mostWorkers = Math.max(cores - 1, 0);
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
let stage: Stage | undefined;
try {
  stage = createStage(element('view', HTMLCanvasElement));
} catch {
  element('error-retry').hidden = true;
  showError('This page draws with WebGL, which this browser does not offer, or has turned off.');
}
if (stage) await main(stage);

async function main(stage: Stage): Promise<void> {
  const session = createSession(stage, isStill);
  const panel = createPanel();
  let settings = parseSettings(location.hash, mostWorkers);
  let paused = false;
  let failed = false;
  let stale = true; // what runs does not belong to the settings
  let singleSteps = 0;
  let frames = 0;
  let benchmarking = 'no' as 'no' | 'wanted' | 'running' | 'done';
  let report: Report | undefined;
  let shots: Shot[] = [];
  let due = 0;

  const retry = () => {
    failed = false;
    element('error').hidden = true;
  };
  const restart = () => {
    stale = true;
    retry();
  };
  const change = (next: Settings) => {
    settings = next;
    restart();
    history.replaceState(null, '', `#${formatSettings(next, mostWorkers)}`);
    controls.show(next, paused);
  };
  const setPaused = (next: boolean) => {
    paused = next;
    controls.show(settings, paused);
  };
  const shoot = (x?: number, y?: number) => {
    if (!session.scene || benchmarking !== 'no') return;
    const { origin, direction } = stage.rayTo(x, y);
    shots.push(aim(origin, direction, session.scene.center, session.scene.radius, BALL_RADIUS));
  };
  const reportView = createReportView(() => {
    benchmarking = 'no';
    if (!failed) restart();
  });
  const clearPart = () => stage.setCovered(coveredByPanel());
  const controls = createControls(settings, mostWorkers, {
    change,
    pause: () => setPaused(!paused),
    step: () => {
      singleSteps++;
      setPaused(true);
    },
    restart,
    shoot: () => shoot(),
    benchmark: () => {
      if (benchmarking !== 'no') return;
      benchmarking = 'wanted';
      retry();
      reportView.open();
    },
    turn: stage.turn,
    zoom: stage.zoom,
    folded: () => queueMicrotask(clearPart),
  });
  onClick(element('view'), shoot);
  addEventListener('resize', clearPart);
  addEventListener('hashchange', () => change(parseSettings(location.hash, mostWorkers)));
  element('error-retry').onclick = restart;
  clearPart();
  controls.show(settings, paused);
  exposeToTests(session, {
    frames: () => frames,
    settings: () => settings,
    paused: () => paused,
    report: () => report,
  });
  draw();

  for (;;) {
    try {
      if (failed || benchmarking === 'done') await nextFrame();
      else if (benchmarking === 'wanted') await benchmark();
      else if (stale) await start();
      else await goOn();
    } catch (error) {
      failed = true;
      if (benchmarking !== 'no') reportView.close();
      session.reset();
      showError(error);
    }
  }

  async function start(): Promise<void> {
    stale = false;
    await session.start(settings);
    controls.offerWorkers(session.info?.whyNoWorkers);
    shots = [];
    due = performance.now();
    panel.refresh();
  }

  /** A step if it is time for one; until then, time passes by pictures. */
  async function goOn(): Promise<void> {
    const now = performance.now();
    const isDue = !paused && now >= due - EARLY;
    const isWanted = isDue || singleSteps > 0;
    if (document.hidden || (!isWanted && shots.length === 0)) {
      await nextFrame();
      return;
    }
    if (isDue) due = Math.max(due, now - LATEST) + STEP;
    else if (isWanted) singleSteps--;
    const ready = shots;
    shots = [];
    await session.run(isWanted ? 1 : 0, ready);
  }

  async function benchmark(): Promise<void> {
    benchmarking = 'running';
    const chosen = benchmarkSettings(settings);
    await session.start(chosen);
    panel.refresh();
    if (!session.simulator) return;
    const result = await runBenchmark(session.simulator, async (ran, done) => {
      session.takeOver(ran);
      reportView.progress(done / STEPS);
      await nextFrame();
      await nextFrame(); // the picture that was begun is done before steps go on
      return benchmarking === 'running';
    });
    if (!result || !session.info || benchmarking !== 'running') return;
    report = makeReport(chosen, session.info, result.samples, result.last.checksum ?? '', stage.graphics);
    reportView.show(report);
    benchmarking = 'done';
  }

  function draw(): void {
    requestAnimationFrame(draw);
    const start = performance.now();
    if (!stage.draw(session.takeMoved())) return;
    frames++;
    session.renderTime = performance.now() - start;
    if (session.info && session.scene) panel.update(session.history, session.info, session.running?.count ?? 0);
  }
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

function coveredByPanel(): { right: number; bottom: number } {
  const { left, top, width } = element('panel').getBoundingClientRect();
  const folded = element('panel').classList.contains('folded');
  const narrow = width > innerWidth - 40;
  if (narrow) return { right: 0, bottom: innerHeight - top };
  return { right: folded ? 0 : innerWidth - left, bottom: 0 };
}

function showError(error: unknown): void {
  setText(element('error-text'), error instanceof Error ? error.message : String(error));
  element('error').hidden = false;
}
