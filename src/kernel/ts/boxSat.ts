/**
 * Two boxes by their 15 separating axes, in frame A, in f64.
 *
 *   reads   f[ROT …], f[SHIFT …], half extents of both shapes
 *   separatingAxis  → the first axis that separates, if there is one
 *   boxesSeparation → writes f[NORMAL …] (A → B, frame A) and f[DISTANCE], the largest separation over the axes:
 *                     minus the depth when they overlap
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §4.4.1.
 */
import { HALF_X, HALF_Y, HALF_Z, SHAPE_STRIDE, type ShapeTable } from '../../shapes/shapeTable.ts';
import { DISTANCE, NORMAL, ROT, SHIFT, SIZE } from './scratch.ts';

/**
 * Edges whose cross product is shorter than this are parallel. The face axes then lose less than this part of the size,
 * and the rounding of longer ones, 1e-16 / 1e-8, is as small.
 */
const PARALLEL = 1e-8;

/** No axis separates the boxes. */
export const NO_AXIS = -1;

/**
 * The first axis that separates boxes `rowA` and `rowB`, or NO_AXIS: 0–2 the axes of A, 3–5 those of B, 6 + 3 k + m the
 * cross product of axis k of A with axis m of B.
 */
export function separatingAxis(
  f: Float64Array,
  shapesA: ShapeTable,
  rowA: number,
  shapesB: ShapeTable,
  rowB: number,
): number {
  const a = rowA * SHAPE_STRIDE;
  const b = rowB * SHAPE_STRIDE;
  const ax = shapesA.reals[a + HALF_X]!;
  const ay = shapesA.reals[a + HALF_Y]!;
  const az = shapesA.reals[a + HALF_Z]!;
  const bx = shapesB.reals[b + HALF_X]!;
  const by = shapesB.reals[b + HALF_Y]!;
  const bz = shapesB.reals[b + HALF_Z]!;
  const tx = f[SHIFT]!;
  const ty = f[SHIFT + 1]!;
  const tz = f[SHIFT + 2]!;
  const r00 = f[ROT]!;
  const r01 = f[ROT + 1]!;
  const r02 = f[ROT + 2]!;
  const s00 = Math.abs(r00);
  const s01 = Math.abs(r01);
  const s02 = Math.abs(r02);
  // axes of A
  if (Math.abs(tx) > ax + bx * s00 + by * s01 + bz * s02) return 0;
  const r10 = f[ROT + 3]!;
  const r11 = f[ROT + 4]!;
  const r12 = f[ROT + 5]!;
  const s10 = Math.abs(r10);
  const s11 = Math.abs(r11);
  const s12 = Math.abs(r12);
  if (Math.abs(ty) > ay + bx * s10 + by * s11 + bz * s12) return 1;
  const r20 = f[ROT + 6]!;
  const r21 = f[ROT + 7]!;
  const r22 = f[ROT + 8]!;
  const s20 = Math.abs(r20);
  const s21 = Math.abs(r21);
  const s22 = Math.abs(r22);
  if (Math.abs(tz) > az + bx * s20 + by * s21 + bz * s22) return 2;
  // axes of B
  if (Math.abs(tx * r00 + ty * r10 + tz * r20) > bx + ax * s00 + ay * s10 + az * s20) return 3;
  if (Math.abs(tx * r01 + ty * r11 + tz * r21) > by + ax * s01 + ay * s11 + az * s21) return 4;
  if (Math.abs(tx * r02 + ty * r12 + tz * r22) > bz + ax * s02 + ay * s12 + az * s22) return 5;
  // edges of A × edges of B: unnormalised, and not at all where the edges are parallel
  const long = 1 - PARALLEL;
  if (s00 < long && Math.abs(tz * r10 - ty * r20) > ay * s20 + az * s10 + by * s02 + bz * s01) return 6;
  if (s01 < long && Math.abs(tz * r11 - ty * r21) > ay * s21 + az * s11 + bx * s02 + bz * s00) return 7;
  if (s02 < long && Math.abs(tz * r12 - ty * r22) > ay * s22 + az * s12 + bx * s01 + by * s00) return 8;
  if (s10 < long && Math.abs(tx * r20 - tz * r00) > ax * s20 + az * s00 + by * s12 + bz * s11) return 9;
  if (s11 < long && Math.abs(tx * r21 - tz * r01) > ax * s21 + az * s01 + bx * s12 + bz * s10) return 10;
  if (s12 < long && Math.abs(tx * r22 - tz * r02) > ax * s22 + az * s02 + bx * s11 + by * s10) return 11;
  if (s20 < long && Math.abs(ty * r00 - tx * r10) > ax * s10 + ay * s00 + by * s22 + bz * s21) return 12;
  if (s21 < long && Math.abs(ty * r01 - tx * r11) > ax * s11 + ay * s01 + bx * s22 + bz * s20) return 13;
  if (s22 < long && Math.abs(ty * r02 - tx * r12) > ax * s12 + ay * s02 + bx * s21 + by * s20) return 14;
  return NO_AXIS;
}

