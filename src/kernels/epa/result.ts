/**
 * The end of the penetration search: normal, distance and witness from the lowest plane of D = B − A, or from the
 * direction in which D has no thickness.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import type { CorePair } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import { accept, blendWitness, copyPoint } from '../gjk/careful.ts';
import { closestOnSimplex } from '../gjk/simplex.ts';
import { FLAT } from './seed.ts';

/**
 * Writes the result if D has no thickness along the normal: the depth is the extent on the nearer side, zero but for
 * rounding.
 */
export function writeFlat(pair: CorePair): void {
  const normal = pair.normal;
  const y = pair.simplex.y;
  const count = pair.simplex.count;
  let reach: Double = -Infinity;
  let low: Double = Infinity;
  for (let k: Int = 0; k < count; k++) {
    const height = normal[0] * y[3 * k] + normal[1] * y[3 * k + 1] + normal[2] * y[3 * k + 2];
    reach = Math.max(reach, height);
    low = Math.min(low, height);
  }
  const sign: Double = reach <= -low ? 1 : -1; // the outward normal of the nearer side
  for (let c: Int = 0; c < 3; c++) normal[c] *= -sign;
  pair.distance = -(sign > 0 ? reach : -low);
  pair.bound = FLAT * pair.size;
  pair.simplex.miss = pair.touch; // the weights give the point that GJK found
  blendWitness(pair, count);
}

/** Planes that differ by at most this part of the size are one face of D, cut into triangles. */
const COPLANAR = 1e-9;
/** A projection farther from a triangle than this part of the size lies outside it. */
export const LATERAL = 1e-8;

/**
 * Writes the result of plane `face`: the witness lies in the triangle of that plane that is nearest to the origin.
 * The miss is the distance from there to the projection of the origin. A thin D has planes with corners that the search
 * has not found.
 */
export function writeFace(scratch: CoreScratch, face: Int): void {
  const pair = scratch.pair;
  const p = scratch.polytope;
  const candidate = pair.candidate;
  const at = 4 * face;
  const lowest = p.planes[at + 3];
  closestOnFace(scratch, face);
  // the origin projects outside the triangle: another triangle of the same face of D contains the projection
  if (candidate.vv - lowest * lowest > LATERAL * LATERAL * pair.size * pair.size) {
    let best = face;
    let nearest = candidate.vv;
    for (let other: Int = 0; other < p.faces; other++) {
      if (p.alive[other] === 0 || other === face || !isCoplanar(scratch, face, other)) continue;
      closestOnFace(scratch, other);
      if (candidate.vv < nearest) {
        nearest = candidate.vv;
        best = other;
      }
    }
    closestOnFace(scratch, best);
  }
  const count = accept(pair, 3);
  blendWitness(pair, count);
  let miss2: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    const beside = candidate.v[c] - lowest * p.planes[at + c];
    miss2 += beside * beside;
    pair.normal[c] = -p.planes[at + c];
  }
  pair.simplex.miss = Math.sqrt(miss2);
  pair.distance = -(lowest + pair.bound);
}

/** Whether the corners of face `other` lie in the plane of `face`. */
function isCoplanar(scratch: CoreScratch, face: Int, other: Int): Flag {
  const p = scratch.polytope;
  const y = p.y;
  const at = 4 * face;
  for (let k: Int = 0; k < 3; k++) {
    const point = 3 * p.corners[3 * other + k];
    const height = p.planes[at] * y[point] + p.planes[at + 1] * y[point + 1] + p.planes[at + 2] * y[point + 2];
    if (!(Math.abs(height - p.planes[at + 3]) <= COPLANAR * scratch.pair.size)) return false;
  }
  return true;
}

/** Makes a face the simplex, and finds its point nearest to the origin: the candidate. */
function closestOnFace(scratch: CoreScratch, face: Int): void {
  const p = scratch.polytope;
  for (let k: Int = 0; k < 3; k++) copyPoint(scratch.pair.simplex, k, p, p.corners[3 * face + k]);
  closestOnSimplex(scratch.pair, 3);
}
