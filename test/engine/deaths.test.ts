import { createEngine, type Engine, QueryError } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { cast, cool, dying, healthy, healthyRun, type Make, missing, mixedEngine, PAIRS } from '../support/deaths.ts';
import { KERNELS, type Kernel, PORTABLE } from '../support/kernels.ts';
import { ball, bytesOf, SMALL, same } from '../support/mixedScene.ts';
import { sweep } from '../support/sweep.ts';
import { nextTask, repeatUntil, waitUntil } from '../support/waiting.ts';

const runs = new Map(KERNELS.map((kernel) => [kernel, healthyRun(kernel)]));
const expected = runs.get('simd')!;

/** Asks until so many deaths have been made good. */
async function untilRestarted(engine: Engine, restarts: number): Promise<void> {
  const [cold, warm] = await runs.get(engine.info.kernel)!;
  const isDone = () => engine.info.restarts >= restarts;
  await repeatUntil('a restart', isDone, async () => {
    // queries do not wait for a worker to start
    await nextTask();
    cool(engine);
    expect(same(bytesOf(await engine.distance()), cold)).toBe(true);
    expect(same(bytesOf(await engine.distance()), warm)).toBe(true);
  });
  expect(engine.info.restarts).toBe(restarts);
}

/** A query of about a second: large hulls in one place, every pair deep, the slow kernel. */
async function longQuery(createWorker: Make, workers: number): Promise<Engine> {
  const capacity = { shapes: 4, vertices: 4096, colliders: 64, pairs: 2048 };
  const engine = await createEngine({
    workers,
    kernel: 'scalar',
    capacity,
    tuning: { blockPairs: 4 },
    createWorker,
    warmUp: false,
  });
  const { scene } = engine;
  const shapes = [1, 2, 3].map((seed) => scene.addShape(ball(250, 1, seed)));
  for (let k = 0; k < 64; k++) {
    scene.addCollider(shapes[k % 3], { position: [0.01 * k, 0.02 * (k % 5), 0], rotation: [k, 1, 2, 30] });
  }
  engine.findPairsSync();
  expect(engine.pairs.count).toBe((64 * 63) / 2);
  return engine;
}

describe.each(sweep<readonly Kernel[]>(['simd'], PORTABLE))(
  'a worker that dies in the middle of a query, kernel %s',
  (kernel) => {
    const expected = runs.get(kernel)!;
    const memory = { resourceLimits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 } };
    const deaths: [string, Make][] = [
      ['exits, its first block claimed', dying({ moment: 'claimed', block: 1, how: 'exit' })],
      ['exits, its second block unbooked', dying({ moment: 'computed', block: 2, how: 'exit' })],
      ['exits, its fifth block uncounted', dying({ moment: 'booked', block: 5, how: 'exit' })],
      ['throws, its first block claimed', dying({ moment: 'claimed', block: 1, how: 'throw' })],
      ['throws, its third block uncounted', dying({ moment: 'booked', block: 3, how: 'throw' })],
      ['runs out of memory', dying({ moment: 'claimed', block: 2, how: 'memory' }, memory)],
    ];

    test.each(deaths)('%s: the answer is right and the worker replaced', async (_, doomed) => {
      const [cold] = await expected;
      for (const workers of [1, 3]) {
        const { createWorker, made } = cast([doomed]);
        const engine = await mixedEngine(workers, createWorker, kernel);
        expect(same(bytesOf(await engine.distance()), cold)).toBe(true);
        await untilRestarted(engine, 1);
        expect(made).toHaveLength(workers + 1);
        expect(engine.info).toMatchObject({ threads: workers + 1, kernel });
        cool(engine);
        expect(same(bytesOf(await engine.distance()), cold)).toBe(true);
        await engine.close();
      }
    });

    test('all of them at once, and their successors once more', async () => {
      const [cold] = await expected;
      const doomed = dying({ moment: 'claimed', block: 1, how: 'exit' });
      const { createWorker, made } = cast(new Array<Make>(6).fill(doomed));
      const engine = await mixedEngine(3, createWorker, kernel);
      expect(same(bytesOf(await engine.distance()), cold)).toBe(true);
      await untilRestarted(engine, 6);
      expect(made).toHaveLength(9);
      await engine.close();
    });
  },
);

