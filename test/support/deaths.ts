/** Engines whose workers die or do not start, and the answers that a query must give all the same. */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { createEngine, type Engine } from 'hullstorm';
import type { Kernel } from './kernels.ts';
import { bytesOf, fillMixed, randomPairs, SMALL } from './mixedScene.ts';

const COLLIDERS = 400;
export const PAIRS = 3000;
const SEED = 0xdead;
const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));
const DYING = new URL('./dyingWorker.mjs', import.meta.url);
const MISSING = new URL('./noSuchWorker.mjs', import.meta.url);

export type Make = () => Worker;
export const healthy: Make = () => new Worker(ENTRY);
export const missing: Make = () => new Worker(MISSING);
/** A worker that is no hullstorm worker. */
export const scripted =
  (code: string): Make =>
  () =>
    new Worker(code, { eval: true });
export const dying =
  (workerData: { moment: string; block: number; how: string; held?: Int32Array }, options: WorkerOptions = {}): Make =>
  () =>
    new Worker(DYING, { workerData, ...options });

/** Workers in the order of `first`, then of `rest` for all that follow. */
export function cast(first: readonly Make[], rest: Make = healthy): { createWorker: Make; made: Worker[] } {
  const made: Worker[] = [];
  const createWorker = () => {
    const worker = (first[made.length] ?? rest)();
    made.push(worker);
    return worker;
  };
  return { createWorker, made };
}

export async function mixedEngine(
  workers: number,
  createWorker: Make,
  kernel: Kernel = 'simd',
  limits: { silenceLimit?: number } = {},
): Promise<Engine> {
  const tuning = { shareFrom: 0, blockPairs: 16, ...limits };
  const engine = await createEngine({ workers, kernel, capacity: SMALL, tuning, createWorker, warmUp: false });
  fillMixed(engine, COLLIDERS, SEED);
  engine.pairs.set(randomPairs(COLLIDERS, PAIRS, SEED));
  return engine;
}

/** What a query without any death gives: cold, then warm. */
export async function healthyRun(kernel: Kernel): Promise<[Uint8Array, Uint8Array]> {
  const engine = await mixedEngine(0, healthy, kernel);
  const answers: [Uint8Array, Uint8Array] = [bytesOf(await engine.distance()), bytesOf(await engine.distance())];
  await engine.close();
  return answers;
}

/** Forgets the last answers: wide kernels that start from them need not end on the same bits once more. */
export function cool({ pairs }: Engine): void {
  pairs.resize(PAIRS);
}

/** Asks until a worker of the engine was replaced. A worker that gets no core takes no block, so it gets time. */
export async function askUntilReplaced(engine: Engine, ask: () => Promise<unknown>): Promise<void> {
  for (let call = 0; call < 5000 && engine.info.restarts === 0; call++) {
    await ask();
    if (call > 100) await pause(1);
  }
}
