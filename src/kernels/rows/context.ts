/** Constants of one call of `distanceRows`: columns, pools, and the parameters of the query. */
import type { Bytes, Double, Doubles, Flag, Floats, Int, Shorts, Words } from '../../language/lanes.ts';
import type { CorePair, CorePools } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';

/** The pools of one side, and the same for the careful path, which hosts pass on as they are. */
export interface Pools {
  readonly geometry: CorePools;
  readonly words: Words;
  readonly reals: Floats;
  readonly coordinates: Floats;
  readonly cells: Shorts;
}

/** Parameters of a query for one pair. */
export interface PairParams {
  /** Computes only whether the pairs overlap: no distance is written. */
  readonly overlapOnly: Flag;
  /** One number: rows proven farther apart than this (m) stop early. An array, because a field would allocate. */
  readonly maxDistance: Doubles;
  /** Whether penetration is measured. */
  readonly depth: Flag;
}

/** What the stages between poses and results read. */
export interface PairContext {
  readonly overlapOnly: Flag;
  readonly depth: Flag;
  /** Rows proven farther apart than this stop early (m). */
  readonly maxDistance: Double;
  readonly scratch: CoreScratch;
  readonly pair: CorePair;
  readonly direction: Doubles;
  /** Pools of the shapes of A, and of B. */
  readonly a: Pools;
  readonly b: Pools;
}

/** The same for a list of pairs. */
export interface Context extends PairContext {
  readonly ids: Words;
  /** Poses and shapes of the colliders. */
  readonly positions: Doubles;
  readonly rotations: Floats;
  readonly shapes: Words;
  readonly rowCount: Int;
  readonly shapeCount: Int;
  /** Simplex column to start from, and the one to write. */
  readonly from: Shorts;
  readonly to: Shorts;
  readonly status: Bytes;
  readonly separation: Floats;
  readonly offsetA: Floats;
  readonly offsetB: Floats;
}

/** The context of one pair. Compiled, it is local variables. */
export function pairContext(a: CorePools, b: CorePools, scratch: CoreScratch, params: PairParams): PairContext {
  return {
    overlapOnly: params.overlapOnly,
    depth: params.depth,
    maxDistance: params.maxDistance[0],
    scratch,
    pair: scratch.pair,
    direction: scratch.pair.direction,
    a: sideOf(a),
    b: sideOf(b),
  };
}

export function sideOf(geometry: CorePools): Pools {
  return {
    geometry,
    words: geometry.shapes.words,
    reals: geometry.shapes.reals,
    coordinates: geometry.vertices.coordinates,
    cells: geometry.vertices.cells,
  };
}
