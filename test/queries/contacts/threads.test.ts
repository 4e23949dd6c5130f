/** Contacts are the same bytes on every number of threads and in blocks of any size, frame after frame, and all threads work. */
import { describe, expect, test } from 'vitest';
import { type ContactEngine, createContactEngine } from '../../support/contactApi.ts';
import { usedBytes } from '../../support/contactFixture.ts';
import { type Kernel, SWEPT_KERNELS } from '../../support/kernels.ts';
import { fillMixed, randomPairs, SMALL, same, stir } from '../../support/mixedScene.ts';
import { sweep } from '../../support/sweep.ts';
import { repeatUntil } from '../../support/waiting.ts';

const SEED = 0x7c0a;
/** Twelve go through all combinations of what a frame does. */
const FRAMES = 12;
const COLLIDERS = 250;
const PAIRS = 800;
const MARGIN = 0.1;

async function mixedEngine(kernel: Kernel, workers: number, blockPairs: number): Promise<ContactEngine> {
  const engine = await createContactEngine({ workers, kernel, capacity: SMALL, tuning: { shareFrom: 0, blockPairs } });
  expect(engine.info.kernel).toBe(kernel);
  fillMixed(engine, COLLIDERS, SEED);
  return engine;
}

interface Run {
  /** of each query */
  bytes: Uint8Array[];
  points: number;
}

/** Half of the frames find their pairs, half are asked about a list; synchronous and not, in turn. */
async function run(kernel: Kernel, workers: number, blockPairs: number): Promise<Run> {
  const engine = await mixedEngine(kernel, workers, blockPairs);
  const list = engine.createPairList(PAIRS);
  list.set(randomPairs(COLLIDERS, PAIRS, SEED));
  const byThread = new Array<number>(workers + 1).fill(0);
  const bytes: Uint8Array[] = [];
  let points = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    const options = { margin: MARGIN, touching: frame % 3 === 0 ? 0.02 : 0 };
    const found = frame % 2 === 0 ? engine.contactsSync(options) : await engine.contacts(options);
    bytes.push(usedBytes(found));
    count(found);
    const asked = frame % 4 < 2 ? await engine.contacts(list, options) : engine.contactsSync(list, options);
    bytes.push(usedBytes(asked));
    count(asked);
    stir(engine, 0.02, SEED + frame);
  }
  // small blocks leave something for every thread, if not in each query
  const isDone = () => blockPairs > 100 || byThread.every((n) => n > 0);
  await repeatUntil('every thread to take part', isDone, async () => count(await engine.contacts(list)));
  await engine.close();
  return { bytes, points };

  function count(results: { count: number; pointCount: Uint8Array }): void {
    const { pairsByThread } = engine.info;
    expect(pairsByThread.reduce((sum, n) => sum + n, 0)).toBe(results.count);
    for (const [t, n] of pairsByThread.entries()) byThread[t] += n;
    points += results.pointCount.subarray(0, results.count).reduce((sum, n) => sum + n, 0);
  }
}

describe.each(SWEPT_KERNELS)(`kernel %s, ${FRAMES} frames, seed ${SEED}`, (kernel) => {
  const expected = run(kernel, 0, 256);

  const threads = [
    [0, 7],
    [1, 3],
    [2, 64],
  ];
  const more = [
    [0, 1],
    [1, 256],
    [2, 1],
  ];
  test.each(sweep(threads, [...threads, ...more]))('%i workers, blocks of %i pairs', async (workers, blockPairs) => {
    const want = await expected;
    const got = await run(kernel, workers, blockPairs);
    expect(got.bytes.length).toBe(want.bytes.length);
    for (const [k, bytes] of got.bytes.entries()) expect(same(bytes, want.bytes[k]), `query ${k}`).toBe(true);
    expect(want.points).toBeGreaterThan(20 * FRAMES);
  });
});
