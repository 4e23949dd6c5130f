/**
 * Distance of boxes. Pairs that overlapped in the last query first get a test by their axes; others the features of the
 * last query. What these do not answer gets the nearest features of all, and what is left GJK.
 */
import { bytesAt, type Int, type Ints, intsAt } from '../../../language/lanes.ts';
import { Status } from '../../../tables/distanceStatus.ts';
import { DEPTH, STATUS } from '../../../tables/kernelContext.ts';
import { searchPairs } from '../../gjk/lanes/searchPairs.ts';
import { defer } from '../../rows/lanes/defer.ts';
import { writeOverlap } from '../../rows/lanes/pairResult.ts';
import {
  BOXES,
  type Counts,
  copyRow,
  DEEP_BOXES,
  gatherDeep,
  type Lists,
  NEW_BOXES,
  pad,
  type Rows,
} from '../../rows/lanes/rows.ts';
import { APART, DEEP, UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { boxDepth } from './depth.ts';
import { testAxes } from './intersect.ts';
import { nearestFeatures, warmStartFeatures } from './nearest.ts';

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
  warmStartFeatures(context, rows, lengths[BOXES]);
  const before = takeOverlapping(context, together, lengths[BOXES + 1], unknown, lengths[NEW_BOXES], counts);
  const count = takeDecided(context, rows, lengths[BOXES], unknown, before, counts);
  pad(unknown, count);
  nearestFeatures(context, unknown, count);
  const sought = takeDecided(context, unknown, count, rows, 0, counts);
  pad(rows, sought);
  lengths[BOXES] = sought;
  lengths[DEEP_BOXES] = gatherDeep(deep, 0, unknown, count);
  searchPairs(context, lists, counts, BOXES, DEEP_BOXES, 1);
  const deepCount = lengths[DEEP_BOXES];
  pad(deep, deepCount);
  boxDepth(context, deep, deepCount);
  const measured = intsAt(deep.verdict);
  for (let k: Int = 0; k < deepCount; k += 1) {
    // the axes contradict GJK: the scalar kernel decides
    if (measured[k] !== Status.Overlapping) defer(context, counts, intsAt(deep.row)[k]);
    else writeStatusOf(context, deep, k, Status.Overlapping);
  }
}

/**
 * Writes the status of rows that overlap still, and appends separated rows to `rest`, which has `count`; undecided rows
 * are deferred. Returns the new count.
 */
function takeOverlapping(context: Ints, list: Rows, length: Int, rest: Rows, count: Int, counts: Counts): Int {
  const verdicts = intsAt(list.verdict);
  let end: Int = count;
  for (let k: Int = 0; k < length; k += 1) {
    const verdict = verdicts[k];
    if (verdict === Status.Overlapping) {
      if (context[DEPTH] !== 1) writeOverlap(context, intsAt(list.row)[k]);
      writeStatusOf(context, list, k, verdict);
    } else if (verdict === Status.Separated) {
      copyRow(rest, end, list, k);
      end += 1;
    } else defer(context, counts, intsAt(list.row)[k]);
  }
  return end;
}

/**
 * Writes the status of decided rows, and appends APART rows to `rest`, which has `count`; undecided rows are deferred.
 * DEEP rows stay. Returns the new count.
 */
function takeDecided(context: Ints, list: Rows, length: Int, rest: Rows, count: Int, counts: Counts): Int {
  const verdicts = intsAt(list.verdict);
  let end: Int = count;
  for (let k: Int = 0; k < length; k += 1) {
    const verdict = verdicts[k];
    if (verdict === APART) {
      copyRow(rest, end, list, k);
      end += 1;
    } else if (verdict === UNDECIDED) defer(context, counts, intsAt(list.row)[k]);
    else if (verdict !== DEEP) {
      if (verdict === Status.Overlapping) writeOverlap(context, intsAt(list.row)[k]);
      writeStatusOf(context, list, k, verdict);
    }
  }
  return end;
}

/** Writes the status of row k of the list. */
function writeStatusOf(context: Ints, rows: Rows, k: Int, status: Int): void {
  bytesAt(context[STATUS])[intsAt(rows.row)[k]] = status;
}
