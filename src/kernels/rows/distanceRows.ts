/**
 * Computes rows of a pair list with the scalar kernel.
 *
 *   reads   pairs.ids, colliders, shapes, parameters
 *   writes  results.status; results.separation, .offsetA, .offsetB for a distance; params.to
 *
 * The build inlines all of it into one function with local variables: numbers that cross functions cost more than the
 * arithmetic (docs/lab/scalar-kernel.md, tools/inlineRecords.ts).
 */
import type { SceneCounts } from '../../scene/countTable.ts';
import type { Geometry } from '../../shapes/cores/core.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import type { Context } from './context.ts';
import { distanceRow } from './distanceRow.ts';
import { contextOf } from './hostContext.ts';
import type { DistanceParams, Poses, ResultColumns } from './queryParams.ts';

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
