/**
 * A height field, as searches read it (tables/heightWords.ts). Places along x and z are products of a spacing and half
 * of a whole number: exact in f64.
 *
 * Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Doubles, Flag, Floats, Int, Words } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';
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
} from '../../tables/childWords.ts';
import { blocksAlong, LEVEL_BITS, topLevel } from '../../tables/heightWords.ts';

/** The pools of children that fields are in (tables/childTable.ts). */
export interface FieldPools {
  readonly nodes: Words;
  readonly reals: Floats;
  readonly heights: Floats;
  readonly heightWords: Words;
}

export class FieldView {
  /** Cells along z and x. */
  rows: Int = 0;
  columns: Int = 0;
  /** The level that has one block. */
  top: Int = 0;
  /** The first word of the heights; of the holes, or −1. */
  begin: Int = 0;
  holes: Int = -1;
  /** The first word of the bounds of each level. */
  readonly levels = ints(16);
  /** Along x and z (m). */
  readonly spacing = doubles(2);
  /** Lowest and highest height (m). */
  low: Double = NaN;
  high: Double = NaN;
  /** The box of the last block that was asked for (m): low x y z, high x y z. */
  readonly box = doubles(6);
}

/** Loads what says where triangles are. @param head the first word of the field's head */
export function loadField(view: FieldView, pools: FieldPools, head: Int): void {
  const { nodes, reals } = pools;
  const rows = nodes[head + FIELD_ROWS];
  const columns = nodes[head + FIELD_COLUMNS];
  view.rows = rows - 1;
  view.columns = columns - 1;
  view.spacing[0] = Number(reals[head + SPACING_X]);
  view.spacing[1] = Number(reals[head + SPACING_Z]);
  view.low = Number(reals[head + BOX_LOW + 1]);
  view.high = Number(reals[head + BOX_HIGH + 1]);
  view.begin = nodes[head + FIRST_CHILD];
  view.holes = -1;
  if ((nodes[head + CHILD_FLAGS] & HAS_HOLES) !== 0) view.holes = view.begin + rows * columns;
}

/** Loads what says where blocks are. */
export function loadLevels(view: FieldView): void {
  const rows = view.rows + 1;
  const columns = view.columns + 1;
  let at: Int = view.begin + rows * columns;
  if (view.holes >= 0) at += (view.rows * view.columns + 31) >>> 5;
  view.top = topLevel(rows, columns);
  for (let level: Int = 1; level < view.top; level++) {
    view.levels[level] = at;
    at += 2 * blocksAlong(view.rows, level) * blocksAlong(view.columns, level);
  }
}

export function isHole(view: FieldView, words: Words, cell: Int): Flag {
  if (view.holes < 0) return false;
  return ((words[view.holes + (cell >>> 5)] >>> (cell & 31)) & 1) === 1;
}

/** The place of a column of heights along x (m). */
export function placeX(view: FieldView, column: Int): Double {
  return (Number(column) - 0.5 * Number(view.columns)) * view.spacing[0];
}

/** The place of a row of heights along z (m). */
export function placeZ(view: FieldView, row: Int): Double {
  return (Number(row) - 0.5 * Number(view.rows)) * view.spacing[1];
}

export function heightAt(view: FieldView, heights: Floats, row: Int, column: Int): Double {
  return Number(heights[view.begin + row * (view.columns + 1) + column]);
}

/** Writes x y z of a vertex at to[at]. Without the calls above: V8 may allocate for a double that a call returns. */
export function writeVertex(to: Doubles, at: Int, view: FieldView, heights: Floats, row: Int, column: Int): void {
  const { spacing } = view;
  to[at] = (Number(column) - 0.5 * Number(view.columns)) * spacing[0];
  to[at + 1] = Number(heights[view.begin + row * (view.columns + 1) + column]);
  to[at + 2] = (Number(row) - 0.5 * Number(view.rows)) * spacing[1];
}

/** Writes the box of a block. One of holes alone has (∞, −∞) along y. */
export function writeBlockBox(view: FieldView, pools: FieldPools, level: Int, row: Int, column: Int): void {
  const { box } = view;
  const shift = LEVEL_BITS * level;
  box[0] = placeX(view, column << shift);
  box[2] = placeZ(view, row << shift);
  box[3] = placeX(view, Math.min((column + 1) << shift, view.columns));
  box[5] = placeZ(view, Math.min((row + 1) << shift, view.rows));
  if (level === 0) {
    writeHeights(view, pools, row, column);
  } else if (level === view.top) {
    box[1] = view.low;
    box[4] = view.high;
  } else {
    const at = view.levels[level] + 2 * (row * blocksAlong(view.columns, level) + column);
    box[1] = Number(pools.heights[at]);
    box[4] = Number(pools.heights[at + 1]);
  }
}

/** Writes the lowest and the highest corner of a cell. */
function writeHeights(view: FieldView, pools: FieldPools, row: Int, column: Int): void {
  const { box } = view;
  box[1] = 1 / 0;
  box[4] = -1 / 0;
  const isEmpty = isHole(view, pools.heightWords, row * view.columns + column);
  if (isEmpty) return;
  for (let corner: Int = 0; corner < 4; corner++) {
    const height = heightAt(view, pools.heights, row + (corner & 1), column + (corner >> 1));
    if (height < box[1]) box[1] = height;
    if (height > box[4]) box[4] = height;
  }
}
