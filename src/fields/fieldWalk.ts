/**
 * A way over the cells of a height field, the nearest first: blocks that are too far are passed over. It stops at a
 * cell and goes on.
 */
import type { ChildTable } from '../tables/childTable.ts';
import { LEVEL_BITS, MOST_LEVELS } from '../tables/heightWords.ts';
import { Field } from './field.ts';

/** Blocks along an edge of the next larger block. */
const ALONG = 1 << LEVEL_BITS;
/** All blocks of each level on the way down. */
const STACK = ALONG * ALONG * MOST_LEVELS;

/** Columns of a range of blocks: first and last row, first and last column. */
export type BlockRange = Int32Array;

export abstract class FieldWalk {
  /** Cells that are farther away than this are left out. The caller may lower it between two cells. */
  readonly limit: Float64Array;
  /** The cell that `next` has found. */
  cell = 0;
  protected readonly field: Field;
  /** Low x y z, high x y z of the block that `gap` is asked for. */
  protected readonly block = new Float64Array(6);
  readonly #range = new Int32Array(4);
  readonly #levels = new Int32Array(STACK);
  readonly #rows = new Int32Array(STACK);
  readonly #columns = new Int32Array(STACK);
  readonly #gaps = new Float64Array(STACK);
  #height = 0;

  constructor(children: ChildTable, limit: Float64Array) {
    this.field = new Field(children);
    this.limit = limit;
  }

  /** Writes the cells that may be near enough. */
  protected abstract writeRange(range: BlockRange): void;

  /** How far `block` is away; not less than 0. Infinity or NaN: it is not met. */
  protected abstract gap(): number;

  /** Begins. `limit` is set. @param head the first word of the field's head */
  begin(head: number): void {
    const range = this.#range;
    this.field.load(head);
    this.writeRange(range);
    this.#height = 0;
    if (range[0] > range[1] || range[2] > range[3]) return;
    // the level at which no more blocks than those of one larger block cover the range
    let level = 0;
    while (range[1] - range[0] >= ALONG || range[3] - range[2] >= ALONG) {
      level++;
      for (let k = 0; k < 4; k++) range[k] >>= LEVEL_BITS;
    }
    this.#open(level);
  }

  /** Finds the next cell. @returns whether there is one */
  next(): boolean {
    while (this.#height > 0) {
      const top = --this.#height;
      if (!(this.#gaps[top] <= this.limit[0])) continue;
      const level = this.#levels[top] - 1;
      const row = this.#rows[top];
      const column = this.#columns[top];
      if (level < 0) {
        this.cell = row * this.field.columns + column;
        return true;
      }
      const range = this.#range;
      range[0] = ALONG * row;
      range[1] = Math.min(ALONG * (row + 1) - 1, (this.field.rows - 1) >> (LEVEL_BITS * level));
      range[2] = ALONG * column;
      range[3] = Math.min(ALONG * (column + 1) - 1, (this.field.columns - 1) >> (LEVEL_BITS * level));
      this.#open(level);
    }
    return false;
  }

  /** Pushes the blocks of a level in the range that are near enough, the nearest last. */
  #open(level: number): void {
    const range = this.#range;
    const gaps = this.#gaps;
    const bottom = this.#height;
    for (let row = range[0]; row <= range[1]; row++) {
      for (let column = range[2]; column <= range[3]; column++) {
        this.field.box(level, row, column, this.block);
        const gap = this.gap();
        // a block of holes is infinitely far away
        if (!(gap <= this.limit[0] && gap < Infinity)) continue;
        let at = this.#height++;
        for (; at > bottom && gaps[at - 1] < gap; at--) this.#move(at - 1, at);
        gaps[at] = gap;
        this.#levels[at] = level;
        this.#rows[at] = row;
        this.#columns[at] = column;
      }
    }
  }

  #move(from: number, to: number): void {
    this.#gaps[to] = this.#gaps[from];
    this.#levels[to] = this.#levels[from];
    this.#rows[to] = this.#rows[from];
    this.#columns[to] = this.#columns[from];
  }
}
