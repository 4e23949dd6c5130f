/**
 * Engines that do not wait for their workers: those start when there is work for them. The calling thread answers
 * alone, and workers join.
 */
import { Worker } from 'node:worker_threads';
import { box, type Engine, hull } from 'hullstorm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createEngineIn } from '../../src/engine/createEngine.ts';
import { WHOLE } from '../../src/engine/wholeEngine.ts';
import type { ThreadSetup, WorkerHandle, WorkerSource } from '../../src/schedule/protocol.ts';
import { workerSources } from '../../workers/spawn.node.ts';
import { testCapacity } from '../support/capacity.ts';
import { repeatUntil, waitUntil } from '../support/waiting.ts';

const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));
const { threads: _, ...CAPACITY } = testCapacity();
const WASM_MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A module with one pass that does nothing: (type (func (param i32 i32 i32 i32))) (func) (export "p") (code). */
const PASS = Uint8Array.of(
  ...WASM_MAGIC,
  ...[1, 8, 1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0],
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x70, 0, 0],
  ...[10, 4, 1, 2, 0, 0x0b],
);

/** Workers without a thread, which attach when the test says so. */
function slow() {
  const setups: ThreadSetup[] = [];
  const attached: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  const loads: string[] = [];
  const state = { held: 0 };
  const terminated = new Set<WorkerHandle>();
  const source: WorkerSource = {
    name: 'slow ones',
    hasRun: true,
    prepare() {
      return (): WorkerHandle => {
        let die = (_: string) => {};
        const died = new Promise<string>((resolve) => {
          die = resolve;
        });
        const attach = (setup: ThreadSetup) => {
          setups.push(setup);
          return new Promise<void>((resolve, reject) => attached.push({ resolve, reject }));
        };
        const loadPasses = async ({ names }: { names: readonly string[] }) => void loads.push(...names);
        const worker: WorkerHandle = {
          remote: { attach, loadPasses, serve: () => new Promise(() => {}) } as unknown as WorkerHandle['remote'],
          life: '',
          died,
          gone: new Promise(() => {}),
          watch() {},
          hold(alive) {
            if (alive) state.held++;
          },
          async terminate() {
            terminated.add(worker);
            die('it was terminated');
          },
        };
        return worker;
      };
    },
  };
  return { source, setups, attached, loads, state, terminated };
}

/** Pairs, and rows of a scene, from which on a query is worth a worker. */
const MANY = 2000;

function engineOn(sources: readonly WorkerSource[], options = {}) {
  const environment = { cores: 3, shared: true, whyNoWorkers: () => undefined, sources: () => sources };
  const capacity = { ...CAPACITY, colliders: MANY, pairs: MANY };
  return createEngineIn<never>(environment, WHOLE, { capacity, ...options }) as Promise<Engine>;
}

