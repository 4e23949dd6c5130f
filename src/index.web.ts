/** `hullstorm` in browsers. */
import { workerSources } from '../workers/spawn.web.ts';
import { createEngineIn } from './engine/createEngine.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineOptions as OptionsWith } from './engine/options.ts';
import { canShareMemory } from './memory/memory.ts';

export * from './publicApi.ts';

/** What `createEngine` takes. @typeParam W what a worker is here */
export type EngineOptions<W = Worker> = OptionsWith<W>;

const UNSHARED =
  'expected a cross-origin isolated page for threads, got none: the calling thread works alone. Send ' +
  '"Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp" with the page.';

/**
 * Makes an engine: memory for its capacities, and workers besides the calling thread. On a page that is not cross-origin
 * isolated there is no shared memory: the calling thread works alone, and one warning names the missing headers.
 * @throws QueryError for a bad option, and if a worker cannot start
 */
export function createEngine(options?: EngineOptions): Promise<Engine> {
  const cores = navigator.hardwareConcurrency ?? 1;
  const environment = { cores, shared: canShareMemory(), unsharedReason: UNSHARED, sources: workerSources };
  return createEngineIn(environment, options);
}
