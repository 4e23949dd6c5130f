/**
 * Words of height fields in their pool. Numbers only: hosts and wide sources import this file.
 *
 *   f32      heights (m): rows × columns
 *   u32      holes, if there are any: a bit per cell, the first one in the lowest bit, 1 = hole
 *   f32 × 2  lowest and highest height of a block: all blocks of level 1, then those of level 2, …
 *
 * A cell is the quadrangle of four heights; there are (rows − 1) × (columns − 1). A block of level n is 4ⁿ × 4ⁿ cells,
 * less at the ends; cells are blocks of level 0. Cells, and blocks of a level, are counted along rows. The level that
 * has one block is not stored: its bounds are those of the head (childWords.ts). Holes are in no bounds: a block of
 * holes alone has (∞, −∞).
 *
 * The cell at row r and column c has the corners (r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1): 0, 1, 2 and 3. Its
 * halves are the triangles 0 1 2 and 3 2 1, counter-clockwise seen from above. Edge e of a half is edge e of the
 * neighbor, too. Child 2 · cell + half is a half.
 */
import type { Int } from '../language/lanes.ts';
import { HAS_HOLES } from './childWords.ts';

/** Bits of a block's number that each level takes along a row or a column. */
export const LEVEL_BITS = 2;
/** Levels of a field at most: 4¹² cells are more than any field has. */
export const MOST_LEVELS = 13;
/** Cells of a field at most: all half edges fit into 26 bits. */
export const MOST_CELLS = 8_388_608;

/** Blocks of a level along `cells` cells. */
export function blocksAlong(cells: Int, level: Int): Int {
  return (cells + (1 << (LEVEL_BITS * level)) - 1) >> (LEVEL_BITS * level);
}

/** The level that has one block. */
export function topLevel(rows: Int, columns: Int): Int {
  const cells = Math.max(rows, columns) - 1;
  let level: Int = 0;
  while (blocksAlong(cells, level) > 1) level++;
  return level;
}

/** Words of a field. @param flags of its head */
export function fieldWords(rows: Int, columns: Int, flags: Int): Int {
  let words: Int = rows * columns;
  if ((flags & HAS_HOLES) !== 0) words += ((rows - 1) * (columns - 1) + 31) >>> 5;
  const top = topLevel(rows, columns);
  for (let level: Int = 1; level < top; level++)
    words += 2 * blocksAlong(rows - 1, level) * blocksAlong(columns - 1, level);
  return words;
}
