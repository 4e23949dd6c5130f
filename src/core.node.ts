/**
 * `hullstorm/core` in Node.
 * @module hullstorm/core
 */
import {
  type CoreEngine,
  createCoreIn,
  type CoreEngineOptions as OptionsWith,
  type QuerySet,
} from './engine/coreEngine.ts';
import { environment, type NodeWorker } from './environment.node.ts';

export * from './coreApi.ts';
export type { NodeWorker } from './environment.node.ts';

/** What `createEngine` takes. @typeParam W what a worker is here */
export interface CoreEngineOptions<Q extends readonly QuerySet[] = [], W = NodeWorker> extends OptionsWith<W, Q> {}

/**
 * Creates an engine with `findPairs`, `intersect` and `distance`, and with the queries that you name: a page loads the
 * code, the wasm and the workers of these alone. Else as the `createEngine` of `hullstorm`. Planar engines and the
 * kernel 'relaxed' are in `hullstorm`. See docs/core.md.
 * @throws QueryError as that of `hullstorm`, and for what is no query
 *
 * @example
 * ```ts
 * import { createEngine, box, rays } from 'hullstorm/core';
 * const engine = await createEngine({ queries: [rays], capacity: { colliders: 10_000 } });
 * const hits = await engine.castRays(engine.createRayList(1));
 * ```
 */
export async function createEngine<const Q extends readonly QuerySet[] = []>(
  options: CoreEngineOptions<Q> = {},
): Promise<CoreEngine<Q>> {
  return createCoreIn(environment(), options);
}
