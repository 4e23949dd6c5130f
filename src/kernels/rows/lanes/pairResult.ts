/** Results and simplexes of four pairs, and the columns that hold them. */
import {
  bitsOf,
  bytesAt,
  columnAt,
  extractInt,
  type Four,
  fromBits,
  type Int,
  type Ints,
  insert,
  intsAt,
  LANES,
  type Lane,
  type LaneInt,
  type Mask,
  select,
  transpose,
} from '../../../language/lanes.ts';
import { dot, scale, type Vec3 } from '../../../math/lanes/vectors.ts';
import { FROM, OFFSET_A, OFFSET_B, SEPARATION, STATUS, TO } from '../../../tables/kernelContext.ts';
import { type RelativePose, toWorld } from '../../poses/lanes/relativePose.ts';
import { defer } from './defer.ts';
import { copySimplex, putNoSeparation, putResult, putSimplex, simplexLine } from './oneRow.ts';
import type { Counts, Rows } from './rows.ts';
import { DEEP, UNDECIDED } from './verdicts.ts';

/** The value of a component that the query does not compute. */
export const NOTHING = 0 / 0;

/** No vertex, in both halves of a word. */
export const NO_VERTEX = -1;

/** Result of four pairs, in frame A. */
export interface PairResult {
  readonly normal: Vec3;
  readonly distance: Lane;
  readonly bound: Lane;
  /** Witness on A. */
  readonly witness: Vec3;
}

/** Vertex ids of a simplex: those of A in the low half of a word, those of B in the high half. */
export interface Ids {
  readonly p: LaneInt;
  readonly q: LaneInt;
  readonly r: LaneInt;
  readonly s: LaneInt;
}

/** Writes the results of pairs k … k + 3. The scalar kernel overwrites undecided rows. */
export function writeResults(context: Ints, rows: Rows, k: Int, pose: RelativePose, result: PairResult): void {
  const turned = toWorld(pose.quatA, pose.scaleA, result.normal);
  // one Newton step: a unit vector to the last bit of f32
  const normal = scale(1.5 - 0.5 * dot(turned, turned), turned);
  const onA = toWorld(pose.quatA, pose.scaleA, result.witness);
  const onB: Vec3 = {
    x: onA.x + result.distance * normal.x - pose.offset.x,
    y: onA.y + result.distance * normal.y - pose.offset.y,
    z: onA.z + result.distance * normal.z - pose.offset.z,
  };
  const swapped = rows.swapped[k] !== 0;
  const sign: Lane = select(swapped, -1, 1);
  if (LANES !== 4) {
    const onFirst = select(swapped, onB, onA);
    const onSecond = select(swapped, onA, onB);
    putResult(
      context,
      extractInt(rows.row[k], 0),
      { a: sign * normal.x, b: sign * normal.y, c: sign * normal.z, d: result.distance },
      { a: onFirst.x, b: onFirst.y, c: onFirst.z, d: result.bound },
      { a: onSecond.x, b: onSecond.y, c: onSecond.z, d: 0 },
    );
    return;
  }
  const rowIds = intsAt(rows.row);
  const separation = columnAt(context[SEPARATION]);
  const separations = transpose({ a: sign * normal.x, b: sign * normal.y, c: sign * normal.z, d: result.distance });
  separation[4 * rowIds[k]] = separations.a;
  separation[4 * rowIds[k + 1]] = separations.b;
  separation[4 * rowIds[k + 2]] = separations.c;
  separation[4 * rowIds[k + 3]] = separations.d;
  const first = select(swapped, onB, onA);
  const second = select(swapped, onA, onB);
  const offsetA = columnAt(context[OFFSET_A]);
  const firsts = transpose({ a: first.x, b: first.y, c: first.z, d: result.bound });
  offsetA[4 * rowIds[k]] = firsts.a;
  offsetA[4 * rowIds[k + 1]] = firsts.b;
  offsetA[4 * rowIds[k + 2]] = firsts.c;
  offsetA[4 * rowIds[k + 3]] = firsts.d;
  const offsetB = columnAt(context[OFFSET_B]);
  const zero: Lane = 0;
  const seconds = transpose({ a: second.x, b: second.y, c: second.z, d: zero });
  offsetB[4 * rowIds[k]] = seconds.a;
  offsetB[4 * rowIds[k + 1]] = seconds.b;
  offsetB[4 * rowIds[k + 2]] = seconds.c;
  offsetB[4 * rowIds[k + 3]] = seconds.d;
}

/** Writes the results of a row that overlaps, without depth: its distance is 0. */
export function writeNoSeparation(context: Ints, row: Int): void {
  if (LANES !== 4) {
    putNoSeparation(context, row);
    return;
  }
  const nothing: Lane = NOTHING;
  const zero = insert(nothing, 3, 0);
  columnAt(context[SEPARATION])[4 * row] = zero;
  columnAt(context[OFFSET_A])[4 * row] = nothing;
  columnAt(context[OFFSET_B])[4 * row] = zero;
}

