/**
 * The contact of two boxes at the time at which they meet along an axis (boxSweep.ts): a corner above a face, or two
 * edges that cross. Then their distance is the separation along that axis, and no search is needed.
 *
 *   reads   c[SINCE], c[AXES …], c[BETWEEN …], c[MATRIX_A …], half extents and radii
 *   writes  c[GAP], c[LOW], c[AXIS …], c[POINT …]
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { AXIS_NUMBERS, EDGES } from './boxAxes.ts';
import {
  AXES,
  AXIS,
  BETWEEN,
  CLOSE,
  CORE_GAP,
  CORNER_B,
  GAP,
  HALF_A,
  HALF_B,
  LOCAL_A,
  LOCAL_B,
  LOCAL_NORMAL,
  LOW,
  MATRIX_A,
  POINT,
  RADII,
  RADIUS_A,
  ROUNDING,
  SINCE,
  SKIN,
} from './places.ts';

/** @returns 1 if the boxes touch so, and are near; if not 0, and nothing valid is written */
export function touchBoxes(c: Doubles, axis: Int): Int {
  const t = c[SINCE];
  const at = AXES + AXIS_NUMBERS * axis;
  const length = c[at + 3];
  const along = c[at] + t * c[at + 1];
  const apart = (Math.abs(along) - c[at + 2]) / length;
  if (!(apart - c[RADII] <= c[SKIN] + c[CLOSE])) return 0;
  c[CORE_GAP] = apart;
  const sign: Double = along < 0 ? -1 : 1;
  writeNormal(c, axis, sign / length);
  return faceBoxes(c, axis);
}

/**
 * The same wherever the boxes are, if c[CORE_GAP] and c[AXIS …] are those of the axis.
 * @returns 1 if a corner lies above the face of the axis, or its edges cross, and the boxes are apart
 */
export function faceBoxes(c: Doubles, axis: Int): Int {
  if (!(c[CORE_GAP] > 0)) return 0;
  writeCorners(c);
  let isTouch: Int = 0;
  if (axis < 3) isTouch = moveOntoA(c, axis);
  else if (axis < EDGES) isTouch = isAboveB(c, axis - 3);
  else isTouch = crossEdges(c, axis);
  if (isTouch === 0) return 0;
  for (let k: Int = 0; k < 3; k++) {
    const row = MATRIX_A + 3 * k;
    const point = c[row] * c[LOCAL_A] + c[row + 1] * c[LOCAL_A + 1] + c[row + 2] * c[LOCAL_A + 2];
    c[POINT + k] = point + c[RADIUS_A] * c[AXIS + k];
  }
  c[GAP] = c[CORE_GAP] - c[RADII];
  c[LOW] = c[GAP] - c[ROUNDING];
  return 1;
}

/**
 * Writes an axis times `share` to c[LOCAL_NORMAL …], frame A, and to c[AXIS …], world.
 * @param share sign / length: the result is the unit normal from A to B
 */
export function writeNormal(c: Doubles, axis: Int, share: Double): void {
  for (let k: Int = 0; k < 3; k++) c[LOCAL_NORMAL + k] = 0;
  if (axis < 3) {
    c[LOCAL_NORMAL + axis] = share;
  } else if (axis < EDGES) {
    for (let k: Int = 0; k < 3; k++) c[LOCAL_NORMAL + k] = share * c[BETWEEN + 3 * k + axis - 3];
  } else {
    const k = edgeOfA(axis);
    const m = axis - EDGES - 3 * k;
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    c[LOCAL_NORMAL + k1] = -share * c[BETWEEN + 3 * k2 + m];
    c[LOCAL_NORMAL + k2] = share * c[BETWEEN + 3 * k1 + m];
  }
  for (let k: Int = 0; k < 3; k++) {
    const row = MATRIX_A + 3 * k;
    c[AXIS + k] = c[row] * c[LOCAL_NORMAL] + c[row + 1] * c[LOCAL_NORMAL + 1] + c[row + 2] * c[LOCAL_NORMAL + 2];
  }
}

