/** The interface of a library that casts rays (rayBench.ts). One file per library implements it. */
import type { Bodies } from '../../castScenes.ts';

export interface RayWorld {
  readonly bodies: Bodies;
  readonly count: number;
  /** Half extents x y z of each cuboid (m). */
  readonly halves: Float32Array;
  /** 4 per cuboid: x y z –, and x y z w. */
  readonly positions: Float64Array;
  readonly rotations: Float32Array;
}

/** Rays of unit direction, which end at `far` (m). */
export interface Rays {
  readonly count: number;
  /** x y z of each ray. */
  readonly origins: Float64Array;
  readonly directions: Float64Array;
  readonly far: number;
}

export interface RayPeer {
  readonly name: string;
  readonly version: string;
  /** What a call does, and what it leaves out. */
  readonly note: string;
  /** Makes the bodies. Not measured. */
  setup(world: RayWorld): Promise<void> | void;
  /** Casts all rays. Writes the distance of the first hit of each ray (m), or Infinity. */
  cast(rays: Rays, distances: Float64Array): void;
  dispose(): Promise<void> | void;
}

export type Triple = [number, number, number];

/** x y z of row `k` of a column with `stride` numbers per row. */
export function tripleAt(column: ArrayLike<number>, stride: number, k: number): Triple {
  return [column[stride * k]!, column[stride * k + 1]!, column[stride * k + 2]!];
}
