/**
 * Transposes rows of memory to lanes and back: four consecutive values in memory are one value of each of four columns.
 */
import {
  type Column,
  columnAt,
  differences,
  doublesAt,
  evens,
  extractInt,
  type Four,
  type Int,
  type IntColumn,
  type Ints,
  insertInt,
  LANES,
  type Lane,
  type LaneInt,
  type Mask,
  max,
  min,
  odds,
  splat,
  transpose,
  where,
} from '../../../language/lanes.ts';
import type { Quat, Vec3 } from '../../../math/lanes/vectors.ts';
import { POSITIONS, ROTATIONS } from '../../../tables/kernelContext.ts';
import { offsetBetween, quatAt, shapeLine } from './oneRow.ts';

/** The 16 bytes at each address, as columns. */
export function rowsAt(a: Int, b: Int, c: Int, d: Int): Four {
  return transpose({ a: columnAt(a)[0], b: columnAt(b)[0], c: columnAt(c)[0], d: columnAt(d)[0] });
}

/** The rows `ids` of a table of 16 bytes per row, as columns. */
export function rowsOf(table: Int, ids: LaneInt): Four {
  return rowsAt(
    table + 16 * extractInt(ids, 0),
    table + 16 * extractInt(ids, 1),
    table + 16 * extractInt(ids, 2),
    table + 16 * extractInt(ids, 3),
  );
}

/** The rotations of four colliders. */
export function quatsOf(context: Ints, ids: LaneInt): Quat {
  if (LANES !== 4) return quatAt(context, extractInt(ids, 0));
  const rows = rowsOf(context[ROTATIONS], ids);
  return { x: rows.a, y: rows.b, z: rows.c, w: rows.d };
}

/** Four rows of a list. */
export interface FourRows {
  readonly a: Int;
  readonly b: Int;
  readonly c: Int;
  readonly d: Int;
}

/** The 16 bytes at the rows of a column. */
export function linesOf(column: Int, rows: FourRows): Four {
  const lines = columnAt(column);
  return { a: lines[4 * rows.a], b: lines[4 * rows.b], c: lines[4 * rows.c], d: lines[4 * rows.d] };
}

/** Writes these bytes. */
export function putLines(column: Int, rows: FourRows, values: Four): void {
  const lines = columnAt(column);
  lines[4 * rows.a] = values.a;
  lines[4 * rows.b] = values.b;
  lines[4 * rows.c] = values.c;
  lines[4 * rows.d] = values.d;
}

/** The elements of a column. */
export function intsOf(column: Ints, rows: FourRows): LaneInt {
  return lanesOf(column[rows.a], column[rows.b], column[rows.c], column[rows.d]);
}

export function lanesOf(a: Int, b: Int, c: Int, d: Int): LaneInt {
  return insertInt(insertInt(insertInt(splat(a), 1, b), 2, c), 3, d);
}

/** Words `word` … `word + 3` of the shapes at `shapes[k …]`, as columns. */
export function shapeWordsAt(shapes: Ints, k: Int, word: Int): Four {
  if (LANES !== 4) return shapeLine(shapes[k], word);
  return transpose({
    a: columnAt(shapes[k] + 4 * word)[0],
    b: columnAt(shapes[k + 1] + 4 * word)[0],
    c: columnAt(shapes[k + 2] + 4 * word)[0],
    d: columnAt(shapes[k + 3] + 4 * word)[0],
  });
}

/** Four pairs of colliders, the smaller id first. */
export interface IdPairs {
  /** 0 where the ids are no pair. */
  readonly a: LaneInt;
  readonly b: LaneInt;
  readonly sound: Mask;
  /** Whether the ids stand in the other order. */
  readonly swapped: Mask;
}

/** The pairs in rows `row` … `row + 3` of a pair list. @param last the largest legal id */
export function pairsAt(ids: IntColumn, row: Int, last: LaneInt): IdPairs {
  const first = evens(ids[2 * row], ids[2 * row + LANES]);
  const second = odds(ids[2 * row], ids[2 * row + LANES]);
  const lesser = min(first, second);
  const greater = max(first, second);
  // ids above 2³¹ read as negative
  const sound = lesser >= 0 && greater <= last && lesser !== greater;
  return { a: where(sound, lesser), b: where(sound, greater), sound, swapped: first > second };
}

/** Positions of the colliders `b` minus those of `a`: subtracted in f64, world axes. */
export function offsetsOf(context: Ints, a: LaneInt, b: LaneInt): Vec3 {
  if (LANES !== 4) return offsetBetween(context, extractInt(a, 0), extractInt(b, 0));
  const positions = context[POSITIONS];
  const rows = transpose({
    a: differences(doublesAt(positions + 32 * extractInt(b, 0)), doublesAt(positions + 32 * extractInt(a, 0))),
    b: differences(doublesAt(positions + 32 * extractInt(b, 1)), doublesAt(positions + 32 * extractInt(a, 1))),
    c: differences(doublesAt(positions + 32 * extractInt(b, 2)), doublesAt(positions + 32 * extractInt(a, 2))),
    d: differences(doublesAt(positions + 32 * extractInt(b, 3)), doublesAt(positions + 32 * extractInt(a, 3))),
  });
  return { x: rows.a, y: rows.b, z: rows.c };
}

/** Writes the vectors of four pairs one after the other: x y z 0 each. */
export function storeVectors(to: Column, v: Vec3): void {
  const zero: Lane = 0;
  storeRows(to, transpose({ a: v.x, b: v.y, c: v.z, d: zero }));
}

/** Writes four rows one after the other. */
export function storeRows(to: Column, rows: Four): void {
  to[0] = rows.a;
  to[4] = rows.b;
  to[8] = rows.c;
  to[12] = rows.d;
}