/** The edge of A of a cross product. */
export function edgeOfA(axis: Int): Int {
  return axis < EDGES + 3 ? 0 : axis < EDGES + 6 ? 1 : 2;
}

/**
 * Writes the corner of A that is highest along the normal, and that of B that is lowest, in frame A; and how far that
 * is from the center of B along the axes of B.
 */
function writeCorners(c: Doubles): void {
  for (let k: Int = 0; k < 3; k++) {
    const half = c[HALF_A + k];
    c[LOCAL_A + k] = c[LOCAL_NORMAL + k] < 0 ? -half : half;
    // the offset along an axis of A
    c[LOCAL_B + k] = c[AXES + AXIS_NUMBERS * k] + c[SINCE] * c[AXES + AXIS_NUMBERS * k + 1];
  }
  for (let m: Int = 0; m < 3; m++) {
    const x = c[BETWEEN + m];
    const y = c[BETWEEN + 3 + m];
    const z = c[BETWEEN + 6 + m];
    const up = c[LOCAL_NORMAL] * x + c[LOCAL_NORMAL + 1] * y + c[LOCAL_NORMAL + 2] * z;
    const half = c[HALF_B + m];
    const reach = up > 0 ? -half : half;
    c[CORNER_B + m] = reach;
    c[LOCAL_B] += reach * x;
    c[LOCAL_B + 1] += reach * y;
    c[LOCAL_B + 2] += reach * z;
  }
}

/** Moves the witness point to below the corner of B. @returns 1 if it lies on the face of A, across `axis` */
function moveOntoA(c: Doubles, axis: Int): Int {
  let isInside: Int = 1;
  for (let k: Int = 0; k < 3; k++) {
    c[LOCAL_A + k] = c[LOCAL_B + k] - c[CORE_GAP] * c[LOCAL_NORMAL + k];
    if (k !== axis && !(Math.abs(c[LOCAL_A + k]) <= c[HALF_A + k])) isInside = 0;
  }
  return isInside;
}

/** @returns 1 if the corner of A lies above the face of B, across its axis `axis` */
function isAboveB(c: Doubles, axis: Int): Int {
  const x = c[LOCAL_A] - c[LOCAL_B];
  const y = c[LOCAL_A + 1] - c[LOCAL_B + 1];
  const z = c[LOCAL_A + 2] - c[LOCAL_B + 2];
  let isInside: Int = 1;
  for (let m: Int = 0; m < 3; m++) {
    const along = c[CORNER_B + m] + x * c[BETWEEN + m] + y * c[BETWEEN + 3 + m] + z * c[BETWEEN + 6 + m];
    if (m !== axis && !(Math.abs(along) <= c[HALF_B + m])) isInside = 0;
  }
  return isInside;
}

/** Moves the witness point to where the edges cross, seen along the normal. @returns 1 if that is on both edges */
function crossEdges(c: Doubles, axis: Int): Int {
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const x = c[BETWEEN + m];
  const y = c[BETWEEN + 3 + m];
  const z = c[BETWEEN + 6 + m];
  const cosine = c[BETWEEN + 3 * k + m];
  // from the center of A's edge to the center of B's
  c[LOCAL_A + k] = 0;
  const reach = c[CORNER_B + m];
  const dx = c[LOCAL_B] - reach * x - c[LOCAL_A];
  const dy = c[LOCAL_B + 1] - reach * y - c[LOCAL_A + 1];
  const dz = c[LOCAL_B + 2] - reach * z - c[LOCAL_A + 2];
  const along = k === 0 ? dx : k === 1 ? dy : dz;
  const onB = (cosine * along - (dx * x + dy * y + dz * z)) / (1 - cosine * cosine);
  const onA = along + onB * cosine;
  c[LOCAL_A + k] = onA;
  if (Math.abs(onA) <= c[HALF_A + k] && Math.abs(onB) <= c[HALF_B + m]) return 1;
  return 0;
}
