/**
 * Signed penetration of two cores that overlap, or that are too near to each other for GJK to name a direction: the
 * lowest supporting plane of the difference D = B − A, by growing a polytope inside D (EPA with signed planes).
 *
 * The lowest plane of the polytope is pushed out to D until it is a plane of D itself. The origin need not lie in the
 * polytope: a plane below the origin has a negative distance, is the lowest, and is pushed first; if D ends there too,
 * the cores are separated by it. So contact within rounding is no special case.
 *
 *   reads   f[ROT …], f[SHIFT …], f[SIZE], f[TOUCH], the simplex on which GJK ended (f[Y …], i[…])
 *   writes  f[NORMAL …] (A → B, frame A), f[DISTANCE] = minus the depth, f[BOUND], f[WITNESS …] on A's core, the simplex
 */

import type { Geometry, Scratch } from '../scratch.ts';
import { BOUND, EXPANSIONS, HEIGHT, NORMAL, SIZE, TOUCH } from '../scratch.ts';
import { isSmoothPair } from '../support.ts';
import { grow, lowestFace, MAX_POINTS, POINTS, type Polytope } from './polytope.ts';
import { settleFace, settleFlat } from './result.ts';
import { seedTetrahedron, supportPoint } from './seed.ts';

/** A plane is a plane of D when D reaches no farther than this part of the size above it. */
const REACHED = 1e-10;
/** The same for cores of tier smooth, whose supporting planes the polytope comes near but never meets. */
const SMOOTH_REACHED = 1e-7;
/** …or, where no new point is found, to this part: less than f32 shows. */
const SLIVER = 1e-8;
/** A point is above a plane, for growing, from this part of the size on: a few roundings of f64. */
const ABOVE = 1e-14;
/** GJK has seen contact if it came this near, as a part of the size. */
const BESIDE = 1e-7;

/** Finds the penetration of shape rows `rowA` and `rowB`. @returns whether the bounds met */
export function penetration(
  scratch: Scratch,
  p: Polytope,
  geometryA: Geometry,
  rowA: number,
  geometryB: Geometry,
  rowB: number,
): boolean {
  const { f, i } = scratch;
  const { planes, n } = p;
  i[EXPANSIONS] = 0;
  if (!seedTetrahedron(scratch, p, geometryA, rowA, geometryB, rowB)) {
    settleFlat(f, i);
    // beside a flat D the search cannot tell the gap: only contact that GJK has seen is an answer
    return f[TOUCH] <= BESIDE * f[SIZE];
  }
  const size = f[SIZE];
  const reached = size * (isSmoothPair(geometryA, rowA, geometryB, rowB) ? SMOOTH_REACHED : REACHED);
  p.above[0] = ABOVE * size;
  let expansions = 0;
  let met = false;
  let face = lowestFace(p);
  while (n[POINTS] < MAX_POINTS) {
    const at = 4 * face;
    const point = n[POINTS];
    f[NORMAL] = planes[at];
    f[NORMAL + 1] = planes[at + 1];
    f[NORMAL + 2] = planes[at + 2];
    supportPoint(f, p, point, geometryA, rowA, geometryB, rowB);
    const reach = f[HEIGHT] - planes[at + 3];
    f[BOUND] = reach;
    if (!(reach > reached)) {
      met = true;
      break;
    }
    if (isKnown(p, point)) {
      // a sliver of D, whose planes rounding has tilted: no point is higher, and the bound says by how much they are off
      met = reach <= SLIVER * size;
      break;
    }
    n[POINTS] = point + 1;
    expansions++;
    if (!grow(p, face, point)) {
      n[POINTS] = point;
      break;
    }
    face = lowestFace(p);
    if (face < 0) break;
  }
  i[EXPANSIONS] = expansions;
  settleFace(scratch, p, face);
  return met;
}

/** Whether the point is in the polytope already. Ids of directions are not enough: many points share one. */
function isKnown({ ids, y }: Polytope, point: number): boolean {
  const at = 3 * point;
  for (let k = 0; k < point; k++) {
    const known = ids[2 * k] === ids[2 * point] && ids[2 * k + 1] === ids[2 * point + 1];
    if (known && y[3 * k] === y[at] && y[3 * k + 1] === y[at + 1] && y[3 * k + 2] === y[at + 2]) return true;
  }
  return false;
}
