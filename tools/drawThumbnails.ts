/** Writes the pictures of the scenes that the page of the demo offers, by `npm run demo:thumbnails -- [scene …]`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import type {} from '../demo/page/window.ts';
import { BODY_SCENES, type BodySceneName } from '../scenes/bodyScenes.ts';

const FOLDER = fileURLToPath(new URL('../demo/page/thumbnails/', import.meta.url));
/** Twice as large as they are shown (px). */
const SIZE = { width: 320, height: 200 };
const MOST_BYTES = 12_288;
const QUALITIES = [62, 45, 30, 20];
/** Steps until the picture. */
const STEPS: Record<BodySceneName, number> = {
  heap: 130,
  wall: 62,
  pyramid: 20,
  mixed: 90,
  dragonRain: 90,
  dragon: 170,
  terrain: 190,
  lidar: 110,
  walk: 60,
};
const PLAIN = '#panel, #scenes, #hint, #state { display: none !important }';

const server = await preview({ preview: { port: 4318 } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
const chosen = process.argv.slice(2);
for (const scene of BODY_SCENES) {
  if (chosen.length > 0 && !chosen.includes(scene)) continue;
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(`${server.resolvedUrls?.local[0]}#scene=${scene}`);
  await page.addStyleTag({ content: PLAIN });
  await page.evaluate(() => dispatchEvent(new Event('resize')));
  await page.waitForFunction((steps) => window.hullstormDemo?.steps >= steps, STEPS[scene], { timeout: 300_000 });
  await page.evaluate(() => document.getElementById('pause')?.click());
  await page.waitForTimeout(1000);
  let bytes = Infinity;
  for (const quality of QUALITIES) {
    if (bytes <= MOST_BYTES) break;
    const image = await page.screenshot({ type: 'jpeg', quality });
    bytes = image.byteLength;
    await writeFile(`${FOLDER}${scene}.jpg`, image);
  }
  console.log(`${scene}.jpg ${bytes} B`);
  if (bytes > MOST_BYTES) throw new Error(`${scene}.jpg: expected at most ${MOST_BYTES} B, got ${bytes} B`);
  await page.close();
}
await browser.close();
await server.close();
process.exit(0);
