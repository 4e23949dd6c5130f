/**
 * Signed penetration of two cores that overlap, or whose gap is too small for GJK to find a direction. It is the lowest
 * supporting plane of the difference D = B − A. A polytope grows inside D to find it (EPA with signed planes).
 *
 * Each step expands the lowest plane of the polytope, until it is a supporting plane of D. The origin may lie outside
 * the polytope: a plane below the origin has a negative distance, so it is the lowest and expands first. If D ends
 * there too, that plane separates the cores. So contact within rounding is no special case.
 *
 *   reads   the frame of the pair, its size, `touch`, the last simplex of GJK
 *   writes  `normal` (A → B, frame A), `distance` = minus the depth, `bound`, `witness` on A's core, the simplex
 */
import type { Flag, Int } from '../../language/lanes.ts';
import type { CorePools } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { isKnown } from '../cores/support.ts';
import { MAX_POINTS } from './capacity.ts';
import { lowestFace } from './faceHeap.ts';
import { beginTetrahedron, grow } from './polytope.ts';
import { writeFace, writeFlat } from './result.ts';
import { seedTetrahedron, supportPoint } from './seed.ts';

/** A plane supports D if D extends at most this part of the size above it. */
const REACHED = 1e-10;
/** …or at most this part, if there is no new point: f32 does not show the difference. */
const SLIVER = 1e-8;
/** A face sees a point that is higher above its plane than this part of the size: a few roundings of f64. */
const ABOVE = 1e-14;
/** GJK has found contact if its distance is at most this part of the size. */
export const BESIDE = 1e-7;

/** Finds the penetration of the pair. @returns whether the bounds met */
export function penetration(scratch: CoreScratch, a: CorePools, b: CorePools): Flag {
  const pair = scratch.pair;
  const p = scratch.polytope;
  const size = pair.size;
  pair.expansions = 0;
  const side = seedTetrahedron(scratch, a, b);
  if (side === 0) {
    writeFlat(pair);
    // outside a flat D the search finds no gap: the result is valid only if GJK found contact
    return pair.touch <= BESIDE * size;
  }
  beginTetrahedron(p, side < 0);
  p.above = ABOVE * size;
  let met: Flag = false;
  let face: Int = 0;
  while (true) {
    face = lowestFace(p);
    const point = p.points;
    if (point === MAX_POINTS) break;
    const at = 4 * face;
    for (let c: Int = 0; c < 3; c++) pair.normal[c] = p.planes[at + c];
    supportPoint(scratch, point, a, b);
    const reach = pair.height - p.planes[at + 3];
    pair.bound = reach;
    if (!(reach > REACHED * size)) {
      met = true;
      break;
    }
    if (isKnown(p.y, p.idsA, p.idsB, point)) {
      // rounding has tilted the planes of a sliver of D: no point is higher, and the bound holds the error
      met = reach <= SLIVER * size;
      break;
    }
    pair.expansions++;
    const hasGrown = grow(p, face, point);
    if (!hasGrown) break;
  }
  writeFace(scratch, face);
  return met;
}
