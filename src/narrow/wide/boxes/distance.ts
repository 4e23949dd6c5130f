/**
 * Distance of boxes. New pairs, and pairs that overlapped in the last query, first get an overlap test by their axes,
 * which costs less than GJK.
 */

import { Status } from '../../../queries/distance/status.ts';
import { DEPTH, STATUS } from '../context.ts';
import { defer } from '../defer.ts';
import { gjk } from '../gjk/gjk.ts';
import { bytesAt, type Int, type Ints, intsAt } from '../lanes.ts';
import { writeOverlap, writeStatus } from '../pairResult.ts';
import { BOXES, type Counts, copyRow, DEEP_BOXES, gatherDeep, type Lists, NEW_BOXES, pad, type Rows } from '../rows.ts';
import { DEEP } from '../verdicts.ts';
import { boxDepth } from './depth.ts';
import { testAxes } from './intersect.ts';

/** Computes the boxes of a tile. */
export function boxDistance(context: Ints, lists: Lists, counts: Counts): void {
  const rows = lists[BOXES];
  const together = lists[BOXES + 1];
  const unknown = lists[NEW_BOXES];
  const deep = lists[DEEP_BOXES];
  const lengths = intsAt(counts.lists);
  // the depth of pairs that overlapped shows whether they still overlap
  if (context[DEPTH] === 1) boxDepth(context, together, lengths[BOXES + 1]);
  else testAxes(context, together, lengths[BOXES + 1]);
  testAxes(context, unknown, lengths[NEW_BOXES]);
  const before = divide(context, together, lengths[BOXES + 1], rows, lengths[BOXES], counts, 1);
  const count = divide(context, unknown, lengths[NEW_BOXES], rows, before, counts, 1 - context[DEPTH]);
  pad(rows, count);
  gjk(context, rows, 0, count, 1);
  writeStatus(context, rows, counts, count);
  const found = gatherDeep(deep, 0, unknown, lengths[NEW_BOXES]);
  const deepCount = gatherDeep(deep, found, rows, count);
  pad(deep, deepCount);
  boxDepth(context, deep, deepCount);
  const measured = intsAt(deep.verdict);
  for (let k: Int = 0; k < deepCount; k += 1) {
    // the axes contradict GJK: the scalar kernel decides
    if (measured[k] !== Status.Overlapping) defer(context, counts, intsAt(deep.row)[k]);
    else writeOverlapping(context, deep, k);
  }
}

/**
 * Divides a list by its verdicts. Overlapping rows are written if `final` is 1, else they become DEEP. Separated rows
 * are appended to `rows`, which has `count`; undecided rows are deferred. Returns the new count of `rows`.
 */
function divide(context: Ints, list: Rows, length: Int, rows: Rows, count: Int, counts: Counts, final: Int): Int {
  const verdicts = intsAt(list.verdict);
  let end: Int = count;
  for (let k: Int = 0; k < length; k += 1) {
    const verdict = verdicts[k];
    if (verdict === Status.Overlapping) {
      if (final === 1) {
        if (context[DEPTH] !== 1) writeOverlap(context, intsAt(list.row)[k]);
        writeOverlapping(context, list, k);
      } else verdicts[k] = DEEP;
    } else if (verdict === Status.Separated) {
      copyRow(rows, end, list, k);
      end += 1;
    } else defer(context, counts, intsAt(list.row)[k]);
  }
  return end;
}

/** Writes the status of row k of the list: overlapping. */
function writeOverlapping(context: Ints, rows: Rows, k: Int): void {
  bytesAt(context[STATUS])[intsAt(rows.row)[k]] = Status.Overlapping;
}
