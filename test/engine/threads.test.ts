import { createEngine, type Engine, type EngineTuning, Status } from 'hullstorm';
import { describe, expect, test, vi } from 'vitest';
import { type Kernel, SWEPT_KERNELS } from '../support/kernels.ts';
import { bytesOf, fillMixed, randomPairs, SMALL, same, stir } from '../support/mixedScene.ts';
import { sweep } from '../support/sweep.ts';
import { repeatUntil } from '../support/waiting.ts';

const COLLIDERS = 400;
const PAIRS = 2000;
const SEED = 0x7433ad;

async function mixedEngine(
  workers: number,
  tuning: Partial<EngineTuning> = {},
  kernel: Kernel | 'auto' = 'auto',
): Promise<Engine> {
  const engine = await createEngine({
    workers,
    kernel,
    capacity: SMALL,
    tuning: { shareFrom: 0, ...tuning },
    warmUp: false,
  });
  expect(engine.info.kernel).toBe(kernel === 'auto' ? 'simd' : kernel);
  fillMixed(engine, COLLIDERS, SEED);
  engine.pairs.set(randomPairs(COLLIDERS, PAIRS, SEED));
  return engine;
}

/** Cold and warm, asynchronous and not, of everything that can be asked; one answer per query. */
async function askEverything(engine: Engine): Promise<Uint8Array[]> {
  const { pairs } = engine;
  const answers: Uint8Array[] = [];
  answers.push(bytesOf(await engine.distance()));
  answers.push(bytesOf(await engine.distance(pairs)));
  stir(engine, 0.05, 1);
  answers.push(bytesOf(engine.distanceSync(pairs, { depth: false })));
  answers.push(bytesOf(engine.intersectSync()));
  stir(engine, 0.05, 2);
  answers.push(bytesOf(await engine.intersect()));
  answers.push(bytesOf(await engine.distance(pairs, { maxDistance: 0.5 })));
  await engine.findPairs({ margin: 0.3 });
  answers.push(bytesOf(engine.distanceSync()));
  stir(engine, 0.02, 3);
  engine.findPairsSync({ margin: 0.3 });
  answers.push(bytesOf(await engine.distance()));
  pairs.set(randomPairs(COLLIDERS, PAIRS, SEED + 1));
  answers.push(bytesOf(engine.intersectSync()));
  answers.push(bytesOf(engine.distanceSync()));
  return answers;
}

async function reference(kernel: Kernel): Promise<Uint8Array[]> {
  const engine = await mixedEngine(0, {}, kernel);
  const answers = await askEverything(engine);
  const { status } = engine.distanceSync();
  // a generator that drifts to all-miss would prove little
  const overlaps = status.subarray(0, PAIRS).filter((s) => s === Status.Overlapping).length / PAIRS;
  expect(overlaps).toBeGreaterThan(0.2);
  expect(overlaps).toBeLessThan(0.7);
  await engine.close();
  return answers;
}

describe.each(SWEPT_KERNELS)(`the same bytes, kernel %s, seed 0x${SEED.toString(16)}`, (kernel) => {
  const expected = reference(kernel);

  test.each(kernel === 'relaxed' ? [3] : sweep([0, 1, 3], [0, 1, 2, 3, 4]))(
    '%i workers, blocks of 1 to 1,000 pairs',
    async (workers) => {
      const want = await expected;
      const all = [1, 3, 64, 256, 1000];
      for (const blockPairs of sweep(workers === 3 ? all : [3, 256], all)) {
        const engine = await mixedEngine(workers, { blockPairs }, kernel);
        const answers = await askEverything(engine);
        expect(answers.length).toBe(want.length);
        for (const [k, answer] of answers.entries()) {
          expect(same(answer, want[k]), `query ${k}, blocks of ${blockPairs}`).toBe(true);
        }
        await engine.close();
      }
    },
  );

  test('two engines side by side', async () => {
    const want = await expected;
    const engines = await Promise.all([1, 2].map((workers) => mixedEngine(workers, {}, kernel)));
    const answers = await Promise.all(engines.map(askEverything));
    for (const answer of answers) expect(answer.every((bytes, k) => same(bytes, want[k]))).toBe(true);
    await Promise.all(engines.map((engine) => engine.close()));
  });

  test('lists of one engine, asked at once, are answered one after the other', async () => {
    const want = (await expected)[0];
    const engine = await mixedEngine(2, {}, kernel);
    const other = engine.createPairList(1000);
    other.set(engine.pairs.ids.subarray(0, 2000));
    const third = engine.createPairList(1000);
    third.set(engine.pairs.ids.subarray(2000, 4000));
    const answers = await Promise.all([engine.distance(), engine.distance(other), engine.distance(third)]);
    expect(same(bytesOf(answers[0]), want)).toBe(true);
    expect([...answers[1].status.subarray(0, 1000)]).toEqual([...answers[0].status.subarray(0, 1000)]);
    expect([...answers[2].separation.subarray(0, 4000)]).toEqual([...answers[0].separation.subarray(4000, 8000)]);
    await engine.close();
  });
});

