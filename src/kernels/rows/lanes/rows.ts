/**
 * Rows of a tile, sorted by kernel (pairs of sharp boxes, pairs with a round core, or other convex pairs) and by their
 * status in the last query: lanes with the same path end together. A list stores the shapes of each row and its
 * canonical order: the smaller id is A.
 */
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
  type Tables,
} from '../../../language/lanes.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import {
  COLLIDER_SHAPES,
  DEFERRED_BYTES,
  FROM,
  IDS,
  OVERLAP_ONLY,
  POSITIONS,
  ROTATIONS,
  ROW_COUNT,
  SHAPE_COUNT,
  SHAPE_WORDS,
  STATUS,
  TILE_ROWS,
} from '../../../tables/kernelContext.ts';
import {
  BOX,
  CORE,
  DEFERRED,
  MANY,
  RADIUS,
  SHAPE_BYTES,
  SMOOTH,
  TRAITS,
  UNBOUNDED,
} from '../../../tables/shapeWords.ts';
import { DEEP } from './verdicts.ts';

/** Rows of one kernel. The last row is repeated to pad a list to a multiple of four. */
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
  /** A `Status`, or a code of verdicts.ts, between the steps of a kernel. */
  readonly verdict: IntColumn;
}

/** The lists of a tile; `BOXES + 1`, `CONVEX + 1` and `ROUND + 1` hold the rows that overlapped in the last query. */
export const BOXES = 0;
/** Boxes without a stored simplex. */
export const NEW_BOXES = 2;
/** Pairs that are not both sharp boxes, without a round core. */
export const CONVEX = 3;
/** Pairs with a round core; the next list as above. */
export const ROUND = 5;
/** Overlapping boxes whose depth is computed next. */
export const DEEP_BOXES = 7;
/** Other pairs with overlapping cores, whose depth is computed next. */
export const DEEP_CONVEX = 8;
/** Rows with a shape without bounds, before the deep ones. */
export const UNBOUNDED_ROWS = DEEP_CONVEX;
export type Lists = Tables<Rows, 9>;

/** Counts, in the first words of each member. */
export interface Counts extends Table<12> {
  /** Number of rows of each list. */
  readonly lists: IntColumn;
  /** Number of rows with a shape without bounds. */
  readonly unbounded: IntColumn;
  /** Number of rows deferred to the scalar kernel. */
  readonly deferred: IntColumn;
  /** A sum without readers: it prevents the compiler from dropping the prefetch. */
  readonly prefetched: IntColumn;
}

/** Empties the lists that rows are sorted into. */
export function clearLists(counts: Counts): void {
  const lengths = intsAt(counts.lists);
  for (let list: Int = 0; list < DEEP_BOXES; list += 1) lengths[list] = 0;
}

/**
 * Appends rows listed[begin] … listed[end − 1] of the pair list to their lists, and pads all lists. Invalid rows are
 * deferred: the scalar kernel writes them.
 */
