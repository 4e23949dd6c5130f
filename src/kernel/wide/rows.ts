/**
 * Rows of a tile, sorted by the kernel that answers them, pairs of sharp boxes or all else, and by what the query before said
 * of them: lanes that take the same way end together. Lists are gathered as they are made: shapes, canonical order (the
 * smaller id is A), and the position of B minus that of A, subtracted in f64.
 */
import { DEEP } from './answer.ts';
import {
  COLLIDER_SHAPES,
  FLAGS,
  IDS,
  LEFT_BYTES,
  POSITIONS,
  ROW_COUNT,
  SHAPE_COUNT,
  SHAPE_WORDS,
  STATUS,
  TILE_ROWS,
} from './context.ts';
import {
  addressOf,
  bytesAt,
  type ColumnOf,
  doublesAt,
  float,
  floatsAt,
  type Int,
  type IntColumn,
  type Ints,
  int,
  intsAt,
  type Table,
} from './lanes.ts';
import { BOX, CORE, RADIUS, SHAPE_BYTES } from './shapeWords.ts';
import type { Vec3 } from './vectors.ts';

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
  /** Position of B minus position of A, world axes. */
  readonly offset: ColumnOf<Vec3>;
  /** What came out, where a kernel says it in two steps. */
  readonly verdict: IntColumn;
}
/** Bytes of a `Rows`. */
export const ROWS_BYTES = 5120;

/** The lists of a tile, one after the other; the second of each kind overlapped in the query before. */
export const BOXES = 0;
export const OTHERS = 2;
/** Boxes that overlap and are to be measured. */
export const DEEP_BOXES = 4;
/** All else whose cores overlap and are to be measured. */
export const DEEP_OTHERS = 5;

/** How many rows each list holds, and how many are left to the scalar kernel. */
export interface Counts extends Table<4> {
  readonly lists: IntColumn;
  readonly deep: IntColumn;
  readonly left: IntColumn;
}

/** Sorts rows [begin, end) of the pair list; rows without an answer are left to the scalar kernel, which says so. */
export function sortRows(context: Ints, lists: Int, counts: Counts, begin: Int, end: Int): void {
  const ids = intsAt(context[IDS]);
  const positions = doublesAt(context[POSITIONS]);
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  const shapeTable = context[SHAPE_WORDS];
  const rowCount = context[ROW_COUNT];
  const shapeCount = context[SHAPE_COUNT];
  const left = intsAt(addressOf(context) + LEFT_BYTES);
  const flags = context[FLAGS];
  const status = bytesAt(context[STATUS]);
  const lengths = intsAt(counts.lists);
  for (let list: Int = 0; list < DEEP_BOXES; list += 1) lengths[list] = 0;
  let leftCount: Int = 0;
  for (let row: Int = begin; row < end; row += 1) {
    const first = ids[2 * row];
    const second = ids[2 * row + 1];
    // ids above 2³¹ read as negative
    if (first < 0 || second < 0 || first >= rowCount || second >= rowCount || first === second) {
      left[leftCount] = row;
      leftCount += 1;
    } else {
      const swapped = int(first > second);
      const exchange = (first ^ second) & -swapped;
      const a = first ^ exchange;
      const b = second ^ exchange;
      const shapeA = shapes[a];
      const shapeB = shapes[b];
      if (shapeA < 0 || shapeB < 0 || shapeA >= shapeCount || shapeB >= shapeCount) {
        left[leftCount] = row;
        leftCount += 1;
      } else {
        const wordsA = shapeTable + SHAPE_BYTES * shapeA;
        const wordsB = shapeTable + SHAPE_BYTES * shapeB;
        const sharp = floatsAt(wordsA)[RADIUS] + floatsAt(wordsB)[RADIUS] === 0;
        const box = int(intsAt(wordsA)[CORE] === BOX) & int(intsAt(wordsB)[CORE] === BOX) & int(sharp);
        // whether boxes overlap takes the same way for all
        const together = int(status[row] === 1) & (1 - (box & flags));
        const list = OTHERS - OTHERS * box + together;
        const at = lists + ROWS_BYTES * list;
        const k = lengths[list];
        lengths[list] = k + 1;
        writeRow(at, k, row, a, b, wordsA, wordsB, swapped);
        const offsets = floatsAt(at + OFFSET_BYTES);
        offsets[k] = float(positions[4 * b] - positions[4 * a]);
        offsets[TILE_ROWS + k] = float(positions[4 * b + 1] - positions[4 * a + 1]);
        offsets[2 * TILE_ROWS + k] = float(positions[4 * b + 2] - positions[4 * a + 2]);
      }
    }
  }
  for (let list: Int = 0; list < DEEP_BOXES; list += 1) pad(lists + ROWS_BYTES * list, lengths[list]);
  intsAt(counts.left)[0] = leftCount;
}

/** Where the offsets of a `Rows` begin: after six columns of integers. */
const OFFSET_BYTES = 3072;

function writeRow(list: Int, k: Int, row: Int, a: Int, b: Int, shapeA: Int, shapeB: Int, swapped: Int): void {
  const columns = intsAt(list);
  columns[k] = row;
  columns[TILE_ROWS + k] = a;
  columns[2 * TILE_ROWS + k] = b;
  columns[3 * TILE_ROWS + k] = shapeA;
  columns[4 * TILE_ROWS + k] = shapeB;
  columns[5 * TILE_ROWS + k] = swapped;
}

/** Copies row k of one list to row `to` of another. */
function copyRow(target: Rows, to: Int, source: Rows, k: Int): void {
  const from = intsAt(source);
  const into = intsAt(target);
  for (let column: Int = 0; column < 9; column += 1) into[TILE_ROWS * column + to] = from[TILE_ROWS * column + k];
}

/** Puts the rows of one list that are still to be measured behind the `count` of another. Returns how many that has then. */
export function gatherDeep(deep: Rows, count: Int, rows: Rows, rowCount: Int): Int {
  const verdicts = intsAt(rows.verdict);
  let deepCount: Int = count;
  for (let k: Int = 0; k < rowCount; k += 1) {
    copyRow(deep, deepCount, rows, k);
    deepCount += int(verdicts[k] === DEEP);
  }
  return deepCount;
}

/** Repeats the last row of a list up to a multiple of four. */
export function pad(list: Int, count: Int): void {
  if (count > 0) {
    const words = intsAt(list);
    for (let k: Int = count; (k & 3) !== 0; k += 1) {
      for (let column: Int = 0; column < 9; column += 1) {
        words[TILE_ROWS * column + k] = words[TILE_ROWS * column + count - 1];
      }
    }
  }
}
