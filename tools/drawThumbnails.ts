/**
 * Writes the pictures of the scenes that the page of the demo offers, and that of the page, docs/demo.jpg, by
 * `npm run demo:thumbnails -- [scene …] [cuboids] [demo]`.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { preview } from 'vite';
import type {} from '../demo/page/cuboids/main.ts';
import type {} from '../demo/page/window.ts';
import { BODY_SCENES, type BodySceneName } from '../scenes/bodyScenes.ts';
import { keepPicture, readPicture } from './gpuPicture.ts';

const FOLDER = fileURLToPath(new URL('../demo/page/thumbnails/', import.meta.url));

interface Look {
  readonly size: { readonly width: number; readonly height: number };
  readonly style: string;
  /** Bytes. */
  readonly most: number;
  readonly qualities: readonly number[];
}

/** Twice as large as they are shown (px). */
const THUMBNAIL: Look = {
  size: { width: 320, height: 200 },
  style: '#panel, #scenes, #hint, #state { display: none !important }',
  most: 12_288,
  qualities: [62, 45, 30, 20],
};
const PAGE: Look = { size: { width: 1280, height: 800 }, style: '', most: 150_000, qualities: [85, 75, 65] };
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

const server = await preview({ preview: { port: 4318 } });
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] });
const chosen = process.argv.slice(2);

/** Writes a picture of the page as it is after some steps, in the best quality that fits. */
async function draw(file: string, scene: BodySceneName, steps: number, look: Look) {
  const { size, style } = look;
  const page = await browser.newPage({ viewport: size });
  await page.goto(`${server.resolvedUrls?.local[0]}#scene=${scene}`);
  if (style) await page.addStyleTag({ content: style });
  await page.evaluate(() => dispatchEvent(new Event('resize')));
  await page.waitForFunction((least) => window.hullstormDemo?.steps >= least, steps, { timeout: 300_000 });
  await page.evaluate(() => document.getElementById('pause')?.click());
  await page.waitForTimeout(1000);
  await write(file, page, look);
}

/** Writes a picture of the page of cuboids, with few of them: a software adapter draws. */
async function drawCuboids(file: string, look: Look): Promise<void> {
  const args = ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
  const withGpu = await chromium.launch({ executablePath, args });
  // rows of pictures on a GPU are multiples of 256 bytes
  const page = await withGpu.newPage({ viewport: { width: 640, height: 400 } });
  await page.addInitScript(keepPicture);
  await page.goto(`${server.resolvedUrls?.local[0]}cuboids/index.html?count=2000&at=3`);
  await page.waitForFunction(() => (globalThis.cuboidFrames ?? 0) > 0, undefined, { timeout: 300_000 });
  const { png } = await page.evaluate(readPicture);
  const { width, height } = look.size;
  await page.setViewportSize(look.size);
  await page.setContent(
    `<body style="margin: 0"><img width="${width}" height="${height}" src="data:image/png;base64,${png}">`,
  );
  await write(file, page, look);
  await withGpu.close();
}

/** Writes what a page shows, and closes the page. */
async function write(file: string, page: Page, { most, qualities }: Look): Promise<void> {
  let bytes = Infinity;
  for (const quality of qualities) {
    if (bytes <= most) break;
    const image = await page.screenshot({ type: 'jpeg', quality });
    bytes = image.byteLength;
    await writeFile(file, image);
  }
  console.log(`${file} ${bytes} B`);
  if (bytes > most) throw new Error(`${file}: expected at most ${most} B, got ${bytes} B`);
  await page.close();
}

for (const scene of BODY_SCENES)
  if (chosen.length === 0 || chosen.includes(scene))
    await draw(`${FOLDER}${scene}.jpg`, scene, STEPS[scene], THUMBNAIL);
if (chosen.length === 0 || chosen.includes('cuboids')) await drawCuboids(`${FOLDER}cuboids.jpg`, THUMBNAIL);
if (chosen.length === 0 || chosen.includes('demo'))
  await draw(fileURLToPath(new URL('../docs/demo.jpg', import.meta.url)), 'wall', STEPS.wall + 20, PAGE);
await browser.close();
await server.close();
process.exit(0);
