/** The simplexes of rows with a box that are computed in f64: three points on a face, or around a crossing of edges. */
import { columnAt, type Int, type Ints, intsAt } from '../../../language/lanes.ts';
import { DEPTH, FROM, OVERLAP_ONLY, TO } from '../../../tables/kernelContext.ts';

/** No vertex, in the high half of a word. */
const NO_SECOND: Int = -65536;

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
