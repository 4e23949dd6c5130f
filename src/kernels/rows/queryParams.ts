/** Parameters and results of the row kernel, besides the tables of the scene. */
import type { Bytes, Doubles, Floats, Shorts, Words } from '../../language/lanes.ts';
import type { PairParams } from './context.ts';

/** Poses and shapes of colliders: columns of the collider table. */
export interface Poses {
  readonly positions: Doubles;
  readonly rotations: Floats;
  readonly shapes: Words;
}

/** Results: columns of the result table. */
export interface ResultColumns {
  readonly status: Bytes;
  readonly separation: Floats;
  readonly offsetA: Floats;
  readonly offsetB: Floats;
}

/** Parameters of a distance query besides the pairs. */
export interface DistanceParams extends PairParams {
  /** Simplex column to start from, and to write. */
  readonly from: Shorts;
  readonly to: Shorts;
}
