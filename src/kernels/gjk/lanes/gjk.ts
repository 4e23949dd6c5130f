/**
 * Distance and overlap of cores by GJK in f32, from a cold start or from the simplex of the last query. Bounds bracket
 * the distance. Rows whose bounds do not meet, or whose contact f32 cannot decide, are UNDECIDED. Overlapping rows of a
 * query with depth are DEEP (see `epa/`).
 */
import { any, type Int, type Ints, int, intsAt, max, min, select } from '../../../language/lanes.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { distanceTables } from '../../rows/lanes/tile.ts';
import { finishGjk } from './result.ts';
import { RUNNING } from './search.ts';
import { loadPairs, resume, start } from './start.ts';
import { advance, descend, reduceAll, reduceEarly } from './steps.ts';
import { groupOf, loadShapes, setOf, spreadVertices } from './supportSet.ts';

/** A search is paused as soon as its groups have no more lanes than this that still search, on average. */
const MOST_LANES = 2;

/**
 * Searches rows [begin, end) of a list, a chunk, and writes results, simplexes and verdicts. `boxes` is 1 if all are
 * boxes without radius. Round 0 starts the searches, later rounds go on with paused ones. A search with `least` groups
 * or more may be paused: its lanes stay RUNNING.
 */
export function gjk(context: Ints, rows: Rows, begin: Int, end: Int, boxes: Int, round: Int, least: Int): void {
  const tables = distanceTables(context);
  const searches = tables.searches;
  const progress = tables.progress;
  const sets = tables.supportSets;
  const live = tables.live;
  const groups = intsAt(live.groups);
  for (let k: Int = begin; k < end; k += 4) loadPairs(context, rows, searches[groupOf(k)], progress[k >> 2], k);
  if (boxes === 0) {
    for (let k: Int = begin; k < end; k += 4) {
      loadShapes(context, sets[setOf(k)], intsAt(rows.shapeA), k);
      loadShapes(context, sets[setOf(k) + 1], intsAt(rows.shapeB), k);
    }
  }
  let count: Int = 0;
  let scanned: Int = 0;
  for (let k: Int = begin; k < end; k += 4) {
    const search = searches[groupOf(k)];
    const setA = sets[setOf(k)];
    const setB = sets[setOf(k) + 1];
    if (round === 0) resume(context, rows, search, progress[k >> 2], setA, setB, k, boxes);
    if (boxes === 0 && any(progress[k >> 2].state[0] === RUNNING)) {
      spreadVertices(setA);
      spreadVertices(setB);
      scanned = max(scanned, max(intsAt(setA.spreadBytes)[0], intsAt(setB.spreadBytes)[0]));
    }
    if (round === 0) start(search, progress[k >> 2], setA, setB, boxes);
    groups[count] = k;
    count += int(any(progress[k >> 2].state[0] === RUNNING));
  }
  // vertices that are scanned must be stored again after a pause: that costs what it gains
  const most: Int = select(scanned === 0, MOST_LANES, 0);
  for (let step = min(round, 1); count > 0; step += 1) {
    count = descend(tables, count, boxes);
    if (count === 0) break;
    if (step < 2) reduceEarly(tables, count, step);
    else reduceAll(tables, count);
    count = advance(tables, count);
    if (count >= least && intsAt(live.lanes)[0] <= most * count) break;
  }
  for (let k: Int = begin; k < end; k += 4) {
    finishGjk(context, rows, searches[groupOf(k)], progress[k >> 2], sets[setOf(k)], sets[setOf(k) + 1], k, boxes);
  }
}
