/**
 * The axis of largest separation of two boxes among their 15, in frame A, in f64.
 *
 *   reads   f[ROT …], f[SHIFT …], f[SIZE], half extents of both shapes
 *   writes  f[NORMAL …] (A → B, frame A) and f[DISTANCE], the separation: minus the depth when they overlap
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §4.4.1.
 */
import { HALF_X, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import type { ShapeRows } from '../../../shapes/shapeTable.ts';
import { DISTANCE, NORMAL, ROT, SHIFT, SIZE } from '../scratch.ts';

/**
 * Edges whose cross product is shorter than this are parallel: their axis is skipped. The face axes then lose less than
 * this part of the size. The rounding of longer cross products, 1e-16 / 1e-8, is as small.
 */
export const PARALLEL = 1e-8;

/** Axes: 0–2 are faces of A, 3–5 faces of B; EDGES + 3 k + m is the cross product of axis k of A with axis m of B. */
export const EDGES = 6;

/** An edge axis must beat the best face by this part of the size: ties go to the face, whose normal is exact. */
export const FACE_BIAS = 1e-10;

/** @returns the chosen axis */
export function boxesSeparation(
  f: Float64Array,
  shapesA: ShapeRows,
  rowA: number,
  shapesB: ShapeRows,
  rowB: number,
): number {
  const a = rowA * SHAPE_STRIDE + HALF_X;
  const b = rowB * SHAPE_STRIDE + HALF_X;
  const halfA = shapesA.reals;
  const halfB = shapesB.reals;
  let best = -Infinity;
  let axis = 0;
  let bestX = 0;
  let bestY = 0;
  let bestZ = 0;

  // axes of A: row k of the rotation; axes of B: column k
  for (let k = 0; k < 3; k++) {
    const t = f[SHIFT + k];
    const reach =
      halfA[a + k] +
      halfB[b] * Math.abs(f[ROT + 3 * k]) +
      halfB[b + 1] * Math.abs(f[ROT + 3 * k + 1]) +
      halfB[b + 2] * Math.abs(f[ROT + 3 * k + 2]);
    const separation = Math.abs(t) - reach;
    if (separation > best) {
      best = separation;
      axis = k;
      const sign = t < 0 ? -1 : 1;
      bestX = k === 0 ? sign : 0;
      bestY = k === 1 ? sign : 0;
      bestZ = k === 2 ? sign : 0;
    }
  }
  const size = f[SIZE];
  for (let k = 0; k < 3; k++) {
    const x = f[ROT + k];
    const y = f[ROT + 3 + k];
    const z = f[ROT + 6 + k];
    const t = f[SHIFT] * x + f[SHIFT + 1] * y + f[SHIFT + 2] * z;
    const reach = halfB[b + k] + halfA[a] * Math.abs(x) + halfA[a + 1] * Math.abs(y) + halfA[a + 2] * Math.abs(z);
    const separation = Math.abs(t) - reach;
    if (separation > best + FACE_BIAS * size) {
      best = separation;
      axis = 3 + k;
      const sign = t < 0 ? -1 : 1;
      bestX = sign * x;
      bestY = sign * y;
      bestZ = sign * z;
    }
  }

  for (let k = 0; k < 3; k++) {
    const k1 = (k + 1) % 3;
    const k2 = (k + 2) % 3;
    for (let m = 0; m < 3; m++) {
      const m1 = (m + 1) % 3;
      const m2 = (m + 2) % 3;
      // e_k × column m: zero along k, −R[k2] along k1, R[k1] along k2
      const u = -f[ROT + 3 * k2 + m];
      const v = f[ROT + 3 * k1 + m];
      const length = Math.sqrt(u * u + v * v);
      if (!(length > PARALLEL)) continue;
      const t = u * f[SHIFT + k1] + v * f[SHIFT + k2];
      const reach =
        halfA[a + k1] * Math.abs(u) +
        halfA[a + k2] * Math.abs(v) +
        halfB[b + m1] * Math.abs(f[ROT + 3 * k + m2]) +
        halfB[b + m2] * Math.abs(f[ROT + 3 * k + m1]);
      const separation = (Math.abs(t) - reach) / length;
      if (separation > best + FACE_BIAS * size) {
        best = separation;
        axis = EDGES + 3 * k + m;
        const share = (t < 0 ? -1 : 1) / length;
        bestX = k1 === 0 ? share * u : k2 === 0 ? share * v : 0;
        bestY = k1 === 1 ? share * u : k2 === 1 ? share * v : 0;
        bestZ = k1 === 2 ? share * u : k2 === 2 ? share * v : 0;
      }
    }
  }
  f[NORMAL] = bestX;
  f[NORMAL + 1] = bestY;
  f[NORMAL + 2] = bestZ;
  f[DISTANCE] = best;
  return axis;
}
