/**
 * Pairs of a probe and a collider, as one thread computes them: a short list of its own, from block to block, so that a
 * pass over probes needs no list of all of their candidates.
 */
import type { PointSearch } from '../kernels/points/pointSearch.ts';
import { NO_CHILD } from '../tables/childWords.ts';
import type { PlacedTable } from '../tables/colliderTable.ts';
import { NODES } from '../tables/countTable.ts';
import { bindPlacedList, type Frame, type ListTables } from '../tables/frame.ts';
import { MOVER_ROWS } from '../tables/probeTable.ts';
import { hasChildren } from '../tables/shapeKinds.ts';
import type { ShapeTable } from '../tables/shapeTable.ts';
import { ChildDistances } from './children/childDistances.ts';
import { ChildPoints } from './children/childPoints.ts';
import type { RowRunner } from './rowRunner.ts';
import type { ScalarKernel } from './scalarKernel.ts';
import type { ThreadKernels } from './threadKernels.ts';
import type { WideKernel } from './wideKernel.ts';

export class PlacedPairs {
  /** The list: write up to PLACED_PAIRS pairs of ids, then call `compute`. */
  readonly list: ListTables;
  /** The first of the thread's rows for movers. */
  readonly moverRow: number;
  readonly #rows: RowRunner;
  readonly #wide: WideKernel | undefined;
  readonly #scalar: ScalarKernel | undefined;
  readonly #placed: PlacedTable;
  readonly #shapes: ShapeTable;
  readonly #childPoints: ChildPoints;
  readonly #frame: Frame;
  readonly #thread: number;
  /** Made for the first pair with children. */
  #ownDistances: ChildDistances | undefined;

  constructor(frame: Frame, rows: RowRunner, thread: number, { wide, scalar }: ThreadKernels) {
    this.#frame = frame;
    this.#thread = thread;
    this.#rows = rows;
    this.#wide = wide;
    this.#scalar = scalar;
    this.#placed = frame.placed;
    this.#shapes = frame.shapes;
    this.#childPoints = new ChildPoints(frame, thread);
    this.list = bindPlacedList(frame, thread);
    this.moverRow = frame.colliders.capacity + frame.probes.capacity + thread * MOVER_ROWS;
  }

  /** Computes the first `count` pairs from a cold start. @param overlapOnly writes the status alone */
  compute(overlapOnly: boolean, count: number): void {
    this.computeConvex(overlapOnly, count);
    if (this.#frame.counts[NODES] === 0) return;
    for (let pair = 0; pair < count; pair++) {
      if (this.hasChildren(pair)) this.computeChildren(overlapOnly, pair);
    }
    // the list is that of the kernel again
    this.#rows.computePlaced(this.list, overlapOnly, 0);
  }

  computeConvex(overlapOnly: boolean, count: number): void {
    this.list.results.childA.fill(NO_CHILD, 0, count);
    this.list.results.childB.fill(NO_CHILD, 0, count);
    this.#rows.computePlaced(this.list, overlapOnly, count);
  }

  computeChildren(overlapOnly: boolean, pair: number): void {
    this.#distances.computePlaced(this.list, overlapOnly, pair);
  }

  /** Whether one of a pair has children. */
  hasChildren(pair: number): boolean {
    const { ids } = this.list.pairs;
    return (
      hasChildren(this.#shapes, this.#placed.shapes[ids[2 * pair]]) ||
      hasChildren(this.#shapes, this.#placed.shapes[ids[2 * pair + 1]])
    );
  }

  get #distances(): ChildDistances {
    this.#ownDistances ??= new ChildDistances(this.#frame, this.#rows, this.#thread);
    return this.#ownDistances;
  }

  /** Whether a pair that is computed comes within the maximum distance of the query, in f64. */
  isWithin(pair: number): boolean {
    // distances of children are as exact as those of the pair kernels
    if (this.#frame.counts[NODES] > 0 && this.hasChildren(pair))
      return this.list.results.separation[4 * pair + 3] <= this.#frame.query.maxDistance[0];
    if (this.#wide) return this.#wide.isWithin(pair);
    const { ids } = this.list.pairs;
    return this.#scalar!.isWithin(ids[2 * pair], ids[2 * pair + 1]);
  }

  measurePoint(search: PointSearch, row: number): void {
    if (hasChildren(this.#shapes, this.#placed.shapes[row]))
      this.#childPoints.measure(search, row, this.#measureConvex);
    else this.#measureConvex(search, row);
  }

  readonly #measureConvex = (search: PointSearch, row: number): void => {
    if (this.#wide) this.#wide.searches.measurePoint(row);
    else this.#scalar?.measurePoint(search, row);
  };
}
