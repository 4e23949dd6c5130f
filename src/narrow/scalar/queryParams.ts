/** Parameters and results of the row kernel, besides the tables of the scene. */

/** Numbers that users read and write: f32 in an engine, f64 in `hullstorm/pair`. */
export type Reals = Float32Array | Float64Array;

/** Poses of colliders: columns of the collider table. */
export interface PairPoses {
  readonly positions: Float64Array;
  readonly rotations: Reals;
}

/** Poses and shapes of colliders: columns of the collider table. */
export interface Poses extends PairPoses {
  readonly shapes: Uint32Array;
}

/** Results: columns of the result table. */
export interface ResultColumns {
  readonly status: Uint8Array;
  readonly separation: Reals;
  readonly offsetA: Reals;
  readonly offsetB: Reals;
}

/** Parameters of a query for one pair. */
export interface PairParams {
  /** Computes only whether the pairs overlap: no distance is written. */
  readonly overlapOnly: boolean;
  /** One number: rows proven farther apart than this (m) stop early. An array, because a field would allocate. */
  readonly maxDistance: Float64Array;
  /** Whether penetration is measured. */
  readonly depth: boolean;
}

/** Parameters of a distance query besides the pairs. */
export interface DistanceParams extends PairParams {
  /** Simplex column to start from, and to write. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
}
