/**
 * The axis of largest separation of two boxes among their 15, in frame A, in f64.
 *
 *   reads   f[ROT …], f[SHIFT …], f[SIZE], f[HALF_A …], f[HALF_B …]
 *   writes  f[NORMAL …] (A → B, frame A) and f[DISTANCE], the separation: minus the depth when they overlap
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §4.4.1.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { DISTANCE, HALF_A, HALF_B, NORMAL, ROT, SHIFT, SIZE } from '../places.ts';

/**
 * Edges whose cross product is shorter than this are parallel: their axis is skipped. The face axes then lose less than
 * this part of the size. The rounding of longer cross products, 1e-16 / 1e-8, is as small.
 */
export const PARALLEL = 1e-8;

/** Axes: 0–2 are faces of A, 3–5 faces of B; EDGES + 3 k + m is the cross product of axis k of A with axis m of B. */
export const EDGES = 6;

/** An edge axis must beat the best face by this part of the size: ties go to the face, whose normal is exact. */
export const FACE_BIAS = 1e-10;

const LEAST: Double = -1 / 0;

/** @returns the chosen axis */
export function boxesSeparation(f: Doubles): Int {
  const bias = FACE_BIAS * f[SIZE];
  let best: Double = LEAST;
  let axis: Int = 0;
  // axes of A: row k of the rotation; axes of B: column k
  for (let k: Int = 0; k < 3; k++) {
    const at = ROT + 3 * k;
    const reach =
      f[HALF_A + k] +
      f[HALF_B] * Math.abs(f[at]) +
      f[HALF_B + 1] * Math.abs(f[at + 1]) +
      f[HALF_B + 2] * Math.abs(f[at + 2]);
    const separation = Math.abs(f[SHIFT + k]) - reach;
    if (separation > best) {
      best = separation;
      axis = k;
    }
  }
  for (let k: Int = 0; k < 3; k++) {
    const x = f[ROT + k];
    const y = f[ROT + 3 + k];
    const z = f[ROT + 6 + k];
    const t = f[SHIFT] * x + f[SHIFT + 1] * y + f[SHIFT + 2] * z;
    const reach = f[HALF_B + k] + f[HALF_A] * Math.abs(x) + f[HALF_A + 1] * Math.abs(y) + f[HALF_A + 2] * Math.abs(z);
    const separation = Math.abs(t) - reach;
    if (separation > best + bias) {
      best = separation;
      axis = 3 + k;
    }
  }
  for (let k: Int = 0; k < 3; k++) {
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    for (let m: Int = 0; m < 3; m++) {
      const m1 = m === 2 ? 0 : m + 1;
      const m2 = m === 0 ? 2 : m - 1;
      // e_k × column m: zero along k, −R[k2] along k1, R[k1] along k2
      const u = -f[ROT + 3 * k2 + m];
      const v = f[ROT + 3 * k1 + m];
      const length = Math.sqrt(u * u + v * v);
      const t = u * f[SHIFT + k1] + v * f[SHIFT + k2];
      const reach =
        f[HALF_A + k1] * Math.abs(u) +
        f[HALF_A + k2] * Math.abs(v) +
        f[HALF_B + m1] * Math.abs(f[ROT + 3 * k + m2]) +
        f[HALF_B + m2] * Math.abs(f[ROT + 3 * k + m1]);
      const separation = (Math.abs(t) - reach) / length;
      if (length > PARALLEL && separation > best + bias) {
        best = separation;
        axis = EDGES + 3 * k + m;
      }
    }
  }
  f[DISTANCE] = best;
  writeNormal(f, axis);
  return axis;
}

function writeNormal(f: Doubles, axis: Int): void {
  if (axis < 3) {
    for (let c: Int = 0; c < 3; c++) f[NORMAL + c] = 0;
    f[NORMAL + axis] = f[SHIFT + axis] < 0 ? -1 : 1;
    return;
  }
  if (axis < EDGES) {
    const at = ROT + axis - 3;
    const t = f[SHIFT] * f[at] + f[SHIFT + 1] * f[at + 3] + f[SHIFT + 2] * f[at + 6];
    const sign: Double = t < 0 ? -1 : 1;
    for (let c: Int = 0; c < 3; c++) f[NORMAL + c] = sign * f[at + 3 * c];
    return;
  }
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const k1 = k === 2 ? 0 : k + 1;
  const k2 = k === 0 ? 2 : k - 1;
  const u = -f[ROT + 3 * k2 + m];
  const v = f[ROT + 3 * k1 + m];
  const t = u * f[SHIFT + k1] + v * f[SHIFT + k2];
  const sign: Double = t < 0 ? -1 : 1;
  const share = sign / Math.sqrt(u * u + v * v);
  f[NORMAL + k] = 0;
  f[NORMAL + k1] = share * u;
  f[NORMAL + k2] = share * v;
}

/** The edge of A of a cross product. */
export function edgeOfA(axis: Int): Int {
  return axis < EDGES + 3 ? 0 : axis < EDGES + 6 ? 1 : 2;
}
