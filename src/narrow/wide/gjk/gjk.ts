/**
 * Distance and overlap of cores by GJK in f32, cold or from the simplex of the last query. Bounds are bracketed: where they
 * do not meet, where contact is so near that f32 cannot tell, and where penetration is to be measured, somebody else goes on.
 */

import { addressOf, any, type Int, type Ints, int, intsAt, tableAt } from '../lanes.ts';
import type { Rows } from '../rows.ts';
import { LIVE, SEARCHES, SIDES } from '../tile.ts';
import { finishGjk } from './result.ts';
import { type Live, RUNNING, type Search, searchAt } from './search.ts';
import { describe, resume, start } from './start.ts';
import { advance, descend, reduceAll, reduceEarly } from './steps.ts';
import { loadSupportSet, type SupportSet, supportSetAt } from './supportSet.ts';

/** Steps before a lane is left to the scalar kernel. */
const MAX_STEPS = 24;

/** Seeks rows [begin, end) of a list: answers, simplexes and verdicts. `boxes` is 1 if all are boxes without radius. */
export function gjk(context: Ints, rows: Rows, begin: Int, end: Int, boxes: Int): void {
  const searches = addressOf(context) + SEARCHES;
  const live = tableAt<Live>(addressOf(context) + LIVE);
  const sides = addressOf(context) + SIDES;
  const groups = intsAt(live.groups);
  for (let k: Int = begin; k < end; k += 4) describe(context, rows, tableAt<Search>(searchAt(searches, k)), k);
  if (boxes === 0) {
    for (let k: Int = begin; k < end; k += 4) {
      loadSupportSet(context, tableAt<SupportSet>(supportSetAt(sides, k, 0)), intsAt(rows.shapeA), k);
      loadSupportSet(context, tableAt<SupportSet>(supportSetAt(sides, k, 1)), intsAt(rows.shapeB), k);
    }
  }
  let count: Int = 0;
  for (let k: Int = begin; k < end; k += 4) {
    const search = tableAt<Search>(searchAt(searches, k));
    const sideA = tableAt<SupportSet>(supportSetAt(sides, k, 0));
    const sideB = tableAt<SupportSet>(supportSetAt(sides, k, 1));
    resume(context, rows, search, sideA, sideB, k, boxes);
    start(search, sideA, sideB, boxes);
    groups[count] = k;
    count += int(any(search.state[0] === RUNNING));
  }
  for (let step: Int = 0; step < MAX_STEPS; step += 1) {
    count = descend(searches, live, sides, count, boxes);
    if (count === 0) break;
    if (step < 2) reduceEarly(searches, live, count, step);
    else reduceAll(searches, live, count);
    count = advance(searches, live, count);
    if (count === 0) break;
  }
  for (let k: Int = begin; k < end; k += 4) {
    const search = tableAt<Search>(searchAt(searches, k));
    const sideA = tableAt<SupportSet>(supportSetAt(sides, k, 0));
    const sideB = tableAt<SupportSet>(supportSetAt(sides, k, 1));
    finishGjk(context, rows, search, sideA, sideB, k, boxes);
  }
}
