/**
 * Candidate pairs by sort and sweep in columns: colliders ordered along the axis of largest spread, and in each column of a
 * grid across it compared with those that begin before they end. Exact: the pairs are those of a brute-force test of all
 * boxes, whatever the order they came in.
 */
import { BOUNDS_STRIDE, type BoundsTable } from '../scene/boundsTable.ts';
import { LARGE_CELL, SweepColumns } from './sweepColumns.ts';
import { isBounded, SweepOrder } from './sweepOrder.ts';

export class Sweep {
  /** Found pairs, two ids each, the smaller first, in no particular order. Longer than needed. */
  found: Uint32Array = new Uint32Array(1 << 12);
  readonly #order = new SweepOrder();
  readonly #columns = new SweepColumns();
  /** Boxes of the column at hand, and which of them are near one of them. */
  #column = new Float64Array(0);
  #near = new Uint32Array(0);
  #count = 0;
  #limit = 0;

  /**
   * Finds all pairs of rows [0, rows) whose boxes are within `margin` (m, ≥ 0) of each other along every axis, closed
   * (touching counts): no gap, low of one minus high of the other, exceeds it. Rows with NaN bounds are in no pair.
   * @returns the number of pairs; the first `limit` of them are in `found`, the others are only counted
   */
  run({ boxes }: BoundsTable, rows: number, margin: number, limit: number): number {
    this.#count = 0;
    this.#limit = limit;
    const live = this.#order.update(boxes, rows, widestAxis(boxes, rows));
    // a gap that rounds to the margin may be half a unit in the last place larger
    this.#columns.fill(this.#order.boxes, live, margin * (1 + Number.EPSILON));
    for (let column = 0; column < this.#columns.count; column++) this.#sweepColumn(column, margin);
    this.#sweepLarge(live, margin);
    return this.#count;
  }

  /** Compares the boxes of one column. A pair that shares several columns is found in the first that both are in. */
  #sweepColumn(column: number, margin: number): void {
    const { starts, entries, cells, firstSecond, firstThird } = this.#columns;
    const begin = starts[column]!;
    const count = starts[column + 1]! - begin;
    if (count < 2) return;
    const boxes = this.#gather(begin, count);
    const near = this.#near;
    for (let i = 0; i < count; i++) {
      const at = 6 * i;
      const end = boxes[at + 1]!;
      const lowY = boxes[at + 2]!;
      const highY = boxes[at + 3]!;
      const lowZ = boxes[at + 4]!;
      const highZ = boxes[at + 5]!;
      let found = 0;
      for (let j = i + 1; j < count; j++) {
        const other = 6 * j;
        // gaps, not shifted ends: rounded the same whichever of the two comes first
        if (boxes[other]! - end > margin) break;
        // no branch: most boxes fail one of the four tests, and nobody can guess which
        near[found] = j;
        found +=
          1 -
          (above(boxes[other + 2]! - highY, margin) |
            above(lowY - boxes[other + 3]!, margin) |
            above(boxes[other + 4]! - highZ, margin) |
            above(lowZ - boxes[other + 5]!, margin));
      }
      const a = entries[begin + i]!;
      for (let k = 0; k < found; k++) {
        const b = entries[begin + near[k]!]!;
        const home = Math.max(firstSecond[a]!, firstSecond[b]!) + cells * Math.max(firstThird[a]!, firstThird[b]!);
        if (home === column) this.#add(a, b);
      }
    }
  }

  /** The boxes of a column, one behind the other. */
  #gather(begin: number, count: number): Float64Array {
    if (this.#near.length < count) {
      this.#column = new Float64Array(12 * count);
      this.#near = new Uint32Array(2 * count);
    }
    const into = this.#column;
    const { entries } = this.#columns;
    const { boxes } = this.#order;
    for (let k = 0; k < count; k++) {
      const from = 6 * entries[begin + k]!;
      for (let n = 0; n < 6; n++) into[6 * k + n] = boxes[from + n]!;
    }
    return into;
  }

  /** Compares large boxes with all that begin before they end, and with small ones that begin before them. */
  #sweepLarge(live: number, margin: number): void {
    const { large, largeCount, firstSecond } = this.#columns;
    if (largeCount === 0) return;
    const { boxes } = this.#order;
    let longest = 0;
    for (let i = 0; i < live; i++) {
      if (firstSecond[i] !== LARGE_CELL) longest = Math.max(longest, boxes[6 * i + 1]! - boxes[6 * i]!);
    }
    // generous: what is left out by it is farther than the margin, however sums were rounded
    const reach = (longest + margin) * (1 + 4 * Number.EPSILON);
    for (let k = 0; k < largeCount; k++) {
      const i = large[k]!;
      for (let j = i + 1; j < live; j++) {
        if (boxes[6 * j]! - boxes[6 * i + 1]! > margin) break;
        if (isNear(boxes, i, j, margin)) this.#add(i, j);
      }
      for (let j = i - 1; j >= 0; j--) {
        if (boxes[6 * i]! - boxes[6 * j]! > reach) break;
        if (firstSecond[j] === LARGE_CELL || boxes[6 * i]! - boxes[6 * j + 1]! > margin) continue;
        if (isNear(boxes, i, j, margin)) this.#add(j, i);
      }
    }
  }

  /** Adds the pair of two boxes by their places in the order. */
  #add(i: number, j: number): void {
    const count = this.#count++;
    if (count >= this.#limit) return;
    if (2 * count === this.found.length) this.#widen();
    const a = this.#order.rows[i]!;
    const b = this.#order.rows[j]!;
    this.found[2 * count] = Math.min(a, b);
    this.found[2 * count + 1] = Math.max(a, b);
  }

  #widen(): void {
    const wider = new Uint32Array(2 * this.found.length);
    wider.set(this.found);
    this.found = wider;
  }
}

/** Whether boxes i and j are within the margin of each other across the sweep. */
function isNear(boxes: Float64Array, i: number, j: number, margin: number): boolean {
  for (let low = 2; low < 6; low += 2) {
    if (boxes[6 * j + low]! - boxes[6 * i + low + 1]! > margin) return false;
    if (boxes[6 * i + low]! - boxes[6 * j + low + 1]! > margin) return false;
  }
  return true;
}

/** 1 if x > y, else 0, without a branch. */
function above(x: number, y: number): number {
  return ((x > y) as unknown as number) | 0;
}

/** The axis along which box centres vary most. */
function widestAxis(boxes: Float64Array, rows: number): number {
  let widest = 0;
  let largest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let count = 0;
    let mean = 0;
    let squares = 0;
    for (let row = 0; row < rows; row++) {
      if (!isBounded(boxes, row)) continue;
      const centre = 0.5 * (boxes[BOUNDS_STRIDE * row + axis]! + boxes[BOUNDS_STRIDE * row + 3 + axis]!);
      // Welford: no cancellation far from the origin
      count++;
      const before = centre - mean;
      mean += before / count;
      squares += before * (centre - mean);
    }
    if (squares > largest) {
      largest = squares;
      widest = axis;
    }
  }
  return widest;
}
