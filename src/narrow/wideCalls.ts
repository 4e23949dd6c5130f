/** The exports of the wasm, and its instances: one for each thread. */
import type { BroadCalls } from '../broad/wideBroad.ts';
import type { ChildCalls } from './children/childKernel.ts';

/** Computes rows [begin, end), at most TILE_ROWS. @returns the number of deferred rows */
type TileCall = (context: number, begin: number, end: number) => number;

/** Exports of the wasm. */
export interface WideCalls extends BroadCalls, ChildCalls {
  readonly distanceTile: TileCall;
  readonly contactTile: TileCall;
  /** Computes the first `count` deferred rows in f64. */
  readonly exactRows: (context: number, count: number) => void;
  /** @returns 1 if pair `pair` of the list comes within the maximum distance, else 0 */
  readonly exactWithin: (context: number, pair: number) => number;
  /** Casts the first `count` deferred pairs. */
  readonly exactCasts: (context: number, count: number) => void;
  /** Casts the shape of `beginSweep` against a collider. */
  readonly exactCast: (context: number, collider: number) => void;
  /** Writes the manifolds of the first `count` deferred rows, in f64. */
  readonly exactContacts: (context: number, count: number) => void;
  readonly recycleRows: TileCall;
  readonly stampRows: (context: number, count: number) => void;
  readonly castRays: (context: number, begin: number, end: number) => void;
  readonly nextHit: (context: number, row: number, isFirst: number) => number;
  readonly findPoints: (context: number, begin: number, end: number) => number;
  readonly resumePoints: (context: number) => number;
  /** Measures a body for the point of the search, and keeps it if it is the closest. */
  readonly exactPoint: (context: number, row: number) => void;
  readonly nearRows: (context: number) => number;
  readonly castPairs: TileCall;
  readonly beginSweep: (
    context: number,
    result: number,
    row: number,
    probe: number,
    mask: number,
    ignored: number,
  ) => void;
  readonly resumeSweep: (context: number) => number;
}

/** Instantiates the modules of the kernel for one thread. Rejects with the error of WebAssembly. */
export async function instantiateWide(
  modules: readonly WebAssembly.Module[],
  memory: WebAssembly.Memory,
): Promise<WideCalls> {
  const instances = await Promise.all(modules.map((module) => WebAssembly.instantiate(module, { env: { memory } })));
  return Object.assign({}, ...instances.map(({ exports }) => exports));
}
