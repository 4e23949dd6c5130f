/** What computes pairs of a probe, or a point, and a collider for the passes of one thread. */
import type { PointSearch } from '../kernels/points/pointSearch.ts';
import type { ListTables } from '../tables/frame.ts';

/** Pairs of a probe and a collider, as one thread computes them (narrow/placedPairs.ts). */
export interface PlacedKernel {
  /** Write up to PLACED_PAIRS pairs of ids, then call `compute`. */
  readonly list: ListTables;
  /** The first of MOVER_ROWS rows of the placed table that are the thread's own: movers at places of their way. */
  readonly moverRow: number;
  /** Computes the first `count` pairs of the list. @param overlapOnly writes the status alone */
  compute(overlapOnly: boolean, count: number): void;
  /** Whether a pair that is computed comes within the maximum distance of the query, in f64. */
  isWithin(pair: number): boolean;
  /**
   * Finds the children of a pair's collider, the first of its ids, that come within the maximum distance of the query.
   * @param overlapOnly whether only those count that overlap
   * @returns their number; 0: the collider has none
   */
  findChildren(overlapOnly: boolean, pair: number): number;
  /** The user's numbers of the children found, ascending. */
  readonly foundChildren: Uint32Array;
  /**
   * Finds the planes of a pair's collider and a probe, one of which has children: one per cluster of children with like
   * normals, the nearest first.
   * @param reach planes farther away are not found (m)
   * @returns their number; 0: neither has children, or none counts
   */
  findPlanes(pair: number, reach: Float64Array): number;
  /** Of the planes found: normal to the probe, and signed distance (m); and the children of the collider, or −1. */
  readonly planes: Float32Array;
  readonly planeChildren: Int32Array;
  /**
   * Measures a collider with a valid pose and a point in f64 (kernels/points), and keeps it if it is the closest.
   * @param search the one of the wide kernel, if the thread has one
   */
  measurePoint(search: PointSearch, row: number): void;
}

/** Movers of a list (queries/separate/separator.ts). */
export interface MoverKernel {
  /** Separates movers [begin, end) of the list of the query. */
  run(begin: number, end: number): void;
}