/** An edge axis must beat the best face by this part of the size: ties go to the face, whose normal is exact. */
export const FACE_BIAS = 1e-10;

/** Writes the axis of largest separation of boxes `rowA` and `rowB`, and that separation. */
export function boxesSeparation(
  f: Float64Array,
  shapesA: ShapeTable,
  rowA: number,
  shapesB: ShapeTable,
  rowB: number,
): void {
  const a = rowA * SHAPE_STRIDE + HALF_X;
  const b = rowB * SHAPE_STRIDE + HALF_X;
  const halfA = shapesA.reals;
  const halfB = shapesB.reals;
  let best = -Infinity;
  let bestX = 0;
  let bestY = 0;
  let bestZ = 0;

  // axes of A: row k of the rotation; axes of B: column k
  for (let k = 0; k < 3; k++) {
    const t = f[SHIFT + k]!;
    const reach =
      halfA[a + k]! +
      halfB[b]! * Math.abs(f[ROT + 3 * k]!) +
      halfB[b + 1]! * Math.abs(f[ROT + 3 * k + 1]!) +
      halfB[b + 2]! * Math.abs(f[ROT + 3 * k + 2]!);
    const separation = Math.abs(t) - reach;
    if (separation > best) {
      best = separation;
      const sign = t < 0 ? -1 : 1;
      bestX = k === 0 ? sign : 0;
      bestY = k === 1 ? sign : 0;
      bestZ = k === 2 ? sign : 0;
    }
  }
  const size = f[SIZE]!;
  for (let k = 0; k < 3; k++) {
    const x = f[ROT + k]!;
    const y = f[ROT + 3 + k]!;
    const z = f[ROT + 6 + k]!;
    const t = f[SHIFT]! * x + f[SHIFT + 1]! * y + f[SHIFT + 2]! * z;
    const reach = halfB[b + k]! + halfA[a]! * Math.abs(x) + halfA[a + 1]! * Math.abs(y) + halfA[a + 2]! * Math.abs(z);
    const separation = Math.abs(t) - reach;
    if (separation > best + FACE_BIAS * size) {
      best = separation;
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
      const u = -f[ROT + 3 * k2 + m]!;
      const v = f[ROT + 3 * k1 + m]!;
      const length = Math.sqrt(u * u + v * v);
      if (!(length > PARALLEL)) continue;
      const t = u * f[SHIFT + k1]! + v * f[SHIFT + k2]!;
      const reach =
        halfA[a + k1]! * Math.abs(u) +
        halfA[a + k2]! * Math.abs(v) +
        halfB[b + m1]! * Math.abs(f[ROT + 3 * k + m2]!) +
        halfB[b + m2]! * Math.abs(f[ROT + 3 * k + m1]!);
      const separation = (Math.abs(t) - reach) / length;
      if (separation > best + FACE_BIAS * size) {
        best = separation;
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
}
