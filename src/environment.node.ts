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
    findGpu,
    whyNoWorkers: () => undefined,
    // what is no Worker is refused when it starts
    sources: (createWorker) => workerSources(createWorker as (() => Worker) | undefined),
  };
}

/** No literal in `import`: bundlers warn of a package that is not there. */
const GPU_PACKAGE: string = 'webgpu';

/** WebGPU of the runtime, or of the package `webgpu`, an optional peer dependency. */
async function findGpu(): Promise<unknown> {
  const { gpu } = (globalThis.navigator ?? {}) as { readonly gpu?: unknown };
  if (gpu) return gpu;
  try {
    return (await import(/* webpackIgnore: true, @vite-ignore */ GPU_PACKAGE)).create([]);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    return code === 'ERR_MODULE_NOT_FOUND' ? 'none: npm install webgpu' : `none: ${message}`;
  }
}
