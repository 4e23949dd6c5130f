/**
 * examples/react, built and run in Chromium: bodies fall, a click pushes one, and a world that is unmounted or reloaded
 * hot leaves neither engine nor worker. Needs `npm ci --prefix examples/react`.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
/** Each one starts an engine and steps it twice, beside the tests of others (ms). */
const PER_MOUNT = 5000;

interface World {
  readonly isClosed: boolean;
  readonly loop: { readonly steps: number };
  readonly dynamics: { readonly engine: { readonly scene: { readonly count: number; positions: Float64Array } } };
}
declare global {
  var exampleOfReact: { worlds: number; open: Set<World>; last: World | undefined };
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

/** Counts open engines, listeners and workers of a page; what nothing leads to does not count. */
async function counter(page: Page): Promise<() => Promise<number[]>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const open = await page.evaluate(
      () => [...globalThis.exampleOfReact.open].filter(({ isClosed }) => !isClosed).length,
    );
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const listeners = metrics.find(({ name }) => name === 'JSEventListeners')!.value;
    return [open, listeners, page.workers().length];
  };
}

const ROUNDS = `${MOUNTS} worlds one after the other leave as many engines, workers and listeners as before`;
test(ROUNDS, { timeout: 60_000 + PER_MOUNT * MOUNTS }, async () => {
  const count = await counter(page);
  /** Replaces the world, all in the page: a turn to and fro for each would take longer than the world. */
  const replace = (count: number) =>
    page.evaluate(async (left) => {
      const seen = globalThis.exampleOfReact;
      for (let k = 0; k < left; k++) {
        const before = seen.worlds;
        document.querySelector('button')!.click();
        while (seen.worlds === before || seen.last!.loop.steps < 2)
          await new Promise((done) => requestAnimationFrame(done));
      }
    }, count);
  // few pixels: software draws them
  await page.setViewportSize({ width: 160, height: 90 });
  // what is made once, at the first time
  await replace(2);
  await expect.poll(() => page.workers().length, PATIENCE).toBeLessThanOrEqual(1);
  const before = await count();
  for (let k = 0; k < MOUNTS; k += 10) await replace(10);
  expect(await page.evaluate(() => globalThis.exampleOfReact.worlds)).toBeGreaterThan(MOUNTS);
  // StrictMode mounts twice, and the second world of each round closes too
  await expect.poll(count, PATIENCE).toEqual(before);
  expect(errors).toEqual([]);
});

test('modules that are edited are reloaded hot: bodies go on, and fall anew in the only engine', {
  timeout: 300_000,
}, async () => {
  const copy = mkdtempSync(join(tmpdir(), 'hullstorm-react-hot-'));
  for (const name of ['src', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'])
    cpSync(join(FOLDER, name), join(copy, name), { recursive: true });
  symlinkSync(join(FOLDER, 'node_modules'), join(copy, 'node_modules'));
  const { createServer } = await import(join(FOLDER, 'node_modules/vite/dist/node/index.js'));
  const server = await createServer({
    root: copy,
    cacheDir: join(copy, 'cache'),
    logLevel: 'error',
    // hullstorm and three are outside of the folder
    server: { port: 0, host: '127.0.0.1', fs: { strict: false }, watch: { usePolling: true, interval: 100 } },
  });
  try {
    await server.listen();
    const { port } = server.httpServer.address();
    const { page, errors } = await openPage(browser, `http://127.0.0.1:${port}/`);
    const last = () =>
      page.evaluate(() => {
        const { worlds, last } = globalThis.exampleOfReact;
        const { scene } = last!.dynamics.engine;
        return {
          worlds,
          steps: last!.loop.steps,
          bodies: scene.count,
          ball: scene.positions[4 * 121 + 1],
        };
      });
    const stepsBeyond = (least: number) =>
      page.waitForFunction((most) => (globalThis.exampleOfReact?.last?.loop.steps ?? 0) > most, least, PATIENCE);
    const edit = (name: string, from: string, to: string) => {
      const file = join(copy, 'src', name);
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(from);
      writeFileSync(file, text.replaceAll(from, to));
    };
    await stepsBeyond(30);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    const count = await counter(page);
    const first = await last();

    // a component that uses the world: the world stays
    edit('app.tsx', 'Anew', 'Once more');
    await page.getByText('Once more').waitFor(PATIENCE);
    await stepsBeyond(first.steps + 20);
    expect(await last()).toMatchObject({ worlds: first.worlds, bodies: 123 });

    // the world itself: it goes on, too, and the next one is made by the new module
    let before: number[] = [];
    for (const [from, to] of [
      ['-9.81', '-9.5'],
      ['-9.5', '-9.25'],
      ['-9.25', '2.5'],
    ] as const) {
      const { worlds, steps } = await last();
      const updated = page.waitForEvent('console', {
        ...PATIENCE,
        predicate: (said) => /updated.*app/.test(said.text()),
      });
      edit('world.tsx', from, to);
      await updated;
      await stepsBeyond(steps + 20);
      await page.getByText('Once more').click();
      await page.waitForFunction((known) => globalThis.exampleOfReact.worlds > known, worlds, PATIENCE);
      await stepsBeyond(20);
      // what is made once is there after the first round
      if (before.length === 0) before = await count();
    }
    const { bodies, ball } = await last();
    // up: the gravity of the edited module
    expect([bodies, ball! > 7]).toEqual([123, true]);
    await expect.poll(count, PATIENCE).toEqual(before);
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    expect(errors).toEqual([]);
    await page.close();
  } finally {
    await server.close();
    rmSync(copy, { recursive: true, force: true });
  }
});
