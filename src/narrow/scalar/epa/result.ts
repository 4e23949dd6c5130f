/**
 * The end of the penetration search: normal, distance and witness from the lowest plane of D = B − A, or from the
 * direction in which D has no thickness.
 */

import { closestOnSimplex } from '../gjk/simplex.ts';
import {
  A,
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
  TRY_WEIGHT,
  WEIGHT,
  WITNESS,
  Y,
} from '../scratch.ts';
import { FACES, type Polytope } from './polytope.ts';
import { FLAT } from './seed.ts';

/**
 * Writes the result if D has no thickness along f[NORMAL …]: the depth is the extent on the nearer side, zero but for
 * rounding.
 */
export function settleFlat(f: Float64Array, i: Int32Array): void {
  let reach = -Infinity;
  let low = Infinity;
  let x = 0;
  let y = 0;
  let z = 0;
  const count = i[COUNT];
  for (let k = 0; k < count; k++) {
    const height = f[NORMAL] * f[Y + 3 * k] + f[NORMAL + 1] * f[Y + 3 * k + 1] + f[NORMAL + 2] * f[Y + 3 * k + 2];
    reach = Math.max(reach, height);
    low = Math.min(low, height);
    x += f[WEIGHT + k] * f[A + 3 * k];
    y += f[WEIGHT + k] * f[A + 3 * k + 1];
    z += f[WEIGHT + k] * f[A + 3 * k + 2];
  }
  const sign = reach <= -low ? 1 : -1; // the outward normal of the nearer side
  const depth = sign > 0 ? reach : -low;
  f[NORMAL] = -sign * f[NORMAL];
  f[NORMAL + 1] = -sign * f[NORMAL + 1];
  f[NORMAL + 2] = -sign * f[NORMAL + 2];
  f[DISTANCE] = -depth;
  f[BOUND] = FLAT * f[SIZE];
  f[MISS] = f[TOUCH]; // the weights give the point that GJK found
  f[WITNESS] = x;
  f[WITNESS + 1] = y;
  f[WITNESS + 2] = z;
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

  let x = 0;
  let y = 0;
  let z = 0;
  let kept = 0;
  for (let k = 0; k < 3; k++) {
    if ((mask & (1 << k)) === 0) continue;
    const weight = f[TRY_WEIGHT + k];
    x += weight * f[A + 3 * k];
    y += weight * f[A + 3 * k + 1];
    z += weight * f[A + 3 * k + 2];
    i[ID_A + kept] = i[ID_A + k];
    i[ID_B + kept] = i[ID_B + k];
    kept++;
  }
  i[COUNT] = kept;
  f[WITNESS] = x;
  f[WITNESS + 1] = y;
  f[WITNESS + 2] = z;
  const besideX = f[TRY_V] - lowest * nx;
  const besideY = f[TRY_V + 1] - lowest * ny;
  const besideZ = f[TRY_V + 2] - lowest * nz;
  f[MISS] = Math.sqrt(besideX * besideX + besideY * besideY + besideZ * besideZ);
  f[NORMAL] = -nx;
  f[NORMAL + 1] = -ny;
  f[NORMAL + 2] = -nz;
  f[DISTANCE] = -(lowest + f[BOUND]);
}

function loadFace(f: Float64Array, i: Int32Array, p: Polytope, face: number): void {
  for (let k = 0; k < 3; k++) {
    const point = p.corners[3 * face + k];
    for (let c = 0; c < 3; c++) {
      f[Y + 3 * k + c] = p.y[3 * point + c];
      f[A + 3 * k + c] = p.a[3 * point + c];
    }
    i[ID_A + k] = p.ids[2 * point];
    i[ID_B + k] = p.ids[2 * point + 1];
  }
}
