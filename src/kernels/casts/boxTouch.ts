/**
 * The contact of two boxes at the time at which they meet along an axis (boxSweep.ts): a corner above a face, or two
 * edges that cross. Then their distance is the separation along that axis, and no search is needed.
 *
 *   reads   enter, the axes, the rotations B → A and of A, half extents and radii
 *   writes  c.gap, c.low, c.axis, c.point
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { EDGES, edgeOfA } from '../boxes/axes.ts';
import type { CastBoxes, CastNumbers } from './castNumbers.ts';
import { toWorld } from './vectors.ts';

/** @returns 1 if the boxes touch so, and are near; if not 0, and nothing valid is written */
export function touchBoxes(c: CastNumbers, axis: Int): Int {
  const t = c.boxes;
  const length = t.lengths[axis];
  const along = t.offsets[axis] + t.enter * t.rates[axis];
  const apart = (Math.abs(along) - t.reaches[axis]) / length;
  if (!(apart - c.radius <= c.skin + c.tolerance)) return 0;
  t.gap = apart;
  const sign: Double = along < 0 ? -1 : 1;
  t.normal[0] = sign / length;
  writeNormal(c, axis);
  return faceBoxes(c, axis);
}

/**
 * The same wherever the boxes are, if the gap of the cores and c.axis are those of the axis.
 * @returns 1 if a corner lies above the face of the axis, or its edges cross, and the boxes are apart
 */
export function faceBoxes(c: CastNumbers, axis: Int): Int {
  const t = c.boxes;
  if (!(t.gap > 0)) return 0;
  const a = c.a.half;
  const b = c.b.half;
  writeCorners(t, a, b);
  let isTouch: Int = 0;
  if (axis < 3) isTouch = moveOntoA(t, a, axis);
  else if (axis < EDGES) isTouch = isAboveB(t, b, axis - 3);
  else isTouch = crossEdges(t, a, b, axis);
  if (isTouch === 0) return 0;
  toWorld(c.point, c.a.turned, t.onA);
  for (let k: Int = 0; k < 3; k++) c.point[k] += c.a.radius * c.axis[k];
  c.gap = t.gap - c.radius;
  c.low = c.gap - c.rounding;
  return 1;
}

/**
 * Writes an axis times the share in c.boxes.normal[0] to the normal, frame A, and to c.axis, world. A share of sign /
 * length gives the unit normal from A to B.
 */
export function writeNormal(c: CastNumbers, axis: Int): void {
  const n = c.boxes.normal;
  const share = n[0];
  const r = c.boxes.between;
  for (let k: Int = 0; k < 3; k++) n[k] = 0;
  if (axis < 3) {
    n[axis] = share;
  } else if (axis < EDGES) {
    for (let k: Int = 0; k < 3; k++) n[k] = share * r[3 * k + axis - 3];
  } else {
    const k = edgeOfA(axis);
    const m = axis - EDGES - 3 * k;
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    n[k1] = -share * r[3 * k2 + m];
    n[k2] = share * r[3 * k1 + m];
  }
  toWorld(c.axis, c.a.turned, n);
}

/**
 * Writes the corner of A that is highest along the normal, and that of B that is lowest, in frame A; and how far that
 * is from the center of B along the axes of B.
 */
function writeCorners(t: CastBoxes, a: Doubles, b: Doubles): void {
  const n = t.normal;
  const onB = t.onB;
  const r = t.between;
  for (let k: Int = 0; k < 3; k++) {
    const half = a[k];
    t.onA[k] = n[k] < 0 ? -half : half;
    // the offset along an axis of A
    onB[k] = t.offsets[k] + t.enter * t.rates[k];
  }
  for (let m: Int = 0; m < 3; m++) {
    const x = r[m];
    const y = r[3 + m];
    const z = r[6 + m];
    const up = n[0] * x + n[1] * y + n[2] * z;
    const half = b[m];
    const reach = up > 0 ? -half : half;
    t.corner[m] = reach;
    onB[0] += reach * x;
    onB[1] += reach * y;
    onB[2] += reach * z;
  }
}

/** Moves the witness point to below the corner of B. @returns 1 if it lies on the face of A, across `axis` */
function moveOntoA(t: CastBoxes, half: Doubles, axis: Int): Int {
  let isInside: Int = 1;
  for (let k: Int = 0; k < 3; k++) {
    const along = t.onB[k] - t.gap * t.normal[k];
    t.onA[k] = along;
    if (k !== axis && !(Math.abs(along) <= half[k])) isInside = 0;
  }
  return isInside;
}

/** @returns 1 if the corner of A lies above the face of B, across its axis `axis` */
function isAboveB(t: CastBoxes, half: Doubles, axis: Int): Int {
  const r = t.between;
  const x = t.onA[0] - t.onB[0];
  const y = t.onA[1] - t.onB[1];
  const z = t.onA[2] - t.onB[2];
  let isInside: Int = 1;
  for (let m: Int = 0; m < 3; m++) {
    const along = t.corner[m] + x * r[m] + y * r[3 + m] + z * r[6 + m];
    if (m !== axis && !(Math.abs(along) <= half[m])) isInside = 0;
  }
  return isInside;
}

/** Moves the witness point to where the edges cross, seen along the normal. @returns 1 if that is on both edges */
function crossEdges(t: CastBoxes, a: Doubles, b: Doubles, axis: Int): Int {
  const onA = t.onA;
  const onB = t.onB;
  const r = t.between;
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const x = r[m];
  const y = r[3 + m];
  const z = r[6 + m];
  const cosine = r[3 * k + m];
  // from the center of A's edge to the center of B's
  onA[k] = 0;
  const reach = t.corner[m];
  const dx = onB[0] - reach * x - onA[0];
  const dy = onB[1] - reach * y - onA[1];
  const dz = onB[2] - reach * z - onA[2];
  const along = k === 0 ? dx : k === 1 ? dy : dz;
  const alongB = (cosine * along - (dx * x + dy * y + dz * z)) / (1 - cosine * cosine);
  const alongA = along + alongB * cosine;
  onA[k] = alongA;
  if (Math.abs(alongA) <= a[k] && Math.abs(alongB) <= b[m]) return 1;
  return 0;
}
