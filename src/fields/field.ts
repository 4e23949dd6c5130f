/**
 * Reads a height field in its pool (tables/heightWords.ts). Places along x and z are products of a spacing and a half
 * integer: exact in f64.
 */
import type { ChildTable } from '../tables/childTable.ts';
import {
  BOX_HIGH,
  BOX_LOW,
  CHILD_FLAGS,
  FIELD_COLUMNS,
  FIELD_ROWS,
  FIRST_CHILD,
  HAS_HOLES,
  SPACING_X,
  SPACING_Z,
} from '../tables/childWords.ts';
import { blocksAlong, LEVEL_BITS, MOST_LEVELS, topLevel } from '../tables/heightWords.ts';

const NO_HOLES = -1;

export class Field {
  /** Cells along z and x. */
  rows = 0;
  columns = 0;
  /** The level that has one block. */
  top = 0;
  /** Spacing along x and z (m). */
  readonly spacing = new Float64Array(2);
  readonly #children: ChildTable;
  #begin = 0;
  #flags = 0;
  #holes = NO_HOLES;
  /** The first word of the bounds of each level. */
  readonly #levels = new Int32Array(MOST_LEVELS);
  #head = 0;

  constructor(children: ChildTable) {
    this.#children = children;
  }

  /** @param head its first word */
  load(head: number): void {
    const { nodes, reals } = this.#children;
    const rows = nodes[head + FIELD_ROWS];
    const columns = nodes[head + FIELD_COLUMNS];
    const begin = nodes[head + FIRST_CHILD];
    const flags = nodes[head + CHILD_FLAGS];
    this.#head = head;
    this.spacing[0] = reals[head + SPACING_X];
    this.spacing[1] = reals[head + SPACING_Z];
    // triangles of one field are read one after the other
    if (begin === this.#begin && rows === this.rows + 1 && columns === this.columns + 1 && flags === this.#flags)
      return;
    this.rows = rows - 1;
    this.columns = columns - 1;
    this.#begin = begin;
    this.#flags = flags;
    this.#holes = NO_HOLES;
    let at = begin + rows * columns;
    if ((flags & HAS_HOLES) !== 0) {
      this.#holes = at;
      at += (this.rows * this.columns + 31) >>> 5;
    }
    this.top = topLevel(rows, columns);
    for (let level = 1; level < this.top; level++) {
      this.#levels[level] = at;
      at += 2 * blocksAlong(this.rows, level) * blocksAlong(this.columns, level);
    }
  }

  isHole(cell: number): boolean {
    return (
      this.#holes !== NO_HOLES && ((this.#children.heightWords[this.#holes + (cell >>> 5)] >>> (cell & 31)) & 1) === 1
    );
  }

  /** Writes corner 0 … 3 of a cell (m) to `to`. */
  corner(cell: number, corner: number, to: Float64Array, at: number): void {
    const row = Math.floor(cell / this.columns);
    const x = cell - row * this.columns + (corner >> 1);
    const z = row + (corner & 1);
    to[at] = (x - 0.5 * this.columns) * this.spacing[0];
    to[at + 1] = this.#children.heights[this.#begin + z * (this.columns + 1) + x];
    to[at + 2] = (z - 0.5 * this.rows) * this.spacing[1];
  }

  /** Writes the three corners of a triangle (m), counter-clockwise seen from above. */
  corners(child: number, to: Float64Array): void {
    const last = 3 * (child & 1);
    for (let corner = 0; corner < 3; corner++) this.corner(child >> 1, Math.abs(last - corner), to, 3 * corner);
  }

  /** Writes the box of a block (m): low x y z, high x y z. One of holes alone has (∞, −∞) along y. */
  box(level: number, row: number, column: number, to: Float64Array): void {
    const { heights } = this.#children;
    const shift = LEVEL_BITS * level;
    to[0] = ((column << shift) - 0.5 * this.columns) * this.spacing[0];
    to[2] = ((row << shift) - 0.5 * this.rows) * this.spacing[1];
    to[3] = (Math.min((column + 1) << shift, this.columns) - 0.5 * this.columns) * this.spacing[0];
    to[5] = (Math.min((row + 1) << shift, this.rows) - 0.5 * this.rows) * this.spacing[1];
    if (level === 0) {
      this.#heightsOf(row, column, to);
    } else if (level === this.top) {
      to[1] = this.#children.reals[this.#head + BOX_LOW + 1];
      to[4] = this.#children.reals[this.#head + BOX_HIGH + 1];
    } else {
      const at = this.#levels[level] + 2 * (row * blocksAlong(this.columns, level) + column);
      to[1] = heights[at];
      to[4] = heights[at + 1];
    }
  }

  /** Writes the lowest and the highest corner of a cell. */
  #heightsOf(row: number, column: number, to: Float64Array): void {
    to[1] = Infinity;
    to[4] = -Infinity;
    if (this.isHole(row * this.columns + column)) return;
    const { heights } = this.#children;
    const at = this.#begin + row * (this.columns + 1) + column;
    for (let corner = 0; corner < 4; corner++) {
      const height = heights[at + (corner >> 1) + (corner & 1) * (this.columns + 1)];
      if (height < to[1]) to[1] = height;
      if (height > to[4]) to[4] = height;
    }
  }
}
