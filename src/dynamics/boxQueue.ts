/** Boxes of overlap queries, asked for a part at a time, in their order. */

/** Numbers per box: min x y z, max x y z (m). */
export const BOX = 6;

export class BoxQueue {
  boxes = new Float64Array(0);
  count = 0;
  /** Boxes whose results were taken. The taker counts them. */
  taken = 0;
  #asked = 0;

  /** Removes all boxes, and makes room for `most`. */
  clear(most: number): void {
    if (this.boxes.length < BOX * most) this.boxes = new Float64Array(2 * BOX * most);
    this.count = 0;
    this.taken = 0;
    this.#asked = 0;
  }

  /** Adds the box at `from[at]`. */
  add(from: Float64Array, at: number): void {
    const to = BOX * this.count++;
    for (let c = 0; c < BOX; c++) this.boxes[to + c] = from[at + c];
  }

  /** The next boxes, `most` at most. undefined after the last. */
  next(most: number): Float64Array | undefined {
    const begin = this.#asked;
    if (begin === this.count) return undefined;
    this.#asked = Math.min(begin + most, this.count);
    return this.boxes.subarray(BOX * begin, BOX * this.#asked);
  }
}
