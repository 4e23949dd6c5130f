/**
 * Computes one pair with the scalar kernel, for `hullstorm/pair`: from a cold start, with results in f64, the bits of
 * `distanceRows`.
 *
 *   reads   the poses in rows 0 and 1, the shapes in row 0 of their tables, parameters
 *   writes  `out` for a distance
 *
 * The build inlines all of it into one function, as it does with distanceRows.ts. What runs once per pair is a loop
 * over the scratch: a page loads less code.
 */
import { Status } from '../../queries/distance/status.ts';
import type { Geometry } from '../../shapes/cores/core.ts';
import { loadHalves } from './boxes/halves.ts';
import { cornerOnFace, separatingEdges, separatingFace } from './boxes/separate.ts';
import { searchFrom } from './gjk/gjk.ts';
import { BEYOND, CONTAINED, CONVERGED, newSearch, RUNNING, UNPROVEN } from './gjk/search.ts';
import { pairContext } from './hostContext.ts';
import { loadResult, measureCores, storeFrame } from './measure.ts';
import { type PairOut, writePair, writePairOverlap } from './pairOut.ts';
import { noResult, overlaps, verdictOf } from './pairResult.ts';
import type { PairParams, PairPoses } from './queryParams.ts';
import { areSpheresApart, gatherPair } from './row.ts';
import type { CoreScratch } from './scratch.ts';

/** Computes the pair. Allocates nothing, throws nothing. @returns its status */
export function pairRow(
  out: PairOut,
  poses: PairPoses,
  geometryA: Geometry,
  geometryB: Geometry,
  scratch: CoreScratch,
  params: PairParams,
): number {
  const context = pairContext(poses, geometryA, geometryB, scratch, params);
  const { overlapOnly, depth, pair } = context;
  const row = gatherPair(context);
  if (!row.pose.valid) return Status.Invalid;
  storeFrame(context, row);
  const search = newSearch();
  const result = noResult();
  if (row.a.isBox && row.b.isBox) {
    loadHalves(pair, geometryA, geometryB);
    const face = separatingFace(pair);
    const apart = face >= 0 || separatingEdges(pair);
    if (overlapOnly && (row.radii === 0 || !apart)) return apart ? Status.Separated : Status.Overlapping;
    if (!apart) search.ending = CONTAINED;
    else if (face >= 0 && !overlapOnly && cornerOnFace(pair, face)) {
      search.ending = pair.distance > context.maxDistance + row.radii ? BEYOND : CONVERGED;
      pair.bound = search.ending === BEYOND ? Infinity : 0;
      loadResult(context, result);
    }
  }
  if (row.a.isSmooth || row.b.isSmooth) {
    search.ending = UNPROVEN; // only the careful path supports these cores
  } else if (search.ending === RUNNING) {
    if (overlapOnly && areSpheresApart(row)) return Status.Separated;
    searchFrom(context, row, search, result);
  }
  if (search.ending === UNPROVEN || (search.ending === CONTAINED && depth && !overlapOnly)) {
    if (search.idS !== -1) search.count = 4;
    measureCores(context, row, search, result);
  }
  if (overlapOnly) return verdictOf(row, search, result);
  const together = overlaps(row, search, result);
  if (!depth && together) {
    writePairOverlap(out);
    return Status.Overlapping;
  }
  return writePair(out, row, search, result);
}
