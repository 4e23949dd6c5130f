/**
 * Signed distance of two cores, one of them of tier smooth: the careful form of GJK, then a bracket of the depth. It
 * has the contract of `exactDistance`, which calls it through the core.
 */
import type { CoreScratch, Geometry } from '../../../shapes/cores/core.ts';
import { BESIDE } from '../epa/epa.ts';
import { settleFlat } from '../epa/result.ts';
import { NARROW, SETTLED, settle, touchApart } from '../exactDistance.ts';
import { BEYOND, CONTAINED, CONVERGED, WITHIN } from '../gjk/search.ts';
import { BOUND, DISTANCE, END, MISS, NORMAL, SHIFT, SIZE, TOLERANCE, TOUCH, VV } from '../places.ts';
import { smoothPenetration } from './bracket.ts';
import { roundGjk } from './roundGjk.ts';
import { writeIds } from './roundSearch.ts';

/** GJK on smooth cores ends at brackets of this part of the size: then the normal is exact to 5e-5 rad. */
const SMOOTH_TOLERANCE = 1e-9;

/**
 * Measures core `rowA` against core `rowB`. With `depth` false, it skips the depth of overlapping cores.
 * @returns whether the sign is proven
 */
export function smoothDistance(
  thread: CoreScratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  depth: boolean,
): boolean {
  const { f } = thread.scratch;
  f[TOLERANCE] = SMOOTH_TOLERANCE * f[SIZE];
  try {
    const proven = measure(thread, geometryA, rowA, geometryB, rowB, depth);
    writeIds(thread.scratch, geometryA, rowA, geometryB, rowB);
    return proven;
  } finally {
    // the function of a user's shape may throw
    f[TOLERANCE] = 0;
  }
}

function measure(
  { scratch, polytope }: CoreScratch,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
  depth: boolean,
): boolean {
  const { f, i } = scratch;
  const end = roundGjk(scratch, geometryA, rowA, geometryB, rowB, SHIFT);
  i[END] = end;
  if (end === WITHIN || (end === CONTAINED && !depth)) return true;
  if (end === CONVERGED || end === BEYOND) {
    settle(scratch, end);
    return true;
  }
  f[TOUCH] = Math.sqrt(f[VV]);
  if (!smoothPenetration(scratch, polytope, geometryA, rowA, geometryB, rowB)) {
    settleFlat(f, i);
    f[MISS] = Infinity;
    // a flat D has no inside: GJK must have found contact
    if (!(f[TOUCH] <= BESIDE * f[SIZE])) {
      f[BOUND] += f[TOUCH];
      return false;
    }
  }
  // without a witness: the closest points lie along the normal
  if (!(f[MISS] <= SETTLED * f[SIZE])) touchApart(scratch, geometryA, rowA, geometryB, rowB, NARROW, NORMAL, roundGjk);
  if (f[DISTANCE] > 0) {
    f[BOUND] = Math.max(f[TOUCH] - f[DISTANCE], 0);
    f[DISTANCE] = Math.max(f[DISTANCE], f[TOUCH]);
  }
  f[BOUND] = Math.max(f[BOUND], f[MISS]);
  // inside of D, or as near to it as rounding resolves
  return end === CONTAINED || f[BOUND] <= SETTLED * f[SIZE];
}