/** The same, and copies the simplex. */
export function writeOverlap(context: Ints, row: Int): void {
  writeNoSeparation(context, row);
  if (LANES !== 4) {
    copySimplex(context, row);
    return;
  }
  columnAt(context[TO])[4 * row] = columnAt(context[FROM])[4 * row];
}

/** Writes the simplexes of pairs k … k + 3: two ids per word, those of the caller's first shape first. */
export function writeSimplexes(context: Ints, rows: Rows, k: Int, ids: Ids): void {
  const a0 = (ids.p & 0xffff) | (ids.q << 16);
  const a1 = (ids.r & 0xffff) | (ids.s << 16);
  const b0 = (ids.p >>> 16) | (ids.q & -65536);
  const b1 = (ids.r >>> 16) | (ids.s & -65536);
  const swapped = rows.swapped[k] !== 0;
  if (LANES !== 4) {
    putSimplex(context, extractInt(rows.row[k], 0), {
      a: select(swapped, b0, a0),
      b: select(swapped, b1, a1),
      c: select(swapped, a0, b0),
      d: select(swapped, a1, b1),
    });
    return;
  }
  const words = transpose({
    a: fromBits(select(swapped, b0, a0)),
    b: fromBits(select(swapped, b1, a1)),
    c: fromBits(select(swapped, a0, b0)),
    d: fromBits(select(swapped, a1, b1)),
  });
  const to = columnAt(context[TO]);
  const rowIds = intsAt(rows.row);
  to[4 * rowIds[k]] = words.a;
  to[4 * rowIds[k + 1]] = words.b;
  to[4 * rowIds[k + 2]] = words.c;
  to[4 * rowIds[k + 3]] = words.d;
}

/** The start simplexes of pairs k … k + 3; NO_VERTEX in both halves of an empty slot. */
export function readSimplexes(context: Ints, rows: Rows, k: Int): Ids {
  return simplexesAt(context[FROM], rows, k);
}

/** The simplexes of pairs k … k + 3 in the column at an address. */
export function simplexesAt(address: Int, rows: Rows, k: Int): Ids {
  if (LANES !== 4) {
    const line = simplexLine(address, extractInt(rows.row[k], 0));
    const isSwapped = rows.swapped[k] !== 0;
    return idsOf(
      select(isSwapped, line.c, line.a),
      select(isSwapped, line.d, line.b),
      select(isSwapped, line.a, line.c),
      select(isSwapped, line.b, line.d),
    );
  }
  const from = columnAt(address);
  const rowIds = intsAt(rows.row);
  const words: Four = transpose({
    a: from[4 * rowIds[k]],
    b: from[4 * rowIds[k + 1]],
    c: from[4 * rowIds[k + 2]],
    d: from[4 * rowIds[k + 3]],
  });
  const swapped = rows.swapped[k] !== 0;
  const a0 = select(swapped, bitsOf(words.c), bitsOf(words.a));
  const a1 = select(swapped, bitsOf(words.d), bitsOf(words.b));
  const b0 = select(swapped, bitsOf(words.a), bitsOf(words.c));
  const b1 = select(swapped, bitsOf(words.b), bitsOf(words.d));
  return idsOf(a0, a1, b0, b1);
}

/** The ids in the words of a simplex: two of A, two of B. */
function idsOf(a0: LaneInt, a1: LaneInt, b0: LaneInt, b1: LaneInt): Ids {
  return {
    p: (a0 & 0xffff) | (b0 << 16),
    q: (a0 >>> 16) | (b0 & -65536),
    r: (a1 & 0xffff) | (b1 << 16),
    s: (a1 >>> 16) | (b1 & -65536),
  };
}

/** The ids with a weight other than 0, in order, then empty slots. */
export function carrying(ids: Ids, p: Mask, q: Mask, r: Mask): Ids {
  const none: LaneInt = NO_VERTEX;
  const tail = select(r, ids.r, none);
  const second = select(q, ids.q, tail);
  const third = select(q, tail, none);
  return {
    p: select(p, ids.p, second),
    q: select(p, second, third),
    r: select(p, third, none),
    s: none,
  };
}

/** Writes the verdicts of `count` rows to the status column, and defers the undecided rows. */
export function writeStatus(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  const status = bytesAt(context[STATUS]);
  const rowIds = intsAt(rows.row);
  const verdicts = intsAt(rows.verdict);
  for (let k: Int = 0; k < count; k += 1) {
    const verdict = verdicts[k];
    if (verdict === UNDECIDED) defer(context, counts, rowIds[k]);
    else if (verdict !== DEEP) status[rowIds[k]] = verdict;
  }
}
