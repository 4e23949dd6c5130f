/** Workers that die, and successors that do not start: queries are answered by the threads that live, and wait for no start. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from 'hullstorm';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { cast, cool, healthy, healthyRun, type Make, missing, mixedEngine, scripted } from '../support/deaths.ts';
import { bytesOf, same } from '../support/mixedScene.ts';
import { sweep } from '../support/sweep.ts';

const expected = healthyRun('simd');

const exiting = scripted(`require('node:worker_threads').parentPort.once('message', () => process.exit(3))`);
const mute = scripted(`require('node:worker_threads').parentPort.on('message', () => {})`);

let warn: MockInstance;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  warn.mockRestore();
});

/** Asks until `isSo`, and once at least: the answers are right all the time. */
async function askUntil(engine: Engine, isSo: () => boolean): Promise<void> {
  const [cold] = await expected;
  do {
    cool(engine);
    expect(same(bytesOf(await engine.distance()), cold)).toBe(true);
    cool(engine);
    expect(same(bytesOf(engine.distanceSync()), cold)).toBe(true);
    // a successor starts after a while: meanwhile it has the core
    await pause(5);
  } while (!isSo());
}

describe.each(sweep([1, 3], [1, 2, 3]))('%i workers, one of which dies', (workers) => {
  const crew = new Array<Make>(workers).fill(healthy);

  test.each([
    ['fails at load', missing, /Cannot find module/],
    ['exits while it starts', exiting, /it exited with code 3/],
  ])('and its successor %s: once, twice, always', async (_, broken, reason) => {
    const { createWorker, made } = cast([...crew, broken, healthy, broken, broken, healthy], broken);
    const engine = await mixedEngine(workers, createWorker);
    let last = made[0];
    for (const restarts of [1, 2]) {
      await last.terminate();
      await askUntil(engine, () => engine.info.restarts === restarts);
      await askUntil(engine, () => engine.info.pairsByThread[1] > 0);
      last = made.at(-1)!;
    }
    await last.terminate();
    await askUntil(engine, () => engine.info.fallbacks.length > 0);
    const { threads, restarts, fallbacks } = engine.info;
    expect([threads, restarts, fallbacks.length, made.length]).toEqual([workers, 2, 1, workers + 5 + 5]);
    expect(fallbacks[0]).toMatch(/^5 workers in a row failed as thread 1, .*; the engine goes on without this thread$/);
    expect(fallbacks[0]).toMatch(reason);
    expect(warn.mock.calls).toEqual([[`hullstorm: ${fallbacks[0]}`]]);
    expect((await engine.findPairs()).count).toBe(engine.findPairsSync().count);
    await engine.close();
  });

  // the limit is 30 s, as long as a test may take: no query may wait for it. What comes after it: test/schedule/pool.test.ts
  test('and its successor never answers', async () => {
    const { createWorker, made } = cast(crew, mute);
    const engine = await mixedEngine(workers, createWorker);
    await made[0].terminate();
    await askUntil(engine, () => made.length > workers);
    expect(engine.info).toMatchObject({ threads: workers, restarts: 0, fallbacks: [] });
    const ended = new Promise((resolve) => made.at(-1)!.once('exit', resolve));
    await askUntil(engine, () => true);
    await engine.close();
    await ended;
  });
});

test('none of them is ever replaced: the calling thread goes on alone', async () => {
  const { createWorker, made } = cast([healthy, healthy], missing);
  const engine = await mixedEngine(2, createWorker);
  for (const worker of made) void worker.terminate();
  await askUntil(engine, () => engine.info.fallbacks.length === 2);
  expect(engine.info).toMatchObject({ threads: 1, restarts: 0 });
  await askUntil(engine, () => true);
  await engine.close();
});
