/** Columns of a contact query, as kernels in f64 take them: hosts and wasm. */
import type { Bytes, Doubles, Floats, Ints, Shorts, Words } from '../../language/lanes.ts';

/** The shapes of an engine. */
export interface ShapePools {
  readonly words: Words;
  readonly reals: Floats;
  readonly coordinates: Floats;
  readonly planes: Floats;
  readonly loops: Shorts;
}

/** Poses and shapes of the colliders. */
export interface PoseColumns {
  readonly positions: Doubles;
  readonly rotations: Floats;
  readonly shapes: Words;
}

/** The pairs, and what is known of them. */
export interface DistanceColumns {
  readonly ids: Words;
  readonly status: Bytes;
  readonly separation: Floats;
  readonly offsetA: Floats;
  readonly offsetB: Floats;
}

/** Ids of contact points: those of the last query, those to write, and where each point was in the last query. */
export interface FeatureColumns {
  readonly from: Words;
  readonly to: Words;
  readonly previous: Ints;
}

/** What a row writes, and its row in the last query. */
export interface ManifoldColumns {
  readonly features: FeatureColumns;
  readonly lastRow: Ints;
  readonly pointCount: Bytes;
  readonly pointsA: Floats;
  readonly pointsB: Floats;
  /** 1 per row that touches, else 0. */
  readonly touches: Bytes;
}