test('terminate() from outside, while a long query runs', async () => {
  const calm = await longQuery(healthy, 0);
  const want = bytesOf(await calm.distance());
  await calm.close();

  // both hold on to their first block: the query is under way for as long as one of them lives
  const held = new Int32Array(new SharedArrayBuffer(8));
  const holding = dying({ moment: 'claimed', block: 1, how: 'hold', held });
  const { createWorker, made } = cast([holding, holding]);
  const engine = await longQuery(createWorker, 2);
  let settled = false;
  const ask = () => {
    settled = false;
    engine.pairs.resize(engine.pairs.count);
    const answer = engine.distance();
    void answer.then(() => {
      settled = true;
    });
    return answer;
  };
  let answer = ask();
  await repeatUntil(
    'both to claim a block',
    () => Atomics.load(held, 0) === 2,
    async () => {
      // they may wake too late for a query
      if (settled) answer = ask();
      await nextTask();
    },
  );
  expect(settled, 'the query is under way').toBe(false);
  await made[0].terminate();
  await waitUntil('a successor', () => made.length === 3);
  expect(settled, 'the query is under way').toBe(false);
  void made[1].terminate();
  expect(same(bytesOf(await answer), want)).toBe(true);
  await waitUntil('engine.info.restarts === 2', () => engine.info.restarts === 2);
  await engine.close();
});

describe('synchronous queries', () => {
  test('a worker terminated just before', async () => {
    const [cold] = await expected;
    const { createWorker, made } = cast([]);
    const engine = await mixedEngine(2, createWorker);
    void made[0].terminate();
    expect(same(bytesOf(engine.distanceSync()), cold)).toBe(true);
    await untilRestarted(engine, 1);
    cool(engine);
    expect(same(bytesOf(engine.distanceSync()), cold)).toBe(true);
    await engine.close();
  });

  test('a worker that dies during one shows by its silence', async () => {
    const [cold] = await expected;
    const { createWorker } = cast([dying({ moment: 'claimed', block: 1, how: 'exit' })]);
    const engine = await mixedEngine(1, createWorker, 'simd', { silenceLimit: 500 });
    // it may wake too late for a query or two: the death comes with its first block
    while (engine.info.restarts === 0) {
      cool(engine);
      expect(same(bytesOf(engine.distanceSync()), cold)).toBe(true);
      expect(engine.info.pairsByThread.reduce((sum, n) => sum + n)).toBe(PAIRS);
      await nextTask();
    }
    cool(engine);
    expect(same(bytesOf(engine.distanceSync()), cold)).toBe(true);
    await engine.close();
  });
});

test.each(['asynchronous', 'synchronous'])('a worker that loops in its block is given up, %s', async (kind) => {
  const [cold] = await expected;
  const { createWorker, made } = cast([dying({ moment: 'claimed', block: 1, how: 'loop' })]);
  const engine = await mixedEngine(2, createWorker, 'simd', { silenceLimit: 500 });
  const ended = new Promise((resolve) => made[0].once('exit', resolve));
  while (engine.info.restarts === 0) {
    cool(engine);
    const answer = kind === 'asynchronous' ? await engine.distance() : engine.distanceSync();
    expect(same(bytesOf(answer), cold)).toBe(true);
    await nextTask();
  }
  await ended;
  await engine.close();
});

describe('a worker that cannot start', () => {
  test.each([1, 3])('at creation: createEngine rejects, %i workers', async (workers) => {
    const { createWorker } = cast([healthy, healthy].slice(0, workers - 1), missing);
    const creation = createEngine({ workers, capacity: SMALL, createWorker });
    await expect(creation).rejects.toThrow(QueryError);
    await expect(creation).rejects.toThrow(
      new RegExp(
        `^createEngine: expected ${workers === 1 ? '1 worker' : '3 workers'} to start, got: worker ${workers}: it failed: Cannot find module .*noSuchWorker`,
      ),
    );
  });

  test('createWorker that throws, or makes something else', async () => {
    const throwing = () => {
      throw new Error('no workers today');
    };
    await expect(createEngine({ workers: 1, capacity: SMALL, createWorker: throwing })).rejects.toThrow(
      'createEngine: expected 1 worker to start, got: worker 1: no workers today',
    );
    const wrong = (() => undefined) as unknown as Make;
    await expect(createEngine({ workers: 1, capacity: SMALL, createWorker: wrong })).rejects.toThrow(
      'createEngine: expected 1 worker to start, got: worker 1: createWorker: expected a Worker of node:worker_threads, got undefined',
    );
  });
});
