/**
 * Boxes in the order in which they begin along an axis. The order of the last call is kept and mended by insertion, which is
 * linear for a scene that moves a little (Baraff 1992, sort and prune).
 */
import { BOUNDS_STRIDE } from '../scene/boundsTable.ts';

/** Shifts per collider after which mending the old order is given up for a sort. */
const SHIFTS_PER_ROW = 64;

export class SweepOrder {
  /** Rows with bounds, in order; as many as `update` returned. */
  rows = new Uint32Array(0);
  /** Their boxes, six numbers each: low and high along the axis, then along the other two. */
  boxes = new Float64Array(0);
  #live = 0;
  #keys = new Float64Array(0);
  #seen = new Uint8Array(0);

  /** Orders rows [0, rows) of a bounds table along `axis`; those with NaN are left out. @returns how many there are */
  update(boxes: Float64Array, rows: number, axis: number): number {
    if (this.#keys.length < rows) this.#grow(rows);
    const keys = this.#keys;
    for (let row = 0; row < rows; row++) keys[row] = boxes[BOUNDS_STRIDE * row + axis]!;
    this.#collect(boxes, rows);
    this.#mend();
    this.#gather(boxes, axis);
    return this.#live;
  }

  #grow(rows: number): void {
    this.#keys = new Float64Array(Math.max(rows, 2 * this.#keys.length));
    const kept = new Uint32Array(this.#keys.length);
    kept.set(this.rows);
    this.rows = kept;
    this.#seen = new Uint8Array(this.#keys.length);
    this.boxes = new Float64Array(6 * this.#keys.length);
  }

  /** The old order without rows that are gone, then rows that are new. */
  #collect(boxes: Float64Array, rows: number): void {
    const order = this.rows;
    const seen = this.#seen.fill(0, 0, rows);
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
  }

  #mend(): void {
    const keys = this.#keys;
    const order = this.rows;
    const live = this.#live;
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
  }

  #gather(boxes: Float64Array, axis: number): void {
    const sorted = this.boxes;
    const second = (axis + 1) % 3;
    const third = (axis + 2) % 3;
    for (let i = 0; i < this.#live; i++) {
      const from = BOUNDS_STRIDE * this.rows[i]!;
      const to = 6 * i;
      sorted[to] = boxes[from + axis]!;
      sorted[to + 1] = boxes[from + 3 + axis]!;
      sorted[to + 2] = boxes[from + second]!;
      sorted[to + 3] = boxes[from + 3 + second]!;
      sorted[to + 4] = boxes[from + third]!;
      sorted[to + 5] = boxes[from + 3 + third]!;
    }
  }
}

export function isBounded(boxes: Float64Array, row: number): boolean {
  return !Number.isNaN(boxes[BOUNDS_STRIDE * row]!);
}
