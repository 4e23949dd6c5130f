/**
 * The axis of largest separation of two boxes among their 15, in frame A, in f64.
 *
 *   reads   pair.rotation, .shift, .size, .halfA, .halfB
 *   writes  pair.normal (A → B, frame A) and pair.distance, the separation: minus the depth when they overlap
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §4.4.1.
 */
import type { Double, Int } from '../../wide/lanes.ts';
import type { CorePair } from '../tables.ts';

/**
 * Edges whose cross product is shorter than this are parallel: their axis is skipped. The face axes then lose less than
 * this part of the size. The rounding of longer cross products, 1e-16 / 1e-8, is as small.
 */
export const PARALLEL = 1e-8;

/** Axes: 0–2 are faces of A, 3–5 faces of B; EDGES + 3 k + m is the cross product of axis k of A with axis m of B. */
export const EDGES = 6;
const AXES = 15;

/** An edge axis must beat the best face by this part of the size: ties go to the face, whose normal is exact. */
export const FACE_BIAS = 1e-10;

/** Writes the separation along the axis of a face, 0–5, to pair.distance. */
export function measureFace(pair: CorePair, axis: Int): void {
  const { rotation } = pair;
  const isOfA = axis < 3;
  const own = isOfA ? pair.halfA : pair.halfB;
  const other = isOfA ? pair.halfB : pair.halfA;
  const k: Int = isOfA ? axis : axis - 3;
  // axes of A: row k of the rotation; axes of B: column k
  const at: Int = isOfA ? 3 * k : k;
  const step: Int = isOfA ? 1 : 3;
  pair.distance =
    Math.abs(placeAlong(pair, axis)) -
    (own[k] +
      other[0] * Math.abs(rotation[at]) +
      other[1] * Math.abs(rotation[at + step]) +
      other[2] * Math.abs(rotation[at + 2 * step]));
}

/** The position of B along the axis of a face. */
function placeAlong(pair: CorePair, axis: Int): Double {
  const { rotation, shift } = pair;
  return axis < 3
    ? shift[axis]
    : shift[0] * rotation[axis - 3] + shift[1] * rotation[axis] + shift[2] * rotation[axis + 3];
}

/**
 * Writes the separation along the cross product of axis k of A and axis m of B, times the length of that, to
 * pair.distance, and the squared length to pair.height. m1 and m2 are the other axes of B, in the order of the sum.
 */
export function measureEdges(pair: CorePair, k: Int, m: Int, m1: Int, m2: Int): void {
  const { rotation, shift, halfA, halfB } = pair;
  const k1: Int = k === 2 ? 0 : k + 1;
  const k2: Int = k === 0 ? 2 : k - 1;
  // e_k × column m: zero along k, −R[k2] along k1, R[k1] along k2
  const u = -rotation[3 * k2 + m];
  const v = rotation[3 * k1 + m];
  pair.height = u * u + v * v;
  pair.distance =
    Math.abs(u * shift[k1] + v * shift[k2]) -
    (halfA[k1] * Math.abs(u) +
      halfA[k2] * Math.abs(v) +
      halfB[m1] * Math.abs(rotation[3 * k + m2]) +
      halfB[m2] * Math.abs(rotation[3 * k + m1]));
}

/** @returns the chosen axis */
export function boxesSeparation(pair: CorePair): Int {
  const bias = FACE_BIAS * pair.size;
  let best: Double = -Infinity;
  let axis: Int = 0;
  for (let face: Int = 0; face < EDGES; face++) {
    measureFace(pair, face);
    if (pair.distance > (face < 3 ? best : best + bias)) {
      best = pair.distance;
      axis = face;
    }
  }
  for (let edge: Int = EDGES; edge < AXES; edge++) {
    const k = edgeOfA(edge);
    const m = edge - EDGES - 3 * k;
    measureEdges(pair, k, m, m === 2 ? 0 : m + 1, m === 0 ? 2 : m - 1);
    const length = Math.sqrt(pair.height);
    const separation = pair.distance / length;
    if (length > PARALLEL && separation > best + bias) {
      best = separation;
      axis = edge;
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
    const sign: Double = placeAlong(pair, axis) < 0 ? -1 : 1;
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
