/**
 * Signed penetration of two cores that overlap, or whose gap is too small for GJK to find a direction. It is the lowest
 * supporting plane of the difference D = B − A. A polytope grows inside D to find it (EPA with signed planes).
 *
 * Each step expands the lowest plane of the polytope, until it is a supporting plane of D. The origin may lie outside
 * the polytope: a plane below the origin has a negative distance, so it is the lowest and expands first. If D ends
 * there too, that plane separates the cores. So contact within rounding is no special case.
 *
 *   reads   f[ROT …], f[SHIFT …], f[SIZE], f[TOUCH], the last simplex of GJK (f[Y …], i[…])
 *   writes  f[NORMAL …] (A → B, frame A), f[DISTANCE] = minus the depth, f[BOUND], f[WITNESS …] on A's core,
 *           the simplex
 */

import type { Geometry, Scratch } from '../scratch.ts';
import { BOUND, EXPANSIONS, HEIGHT, NORMAL, SIZE, TOUCH } from '../scratch.ts';
import { isKnown } from '../support.ts';
import { lowestFace } from './faceHeap.ts';
import { beginTetrahedron, grow } from './polytope.ts';
import { MAX_POINTS, POINTS, type Polytope } from './polytopeTable.ts';
import { settleFace, settleFlat } from './result.ts';
import { seedTetrahedron, supportPoint } from './seed.ts';

/** A plane supports D if D extends at most this part of the size above it. */
const REACHED = 1e-10;
/** …or at most this part, if there is no new point: f32 does not show the difference. */
const SLIVER = 1e-8;
/** A face sees a point that is higher above its plane than this part of the size: a few roundings of f64. */
const ABOVE = 1e-14;
/** GJK has found contact if its distance is at most this part of the size. */
export const BESIDE = 1e-7;

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
  const side = seedTetrahedron(scratch, p, geometryA, rowA, geometryB, rowB);
  if (side === 0) {
    settleFlat(f, i);
    // outside a flat D the search finds no gap: the result is valid only if GJK found contact
    return f[TOUCH] <= BESIDE * f[SIZE];
  }
  beginTetrahedron(p, side < 0);
  const size = f[SIZE];
  p.above[0] = ABOVE * size;
  let expansions = 0;
  let met = false;
  let face = lowestFace(p);
  while (n[POINTS] < MAX_POINTS) {
    const at = 4 * face;
    const point = n[POINTS];
    for (let c = 0; c < 3; c++) f[NORMAL + c] = planes[at + c];
    supportPoint(f, p, point, geometryA, rowA, geometryB, rowB);
    const reach = f[HEIGHT] - planes[at + 3];
    f[BOUND] = reach;
    if (!(reach > REACHED * size)) {
      met = true;
      break;
    }
    if (isKnown(p.y, 0, p.ids, 2, 1, point)) {
      // rounding has tilted the planes of a sliver of D: no point is higher, and the bound holds the error
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
