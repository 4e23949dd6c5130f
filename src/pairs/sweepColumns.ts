/**
 * Boxes in a grid of columns across the sweep: only boxes that share a column are compared. A box is in every column that it
 * or the margin about it reaches; one that reaches very many is large, and in none.
 *
 *   second, third   the axes across the sweep: numbers 2 3 and 4 5 of a box (low, high)
 *   column          third cell · cells of the second axis + second cell
 */

/** Columns are so many times as wide as boxes are on average. */
const WIDTH = 3;
/** A box in more columns than this is large. */
const LARGE = 32;

export class SweepColumns {
  /** Columns there are. */
  count = 0;
  /** Where the entries of each column begin, and where those of the last end. */
  starts = new Uint32Array(0);
  /** Numbers of boxes, ascending in each column. */
  entries = new Uint32Array(0);
  /** Numbers of large boxes, ascending, and how many there are. */
  large = new Uint32Array(0);
  largeCount = 0;
  /** By box: the lowest cells along the two axes; LARGE_CELL for a large box. */
  firstSecond = new Int32Array(0);
  firstThird = new Int32Array(0);
  /** Cells along the second axis. */
  cells = 0;
  #lastSecond = new Int32Array(0);
  #lastThird = new Int32Array(0);

  /** Puts `count` boxes into columns. `reach`: how much farther than it is high a box is taken to go (m). */
  fill(boxes: Float64Array, count: number, reach: number): void {
    if (this.firstSecond.length < count) this.#grow(count);
    // no more columns than boxes
    const most = Math.max(1, Math.floor(Math.sqrt(count)));
    const second = gridOf(boxes, count, 2, reach, most);
    const third = gridOf(boxes, count, 4, reach, most);
    this.cells = second.cells;
    this.count = second.cells * third.cells;
    if (this.starts.length < this.count + 2) this.starts = new Uint32Array(2 * this.count + 2);
    const starts = this.starts.fill(0, 0, this.count + 2);
    this.largeCount = 0;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const at = 6 * i;
      const firstSecond = cellOf(second, boxes[at + 2]!);
      const lastSecond = cellOf(second, boxes[at + 3]! + reach);
      const firstThird = cellOf(third, boxes[at + 4]!);
      const lastThird = cellOf(third, boxes[at + 5]! + reach);
      const columns = (lastSecond - firstSecond + 1) * (lastThird - firstThird + 1);
      if (columns > LARGE) {
        this.firstSecond[i] = LARGE_CELL;
        this.large[this.largeCount++] = i;
        continue;
      }
      this.firstSecond[i] = firstSecond;
      this.#lastSecond[i] = lastSecond;
      this.firstThird[i] = firstThird;
      this.#lastThird[i] = lastThird;
      total += columns;
      for (let z = firstThird; z <= lastThird; z++) {
        for (let y = firstSecond; y <= lastSecond; y++) starts[z * this.cells + y + 2]!++;
      }
    }
    this.#enter(count, total);
  }

  /** A counting sort of boxes by column; in each they stay in order. */
  #enter(count: number, total: number): void {
    const { starts, cells, firstSecond, firstThird } = this;
    if (this.entries.length < total) this.entries = new Uint32Array(2 * total);
    const { entries } = this;
    // starts[c + 1] is where column c is filled next, so that starts[c] is where it begins in the end
    for (let c = 2; c <= this.count + 1; c++) starts[c]! += starts[c - 1]!;
    for (let i = 0; i < count; i++) {
      if (firstSecond[i] === LARGE_CELL) continue;
      const lastSecond = this.#lastSecond[i]!;
      const lastThird = this.#lastThird[i]!;
      for (let z = firstThird[i]!; z <= lastThird; z++) {
        for (let y = firstSecond[i]!; y <= lastSecond; y++) entries[starts[z * cells + y + 1]!++] = i;
      }
    }
  }

  #grow(count: number): void {
    const length = Math.max(count, 2 * this.firstSecond.length);
    this.firstSecond = new Int32Array(length);
    this.#lastSecond = new Int32Array(length);
    this.firstThird = new Int32Array(length);
    this.#lastThird = new Int32Array(length);
    this.large = new Uint32Array(length);
  }
}

/** Stands for the first cell of a large box. */
export const LARGE_CELL = -1;

/** Cells along one axis. */
interface Grid {
  readonly origin: number;
  /** Cells per metre. */
  readonly density: number;
  readonly cells: number;
}

/** @param low number of the box' low end; the high end follows */
function gridOf(boxes: Float64Array, count: number, low: number, reach: number, most: number): Grid {
  let origin = Infinity;
  let end = -Infinity;
  let sizes = 0;
  for (let i = 0; i < count; i++) {
    const begin = boxes[6 * i + low]!;
    if (begin < origin) origin = begin;
    if (begin > end) end = begin;
    sizes += boxes[6 * i + low + 1]! - begin + reach;
  }
  const width = (WIDTH * sizes) / count;
  const wanted = Math.ceil((end - origin) / width);
  // NaN and Infinity where there is no box, or none of any size
  const cells = wanted >= 1 ? Math.min(wanted, most) : 1;
  const density = cells / (end - origin);
  return { origin, density: density < Infinity ? density : 0, cells };
}

/** Never lower for a larger x: boxes that are near each other share a cell. */
function cellOf({ origin, density, cells }: Grid, x: number): number {
  const cell = (x - origin) * density;
  return cell > 0 ? Math.min(Math.floor(cell), cells - 1) : 0;
}
