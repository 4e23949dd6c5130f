/**
 * Distance of boxes. Those that overlapped in the query before, and those of which nothing is known, are first asked by their
 * axes whether they overlap, which costs less than to find it out by GJK.
 */

import { Status } from '../../../queries/distance/status.ts';
import { DEPTH, STATUS } from '../context.ts';
import { defer } from '../defer.ts';
import { gjk } from '../gjk/gjk.ts';
import { addressOf, bytesAt, type Int, type Ints, intsAt, tableAt } from '../lanes.ts';
import { writeOverlap, writeStatus } from '../pairResult.ts';
import { BOXES, type Counts, copyRow, DEEP_BOXES, gatherDeep, listAt, NEW_BOXES, pad, type Rows } from '../rows.ts';
import { DEEP } from '../verdicts.ts';
import { boxDepth } from './depth.ts';
import { judge } from './intersect.ts';

/** Answers the boxes of a tile. */
export function boxDistance(context: Ints, lists: Int, counts: Counts): void {
  const rows = tableAt<Rows>(listAt(lists, BOXES));
  const together = tableAt<Rows>(listAt(lists, BOXES + 1));
  const unknown = tableAt<Rows>(listAt(lists, NEW_BOXES));
  const deep = tableAt<Rows>(listAt(lists, DEEP_BOXES));
  const lengths = intsAt(counts.lists);
  // those that overlapped are measured at once, and are found to overlap by the way
  if (context[DEPTH] === 1) boxDepth(context, together, lengths[BOXES + 1]);
  else judge(context, together, lengths[BOXES + 1]);
  judge(context, unknown, lengths[NEW_BOXES]);
  const before = divide(context, together, lengths[BOXES + 1], rows, lengths[BOXES], counts, 1);
  const count = divide(context, unknown, lengths[NEW_BOXES], rows, before, counts, 1 - context[DEPTH]);
  pad(addressOf(rows), count);
  gjk(context, rows, 0, count, 1);
  writeStatus(context, rows, counts, count);
  const found = gatherDeep(deep, 0, unknown, lengths[NEW_BOXES]);
  const deepCount = gatherDeep(deep, found, rows, count);
  pad(addressOf(deep), deepCount);
  boxDepth(context, deep, deepCount);
  const measured = intsAt(deep.verdict);
  for (let k: Int = 0; k < deepCount; k += 1) {
    // the axes and GJK contradict each other: somebody else must tell
    if (measured[k] !== Status.Overlapping) defer(context, counts, intsAt(deep.row)[k]);
    else told(context, deep, k);
  }
}

/**
 * Divides a list by its verdicts: rows that overlap are answered, or, unless they are `final`, are DEEP from here on; rows
 * that do not are added to `rows`, which has `count`. Returns how many it has then.
 */
function divide(context: Ints, list: Rows, length: Int, rows: Rows, count: Int, counts: Counts, final: Int): Int {
  const verdicts = intsAt(list.verdict);
  let end: Int = count;
  for (let k: Int = 0; k < length; k += 1) {
    const verdict = verdicts[k];
    if (verdict === Status.Overlapping) {
      if (final === 1) {
        if (context[DEPTH] !== 1) writeOverlap(context, intsAt(list.row)[k]);
        told(context, list, k);
      } else verdicts[k] = DEEP;
    } else if (verdict === Status.Separated) {
      copyRow(rows, end, list, k);
      end += 1;
    } else defer(context, counts, intsAt(list.row)[k]);
  }
  return end;
}

/** Row k of the list overlaps. */
function told(context: Ints, rows: Rows, k: Int): void {
  bytesAt(context[STATUS])[intsAt(rows.row)[k]] = Status.Overlapping;
}
