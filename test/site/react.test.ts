/**
 * examples/react, built and run in Chromium: bodies fall, a click pushes one, and a world that is unmounted leaves
 * neither engine nor worker. Needs `npm ci --prefix examples/react`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, openPage } from '../browser/chromium.ts';
import { ISOLATED, type Site, serve } from '../browser/server.ts';

const FOLDER = fileURLToPath(new URL('../../examples/react', import.meta.url));
const PATIENCE = { timeout: 60_000 };
/** How often a world is replaced by a new one. `HULLSTORM_MOUNTS=200` before a release: minutes. */
const MOUNTS = Number(process.env.HULLSTORM_MOUNTS ?? 20);

interface World {
  readonly isClosed: boolean;
  readonly loop: { readonly steps: number };
  readonly dynamics: { readonly engine: { readonly scene: { readonly count: number; positions: Float64Array } } };
}
declare global {
  var exampleOfReact: { worlds: Set<World>; last: World | undefined };
}

const out = mkdtempSync(join(tmpdir(), 'hullstorm-react-'));
let browser: Browser;
let site: Site;
let page: Page;
let errors: string[];

beforeAll(async () => {
  const run = promisify(execFile);
  const node = (...args: string[]) => run(process.execPath, args, { cwd: FOLDER });
  await node('node_modules/vite/bin/vite.js', 'build', '--outDir', out, '--emptyOutDir');
  await node('../../node_modules/typescript/bin/tsc', '-p', '.');
  site = await serve(out, ISOLATED);
  browser = await launchChromium();
  ({ page, errors } = await openPage(browser, site.url));
  await page.waitForFunction(() => (globalThis.exampleOfReact?.last?.loop.steps ?? 0) > 90, undefined, PATIENCE);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  rmSync(out, { recursive: true, force: true });
});

test('bodies of meshes, groups and instances fall and rest', async () => {
  const heights = await page.evaluate(() => {
    const { scene } = globalThis.exampleOfReact.last!.dynamics.engine;
    return Array.from({ length: scene.count }, (_, id) => scene.positions[4 * id + 1]!);
  });
  // the ground, 120 bricks, a ball and a table
  expect(heights.length).toBe(123);
  expect(Math.min(...heights.slice(1))).toBeGreaterThan(-0.01);
  if (process.env.HULLSTORM_PICTURES) {
    writeFileSync(`${process.env.HULLSTORM_PICTURES}/react.png`, await page.screenshot());
  }
});

test('a click pushes a body', async () => {
  const places = () =>
    page.evaluate(() => Array.from(globalThis.exampleOfReact.last!.dynamics.engine.scene.positions.subarray(0, 492)));
  const before = await places();
  await page.mouse.click(600, 300);
  const steps = await page.evaluate(() => globalThis.exampleOfReact.last!.loop.steps);
  await page.waitForFunction((least) => globalThis.exampleOfReact.last!.loop.steps > least, steps + 30, PATIENCE);
  const after = await places();
  const moved = Math.max(...after.map((x, k) => Math.abs(x - before[k]!)));
  expect(moved).toBeGreaterThan(0.02);
});

test(`${MOUNTS} worlds one after the other leave as many engines, workers and listeners as before`, async () => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const open = () =>
    page.evaluate(() => [...globalThis.exampleOfReact.worlds].filter(({ isClosed }) => !isClosed).length);
  /** Of the page; what nothing leads to does not count. */
  async function listeners(): Promise<number> {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSEventListeners')!.value;
  }
  /** Replaces the world, all in the page: a turn to and fro for each would take longer than the world. */
  const replace = (count: number) =>
    page.evaluate(async (left) => {
      const { worlds } = globalThis.exampleOfReact;
      for (let k = 0; k < left; k++) {
        const before = worlds.size;
        document.querySelector('button')!.click();
        while (worlds.size === before || globalThis.exampleOfReact.last!.loop.steps < 2)
          await new Promise((done) => requestAnimationFrame(done));
      }
    }, count);
  // what is made once, at the first time
  await replace(2);
  await expect.poll(() => page.workers().length, PATIENCE).toBeLessThanOrEqual(1);
  const before = [await open(), await listeners(), page.workers().length];
  for (let k = 0; k < MOUNTS; k += 10) await replace(10);
  expect(await page.evaluate(() => globalThis.exampleOfReact.worlds.size)).toBeGreaterThan(MOUNTS);
  // StrictMode mounts twice, and the second world of each round closes too
  await expect.poll(async () => [await open(), await listeners(), page.workers().length], PATIENCE).toEqual(before);
  expect(errors).toEqual([]);
});
