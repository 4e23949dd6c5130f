/**
 * The end of the penetration search: normal, distance and witness from the lowest plane of D = B − A, or from the
 * direction in which D has no thickness.
 */

import { accept, blendWitness } from '../gjk/careful.ts';
import { closestOnSimplex } from '../gjk/simplex.ts';
import {
  A,
  ALONG,
  BOUND,
  COUNT,
  DISTANCE,
  ID_A,
  ID_B,
  MISS,
  NORMAL,
  type Scratch,
  SIZE,
  TOUCH,
  TRY_V,
  TRY_VV,
  Y,
} from '../scratch.ts';
import { FACES, type Polytope } from './polytopeTable.ts';
import { FLAT } from './seed.ts';

/**
 * Writes the result if D has no thickness along f[NORMAL …]: the depth is the extent on the nearer side, zero but for
 * rounding.
 */
export function settleFlat(f: Float64Array, i: Int32Array): void {
  let reach = -Infinity;
  let low = Infinity;
  const count = i[COUNT];
  for (let k = 0; k < count; k++) {
    const height = f[NORMAL] * f[Y + 3 * k] + f[NORMAL + 1] * f[Y + 3 * k + 1] + f[NORMAL + 2] * f[Y + 3 * k + 2];
    reach = Math.max(reach, height);
    low = Math.min(low, height);
  }
  const sign = reach <= -low ? 1 : -1; // the outward normal of the nearer side
  const depth = sign > 0 ? reach : -low;
  for (let c = 0; c < 3; c++) f[NORMAL + c] *= -sign;
  f[DISTANCE] = -depth;
  f[BOUND] = FLAT * f[SIZE];
  f[MISS] = f[TOUCH]; // the weights give the point that GJK found
  blendWitness(f, count);
}

/** Planes that differ by at most this part of the size are one face of D, cut into triangles. */
const COPLANAR = 1e-9;
/** A projection farther from a triangle than this part of the size lies outside it. */
export const LATERAL = 1e-8;

/**
 * Writes the result of plane `face`: the witness lies in the triangle of that plane that is nearest to the origin.
 * f[MISS] is the distance from there to the projection of the origin. A thin D has planes with corners that the search
 * has not found.
 */
export function settleFace(scratch: Scratch, p: Polytope, face: number): void {
  const { f, i } = scratch;
  const { planes, alive, n } = p;
  const size = f[SIZE];
  const lowest = planes[4 * face + 3];
  const nx = planes[4 * face];
  const ny = planes[4 * face + 1];
  const nz = planes[4 * face + 2];

  let best = face;
  loadFace(f, i, p, face);
  closestOnSimplex(f, 3);
  // the origin projects outside the triangle: another triangle of the same face of D contains the projection
  if (f[TRY_VV] - lowest * lowest > LATERAL * LATERAL * size * size) {
    let nearest = f[TRY_VV];
    for (let other = 0; other < n[FACES]; other++) {
      if (alive[other] === 0 || other === face) continue;
      let inPlane = true;
      for (let k = 0; inPlane && k < 3; k++) {
        const y = 3 * p.corners[3 * other + k];
        const height = nx * p.y[y] + ny * p.y[y + 1] + nz * p.y[y + 2];
        inPlane = Math.abs(height - lowest) <= COPLANAR * size;
      }
      if (!inPlane) continue;
      loadFace(f, i, p, other);
      closestOnSimplex(f, 3);
      if (f[TRY_VV] < nearest) {
        nearest = f[TRY_VV];
        best = other;
      }
    }
    loadFace(f, i, p, best);
  }
  const mask = closestOnSimplex(f, 3);
  blendWitness(f, accept(f, i, mask, 3));
  let miss2 = 0;
  for (let c = 0; c < 3; c++) {
    const beside = f[TRY_V + c] - lowest * planes[4 * face + c];
    miss2 += beside * beside;
    f[NORMAL + c] = -planes[4 * face + c];
  }
  f[MISS] = Math.sqrt(miss2);
  f[DISTANCE] = -(lowest + f[BOUND]);
}

function loadFace(f: Float64Array, i: Int32Array, p: Polytope, face: number): void {
  for (let k = 0; k < 3; k++) {
    const point = p.corners[3 * face + k];
    for (let c = 0; c < 3; c++) {
      f[Y + 3 * k + c] = p.y[3 * point + c];
      f[A + 3 * k + c] = p.a[3 * point + c];
      f[ALONG + 3 * k + c] = p.along[3 * point + c];
    }
    i[ID_A + k] = p.ids[2 * point];
    i[ID_B + k] = p.ids[2 * point + 1];
  }
}
