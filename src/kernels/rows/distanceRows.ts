/**
 * Computes rows of a pair list with the scalar kernel.
 *
 *   reads   pairs.ids, colliders, shapes, parameters
 *   writes  results.status; results.separation, .offsetA, .offsetB for a distance; params.to
 *
 * The build makes one module of it, whose records are local variables: numbers that cross functions cost more than the
 * arithmetic (docs/lab/scalar-kernel.md, tools/hostModules.ts).
 */
import type { Double, Int, Words } from '../../language/lanes.ts';
import type { CorePools } from '../cores/corePair.ts';
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
  ids: Words,
  poses: Poses,
  counts: Words,
  geometryA: CorePools,
  geometryB: CorePools,
  scratch: CoreScratch,
  params: DistanceParams,
  begin: Int,
  end: Int,
): void {
  if (begin >= end) return;
  const context = contextOf(results, ids, poses, counts, geometryA, geometryB, scratch, params);
  let fetched: Int = begin;
  let pair: Int = begin;
  // The test is at the end, because a wide kernel defers rows one by one: then the loop does not repeat. If V8 compiles
  // a running loop (on-stack replacement), the compiled code is entered only after the first row.
  while (true) {
    if (pair === fetched) {
      fetched = Math.min(end, pair + FETCH_ROWS);
      fetchPoses(context, pair, fetched);
    }
    distanceRow(context, pair);
    pair += 1;
    if (pair >= end) return;
  }
}

/** Loads a word of each pose of rows [begin, end). Stores the sum, so that the compiler keeps the loads. */
function fetchPoses(context: Context, begin: Int, end: Int): void {
  const { ids, positions, rotations, rowCount, direction } = context;
  let sum: Double = 0;
  for (let k: Int = 2 * begin; k < 2 * end; k++) {
    const id = ids[k];
    if (id >= 0 && id < rowCount) sum += positions[4 * id] + Number(rotations[4 * id]);
  }
  direction[0] = sum;
}
