/**
 * `hullstorm` in Node.
 * @module hullstorm
 */
import { createEngineIn } from './engine/createEngine.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineOptions as OptionsWith, PlanarEngineOptions as PlanarOptionsWith } from './engine/engineOptions.ts';
import type { PlanarEngine } from './engine/planarEngine.ts';
import { WHOLE } from './engine/wholeEngine.ts';
import { environment, type NodeWorker } from './environment.node.ts';
import { fail } from './errors.ts';

export type { NodeWorker } from './environment.node.ts';
export * from './publicApi.ts';

/** What `createEngine` takes. @typeParam W what a worker is here */
export interface EngineOptions<W = NodeWorker> extends OptionsWith<W> {}

/** What `createEngine` takes for a planar engine. */
export interface PlanarEngineOptions<W = NodeWorker> extends PlanarOptionsWith<W> {}

/**
 * Creates an engine: a memory for its capacities, and workers besides the calling thread. The engine answers at once,
 * and workers start when there is work for them, unless you set `workers` or `createWorker`.
 * @throws QueryError for a bad option, if the memory cannot be reserved, and if workers that you asked for cannot start
 *
 * @example
 * ```ts
 * const engine = await createEngine({ workers: 3, capacity: { colliders: 10_000 } });
 * // …
 * await engine.close();
 * ```
 */
export function createEngine(options?: EngineOptions): Promise<Engine>;
/**
 * Creates an engine for shapes of the plane.
 * @throws QueryError as the other form
 *
 * @example
 * ```ts
 * const engine = await createEngine({ planar: true });
 * const coin = engine.scene.addShape(circle(1)); // from hullstorm/pair2d
 * engine.scene.addCollider(coin, { position: [3, 0] });
 * ```
 */
export function createEngine(options: PlanarEngineOptions): Promise<PlanarEngine>;
/** The first form once more: `ReturnType` and `Parameters` read the last one. */
export function createEngine(options?: EngineOptions): Promise<Engine>;
export function createEngine(options?: EngineOptions | PlanarEngineOptions): Promise<Engine | PlanarEngine> {
  return createEngineIn(environment(), WHOLE, options);
}

/**
 * For pages of browsers, which lend workers to engines in workers. Threads of Node make their own.
 * @throws QueryError always
 */
export function lendWorkers(): never {
  fail('lendWorkers', 'a page of a browser', 'Node, where threads make their own workers');
}
