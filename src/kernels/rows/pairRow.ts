/**
 * Computes one pair with the scalar kernel, for `hullstorm/pair` and casts: from a cold start, with results in f64, the
 * bits of `distanceRows`. Hosts and wasm compile this file, with the same bits.
 *
 *   reads   the poses, the shapes whose rows begin at pair.wordA and .wordB, parameters
 *   writes  `out` for a distance
 *
 * The build makes a module of it for hosts, whose records are local variables (tools/hostModules.ts). What runs once
 * per pair is a loop over the scratch: a page loads less code.
 */
import type { Int } from '../../language/lanes.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { loadHalves } from '../boxes/halves.ts';
import { cornerOnFace, separatingEdges, separatingFace } from '../boxes/separate.ts';
import type { CorePools, PairOut, PairPoses } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { searchFrom } from '../gjk/gjk.ts';
import { BEYOND, CONTAINED, CONVERGED, newSearch, RUNNING, UNPROVEN } from '../gjk/search.ts';
import { type PairParams, pairContext } from './context.ts';
import { loadResult, measureCores, storeFrame } from './measure.ts';
import { writeDistance, writePair } from './pairOut.ts';
import { noResult, overlaps, verdictOf } from './pairResult.ts';
import { areSpheresApart, gatherPair } from './row.ts';

/** Computes the pair. Allocates nothing, throws nothing. @returns its status */
export function pairRow(
  out: PairOut,
  poses: PairPoses,
  a: CorePools,
  b: CorePools,
  scratch: CoreScratch,
  params: PairParams,
): Int {
  const context = pairContext(a, b, scratch, params);
  const { overlapOnly, depth, pair } = context;
  const row = gatherPair(context, poses);
  if (!row.pose.valid) return Status.Invalid;
  storeFrame(context, row);
  const search = newSearch();
  const result = noResult();
  if (row.a.isBox && row.b.isBox) {
    loadHalves(pair, a, b);
    const face = separatingFace(pair);
    let apart = face >= 0;
    if (!apart) apart = separatingEdges(pair);
    if (overlapOnly && (row.radii === 0 || !apart)) return apart ? Status.Separated : Status.Overlapping;
    if (!apart) search.ending = CONTAINED;
    else if (face >= 0 && !overlapOnly) {
      const isOn = cornerOnFace(pair, face);
      if (isOn) {
        search.ending = pair.distance > context.maxDistance + row.radii ? BEYOND : CONVERGED;
        pair.bound = search.ending === BEYOND ? Infinity : 0;
        loadResult(context, result);
      }
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
    writeDistance(out, 0);
    return Status.Overlapping;
  }
  return writePair(out, row, search, result);
}
