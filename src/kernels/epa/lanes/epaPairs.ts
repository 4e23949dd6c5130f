/**
 * Depth of overlapping cores that are not both boxes: four pairs are loaded and written together, and searched one by
 * one. Radii are added at the end.
 */
import { any, bitmask, bytesAt, type Int, type Ints, intsAt, type LaneInt, min } from '../../../language/lanes.ts';
import { FROM, POLYTOPES_FROM, POLYTOPES_TO, STATUS, TO } from '../../../tables/kernelContext.ts';
import { loadVertices } from '../../gjk/lanes/supportSet.ts';
import { lengthOf, type RelativePose, relativePose, sizes } from '../../poses/lanes/relativePose.ts';
import { storeVectors } from '../../rows/lanes/gather.ts';
import { NO_VERTEX, simplexesAt, writeStatus } from '../../rows/lanes/pairResult.ts';
import { type Counts, copyRow, pad, type Rows } from '../../rows/lanes/rows.ts';
import { type DistanceTables, distanceTables } from '../../rows/lanes/tile.ts';
import { UNDECIDED } from '../../rows/lanes/verdicts.ts';
import { epa } from './epa.ts';
import { type Edges, OUTCOME_COLUMNS } from './epaTables.ts';
import { polytopeAt, writePacking } from './polytopeCache.ts';
import { finishEpa } from './result.ts';
import { readHeaders, warmStart } from './warmStart.ts';

/** Computes `count` rows of a list. Their tetrahedra are in the simplex column. */
export function epaPairs(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  const tables = distanceTables(context);
  prepare(tables, count);
  for (let k: Int = 0; k < count; k += 4) {
    const pose = relativePose(context, rows, k);
    relatePairs(tables, rows, pose, k, context[TO]);
    search(context, tables, rows, k, count);
    loadVertices(context, tables.supportSets[0], intsAt(rows.shapeA), k);
    finishEpa(context, tables, rows, pose, k);
  }
  writeStatus(context, rows, counts, count);
}

/**
 * Computes those of `count` rows whose cached polytope leads to their depth, and removes them from the list.
 * @returns how many rows remain
 */
export function warmStartPairs(context: Ints, rows: Rows, counts: Counts, count: Int): Int {
  const tables = distanceTables(context);
  const status = bytesAt(context[STATUS]);
  const rowIds = intsAt(rows.row);
  const verdicts = intsAt(rows.verdict);
  const undecided: LaneInt = UNDECIDED;
  let rest: Int = 0;
  prepare(tables, count);
  intsAt(counts.prefetched)[0] = prefetchPolytopes(context, rows, count);
  for (let k: Int = 0; k < count; k += 4) {
    rows.verdict[k] = undecided;
    const headers = readHeaders(context, tables, rows, k);
    if (headers !== 0) {
      const pose = relativePose(context, rows, k);
      relatePairs(tables, rows, pose, k, context[FROM]);
      warmStart(context, tables, rows, pose, k, count);
      if (any(tables.outcome.met[0] !== 0)) finishEpa(context, tables, rows, pose, k);
    }
    for (let at = k; at < min(k + 4, count); at += 1) {
      if (verdicts[at] === UNDECIDED) {
        copyRow(rows, rest, rows, at);
        rest += 1;
      } else status[rowIds[at]] = verdicts[at];
    }
  }
  pad(rows, rest);
  return rest;
}

/**
 * Reads two words of each cached polytope, and of where its copy is written: cache misses overlap. Returns their sum.
 */
function prefetchPolytopes(context: Ints, rows: Rows, count: Int): Int {
  const rowIds = intsAt(rows.row);
  let sum: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    const words = intsAt(polytopeAt(context, POLYTOPES_FROM, rowIds[k]));
    const copy = intsAt(polytopeAt(context, POLYTOPES_TO, rowIds[k]));
    sum += words[0] + words[16] + copy[0] + copy[16];
  }
  return sum;
}

/** Fills the tables that searches of `count` pairs share. */
function prepare(tables: DistanceTables, count: Int): void {
  if (count > 0) {
    clearMarks(tables.edges);
    writePacking(tables.packing);
  }
}

/** Clears the marks: a worker that died during a search may not have done it. */
export function clearMarks(edges: Edges): void {
  const none: LaneInt = 0;
  for (let k: Int = 0; k < 1024; k += 4) edges.marks[k] = none;
}

/** Writes poses and tasks of pairs k … k + 3, with simplexes of the column at an address. */
function relatePairs(tables: DistanceTables, rows: Rows, pose: RelativePose, k: Int, simplexes: Int): void {
  const frames = tables.frames;
  const task = tables.task;
  storeVectors(frames.rowX, pose.rotation.x);
  storeVectors(frames.rowY, pose.rotation.y);
  storeVectors(frames.rowZ, pose.rotation.z);
  storeVectors(frames.shift, pose.shift);
  task.size[0] = lengthOf(sizes(intsAt(rows.shapeA), k).half) + lengthOf(sizes(intsAt(rows.shapeB), k).half);
  const ids = simplexesAt(simplexes, rows, k);
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
  // a list that changes with each query gains nothing from polytopes: rows cache them from their second query on
  const known = bitmask(simplexesAt(context[FROM], rows, k).p !== NO_VERTEX);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    const at = k + lane;
    if (at < count) {
      const to = placeFor(context, intsAt(rows.row)[at], (known >>> lane) & 1);
      epa(context, lane, shapeA[at], shapeB[at], 0, to);
    } else for (let c: Int = 0; c < OUTCOME_COLUMNS; c += 1) outcome[4 * c + lane] = outcome[4 * c + lane - 1];
  }
}

/** Where the polytope of row `row` is cached; 0 = nowhere, and the row has none in the next query. */
function placeFor(context: Ints, row: Int, known: Int): Int {
  const to = polytopeAt(context, POLYTOPES_TO, row);
  if (known === 1 || to === 0) return to;
  intsAt(to)[0] = 0;
  return 0;
}
