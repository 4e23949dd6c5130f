/** `hullstorm` in browsers. */
import { workerSources } from '../workers/spawn.web.ts';
import { createEngineIn } from './engine/createEngine.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineOptions as OptionsWith } from './engine/options.ts';
import { checkPlatform, whyNoWorkers } from './engine/platform.ts';
import { canShareMemory } from './memory/memory.ts';

export * from './publicApi.ts';

/** What `createEngine` takes. @typeParam W what a worker is here */
export type EngineOptions<W = Worker> = OptionsWith<W>;

/**
 * Creates an engine: a memory for its capacities, and workers besides the calling thread. Where there can be no
 * workers, as on a page that is not cross-origin isolated, it warns once, and the calling thread works alone.
 * `info.whyNoWorkers` then gives the reason.
 * @throws QueryError for a bad option, if the memory cannot be reserved, if workers that you asked for cannot start,
 *   and in a browser without WebAssembly or Atomics
 */
export async function createEngine(options?: EngineOptions): Promise<Engine> {
  checkPlatform(globalThis);
  const cores = navigator.hardwareConcurrency ?? 1;
  const why = (isCustom: boolean) => whyNoWorkers(globalThis, isCustom);
  const environment = { cores, shared: canShareMemory(), whyNoWorkers: why, sources: workerSources };
  return createEngineIn(environment, options);
}
