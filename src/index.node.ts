/** `hullstorm` in Node. */
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { spawnWorker } from '../workers/spawn.node.ts';
import { createEngineIn } from './engine/createEngine.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineOptions } from './engine/options.ts';

export * from './publicApi.ts';

/**
 * Makes an engine: memory for its capacities, and workers besides the calling thread.
 * @throws QueryError for a bad option, and if a worker cannot start
 */
export function createEngine(options?: EngineOptions<Worker>): Promise<Engine> {
  const environment = { cores: availableParallelism(), shared: true, unsharedReason: '', spawn: spawnWorker };
  return createEngineIn(environment, options);
}
