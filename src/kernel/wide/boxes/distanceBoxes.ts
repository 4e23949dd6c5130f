/**
 * Distance of boxes. Those that overlapped in the query before are first asked whether they still do, by their axes, which
 * costs less than to find it out by GJK.
 */
import { OVERLAPPING, pronounce, SEPARATED, writeOverlap } from '../answer.ts';
import { DEPTH, STATUS } from '../context.ts';
import { seek } from '../gjk/seek.ts';
import { addressOf, bytesAt, type Int, type Ints, intsAt } from '../lanes.ts';
import { leave } from '../leave.ts';
import { type Counts, copyRow, gatherDeep, pad, type Rows } from '../rows.ts';
import { judge } from './intersectBoxes.ts';
import { measureBoxes } from './measureBoxes.ts';

/**
 * Answers `count` rows, and `togetherCount` that overlapped in the query before. `rows` has room for all of them; `deep` for
 * those that overlap and are to be measured.
 */
export function distanceBoxes(
  context: Ints,
  rows: Rows,
  together: Rows,
  deep: Rows,
  counts: Counts,
  count: Int,
  togetherCount: Int,
): void {
  const apart = stillTogether(context, rows, together, counts, count, togetherCount);
  seek(context, rows, 0, apart, 1);
  const deepCount = gatherDeep(deep, 0, rows, apart);
  pronounce(context, rows, counts, apart);
  pad(addressOf(deep), deepCount);
  measureBoxes(context, deep, deepCount);
  const measured = intsAt(deep.verdict);
  for (let k: Int = 0; k < deepCount; k += 1) {
    // GJK and the axes contradict each other: somebody else must tell
    if (measured[k] !== OVERLAPPING) leave(context, counts, intsAt(deep.row)[k]);
    else told(context, deep, k);
  }
}

/** Answers those of `together` that overlap, and adds those that do not to `rows`. Returns how many rows there are. */
function stillTogether(context: Ints, rows: Rows, together: Rows, counts: Counts, count: Int, togetherCount: Int): Int {
  if (context[DEPTH] === 1) measureBoxes(context, together, togetherCount);
  else judge(context, together, togetherCount);
  const verdicts = intsAt(together.verdict);
  let end: Int = count;
  for (let k: Int = 0; k < togetherCount; k += 1) {
    const verdict = verdicts[k];
    if (verdict === OVERLAPPING) {
      if (context[DEPTH] !== 1) writeOverlap(context, intsAt(together.row)[k]);
      told(context, together, k);
    } else if (verdict === SEPARATED) {
      copyRow(rows, end, together, k);
      end += 1;
    } else leave(context, counts, intsAt(together.row)[k]);
  }
  pad(addressOf(rows), end);
  return end;
}

/** Row k of the list overlaps. */
function told(context: Ints, rows: Rows, k: Int): void {
  bytesAt(context[STATUS])[intsAt(rows.row)[k]] = OVERLAPPING;
}
