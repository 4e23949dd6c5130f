/**
 * Pairs of a probe and a collider, as one thread computes them: a short list of its own, from block to block, so that a
 * pass over probes needs no list of all of their candidates.
 */
import type { CorePools } from '../kernels/cores/corePair.ts';
import { pointDistance, writePointShape } from '../kernels/points/pointDistance.ts';
import type { PointSearch } from '../kernels/points/pointSearch.ts';
import { isWithin, type Placed, PlacedNumbers } from '../kernels/rows/placedRow.ts';
import { bindPlacedList, type Frame, type ListTables } from '../tables/frame.ts';
import { MOVER_ROWS } from '../tables/probeTable.ts';
import { SHAPE_STRIDE } from '../tables/shapeWords.ts';
import type { RowRunner } from './rowRunner.ts';
import type { WideKernel } from './wideKernel.ts';

/** Pools of one shape, which is a point. */
const DOT: CorePools = /* @__PURE__ */ pointPools();

function pointPools(): CorePools {
  const words = new Uint32Array(SHAPE_STRIDE);
  writePointShape(words);
  return {
    shapes: { words, reals: new Float32Array(words.buffer) },
    vertices: { coordinates: new Float32Array(12), cells: new Uint16Array(0) },
  };
}

export class PlacedPairs {
  /** The list: write up to PLACED_PAIRS pairs of ids, then call `compute`. */
  readonly list: ListTables;
  /** The first of the thread's rows for movers. */
  readonly moverRow: number;
  readonly #frame: Frame;
  readonly #rows: RowRunner;
  readonly #wide: WideKernel | undefined;
  readonly #placed: Placed;

  /** @param wide the thread's wide kernel, if there is one */
  constructor(frame: Frame, rows: RowRunner, thread: number, wide: WideKernel | undefined) {
    this.#frame = frame;
    this.#rows = rows;
    this.#wide = wide;
    this.#placed = {
      numbers: new PlacedNumbers(),
      columns: frame.placed,
      pools: rows.geometry,
      scratch: rows.scratch,
      params: { overlapOnly: false, depth: false, maxDistance: frame.query.maxDistance },
    };
    this.list = bindPlacedList(frame, thread);
    this.moverRow = frame.colliders.capacity + frame.probes.capacity + thread * MOVER_ROWS;
  }

  /** Computes the first `count` pairs from a cold start. @param overlapOnly writes the status alone */
  compute(overlapOnly: boolean, count: number): void {
    this.#rows.computePlaced(this.list, overlapOnly, 0, count);
  }

  /** Whether a pair that is computed comes within the maximum distance of the query, in f64. */
  isWithin(pair: number): boolean {
    if (this.#wide) return this.#wide.isWithin(pair);
    const { ids } = this.list.pairs;
    return isWithin(this.#placed, ids[2 * pair], ids[2 * pair + 1]);
  }

  /** Measures a collider with a valid pose and a point in f64 (kernels/points). @returns the pair's status */
  measurePoint(search: PointSearch, row: number): number {
    const { geometry, scratch } = this.#rows;
    return pointDistance(search, this.#frame.placed, geometry, DOT, scratch, row);
  }
}
