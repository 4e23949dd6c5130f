/**
 * Rows of a tile, sorted by the kernel that answers them, pairs of sharp boxes or all else, and by what the query before said
 * of them: lanes that take the same way end together. A list knows of each row its shapes and its canonical order: the smaller
 * id is A.
 */

import { BOX, CORE, RADIUS, SHAPE_BYTES, SMOOTH } from '../../shapes/codes.ts';
import {
  COLLIDER_SHAPES,
  DEFERRED_BYTES,
  FROM,
  IDS,
  OVERLAP_ONLY,
  ROW_COUNT,
  SHAPE_COUNT,
  SHAPE_WORDS,
  STATUS,
  TILE_ROWS,
} from './context.ts';
import {
  addressOf,
  bytesAt,
  type Int,
  type IntColumn,
  type Ints,
  int,
  intsAt,
  max,
  min,
  select,
  type Table,
  tableAt,
} from './lanes.ts';
import { DEEP } from './pairResult.ts';
import { ROWS_BYTES } from './tile.ts';

/** Rows of one kernel; lists are padded to a multiple of four by repeating the last. */
export interface Rows extends Table<typeof TILE_ROWS> {
  /** Row of the pair list. */
  readonly row: IntColumn;
  /** Collider ids in canonical order. */
  readonly a: IntColumn;
  readonly b: IntColumn;
  /** Byte addresses of their rows in the shape table. */
  readonly shapeA: IntColumn;
  readonly shapeB: IntColumn;
  /** 1 = the canonical order is not the caller's. */
  readonly swapped: IntColumn;
  /** What came out, where a kernel says it in two steps. */
  readonly verdict: IntColumn;
}

/** The lists of a tile, one after the other; the second of each kind overlapped in the query before. */
export const BOXES = 0;
/** Boxes of which nothing is known. */
export const NEW_BOXES = 2;
export const OTHERS = 3;
/** Boxes that overlap and are to be measured. */
export const DEEP_BOXES = 5;
/** All else whose cores overlap and are to be measured. */
export const DEEP_OTHERS = 6;

/** How many rows each list holds, and how many are left to the scalar kernel; `left[1]` is for what is worth nothing. */
export interface Counts extends Table<8> {
  readonly lists: IntColumn;
  readonly left: IntColumn;
}

/** Sorts rows [begin, end) of the pair list; rows without an answer are left to the scalar kernel, which says so. */
export function sortRows(context: Ints, lists: Int, counts: Counts, begin: Int, end: Int): void {
  const ids = intsAt(context[IDS]);
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  const shapeTable = context[SHAPE_WORDS];
  const rowCount = context[ROW_COUNT];
  const shapeCount = context[SHAPE_COUNT];
  const left = intsAt(addressOf(context) + DEFERRED_BYTES);
  // what the query before said: shapes that overlapped have a simplex of four; boxes asked for no more than that have none
  const status = bytesAt(context[STATUS]);
  const kept = intsAt(context[FROM]);
  const flags = context[OVERLAP_ONLY];
  const lengths = intsAt(counts.lists);
  for (let list: Int = 0; list < DEEP_BOXES; list += 1) lengths[list] = 0;
  let leftCount: Int = 0;
  intsAt(counts.left)[1] = touchShapes(context, begin, end);
  for (let row: Int = begin; row < end; row += 1) {
    const first = ids[2 * row];
    const second = ids[2 * row + 1];
    const a = min(first, second);
    const b = max(first, second);
    // ids above 2³¹ read as negative
    if (a < 0 || b >= rowCount || a === b) {
      left[leftCount] = row;
      leftCount += 1;
    } else {
      const shapeA = shapes[a];
      const shapeB = shapes[b];
      if (min(shapeA, shapeB) < 0 || max(shapeA, shapeB) >= shapeCount) {
        left[leftCount] = row;
        leftCount += 1;
      } else {
        const wordsA = intsAt(shapeTable + SHAPE_BYTES * shapeA);
        const wordsB = intsAt(shapeTable + SHAPE_BYTES * shapeB);
        const boxes = int(((wordsA[CORE] ^ BOX) | (wordsB[CORE] ^ BOX) | wordsA[RADIUS] | wordsB[RADIUS]) === 0);
        const together = select(flags === 1, int(status[row] === 1), int(kept[4 * row + 1] >>> 16 !== 0xffff));
        const isNew = (1 - flags) & boxes & int((kept[4 * row] & 0xffff) === 0xffff);
        const list = OTHERS - OTHERS * boxes + together + NEW_BOXES * isNew;
        const rows = tableAt<Rows>(listAt(lists, list));
        const k = lengths[list];
        // lanes do not know cores of tier smooth: such a row is deferred, and the next one takes its place in the list
        const smooth = int(((wordsA[CORE] | wordsB[CORE]) & SMOOTH) !== 0);
        left[leftCount] = row;
        leftCount += smooth;
        lengths[list] = k + 1 - smooth;
        intsAt(rows.row)[k] = row;
        intsAt(rows.a)[k] = a;
        intsAt(rows.b)[k] = b;
        intsAt(rows.shapeA)[k] = addressOf(wordsA);
        intsAt(rows.shapeB)[k] = addressOf(wordsB);
        intsAt(rows.swapped)[k] = int(first > second);
      }
    }
  }
  for (let list: Int = 0; list < DEEP_BOXES; list += 1) pad(listAt(lists, list), lengths[list]);
  intsAt(counts.left)[0] = leftCount;
}

/**
 * Reads a word of the second shape of each row, so that the misses of the cache are waited for together; those of the first are the
 * same for rows that follow each other. The sum is worth nothing, but nobody may leave the reading out.
 */
function touchShapes(context: Ints, begin: Int, end: Int): Int {
  const ids = intsAt(context[IDS]);
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  let touched: Int = 0;
  for (let row: Int = begin; row < end; row += 1) {
    const second = ids[2 * row + 1];
    if (second >= 0 && second < context[ROW_COUNT]) {
      const shape = shapes[second];
      if (shape >= 0 && shape < context[SHAPE_COUNT]) {
        touched += intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shape)[CORE];
      }
    }
  }
  return touched;
}

/** Columns of a `Rows` that say which pair a row is. */
const COLUMNS = 6;

/** Copies row k of one list to row `to` of another. */
export function copyRow(target: Rows, to: Int, source: Rows, k: Int): void {
  const from = intsAt(source);
  const into = intsAt(target);
  for (let column: Int = 0; column < COLUMNS; column += 1) into[TILE_ROWS * column + to] = from[TILE_ROWS * column + k];
}

/** Puts the rows of one list that are still to be measured behind the `count` of another. Returns how many that has then. */
export function gatherDeep(deep: Rows, count: Int, rows: Rows, rowCount: Int): Int {
  const verdicts = intsAt(rows.verdict);
  let deepCount: Int = count;
  for (let k: Int = 0; k < rowCount; k += 1) {
    if (verdicts[k] === DEEP) {
      copyRow(deep, deepCount, rows, k);
      deepCount += 1;
    }
  }
  return deepCount;
}

/** Repeats the last row of a list up to a multiple of four. */
export function pad(list: Int, count: Int): void {
  if (count > 0) {
    const words = intsAt(list);
    for (let k: Int = count; (k & 3) !== 0; k += 1) {
      for (let column: Int = 0; column < COLUMNS; column += 1) {
        words[TILE_ROWS * column + k] = words[TILE_ROWS * column + count - 1];
      }
    }
  }
}

/** The list of this number. */
export function listAt(lists: Int, number: Int): Int {
  return lists + ROWS_BYTES * number;
}
