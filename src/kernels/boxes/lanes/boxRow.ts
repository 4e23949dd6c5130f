/**
 * One pair of boxes, for the one-lane build and for GPUs: what `boxIntersect` and `boxDistance` compute of a tile,
 * without lists and without GJK. The verdict tells what is left: UNDECIDED, or APART where GJK is next.
 *
 * `rows` has one row, the pair: in wasm at any address, on a GPU in the memory of the invocation.
 */
import { extractInt, type Flag, type Int, type Ints, int, max, min, splat } from '../../../language/lanes.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { DEPTH, FROM, ROW_COUNT } from '../../../tables/kernelContext.ts';
import { boxAt, idsAt, isBoxAt, simplexLine } from '../../rows/lanes/oneRow.ts';
import { writeOverlap } from '../../rows/lanes/pairResult.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { APART, DEEP, UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { boxDepth } from './depth.ts';
import { testAxes } from './intersect.ts';
import { nearestFeatures, warmStartFeatures } from './nearest.ts';

/** Whether row `row` of the pair list is a pair of boxes. It becomes row 0 of `rows`. */
function takeRow(context: Ints, rows: Rows, row: Int): Flag {
  const ids = idsAt(context, row);
  const first = ids.first;
  const second = ids.second;
  const a = min(first, second);
  const b = max(first, second);
  // ids above 2³¹ read as negative
  if (a < 0 || b >= context[ROW_COUNT] || a === b) return false;
  rows.row[0] = splat(row);
  rows.a[0] = splat(a);
  rows.b[0] = splat(b);
  rows.shapeA[0] = splat(boxAt(context, a));
  rows.shapeB[0] = splat(boxAt(context, b));
  rows.swapped[0] = splat(int(first > second));
  return isBoxAt(context, a) && isBoxAt(context, b);
}

/** Whether the boxes of a row overlap. @returns Overlapping, Separated, or UNDECIDED */
export function boxFlag(context: Ints, rows: Rows, row: Int): Int {
  const isPair = takeRow(context, rows, row);
  if (!isPair) return UNDECIDED;
  testAxes(context, rows, 1);
  return verdictOf(rows);
}

/** Writes the result and the simplex of a row. @returns its `Status`; UNDECIDED or APART: both are void */
export function boxRow(context: Ints, rows: Rows, row: Int): Int {
  const isPair = takeRow(context, rows, row);
  if (!isPair) return UNDECIDED;
  const kept = simplexLine(context[FROM], row);
  const isNew = extractInt(kept.a, 0) & 0xffff;
  let verdict: Int = APART;
  if (isNew !== 0xffff) {
    verdict = warmVerdict(context, rows, row, int(extractInt(kept.b, 0) >>> 16 !== 0xffff));
  }
  if (verdict !== APART) return verdict;
  nearestFeatures(context, rows, 1);
  verdict = verdictOf(rows);
  if (verdict === Status.Overlapping) writeOverlap(context, row);
  if (verdict !== DEEP) return verdict;
  boxDepth(context, rows, 1);
  verdict = verdictOf(rows);
  // the axes contradict the features: another kernel decides
  if (verdict !== Status.Overlapping) verdict = UNDECIDED;
  return verdict;
}

/** By the features of the last query, in which the boxes overlapped or not. APART: these do not answer. */
function warmVerdict(context: Ints, rows: Rows, row: Int, overlapped: Int): Int {
  if (overlapped !== 1) {
    warmStartFeatures(context, rows, 1);
    return verdictOf(rows);
  }
  // the depth of a pair that overlapped shows whether it still overlaps
  if (context[DEPTH] === 1) boxDepth(context, rows, 1);
  else testAxes(context, rows, 1);
  const verdict = verdictOf(rows);
  if (verdict === Status.Overlapping && context[DEPTH] !== 1) writeOverlap(context, row);
  if (verdict === Status.Separated) return APART;
  return verdict;
}

function verdictOf(rows: Rows): Int {
  return extractInt(rows.verdict[0], 0);
}
