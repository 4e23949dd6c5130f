/**
 * Depth of overlapping cores that are not both boxes: four pairs are loaded and written together, and searched one by
 * one. Radii are added at the end.
 */

import { TO } from '../context.ts';
import { storeVectors } from '../gather.ts';
import { type Int, type Ints, intsAt, type LaneInt } from '../lanes.ts';
import { simplexesAt, writeStatus } from '../pairResult.ts';
import { lengthOf, relativePose, sizes } from '../relativePose.ts';
import type { Counts, Rows } from '../rows.ts';
import { type DistanceTables, distanceTables } from '../tile.ts';
import { epa } from './epa.ts';
import { finishEpa } from './result.ts';
import { type Edges, OUTCOME_COLUMNS } from './tables.ts';

/** Computes `count` rows of a list. Their tetrahedra are in the simplex column. */
export function epaPairs(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  const tables = distanceTables(context);
  if (count > 0) clearMarks(tables.edges);
  for (let k: Int = 0; k < count; k += 4) {
    relatePairs(context, tables, rows, k);
    search(context, tables, rows, k, count);
    finishEpa(context, tables, rows, k);
  }
  writeStatus(context, rows, counts, count);
}

/** Clears the marks: a worker that died during a search may not have done it. */
export function clearMarks(edges: Edges): void {
  const none: LaneInt = 0;
  for (let k: Int = 0; k < 1024; k += 4) edges.marks[k] = none;
}

/** Writes poses and tasks of pairs k … k + 3. */
function relatePairs(context: Ints, tables: DistanceTables, rows: Rows, k: Int): void {
  const frames = tables.frames;
  const task = tables.task;
  const pose = relativePose(context, rows, k);
  storeVectors(frames.rowX, pose.rotation.x);
  storeVectors(frames.rowY, pose.rotation.y);
  storeVectors(frames.rowZ, pose.rotation.z);
  storeVectors(frames.shift, pose.shift);
  task.size[0] = lengthOf(sizes(intsAt(rows.shapeA), k).half) + lengthOf(sizes(intsAt(rows.shapeB), k).half);
  const ids = simplexesAt(context[TO], rows, k);
  task.idP[0] = ids.p;
  task.idQ[0] = ids.q;
  task.idR[0] = ids.r;
  task.idS[0] = ids.s;
}

/** Searches them one by one. The rows that pad the list copy the outcome of its last pair. */
function search(context: Ints, tables: DistanceTables, rows: Rows, k: Int, count: Int): void {
  const shapeA = intsAt(rows.shapeA);
  const shapeB = intsAt(rows.shapeB);
  const outcome = intsAt(tables.outcome);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (k + lane < count) epa(context, lane, shapeA[k + lane], shapeB[k + lane]);
    else for (let c: Int = 0; c < OUTCOME_COLUMNS; c += 1) outcome[4 * c + lane] = outcome[4 * c + lane - 1];
  }
}
