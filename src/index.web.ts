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
 * Makes an engine: memory for its capacities, and workers besides the calling thread. Where there can be none, as on a page
 * that is not cross-origin isolated, the calling thread works alone: one warning and `info.whyNoWorkers` say why.
 * @throws QueryError for a bad option, if a worker cannot start, and in a browser without WebAssembly or Atomics
 */
export async function createEngine(options?: EngineOptions): Promise<Engine> {
  checkPlatform(globalThis);
  const cores = navigator.hardwareConcurrency ?? 1;
  const why = (isCustom: boolean) => whyNoWorkers(globalThis, isCustom);
  const environment = { cores, shared: canShareMemory(), whyNoWorkers: why, sources: workerSources };
  return createEngineIn(environment, options);
}