export function sortRows(context: Ints, lists: Lists, counts: Counts, begin: Int, end: Int, listed: Ints): void {
  const ids = intsAt(context[IDS]);
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  const shapeTable = context[SHAPE_WORDS];
  const rowCount = context[ROW_COUNT];
  const shapeCount = context[SHAPE_COUNT];
  const deferred = intsAt(addressOf(context) + DEFERRED_BYTES);
  // shapes that overlapped in the last query have a simplex of four; boxes of an overlap query have only a status
  const status = bytesAt(context[STATUS]);
  const stored = intsAt(context[FROM]);
  const overlapOnly = context[OVERLAP_ONLY];
  const lengths = intsAt(counts.lists);
  let deferredCount: Int = 0;
  let unboundedCount: Int = 0;
  intsAt(counts.prefetched)[0] = prefetchShapes(context, begin, end, listed);
  for (let at: Int = begin; at < end; at += 1) {
    const row = listed[at];
    const first = ids[2 * row];
    const second = ids[2 * row + 1];
    const a = min(first, second);
    const b = max(first, second);
    // ids above 2³¹ read as negative
    if (a < 0 || b >= rowCount || a === b) {
      deferred[deferredCount] = row;
      deferredCount += 1;
    } else {
      const shapeA = shapes[a];
      const shapeB = shapes[b];
      if (min(shapeA, shapeB) < 0 || max(shapeA, shapeB) >= shapeCount) {
        deferred[deferredCount] = row;
        deferredCount += 1;
      } else {
        const wordsA = intsAt(shapeTable + SHAPE_BYTES * shapeA);
        const wordsB = intsAt(shapeTable + SHAPE_BYTES * shapeB);
        const traits = wordsA[TRAITS] | wordsB[TRAITS];
        const many = int((traits & MANY) !== 0);
        const unbounded = int((traits & (UNBOUNDED | MANY)) === UNBOUNDED);
        const boxes = int(((wordsA[CORE] ^ BOX) | (wordsB[CORE] ^ BOX) | wordsA[RADIUS] | wordsB[RADIUS]) === 0);
        const isNew = (1 - overlapOnly) & boxes & int((stored[4 * row] & 0xffff) === 0xffff);
        const overlapped = select(
          overlapOnly === 1,
          int(status[row] === 1),
          int(stored[4 * row + 1] >>> 16 !== 0xffff),
        );
        const together = overlapped & (1 - isNew);
        const round = int((traits & SMOOTH) !== 0);
        const list = CONVEX - CONVEX * boxes + together + NEW_BOXES * isNew + (ROUND - CONVEX) * round;
        const rows = lists[list];
        const k = lengths[list];
        // A row with a core that lanes do not know is deferred, and one with a shape without bounds has a list of its
        // own. The next row takes its place in this list. Children of shapes are computed apart.
        const unknown = int((traits & DEFERRED) !== 0);
        deferred[deferredCount] = row;
        deferredCount += unknown & (1 - unbounded) & (1 - many);
        if (many === 1) status[row] = Status.Invalid;
        lengths[list] = k + 1 - unknown;
        intsAt(rows.row)[k] = row;
        intsAt(rows.a)[k] = a;
        intsAt(rows.b)[k] = b;
        intsAt(rows.shapeA)[k] = addressOf(wordsA);
        intsAt(rows.shapeB)[k] = addressOf(wordsB);
        intsAt(rows.swapped)[k] = int(first > second);
        if (unbounded === 1) {
          copyRow(lists[UNBOUNDED_ROWS], unboundedCount, rows, k);
          unboundedCount += 1;
        }
      }
    }
  }
  for (let list: Int = 0; list < DEEP_BOXES; list += 1) pad(lists[list], lengths[list]);
  intsAt(counts.unbounded)[0] = unboundedCount;
  intsAt(counts.deferred)[0] = deferredCount;
}

/**
 * Reads a word of the poses and of the second shape of each row, so that the cache misses overlap; consecutive rows
 * mostly share their first shape. Returns the sum of the words.
 */
function prefetchShapes(context: Ints, begin: Int, end: Int, listed: Ints): Int {
  const ids = intsAt(context[IDS]);
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  let sum: Int = 0;
  const positions = context[POSITIONS];
  const rotations = context[ROTATIONS];
  for (let at: Int = begin; at < end; at += 1) {
    const row = listed[at];
    const first = ids[2 * row];
    const second = ids[2 * row + 1];
    if (first >= 0 && first < context[ROW_COUNT]) {
      sum += intsAt(positions + 32 * first)[0] + intsAt(rotations + 16 * first)[0];
    }
    if (second >= 0 && second < context[ROW_COUNT]) {
      sum += intsAt(positions + 32 * second)[0] + intsAt(rotations + 16 * second)[0];
      const shape = shapes[second];
      if (shape >= 0 && shape < context[SHAPE_COUNT]) {
        sum += intsAt(context[SHAPE_WORDS] + SHAPE_BYTES * shape)[CORE];
      }
    }
  }
  return sum;
}

/** Columns of a `Rows` that identify a pair. */
const COLUMNS = 6;

/** Copies row k of one list to row `to` of another. */
export function copyRow(target: Rows, to: Int, source: Rows, k: Int): void {
  const from = intsAt(source);
  const into = intsAt(target);
  for (let column: Int = 0; column < COLUMNS; column += 1) into[TILE_ROWS * column + to] = from[TILE_ROWS * column + k];
}

/** Appends the DEEP rows of one list to the `count` rows of another. Returns the new count. */
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
export function pad(rows: Rows, count: Int): void {
  if (count > 0) {
    const words = intsAt(rows);
    for (let k: Int = count; (k & 3) !== 0; k += 1) {
      for (let column: Int = 0; column < COLUMNS; column += 1) {
        words[TILE_ROWS * column + k] = words[TILE_ROWS * column + count - 1];
      }
    }
  }
}
