/** `hullstorm` in Node. */
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { workerSources } from '../workers/spawn.node.ts';
import { createEngineIn } from './engine/createEngine.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineOptions as OptionsWith } from './engine/options.ts';

export * from './publicApi.ts';

/** What `createEngine` takes. @typeParam W what a worker is here */
export type EngineOptions<W = Worker> = OptionsWith<W>;

/**
 * Creates an engine: a memory for its capacities, and workers besides the calling thread.
 * @throws QueryError for a bad option, if the memory cannot be reserved, and if workers that you asked for cannot start
 *
 * @example
 * ```ts
 * const engine = await createEngine({ workers: 3, capacity: { colliders: 10_000 } });
 * // …
 * await engine.close();
 * ```
 */
export function createEngine(options?: EngineOptions): Promise<Engine> {
  const environment = {
    cores: availableParallelism(),
    shared: true,
    whyNoWorkers: () => undefined,
    sources: workerSources,
  };
  return createEngineIn(environment, options);
}
