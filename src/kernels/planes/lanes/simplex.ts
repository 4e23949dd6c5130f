/** The simplexes of rows with a box that are computed in f64: three points on a face, or around a crossing of edges. */
import { abs, columnAt, type Double, type Int, type Ints, int, intsAt, min, select } from '../../lanes.ts';
import { DEPTH, FROM, OVERLAP_ONLY, TO } from '../../rows/lanes/context.ts';
import type { Vec } from './placed.ts';

/** No vertex, in the high half of a word. */
const NO_SECOND: Int = -65536;

/** The grid of shapes/cores/supports/directionCode.ts. */
const COLUMNS = 256;
const ROWS = 255;

/**
 * Writes ids of three points of each core, `own` and `other`. `ownFirst` is 1 if `own` is the caller's first.
 * `sharp` is 1 for two boxes without radius: a fourth point tells their next query that they overlap, and a query
 * without a simplex copies the stored one. Other rows have a simplex by GJK for that.
 */
export function writeSimplex(
  context: Ints,
  row: Int,
  ownFirst: Int,
  own: Ints,
  other: Ints,
  together: Int,
  sharp: Int,
): void {
  if (context[OVERLAP_ONLY] === 1 || (context[DEPTH] !== 1 && together === 1)) {
    if (sharp === 1) columnAt(context[TO])[4 * row] = columnAt(context[FROM])[4 * row];
    return;
  }
  const four = together & sharp;
  writeIds(context[TO] + 16 * row + 8 - 8 * ownFirst, own, four);
  writeIds(context[TO] + 16 * row + 8 * ownFirst, other, four);
}

function writeIds(address: Int, ids: Ints, four: Int): void {
  const to = intsAt(address);
  const p = ids[0];
  const q = ids[1];
  const r = ids[2];
  to[0] = p | (q << 16);
  if (four === 1) to[1] = r | ((p ^ q ^ r) << 16);
  else to[1] = r | NO_SECOND;
}

/** The id of a support of a smooth core along `direction`: shapes/cores/supports/directionCode.ts. */
export function directionCode(direction: Vec): Int {
  const sum = abs(direction.x) + abs(direction.y) + abs(direction.z);
  const x = direction.x / sum;
  const y = direction.y / sum;
  const below = direction.z < 0;
  const one: Double = 1;
  const u = select(below, (1 - abs(y)) * select(x < 0, -one, one), x);
  const v = select(below, (1 - abs(x)) * select(y < 0, -one, one), y);
  const column = min(int(0.5 * (u + 1) * COLUMNS), COLUMNS - 1);
  const row = min(int(0.5 * (v + 1) * ROWS), ROWS - 1);
  return COLUMNS * row + column;
}
