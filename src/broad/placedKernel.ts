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
  /** The same without those of pairs with children, whose rows are not defined. */
  computeConvex(overlapOnly: boolean, count: number): void;
  /** Computes a pair with children: the nearest child. */
  computeChildren(overlapOnly: boolean, pair: number): void;
  /** Whether a pair that is computed comes within the maximum distance of the query, in f64. */
  isWithin(pair: number): boolean;
  /** Whether one of a pair has children. */
  hasChildren(pair: number): boolean;
  /**
   * Measures a collider with a valid pose and a point in f64 (kernels/points), and keeps it if it is the closest.
   * @param search the one of the wide kernel, if the thread has one
   */
  measurePoint(search: PointSearch, row: number): void;
}
