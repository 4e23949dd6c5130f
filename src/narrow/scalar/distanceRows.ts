/**
 * Computes rows of a pair list with the scalar kernel. It gathers a row, tests the axes of boxes, runs GJK on the cores
 * and writes the result. `exactDistance` computes penetration, and rows that GJK does not prove.
 *
 *   reads   pairs.ids, colliders, shapes, parameters
 *   writes  results.status; results.separation, .offsetA, .offsetB for a distance; params.to
 *
 * The build inlines all of it into one function with local variables: numbers that cross functions cost more than the
 * arithmetic (docs/lab/scalar-kernel.md, tools/inlineRecords.ts).
 */
import { Status } from '../../queries/distance/table.ts';
import type { SceneCounts } from '../../scene/countTable.ts';
import type { Geometry } from '../../shapes/cores/core.ts';
import { cornerToFace } from './boxes/distance.ts';
import { absolute, noFace, separateByEdges, separateByFaces } from './boxes/intersect.ts';
import { type Context, contextOf } from './context.ts';
import { gjk } from './gjk/gjk.ts';
import { CONTAINED, newSearch, RUNNING, UNPROVEN } from './gjk/search.ts';
import { invalidRow, passSimplex } from './invalidRow.ts';
import { measure } from './measure.ts';
import { noResult, overlaps, verdictOf, writeOverlap, writeResult, writeSimplex } from './pairResult.ts';
import type { DistanceParams, Poses, ResultColumns } from './queryParams.ts';
import { areKnown, areSpheresApart, areUnbounded, gatherRow, readIds } from './row.ts';
import type { CoreScratch } from './scratch.ts';

/** Rows whose poses are loaded together, so that their cache misses overlap. */
const FETCH_ROWS = 32;

/**
 * Computes rows [begin, end) of a pair list. Allocates nothing, throws nothing, writes no row outside the range. The
 * result of a row depends on that row alone.
 *
 * `geometryA` and `geometryB` are the same in an engine; `hullstorm/pair` has one for each shape.
 */
export function distanceRows(
  results: ResultColumns,
  ids: Uint32Array,
  poses: Poses,
  counts: SceneCounts,
  geometryA: Geometry,
  geometryB: Geometry,
  scratch: CoreScratch,
  params: DistanceParams,
  begin: number,
  end: number,
): void {
  if (begin >= end) return;
  const context = contextOf(results, ids, poses, counts, geometryA, geometryB, scratch, params);
  let fetched = begin;
  let pair = begin;
  // The test is at the end, because a wide kernel defers rows one by one: then the loop does not repeat. If V8 compiles
  // a running loop (on-stack replacement), the compiled code is entered only after the first row.
  do {
    if (pair === fetched) {
      fetched = Math.min(end, pair + FETCH_ROWS);
      fetchPoses(context, pair, fetched);
    }
    distanceRow(context, pair);
  } while (++pair < end);
}

/** Loads a word of each pose of rows [begin, end). Stores the sum, so that the compiler keeps the loads. */
function fetchPoses(context: Context, begin: number, end: number): void {
  const { ids, positions, rotations, rowCount, direction } = context;
  let sum = 0;
  for (let k = 2 * begin; k < 2 * end; k++) {
    const id = ids[k];
    if (id < rowCount) sum += positions[4 * id] + rotations[4 * id];
  }
  direction[0] = sum;
}

function distanceRow(context: Context, pair: number): void {
  const { overlapOnly, depth } = context;
  const ids = readIds(context, pair);
  if (!areKnown(context, ids)) {
    invalidRow(context.results, context.params, pair);
    return;
  }
  const row = gatherRow(context, pair, ids);
  if (!row.pose.valid) {
    invalidRow(context.results, context.params, pair);
    return;
  }
  const search = newSearch();
  const result = noResult();
  if (row.a.isBox && row.b.isBox && (overlapOnly || row.cold)) {
    const m = absolute(row.pose.rotation);
    const face = noFace();
    separateByFaces(row, m, face);
    let apart = face.gap > 0;
    if (!apart) apart = separateByEdges(row, m);
    if (overlapOnly && (row.radii === 0 || !apart)) {
      writeVerdict(context, pair, apart);
      return;
    }
    if (!apart) search.ending = CONTAINED;
    else if (face.gap > 0 && !overlapOnly) cornerToFace(context, row, face, search, result);
  }
  if (row.a.isSmooth || row.b.isSmooth) {
    if (areUnbounded(context, row)) {
      invalidRow(context.results, context.params, pair);
      return;
    }
    search.ending = UNPROVEN; // only the careful path supports these cores
  } else if (search.ending === RUNNING) {
    if (overlapOnly && areSpheresApart(row)) {
      writeVerdict(context, pair, true);
      return;
    }
    gjk(context, row, search, result);
  }
  if (search.idS !== -1) search.count = 4;
  if (search.ending === UNPROVEN || (search.ending === CONTAINED && depth && !overlapOnly)) {
    measure(context, row, search, result);
  }
  writeSimplex(context, row, search);
  const together = overlaps(row, search, result);
  if (overlapOnly) context.status[pair] = verdictOf(row, search, result);
  else if (!depth && together) writeOverlap(context, pair);
  else writeResult(context, row, search, result);
}

/** Writes the status of a row without a simplex of its own. The simplex of the last query stays. */
function writeVerdict(context: Context, pair: number, apart: boolean): void {
  context.status[pair] = apart ? Status.Separated : Status.Overlapping;
  passSimplex(context.to, context.from, pair);
}
