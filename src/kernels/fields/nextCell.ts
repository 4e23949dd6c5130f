/**
 * The way over the cells of a height field, of the blocks in a larger one the nearest first. It stops at a cell and
 * goes on. A visitor says where the box of a block begins, in its own measure.
 *
 *   reads   the pools
 *   writes  view.box, and the stack, of one thread
 *
 * Hosts and wasm compile this file, with the same bits.
 */
import type { Double, Int } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';
import { LEVEL_BITS } from '../../tables/heightWords.ts';
import { type Box, boxAt } from '../tree/box.ts';
import { type FieldPools, type FieldView, loadLevels, writeBlockBox } from './fieldView.ts';

/** Blocks along an edge of the next larger block. */
const ALONG: Int = 1 << LEVEL_BITS;

/** Pending blocks: the first one, and at most 15 more for each of 12 levels. The last one comes next. */
export class CellStack {
  readonly levels = ints(256);
  readonly rows = ints(256);
  readonly columns = ints(256);
  /** Where they begin, in the measure of the search. */
  readonly begins = doubles(256);
  height: Int = 0;
  /** Cells in other rows and columns are left out. */
  firstRow: Int = 0;
  lastRow: Int = 0;
  firstColumn: Int = 0;
  lastColumn: Int = 0;
}

/** Starts with all cells of a loaded field. No block begins before 0. */
export function startCells(view: FieldView, stack: CellStack): void {
  loadLevels(view);
  stack.firstRow = 0;
  stack.lastRow = view.rows - 1;
  stack.firstColumn = 0;
  stack.lastColumn = view.columns - 1;
  stack.levels[0] = view.top + 1;
  stack.rows[0] = 0;
  stack.columns[0] = 0;
  stack.begins[0] = 0;
  stack.height = 1;
}

/**
 * @param limit what begins later is left out
 * @param beginOf where the box of a block begins; NaN for one that is left out
 * @returns the next cell, row · columns + column; −1: the search is over
 */
export function nextCell<Search>(
  view: FieldView,
  pools: FieldPools,
  stack: CellStack,
  search: Search,
  limit: Double,
  beginOf: (search: Search, box: Box) => Double,
): Int {
  const { levels, rows, columns, begins } = stack;
  let top: Int = stack.height;
  while (top > 0) {
    top -= 1;
    if (!(begins[top] <= limit)) continue;
    const level = levels[top] - 1;
    const above = rows[top];
    const beside = columns[top];
    if (level < 0) {
      stack.height = top;
      return above * view.columns + beside;
    }
    const shift = LEVEL_BITS * level;
    const lastRow = Math.min(ALONG * above + ALONG - 1, stack.lastRow >> shift);
    const firstColumn = Math.max(ALONG * beside, stack.firstColumn >> shift);
    const lastColumn = Math.min(ALONG * beside + ALONG - 1, stack.lastColumn >> shift);
    const bottom = top;
    for (let row: Int = Math.max(ALONG * above, stack.firstRow >> shift); row <= lastRow; row++) {
      for (let column: Int = firstColumn; column <= lastColumn; column++) {
        writeBlockBox(view, pools, level, row, column);
        const begin = beginOf(search, boxAt(view.box, 0));
        if (!(begin <= limit)) continue;
        let at: Int = top;
        while (at > bottom && begins[at - 1] < begin) {
          begins[at] = begins[at - 1];
          levels[at] = levels[at - 1];
          rows[at] = rows[at - 1];
          columns[at] = columns[at - 1];
          at -= 1;
        }
        begins[at] = begin;
        levels[at] = level;
        rows[at] = row;
        columns[at] = column;
        top += 1;
      }
    }
  }
  stack.height = 0;
  return -1;
}
