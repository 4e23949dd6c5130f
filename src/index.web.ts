/** `hullstorm` in browsers. */
import { lend } from '../workers/lend.web.ts';
import { createEngineIn } from './engine/createEngine.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineOptions as OptionsWith, PlanarEngineOptions as PlanarOptionsWith } from './engine/engineOptions.ts';
import type { PlanarEngine } from './engine/planarEngine.ts';
import { WHOLE } from './engine/wholeEngine.ts';
import { environment } from './environment.web.ts';

export * from './publicApi.ts';

/** What `createEngine` takes. @typeParam W what a worker is here */
export interface EngineOptions<W = Worker> extends OptionsWith<W> {}

/** What `createEngine` takes for a planar engine. */
export interface PlanarEngineOptions<W = Worker> extends PlanarOptionsWith<W> {}

/**
 * Creates an engine: a memory for its capacities, and workers besides the calling thread. The engine answers at once,
 * and workers start when there is work for them, unless you set `workers` or `createWorker`. Where there can be no
 * workers, as on a page that is not cross-origin isolated, it warns once, and the calling thread works alone.
 * `info.whyNoWorkers` then gives the reason.
 * @throws QueryError for a bad option, if the memory cannot be reserved, if workers that you asked for cannot start,
 *   and in a browser without WebAssembly or Atomics
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
export async function createEngine(options?: EngineOptions | PlanarEngineOptions): Promise<Engine | PlanarEngine> {
  return createEngineIn(environment(), WHOLE, options);
}

/**
 * Lends workers to engines in a worker: the page makes them, and ends them when the engine or its thread ends. Workers
 * of Firefox need this; in other browsers engines in workers can make their own.
 * @returns a port for one worker of the page, which passes it to `createEngine`
 * @throws QueryError in a worker
 *
 * @example
 * ```ts
 * // page
 * const port = lendWorkers();
 * worker.postMessage({ port }, [port]);
 * // worker
 * addEventListener('message', async ({ data }) => {
 *   const engine = await createEngine({ workerPort: data.port });
 * });
 * ```
 */
export function lendWorkers(): MessagePort {
  return lend();
}
