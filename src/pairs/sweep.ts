/**
 * Candidate pairs by sort and sweep: colliders ordered along the axis of largest spread, each compared with those that
 * begin before it ends. Exact: the pairs are those of a brute-force test of all boxes, whatever the order they came in.
 *
 * Method: Baraff 1992 (sort and prune). The order of the last call is kept and mended by insertion, which is linear for
 * a scene that moves a little.
 */
import { BOUNDS_STRIDE, type BoundsTable } from '../scene/boundsTable.ts';

/** Shifts per collider after which mending the old order is given up for a sort. */
const SHIFTS_PER_ROW = 64;

export class Sweep {
  /** Found pairs, two ids each, the smaller first, in no particular order. Longer than needed. */
  found: Uint32Array = new Uint32Array(1 << 12);
  #order = new Uint32Array(0);
  #live = 0;
  #keys = new Float64Array(0);
  #seen = new Uint8Array(0);
  #sorted = new Float64Array(0);

  /**
   * Finds all pairs of rows [0, rows) whose boxes are within `margin` (m, ≥ 0) of each other along every axis, closed
   * (touching counts): no gap, low of one minus high of the other, exceeds it. Rows with NaN bounds are in no pair.
   * @returns the number of pairs; the first `limit` of them are in `found`, the others are only counted
   */
  run({ boxes }: BoundsTable, rows: number, margin: number, limit: number): number {
    const axis = widestAxis(boxes, rows);
    const live = this.#sort(boxes, rows, axis);
    const boxesInOrder = this.#gather(boxes, live, axis);
    const order = this.#order;
    let found = this.found;
    let count = 0;
    for (let i = 0; i < live; i++) {
      const at = 6 * i;
      const end = boxesInOrder[at + 1]!;
      const lowY = boxesInOrder[at + 2]!;
      const highY = boxesInOrder[at + 3]!;
      const lowZ = boxesInOrder[at + 4]!;
      const highZ = boxesInOrder[at + 5]!;
      const id = order[i]!;
      for (let j = i + 1; j < live; j++) {
        const other = 6 * j;
        // gaps, not shifted ends: rounded the same whichever of the two comes first
        if (boxesInOrder[other]! - end > margin) break;
        // one branch for four tests: most boxes fail one of them, and nobody can guess which
        const apart =
          above(boxesInOrder[other + 2]! - highY, margin) |
          above(lowY - boxesInOrder[other + 3]!, margin) |
          above(boxesInOrder[other + 4]! - highZ, margin) |
          above(lowZ - boxesInOrder[other + 5]!, margin);
        if (apart !== 0) continue;
        if (count >= limit) {
          count++;
          continue;
        }
        if (2 * count === found.length) found = this.#widen();
        const id2 = order[j]!;
        found[2 * count] = Math.min(id, id2);
        found[2 * count + 1] = Math.max(id, id2);
        count++;
      }
    }
    return count;
  }

  #widen(): Uint32Array {
    const wider = new Uint32Array(2 * this.found.length);
    wider.set(this.found);
    this.found = wider;
    return wider;
  }

  /** Orders live rows by where they begin along `axis`. @returns how many there are */
  #sort(boxes: Float64Array, rows: number, axis: number): number {
    if (this.#keys.length < rows) {
      this.#keys = new Float64Array(Math.max(rows, 2 * this.#keys.length));
      const order = new Uint32Array(this.#keys.length);
      order.set(this.#order);
      this.#order = order;
      this.#seen = new Uint8Array(this.#keys.length);
    }
    const keys = this.#keys;
    const order = this.#order;
    const seen = this.#seen.fill(0, 0, rows);
    for (let row = 0; row < rows; row++) keys[row] = boxes[BOUNDS_STRIDE * row + axis]!;

    // the old order without rows that are gone, then rows that are new
    let live = 0;
    for (let k = 0; k < this.#live; k++) {
      const row = order[k]!;
      if (row < rows && isBounded(boxes, row)) {
        order[live++] = row;
        seen[row] = 1;
      }
    }
    for (let row = 0; row < rows; row++) {
      if (seen[row] === 0 && isBounded(boxes, row)) order[live++] = row;
    }
    this.#live = live;

    let shifts = SHIFTS_PER_ROW * live;
    for (let i = 1; i < live && shifts > 0; i++) {
      const row = order[i]!;
      const key = keys[row]!;
      let j = i;
      for (; j > 0 && keys[order[j - 1]!]! > key; j--) order[j] = order[j - 1]!;
      order[j] = row;
      shifts -= i - j;
    }
    if (shifts <= 0) order.subarray(0, live).sort((a, b) => keys[a]! - keys[b]!);
    return live;
  }

  /** Boxes in sweep order, six numbers each: low and high along the axis, then along the other two. */
  #gather(boxes: Float64Array, live: number, axis: number): Float64Array {
    if (this.#sorted.length < 6 * live) this.#sorted = new Float64Array(Math.max(6 * live, 2 * this.#sorted.length));
    const sorted = this.#sorted;
    const second = (axis + 1) % 3;
    const third = (axis + 2) % 3;
    for (let i = 0; i < live; i++) {
      const from = BOUNDS_STRIDE * this.#order[i]!;
      const to = 6 * i;
      sorted[to] = boxes[from + axis]!;
      sorted[to + 1] = boxes[from + 3 + axis]!;
      sorted[to + 2] = boxes[from + second]!;
      sorted[to + 3] = boxes[from + 3 + second]!;
      sorted[to + 4] = boxes[from + third]!;
      sorted[to + 5] = boxes[from + 3 + third]!;
    }
    return sorted;
  }
}

/** 1 if x > y, else 0, without a branch. */
function above(x: number, y: number): number {
  return ((x > y) as unknown as number) | 0;
}

function isBounded(boxes: Float64Array, row: number): boolean {
  return !Number.isNaN(boxes[BOUNDS_STRIDE * row]!);
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
