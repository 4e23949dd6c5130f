/**
 * GJK of a list of pairs, in rounds. Lanes end after different numbers of steps, and a group takes as many as its
 * slowest lane. So each round searches until most lanes have ended. The pairs that are left move to the front of the
 * list, and the next round goes on with full groups. The result of a pair does not depend on its group.
 */
import { bytesAt, type Int, type Ints, intsAt, LANES, min, type Tables } from '../../../language/lanes.ts';
import { STATUS } from '../../../tables/kernelContext.ts';
import { defer } from '../../rows/lanes/defer.ts';
import { type Counts, copyRow, type Lists, pad } from '../../rows/lanes/rows.ts';
import { distanceTables } from '../../rows/lanes/tile.ts';
import { DEEP, UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { gjk } from './gjk.ts';
import { PROGRESS_COLUMNS, type Progress, RUNNING } from './search.ts';
import { CHUNK_ROWS } from './supportSet.ts';

/**
 * Computes the rows of a list, writes their status and defers undecided rows. Appends DEEP rows to list `deep`. `boxes`
 * is 1 if all are boxes without radius.
 */
export function searchPairs(context: Ints, lists: Lists, counts: Counts, list: Int, deep: Int, boxes: Int): void {
  const rows = lists[list];
  const progress = distanceTables(context).progress;
  let count = intsAt(counts.lists)[list];
  for (let round: Int = 0; count > 0; round += 1) {
    // the lanes of one group cannot be moved together, unless other chunks have some as well
    let least: Int = 1;
    if (count <= CHUNK_ROWS) least = 2;
    if (count <= LANES) least = CHUNK_ROWS;
    let left: Int = 0;
    for (let k: Int = 0; k < count; k += CHUNK_ROWS) {
      const end = min(k + CHUNK_ROWS, count);
      gjk(context, rows, k, end, boxes, round, least);
      left = removeFinished(context, lists, counts, list, deep, k, end, left);
    }
    pad(rows, left);
    for (let k = left; (k & 3) !== 0; k += 1) copyProgress(progress, k, left - 1);
    count = left;
  }
}

/**
 * Takes rows [begin, end) whose search has ended out of a list. The others become its rows from `left` on. Returns the
 * number of rows that remain.
 */
function removeFinished(
  context: Ints,
  lists: Lists,
  counts: Counts,
  list: Int,
  deep: Int,
  begin: Int,
  end: Int,
  left: Int,
): Int {
  const rows = lists[list];
  const progress = distanceTables(context).progress;
  const status = bytesAt(context[STATUS]);
  const lengths = intsAt(counts.lists);
  let count = left;
  for (let k = begin; k < end; k += 1) {
    const row = intsAt(rows.row)[k];
    const verdict = intsAt(rows.verdict)[k];
    if (intsAt(progress[k >> 2].state)[k & 3] === RUNNING) {
      copyRow(rows, count, rows, k);
      copyProgress(progress, count, k);
      count += 1;
    } else if (verdict === DEEP) {
      copyRow(lists[deep], lengths[deep], rows, k);
      lengths[deep] += 1;
    } else if (verdict === UNDECIDED) defer(context, counts, row);
    else status[row] = verdict;
  }
  return count;
}

/** Copies the progress of row k to row `to`. */
function copyProgress(progress: Tables<Progress, 32>, to: Int, k: Int): void {
  const from = intsAt(progress[k >> 2]);
  const into = intsAt(progress[to >> 2]);
  for (let column: Int = 0; column < PROGRESS_COLUMNS; column += 1) {
    into[4 * column + (to & 3)] = from[4 * column + (k & 3)];
  }
}
