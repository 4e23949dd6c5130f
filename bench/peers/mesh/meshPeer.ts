/** A library that answers queries on one static surface. Arrays have three numbers per query. m; unit directions. */
import type { Surface } from '../../../scenes/surfaces.ts';

export interface MeshPeer {
  readonly name: string;
  /** Replaces the surface. Timed as the bake. */
  bake(surface: Surface): void;
  /** @param distances written; Infinity without a hit */
  rays?(origins: Float32Array, directions: Float32Array, distances: Float64Array): void;
  /** @param distances written */
  closest?(points: Float32Array, distances: Float64Array): void;
  /** Boxes with half extents `HALF` and without a rotation. @param times written, 0..1; Infinity without a hit */
  casts?(starts: Float32Array, moves: Float32Array, times: Float64Array): void;
  dispose(): void;
}

/** Farther than any surface of the bench is wide (m). */
export const FAR = 4000;
/** Half extents of the boxes that are cast (m). */
export const HALF = [0.3, 0.2, 0.4] as const;
