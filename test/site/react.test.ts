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
/** How often a world is replaced by a new one. */
const MOUNTS = 20;

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

test(`${MOUNTS} worlds one after the other close their engines and workers`, async () => {
  for (let k = 0; k < MOUNTS; k++) {
    const worlds = await page.evaluate(() => globalThis.exampleOfReact.worlds.size);
    await page.click('button');
    await page.waitForFunction(
      (before) => globalThis.exampleOfReact.worlds.size > before && globalThis.exampleOfReact.last!.loop.steps > 2,
      worlds,
      PATIENCE,
    );
  }
  const open = () =>
    page.evaluate(() => [...globalThis.exampleOfReact.worlds].filter(({ isClosed }) => !isClosed).length);
  expect(await open()).toBe(1);
  // StrictMode mounts twice, and the second world of each round closes too
  await expect.poll(() => page.workers().length, PATIENCE).toBeLessThanOrEqual(1);
  expect(errors).toEqual([]);
});
