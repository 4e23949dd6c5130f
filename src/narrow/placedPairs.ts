/**
 * Pairs of a probe and a collider, as one thread computes them: a short list of its own, from block to block, so that a
 * pass over probes needs no list of all of their candidates.
 */
import type { CorePools } from '../kernels/cores/tables.ts';
import { pointDistance, writePointShape } from '../kernels/points/pointDistance.ts';
import type { PointSearch } from '../kernels/points/tables.ts';
import { type PlacedOut, placedDistance } from '../kernels/rows/placedDistance.ts';
import { bindPlacedList, type Frame, type ListTables } from '../memory/frame.ts';
import { MOVER_ROWS } from '../queries/probes/table.ts';
import { SHAPE_STRIDE } from '../shapes/codes.ts';
import type { RowRunner } from './rowRunner.ts';

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
  /** What `measure` writes (kernels/rows/placedDistance.ts). */
  readonly out: PlacedOut = { distance: Number.NaN };
  readonly #frame: Frame;
  readonly #rows: RowRunner;

  constructor(frame: Frame, rows: RowRunner, thread: number) {
    this.#frame = frame;
    this.#rows = rows;
    this.list = bindPlacedList(frame, thread);
    this.moverRow = frame.colliders.capacity + frame.probes.capacity + thread * MOVER_ROWS;
  }

  /** Computes the first `count` pairs from a cold start. @param overlapOnly writes the status alone */
  compute(overlapOnly: boolean, count: number): void {
    this.#rows.computePlaced(this.list, overlapOnly, 0, count);
  }

  /** Measures one pair in f64. @param limit distances above limit[0] need not be exact (m). @returns its status */
  measure(a: number, b: number, limit: Float64Array, depth: boolean): number {
    const { geometry, scratch } = this.#rows;
    return placedDistance(this.out, this.#frame.placed, geometry, scratch, a, b, limit, depth);
  }

  /** Measures a collider with a valid pose and a point in f64 (kernels/points). @returns the pair's status */
  measurePoint(search: PointSearch, row: number): number {
    const { geometry, scratch } = this.#rows;
    return pointDistance(search, this.#frame.placed, geometry, DOT, scratch, row);
  }
}
