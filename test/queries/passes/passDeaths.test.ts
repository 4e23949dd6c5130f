/** Programs while workers die, and code that workers do not load. */
import { Worker } from 'node:worker_threads';
import type { Engine, EngineTuning, Passes } from 'hullstorm';
import { describe, expect, test, vi } from 'vitest';
import { BYTES, chain, chained, columnOf, engineWith, MODULE, markedBy, marking, WASM } from '../../support/passes.ts';
import { nextTask, repeatUntil, waitUntil } from '../../support/waiting.ts';

const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));
const DYING = new URL('../../support/dyingWorker.mjs', import.meta.url);
const STAGES = 60;
const WANT = chained(STAGES)[0];

const healthy = () => new Worker(ENTRY);
const dying = (moment: string, block: number, how: string) => () =>
  new Worker(DYING, { workerData: { moment, block, how } });

/** Workers in the order of `first`, healthy ones after them. */
async function engineOf(
  workers: number,
  first: (() => Worker)[],
  code: Uint8Array | URL = WASM,
  tuning: Partial<EngineTuning> = {},
): Promise<[Engine, Passes]> {
  let made = 0;
  const engine = await engineWith(workers, () => (first[made++] ?? healthy)(), tuning);
  return [engine, await engine.loadPasses(code, { bytes: BYTES })];
}

/** Runs programs until a worker was replaced; all of them end with the same bytes. */
async function untilRestarted(engine: Engine, passes: Passes, restarts: number): Promise<void> {
  const program = chain(passes, STAGES, undefined, 4);
  const isDone = () => engine.info.restarts >= restarts;
  await repeatUntil('a restart', isDone, async () => {
    columnOf(passes, 1).fill(0);
    await passes.run(program);
    expect(columnOf(passes, 1)).toEqual(WANT);
    await nextTask();
  });
  expect(engine.info.restarts).toBe(restarts);
}

/** Every thread still takes part, so successors have the code. */
async function allTakePart(passes: Passes, threads: number): Promise<void> {
  const by = markedBy(passes, threads);
  by.fill(0);
  const program = marking(passes, 1000, 1);
  const isDone = () => by.every((rows) => rows > 0);
  await repeatUntil('every thread to take part', isDone, () => passes.run(program));
}

const deaths: [string, string, number, string][] = [
  ['exits, its first block claimed', 'claimed', 1, 'exit'],
  ['exits, a later block claimed', 'claimed', 40, 'exit'],
  ['throws, its first block claimed', 'claimed', 1, 'throw'],
  ['exits, its third stage unbooked', 'booked', 3, 'exit'],
];
test.each(deaths)(
  'a worker that %s: the program gives the same bytes, and its successor has the code',
  async (_, ...how) => {
    for (const [workers, code] of [
      [1, WASM],
      [3, MODULE],
    ] as const) {
      const [engine, passes] = await engineOf(workers, [dying(...how)], code);
      await untilRestarted(engine, passes, 1);
      await allTakePart(passes, workers + 1);
      await engine.close();
    }
  },
);

test('all of them at once, and their successors once more', async () => {
  const doomed = dying('claimed', 2, 'exit');
  const [engine, passes] = await engineOf(3, new Array<() => Worker>(6).fill(doomed));
  await untilRestarted(engine, passes, 6);
  await allTakePart(passes, 4);
  await engine.close();
});

// that the others are not given up with it: test/schedule/dispatcher.test.ts, where none of them waits for a core
test('synchronous: a worker that dies in the middle shows by its silence', async () => {
  const [engine, passes] = await engineOf(1, [dying('claimed', 1, 'exit')], WASM, { silenceLimit: 1500 });
  const program = chain(passes, STAGES, undefined, 4);
  for (let k = 0; k < 500; k++) {
    columnOf(passes, 1).fill(0);
    passes.runSync(program);
    expect(columnOf(passes, 1)).toEqual(WANT);
    if (engine.info.threads === 1) break; // that was it
  }
  await untilRestarted(engine, passes, 1);
  columnOf(passes, 1).fill(0);
  passes.runSync(program);
  expect(columnOf(passes, 1)).toEqual(WANT);
  await allTakePart(passes, 2);
  await engine.close();
});

