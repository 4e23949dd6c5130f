/**
 * Signed distance of two cores, one of them of tier smooth: the careful form of GJK, then a bracket of the depth. It
 * has the contract of `exactDistance`, which calls it through the core.
 */
import type { Flag } from '../../language/lanes.ts';
import type { CorePools } from '../cores/corePair.ts';
import { moveApart, moveBack, NARROW, PROVEN, writeSeparate } from '../cores/result.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { BESIDE } from '../epa/epa.ts';
import { writeFlat } from '../epa/result.ts';
import { BEYOND, CONTAINED, CONVERGED, WITHIN } from '../gjk/search.ts';
import { smoothPenetration } from './bracket.ts';
import { roundGjk } from './roundGjk.ts';
import { writeIds } from './roundSearch.ts';

/** GJK on smooth cores ends at brackets of this part of the size: then the normal is exact to 5e-5 rad. */
const SMOOTH_TOLERANCE = 1e-9;

/**
 * Measures the pair. With `depth` false, it skips the depth of overlapping cores.
 * @returns whether the sign is proven
 */
export function smoothDistance(scratch: CoreScratch, a: CorePools, b: CorePools, depth: Flag): Flag {
  scratch.pair.tolerance = SMOOTH_TOLERANCE * scratch.pair.size;
  const proven = measure(scratch, a, b, depth);
  writeIds(scratch.pair, a, b);
  return proven;
}

function measure(scratch: CoreScratch, a: CorePools, b: CorePools, depth: Flag): Flag {
  const pair = scratch.pair;
  const end = roundGjk(pair, a, b, pair.shift);
  pair.end = end;
  if (end === WITHIN || (end === CONTAINED && !depth)) return true;
  if (end === CONVERGED || end === BEYOND) {
    writeSeparate(pair, end);
    return true;
  }
  pair.touch = Math.sqrt(pair.simplex.vv);
  const isThick = smoothPenetration(scratch, a, b);
  if (!isThick) {
    writeFlat(pair);
    pair.simplex.miss = Infinity;
    // a flat D has no inside: GJK must have found contact
    if (!(pair.touch <= BESIDE * pair.size)) {
      pair.bound += pair.touch;
      return false;
    }
  }
  const provenBound = PROVEN * pair.size;
  // without a witness: the closest points lie along the normal
  if (!(pair.simplex.miss <= provenBound)) {
    moveApart(pair, NARROW);
    roundGjk(pair, a, b, pair.normal);
    moveBack(pair, NARROW);
  }
  if (pair.distance > 0) {
    pair.bound = Math.max(pair.touch - pair.distance, 0);
    pair.distance = Math.max(pair.distance, pair.touch);
  }
  pair.bound = Math.max(pair.bound, pair.simplex.miss);
  // inside of D, or as near to it as rounding resolves
  return end === CONTAINED || pair.bound <= provenBound;
}