/** The same, with colliders that are worth workers. */
async function largeEngineOn(sources: readonly WorkerSource[]) {
  const engine = await engineOn(sources);
  engine.scene.addColliders(engine.scene.addShape(box(1, 1, 1)), MANY);
  return engine;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('workers start', () => {
  /** An engine, its workers, and a pair that stands `pairs` times on the list. */
  async function pairOn(pairs: number, options = {}) {
    const { source, attached } = slow();
    const engine = await engineOn([source], options);
    engine.scene.addColliders(engine.scene.addShape(box(1, 1, 1)), 2);
    engine.pairs.set(Array.from({ length: 2 * pairs }, (_, k) => k & 1));
    return { engine, attached };
  }

  test('with the row that makes a scene worth them, before the call returns', async () => {
    const { engine, attached } = await pairOn(1);
    const { scene } = engine;
    scene.addColliders(0, MANY - 3);
    await engine.distance();
    expect(attached.length).toBe(0);
    const bytes = scene.snapshot();
    scene.addCollider(0);
    expect(attached.length).toBe(2);
    // a scene of as many rows that comes at once
    const { source, attached: others } = slow();
    const other = await engineOn([source]);
    other.scene.restore(bytes);
    expect(others.length).toBe(0);
    other.scene.restore(scene.snapshot());
    expect(others.length).toBe(2);
    await Promise.all([engine.close(), other.close()]);
  });

  test.each(['distance', 'distanceSync'] as const)('after a query on many pairs: %s', async (query) => {
    const { engine, attached } = await pairOn(MANY - 1);
    await engine[query]();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(attached.length).toBe(0);
    engine.pairs.set(Array.from({ length: 2 * MANY }, (_, k) => k & 1));
    const pending = engine[query]();
    // the query does not wait for the start
    expect(attached.length).toBe(0);
    await pending;
    await waitUntil('both to be asked', () => attached.length === 2);
    await engine.close();
  });

  test('for hulls that take as long to build', async () => {
    const { engine, attached } = await pairOn(1);
    // the corners of a cube, many times
    const corner = (_: unknown, i: number) => (Math.trunc(i / 3) >> (i % 3)) & 1;
    const cloud = () => hull(Float32Array.from({ length: 3 * 4096 }, corner));
    await engine.scene.addShapes([cloud(), cloud(), cloud()]);
    expect(attached.length).toBe(0);
    await engine.scene.addShapes([cloud(), cloud(), cloud(), cloud()]);
    expect(attached.length).toBe(2);
    await engine.close();
  });

  test('not after `close`', async () => {
    const { engine, attached } = await pairOn(MANY);
    const pending = engine.distance();
    await Promise.all([pending, engine.close()]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(attached.length).toBe(0);
  });
});

describe('workers that take long', () => {
  test('the engine answers before, and counts each worker when it has joined', async () => {
    const { source, attached, state, terminated } = slow();
    const engine = await largeEngineOn([source]);
    expect(engine.info.threads).toBe(1);
    expect((await engine.distance()).count).toBe(0);
    await waitUntil('both to be asked', () => attached.length === 2);
    attached[1].resolve();
    await waitUntil('one to join', () => engine.info.threads === 2);
    attached[0].resolve();
    await waitUntil('both to join', () => engine.info.threads === 3);
    expect(engine.info.fallbacks).toEqual([]);
    // a process that has nothing else to do may end meanwhile
    expect(state.held).toBe(0);
    await engine.close();
    expect(terminated.size).toBe(2);
  });

  test('they join a caller that awaits one query after the other, and nothing else', async () => {
    const { source, attached } = slow();
    const engine = await largeEngineOn([source]);
    setImmediate(() => {
      for (const { resolve } of attached) resolve();
    });
    for (let query = 0; query < 100; query++) await engine.distance();
    expect(engine.info.threads).toBe(3);
    await engine.close();
  });

  test('passes that were loaded meanwhile reach them', async () => {
    const { source, attached, loads } = slow();
    const engine = await largeEngineOn([source]);
    expect(attached.length).toBe(2);
    const passes = await engine.loadPasses(PASS, { bytes: 64 });
    expect(passes.names).toEqual(['p']);
    expect(loads).toEqual([]);
    for (const { resolve } of attached) resolve();
    await waitUntil('both to join', () => engine.info.threads === 3);
    expect(loads).toEqual(['p', 'p']);
    await engine.close();
  });

  test('close ends them, and nothing is said', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { source, attached, terminated } = slow();
    const next = slow();
    const engine = await largeEngineOn([{ ...source, hasRun: false }, next.source]);
    await waitUntil('both to be asked', () => attached.length === 2);
    await engine.close();
    expect(terminated.size).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(next.setups).toEqual([]);
    expect([engine.info.threads, engine.info.fallbacks, warn.mock.calls]).toEqual([1, [], []]);
  });

  test('if one fails, all are given up, the one that has joined too', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { source, attached, terminated } = slow();
    const engine = await largeEngineOn([source]);
    await waitUntil('both to be asked', () => attached.length === 2);
    attached[0].resolve();
    attached[1].reject(new Error('no room'));
    const said = 'expected 2 workers to start, got: worker 2: no room; the calling thread works alone';
    await waitUntil('a reason', () => engine.info.fallbacks.length > 0);
    expect(engine.info).toMatchObject({ threads: 1, fallbacks: [said] });
    expect(warn.mock.calls).toEqual([[`hullstorm: ${said}`]]);
    expect(terminated.size).toBe(2);
    expect((await engine.distance()).count).toBe(0);
    await engine.close();
  });

  test('workers that were asked for are waited for', async () => {
    const { source, attached } = slow();
    const creating = engineOn([source], { workers: 2 });
    let isDone = false;
    void creating.then(() => {
      isDone = true;
    });
    await waitUntil('both to be asked', () => attached.length === 2);
    attached[0].resolve();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isDone).toBe(false);
    attached[1].resolve();
    const engine = await creating;
    expect(engine.info.threads).toBe(3);
    await engine.close();
  });
});

test('threads of Node join a running engine: in each query the bytes of an engine without workers', async () => {
  const environment = {
    shared: true,
    whyNoWorkers: () => undefined,
    sources: () => workerSources(() => new Worker(ENTRY)),
  };
  const options = { capacity: CAPACITY, tuning: { shareFrom: 0, blockPairs: 1 } };
  const engines = await Promise.all(
    [3, 1].map((cores) => createEngineIn<never>({ cores, ...environment }, WHOLE, options) as Promise<Engine>),
  );
  for (const { scene } of engines) {
    const shape = scene.addShape(box(1, 0.5, 0.5));
    for (let k = 0; k < 8; k++)
      scene.addCollider(shape, { position: [1.3 * k, 0.1 * k, 0], rotation: [0, 0.1 * k, 0, 1] });
  }
  const [engine, alone] = engines;
  expect(engine.info.threads).toBe(1);
  const took = [0, 0, 0];
  let queries = 0;
  const ask = async () => {
    const [got, want] = await Promise.all(
      engines.map(async (asked) => [...(await asked.distance(await asked.findPairs({ margin: 1 }))).separation]),
    );
    expect(want.length).toBeGreaterThan(20);
    expect(got, `query ${queries++}`).toEqual(want);
    for (const [thread, rows] of engine.info.pairsByThread.entries()) took[thread] += rows;
  };
  await repeatUntil('both to take part', () => took.every((rows) => rows > 0), ask);
  expect([engine.info.threads, alone.info.threads]).toEqual([3, 1]);
  await Promise.all(engines.map((one) => one.close()));
});