test('a worker that is never replaced: programs run on the others', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const missing = () => new Worker(new URL('./noSuchWorker.mjs', import.meta.url));
  const first = [dying('claimed', 1, 'exit'), healthy, healthy, ...new Array<() => Worker>(5).fill(missing)];
  const [engine, passes] = await engineOf(3, first);
  const program = chain(passes, STAGES, undefined, 4);
  while (engine.info.fallbacks.length === 0) {
    columnOf(passes, 1).fill(0);
    await passes.run(program);
    expect(columnOf(passes, 1)).toEqual(WANT);
    await nextTask();
  }
  expect([engine.info.threads, engine.info.restarts]).toEqual([3, 0]);
  expect(warn.mock.calls).toEqual(engine.info.fallbacks.map((sentence) => [`hullstorm: ${sentence}`]));
  columnOf(passes, 1).fill(0);
  passes.runSync(program);
  expect(columnOf(passes, 1)).toEqual(WANT);
  warn.mockRestore();
  await engine.close();
});

const script = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const IN_WORKERS = `import { isMainThread, threadId } from 'node:worker_threads';`;

describe('code that a worker does not load', () => {
  const codes: [string, string, RegExp][] = [
    [
      'throws',
      `if (!isMainThread) throw new Error('not here');`,
      /expected the code to load in every worker, got: worker 1: passes: expected a module at data:.*, got: not here$/,
    ],
    [
      'ends it',
      `if (!isMainThread) process.exit(3);`,
      /expected the code to load in every worker, got: worker 1: it exited with code 3$/,
    ],
  ];
  test.each(codes)('because it %s: an error, and all goes on as before', async (_, code, sentence) => {
    const [engine, passes] = await engineOf(2, []);
    const before = engine.loadPasses(script(`${IN_WORKERS} ${code} export function pass() {}`), { bytes: 64 });
    await expect(before).rejects.toThrow(sentence);
    await passes.run(chain(passes, STAGES));
    expect(columnOf(passes, 1)).toEqual(WANT);
    await waitUntil('engine.info.threads === 3', () => engine.info.threads === 3);
    const more = await engine.loadPasses(MODULE, { bytes: BYTES });
    expect(more.byteOffset).toBe(passes.byteOffset + passes.byteLength);
    await allTakePart(more, 3);
    await allTakePart(passes, 3);
    await engine.close();
  });
});

describe('a pass that throws', () => {
  test.each([0, 2])('on the calling thread: the run ends with it, %i workers', async (workers) => {
    const [engine, passes] = await engineOf(workers, []);
    const code = `${IN_WORKERS} export function bad(begin) { if (isMainThread) throw new Error('row ' + begin); for (let k = 0; k < 1e4; k++); }`;
    const bad = await engine.loadPasses(script(code), { bytes: 64 });
    const program = bad.createProgram();
    for (let k = 0; k < 5; k++) program.add('bad', 10_000, 1);
    await expect(bad.run(program)).rejects.toThrow(/^row \d+$/);
    expect(() => bad.runSync(program)).toThrow(/^row \d+$/);
    await passes.run(chain(passes, STAGES));
    expect(columnOf(passes, 1)).toEqual(WANT);
    expect(engine.info.restarts).toBe(0);
    await engine.close();
  });

  test('in a worker: the worker is replaced, the calling thread runs the program', async () => {
    const [engine, passes] = await engineOf(1, []);
    const bad = await engine.loadPasses(
      script(
        `${IN_WORKERS} export function bad() { if (!isMainThread) throw new Error('boom'); for (let k = 0; k < 1e4; k++); }`,
      ),
      { bytes: 64 },
    );
    const program = bad.createProgram();
    program.add('bad', 10_000, 1);
    while (engine.info.threads === 2) await bad.run(program);
    await waitUntil('engine.info.restarts === 1', () => engine.info.restarts === 1);
    await allTakePart(passes, 2);
    await engine.close();
  });
});
