/** What Node offers to engines. */
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { workerSources } from '../workers/spawn.node.ts';
import type { Environment } from './engine/createEngine.ts';

/**
 * A `Worker` of `node:worker_threads`: these members of it, so that programs without the types of Node compile, too.
 */
export interface NodeWorker {
  readonly threadId: number;
  postMessage(message: never): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<number>;
}

/** @internal */
export function environment(): Environment<NodeWorker> {
  return {
    cores: availableParallelism(),
    shared: true,
    whyNoWorkers: () => undefined,
    // what is no Worker is refused when it starts
    sources: (createWorker) => workerSources(createWorker as (() => Worker) | undefined),
  };
}
