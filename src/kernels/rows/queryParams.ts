/** Parameters and results of the row kernel, besides the tables of the scene. */
import type { PairParams } from './context.ts';

/** Numbers that users read and write: f32 in an engine, f64 in `hullstorm/pair`. */
export type Reals = Float32Array | Float64Array;

/** Poses and shapes of colliders: columns of the collider table. */
export interface Poses {
  readonly positions: Float64Array;
  readonly rotations: Reals;
  readonly shapes: Uint32Array;
}

/** Results: columns of the result table. */
export interface ResultColumns {
  readonly status: Uint8Array;
  readonly separation: Reals;
  readonly offsetA: Reals;
  readonly offsetB: Reals;
}

/** Parameters of a distance query besides the pairs. */
export interface DistanceParams extends PairParams {
  readonly maxDistance: Float64Array;
  /** Simplex column to start from, and to write. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
}