describe('pairs that the scalar kernel did for the wide one', () => {
  test('none, where there is no wide one', async () => {
    const engine = await mixedEngine(1, {}, 'scalar');
    await askEverything(engine);
    expect(engine.info.refined).toBe(0);
    await engine.close();
  });

  test.each(['simd', 'relaxed'] as const)(
    '%s: as many on any number of threads, in blocks of any size',
    async (kernel) => {
      const found = new Set<number>();
      for (const [workers, blockPairs] of [
        [0, 256],
        [0, 1],
        [2, 7],
      ] as const) {
        const engine = await mixedEngine(workers, { blockPairs }, kernel);
        let asked = 0;
        for (let round = 0; round < 3; round++) {
          asked += engine.distanceSync().count;
          asked += (await engine.intersect()).count;
          const { refined } = engine.info;
          expect(Number.isInteger(refined)).toBe(true);
          expect(refined).toBeLessThanOrEqual(asked);
        }
        found.add(engine.info.refined);
        await engine.close();
      }
      expect([...found]).toHaveLength(1);
    },
  );
});

describe('who did the work', () => {
  const sum = (rows: readonly number[]) => rows.reduce((total, n) => total + n, 0);

  test.each([1, 2, 4])('is spread over the caller and %i workers', async (workers) => {
    const engine = await mixedEngine(workers, { blockPairs: 16 });
    const byThread = new Array<number>(workers + 1).fill(0);
    // a worker may wake late for one query: over a run of them, all take part
    let query = 0;
    const isDone = () => query >= 10 && byThread.every((n) => n > 0);
    await repeatUntil('every thread to take part', isDone, async () => {
      if (query++ % 2) engine.distanceSync();
      else await engine.distance();
      const { pairsByThread } = engine.info;
      expect(pairsByThread).toHaveLength(workers + 1);
      expect(sum(pairsByThread)).toBe(PAIRS);
      for (const [t, n] of pairsByThread.entries()) byThread[t] += n;
    });
    await engine.close();
  });

  test('is the calling thread alone below twice shareFrom, also right after a shared query', async () => {
    const engine = await mixedEngine(2, { shareFrom: 500, blockPairs: 1 });
    const few = engine.createPairList(999);
    few.set(engine.pairs.ids.subarray(0, 2 * 999));
    const enough = engine.createPairList(1000);
    enough.set(engine.pairs.ids.subarray(0, 2 * 1000));
    let shared = 0;
    let round = 0;
    const isDone = () => round >= 40 && shared > 0;
    await repeatUntil('a worker to take part', isDone, async () => {
      // workers are still awake from this one
      engine.intersectSync(enough);
      shared += engine.info.pairsByThread[1] + engine.info.pairsByThread[2];
      expect(sum(engine.info.pairsByThread)).toBe(1000);
      if (round++ % 2) engine.intersectSync(few);
      else await engine.intersect(few);
      expect(engine.info.pairsByThread).toEqual([999, 0, 0]);
    });
    await engine.close();
  });

  test('wakes a worker for each shareFrom pairs', async () => {
    const engine = await mixedEngine(3, { shareFrom: 400, blockPairs: 1 });
    const list = engine.createPairList(1000);
    list.set(engine.pairs.ids.subarray(0, 2 * 1000));
    // a worker that is still awake from the query before takes part unasked: the number of woken ones counts
    const wake = vi.spyOn(Atomics, 'notify');
    for (let round = 0; round < 4; round++) {
      wake.mockClear();
      if (round % 2) engine.distanceSync(list);
      else await engine.distance(list);
      expect(wake.mock.calls.map(([, , count]) => count).filter((count) => count !== undefined)).toEqual([2]);
      expect(sum(engine.info.pairsByThread)).toBe(1000);
    }
    wake.mockRestore();
    await engine.close();
  });

  test('no worker is there when none was asked for', async () => {
    const engine = await mixedEngine(0);
    await engine.distance();
    expect(engine.info).toMatchObject({ threads: 1, shared: true, restarts: 0, pairsByThread: [PAIRS], fallbacks: [] });
    await engine.close();
  });

  test('an empty list is answered, shared or not', async () => {
    const engine = await mixedEngine(2);
    engine.pairs.set([]);
    expect((await engine.distance()).count).toBe(0);
    expect(engine.intersectSync().count).toBe(0);
    expect(engine.info.pairsByThread).toEqual([0, 0, 0]);
    await engine.close();
  });
});
