/**
 * The axis of largest separation of two boxes among their 15, in frame A, in f64.
 *
 *   reads   pair.rotation, .shift, .size, .halfA, .halfB
 *   writes  pair.normal (A → B, frame A) and pair.distance, the separation: minus the depth when they overlap
 *
 * Loops, because a pair takes no longer with them, and a page loads less: boxGaps.ts of casts writes the same
 * separations in a straight line, for the steps of one cast. Host and wide kernel compile this file: both have the same
 * bits.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §4.4.1.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import type { CorePair } from '../cores/corePair.ts';

/**
 * Edges whose cross product is shorter than this are parallel: their axis is skipped. The face axes then lose less than
 * this part of the size. The rounding of longer cross products, 1e-16 / 1e-8, is as small.
 */
export const PARALLEL = 1e-8;

/**
 * Axes, also of casts: 0–2 are faces of A, 3–5 faces of B; EDGES + 3 k + m is the cross product of axis k of A with
 * axis m of B.
 */
export const EDGES = 6;

/** An edge axis must beat the best face by this part of the size: ties go to the face, whose normal is exact. */
export const FACE_BIAS = 1e-10;

/**
 * The separation along the axis of a face, whose box reaches `own` along it. `along` is the position of the other box
 * there, and m[at], m[at + step] … the axis in the frame of that.
 */
export function faceGap(along: Double, own: Double, other: Doubles, m: Doubles, at: Int, step: Int): Double {
  return (
    Math.abs(along) -
    (own + other[0] * Math.abs(m[at]) + other[1] * Math.abs(m[at + step]) + other[2] * Math.abs(m[at + 2 * step]))
  );
}

/** The position of B along its axis k. */
export function alongB(shift: Doubles, m: Doubles, k: Int): Double {
  return shift[0] * m[k] + shift[1] * m[k + 3] + shift[2] * m[k + 6];
}

/** @returns the chosen axis */
export function boxesSeparation(pair: CorePair): Int {
  const { rotation, shift, halfA, halfB } = pair;
  const bias = FACE_BIAS * pair.size;
  let best: Double = -Infinity;
  let axis: Int = 0;
  // axes of A: row k of the rotation; axes of B: column k
  for (let k: Int = 0; k < 3; k++) {
    const gap = faceGap(shift[k], halfA[k], halfB, rotation, 3 * k, 1);
    if (gap > best) {
      best = gap;
      axis = k;
    }
  }
  for (let k: Int = 0; k < 3; k++) {
    const gap = faceGap(alongB(shift, rotation, k), halfB[k], halfA, rotation, k, 3);
    if (gap > best + bias) {
      best = gap;
      axis = 3 + k;
    }
  }
  for (let k: Int = 0; k < 3; k++) {
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    const shift1 = shift[k1];
    const shift2 = shift[k2];
    const half1 = halfA[k1];
    const half2 = halfA[k2];
    for (let m: Int = 0; m < 3; m++) {
      const m1 = m === 2 ? 0 : m + 1;
      const m2 = m === 0 ? 2 : m - 1;
      // e_k × column m: zero along k, −R[k2] along k1, R[k1] along k2
      const u = -rotation[3 * k2 + m];
      const v = rotation[3 * k1 + m];
      const length = Math.sqrt(u * u + v * v);
      const t = u * shift1 + v * shift2;
      const reach =
        half1 * Math.abs(u) +
        half2 * Math.abs(v) +
        halfB[m1] * Math.abs(rotation[3 * k + m2]) +
        halfB[m2] * Math.abs(rotation[3 * k + m1]);
      const separation = (Math.abs(t) - reach) / length;
      if (length > PARALLEL && separation > best + bias) {
        best = separation;
        axis = EDGES + 3 * k + m;
      }
    }
  }
  pair.distance = best;
  writeNormal(pair, axis);
  return axis;
}

/** Writes the unit vector along an axis, from A to B. */
export function writeNormal(pair: CorePair, axis: Int): void {
  const { normal, rotation, shift } = pair;
  if (axis < EDGES) {
    let along = alongB(shift, rotation, axis < 3 ? axis : axis - 3);
    if (axis < 3) along = shift[axis];
    const sign: Double = along < 0 ? -1 : 1;
    for (let c: Int = 0; c < 3; c++) normal[c] = axis < 3 ? 0 : sign * rotation[3 * c + axis - 3];
    if (axis < 3) normal[axis] = sign;
    return;
  }
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const k1 = k === 2 ? 0 : k + 1;
  const k2 = k === 0 ? 2 : k - 1;
  const u = -rotation[3 * k2 + m];
  const v = rotation[3 * k1 + m];
  const t = u * shift[k1] + v * shift[k2];
  const sign: Double = t < 0 ? -1 : 1;
  const share = sign / Math.sqrt(u * u + v * v);
  normal[k] = 0;
  normal[k1] = share * u;
  normal[k2] = share * v;
}

/** The edge of A of a cross product. */
export function edgeOfA(axis: Int): Int {
  return axis < EDGES + 3 ? 0 : axis < EDGES + 6 ? 1 : 2;
}
