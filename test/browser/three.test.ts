/** The app that docs/three.md begins with, as it stands there: it falls, picks, and shows debug lines. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, readPage, root } from '../docs/page.ts';
import { openChromium } from './chromium.ts';
import { type Display, openDisplay } from './display.ts';
import { openFirefox } from './firefox.ts';
import { ISOLATED, type Site, serve } from './server.ts';
import { type TestBrowser, until } from './testBrowser.ts';

const OPEN = {
  Chromium: () => openChromium(),
  // without a display it has no WebGL
  Firefox: () => openFirefox({ 'webgl.force-enabled': true }, { DISPLAY: display.name }),
};
/** The same rocks in every run. */
const SEEDED = 'let seed = 1;\nMath.random = () => (seed = (48_271 * seed) % 2_147_483_647) / 2_147_483_647;\n';
/** What the test needs of the app. */
const OF_TEST = `
import { DebugLines } from 'hullstorm/three';
globalThis.app = { THREE, renderer, camera, scene, rocks, loop, bridge, dynamics, DebugLines };
`;
/** Draws, and counts pixels of the canvas: those of any color, and those that are orange. */
const PIXELS = `(() => {
  const { renderer, scene, camera } = app;
  const gl = renderer.getContext();
  renderer.render(scene, camera);
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let lit = 0;
  let orange = 0;
  for (let k = 0; k < pixels.length; k += 4) {
    if (pixels[k] > 40) lit++;
    if (pixels[k] > 2 * pixels[k + 2] + 40) orange++;
  }
  return { lit: lit / (width * height), orange };
})()`;

let folder: string;
let site: Site;
let display: Display;
beforeAll(async () => {
  display = await openDisplay();
  // inside the project, so that \`hullstorm\` resolves to the package by its own name
  folder = mkdtempSync(join(root, 'test/browser/.three-'));
  const [{ code }] = readPage('docs/three.md').programs as [Program];
  writeFileSync(join(folder, 'app.ts'), SEEDED + code + OF_TEST);
  const style = '<style>body { margin: 0; overflow: hidden }</style>';
  writeFileSync(join(folder, 'index.html'), `<!doctype html>${style}<script type="module" src="./app.ts"></script>`);
  const outDir = join(folder, 'built');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, target: 'es2022', chunkSizeWarningLimit: 2000 },
  });
  site = await serve(outDir, ISOLATED);
});
afterAll(async () => {
  await site?.close();
  await display?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['Chromium', 'Firefox'] as const)('%s', (name) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await OPEN[name]();
  });
  afterAll(() => browser?.close());

  test('draws bodies, lights the one under the pointer, and shows what the engine sees', async () => {
    const page = await browser.open(site.url);
    const keep = async (view: string) => {
      if (process.env.HULLSTORM_PICTURES)
        writeFileSync(`${process.env.HULLSTORM_PICTURES}/three${view}${name}.png`, await page.screenshot());
    };
    await until(page, `'app' in globalThis && app.loop.steps > 60`);
    expect(await page.evaluate('app.rocks.length')).toBe(500);
    // each rock is drawn where its body is, between the last two steps
    await page.evaluate('app.loop.stop()');
    const farthest = `(() => {
      const { bridge, dynamics, rocks, loop } = app;
      bridge.sync();
      const { positions } = dynamics.engine.scene;
      const gaps = rocks.map((rock) => {
        const at = 4 * bridge.idOf(rock);
        return Math.hypot(...rock.position.toArray().map((c, k) => c - positions[at + k]));
      });
      return Math.max(...gaps);
    })()`;
    expect(await page.evaluate<number>(farthest)).toBe(0);
    const plain = await page.evaluate<{ lit: number; orange: number }>(PIXELS);
    expect(plain.lit).toBeGreaterThan(0.1);
    expect(plain.orange).toBe(0);
    const point = `(() => {
      const { THREE, rocks, camera } = app;
      const places = rocks.map((rock) => rock.position.clone().project(camera));
      // the nearest one that is whole in the picture
      const [place] = places.filter(({ x, y }) => Math.hypot(x, y) < 0.7).sort((a, b) => a.z - b.z);
      const clientX = (innerWidth * (place.x + 1)) / 2;
      const clientY = (innerHeight * (1 - place.y)) / 2;
      dispatchEvent(new PointerEvent('pointermove', { clientX, clientY }));
    })()`;
    await page.evaluate(point);
    await until(page, `app.rocks.some(({ material }) => material.color.getHexString() === 'ffa500')`);
    await until(page, `(${PIXELS}).orange > 20`);
    await keep('Picked');
    const lines = `(() => {
      const { DebugLines, bridge, scene } = app;
      const lines = new DebugLines(bridge, { bounds: true, contacts: true, normals: true });
      scene.add(lines);
      lines.update();
      const { count } = lines.geometry.drawRange;
      const colors = new Set();
      for (let k = 0; k < count; k++) colors.add(lines.geometry.attributes.color.getX(k).toFixed(3));
      return { count, colors: colors.size };
    })()`;
    const drawn = await page.evaluate<{ count: number; colors: number }>(lines);
    expect(drawn.count).toBeGreaterThan(500 * 100);
    // states, bounds, contacts, normals
    expect(drawn.colors).toBeGreaterThanOrEqual(4);
    await page.evaluate(PIXELS);
    await keep('Lines');
    await page.close();
  });
});
