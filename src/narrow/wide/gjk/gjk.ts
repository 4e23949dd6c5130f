/**
 * Distance and overlap of cores by GJK in f32, from a cold start or from the simplex of the last query. Bounds bracket
 * the distance. Rows whose bounds do not meet, or whose contact f32 cannot decide, are UNDECIDED. Overlapping rows of a
 * query with depth are DEEP (see `epa/`).
 */

import { any, type Int, type Ints, int, intsAt } from '../lanes.ts';
import type { Rows } from '../rows.ts';
import { distanceTables } from '../tile.ts';
import { finishGjk } from './result.ts';
import { RUNNING } from './search.ts';
import { describe, resume, start } from './start.ts';
import { advance, descend, reduceAll, reduceEarly } from './steps.ts';
import { loadSupportSet, setOf } from './supportSet.ts';

/** Maximum of steps. A lane that needs more is undecided. */
const MAX_STEPS = 24;

/**
 * Searches rows [begin, end) of a list, and writes results, simplexes and verdicts. `boxes` is 1 if all are boxes
 * without radius.
 */
export function gjk(context: Ints, rows: Rows, begin: Int, end: Int, boxes: Int): void {
  const tables = distanceTables(context);
  const searches = tables.searches;
  const sets = tables.supportSets;
  const groups = intsAt(tables.live.groups);
  for (let k: Int = begin; k < end; k += 4) describe(context, rows, searches[k >> 2], k);
  if (boxes === 0) {
    for (let k: Int = begin; k < end; k += 4) {
      loadSupportSet(context, sets[setOf(k)], intsAt(rows.shapeA), k);
      loadSupportSet(context, sets[setOf(k) + 1], intsAt(rows.shapeB), k);
    }
  }
  let count: Int = 0;
  for (let k: Int = begin; k < end; k += 4) {
    const search = searches[k >> 2];
    const setA = sets[setOf(k)];
    const setB = sets[setOf(k) + 1];
    resume(context, rows, search, setA, setB, k, boxes);
    start(search, setA, setB, boxes);
    groups[count] = k;
    count += int(any(search.state[0] === RUNNING));
  }
  for (let step: Int = 0; step < MAX_STEPS; step += 1) {
    count = descend(tables, count, boxes);
    if (count === 0) break;
    if (step < 2) reduceEarly(tables, count, step);
    else reduceAll(tables, count);
    count = advance(tables, count);
    if (count === 0) break;
  }
  for (let k: Int = begin; k < end; k += 4) {
    finishGjk(context, rows, searches[k >> 2], sets[setOf(k)], sets[setOf(k) + 1], k, boxes);
  }
}
