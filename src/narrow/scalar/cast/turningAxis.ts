/**
 * The separation of two boxes along an axis that turns with them: the normal of a face turns with its box, and the
 * common normal of two edges is across both at the ends of each chord, and turns evenly between. Along an axis at rest
 * the separation falls faster than the distance, and steps along it come to the contact one part of the way at a time.
 *
 * With rotation vectors a of a body and n of the axis, the height of a point of the body along the axis has a second
 * derivative of at most |a − n| (|a| + |n|) · extent; that of the offset, which moves with speed v, at most
 * |n|² · |offset| + 2 |n| |v|. An eighth of their sum is the sag of a chord over time 1.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { AXIS_NUMBERS, EDGES, LEAST_SINE } from './boxAxes.ts';
import { edgeOfA } from './boxTouch.ts';
import { ROUNDING_PART } from './chord.ts';
import {
  ANGLE,
  AXES,
  AXIS,
  BODY_A,
  BODY_B,
  EXTENT_A,
  EXTENT_B,
  FAR,
  HALF_A,
  HALF_B,
  HEIGHT,
  LOCAL,
  MATRIX_A,
  MATRIX_B,
  OFFSET,
  PLACE,
  RADII,
  ROUNDING,
  SAG,
  SEEN_A,
  SEEN_B,
  SPEED,
  SPIN,
  TAU,
  TURN,
  VELOCITY,
} from './places.ts';

/** An axis that turns faster than this many times the bodies is kept at rest. */
const MOST_SPIN = 2;
/** The largest sine of the angle by which an axis turns along a chord, squared. */
const MOST_TURN_SQUARE = 1 / 4;

/** Starts the axis at c[TIME], at which the boxes are placed: writes c[LOCAL …], c[SPIN …] and c[SAG]. */
export function startAxis(c: Doubles, axis: Int): void {
  for (let k: Int = 0; k < 3; k++) c[LOCAL + k] = c[AXIS + k];
  writeFar(c);
  writeSpin(c, axis);
  writeSag(c, 0);
}

/** Writes the largest offset from now on, and the speed of the offset. */
function writeFar(c: Doubles): void {
  let start: Double = 0;
  let end: Double = 0;
  let square: Double = 0;
  for (let k: Int = 0; k < 3; k++) {
    const last = c[OFFSET + k] + c[VELOCITY + k];
    start += c[PLACE + k] * c[PLACE + k];
    end += last * last;
    square += c[VELOCITY + k] * c[VELOCITY + k];
  }
  c[FAR] = Math.sqrt(start > end ? start : end);
  c[SPEED] = Math.sqrt(square);
}

/**
 * Writes the axis as it is at the end of a chord, at which the boxes are placed, to c[LOCAL …], and the sag of the
 * chord.
 * @returns 0 if the axis turns too far
 */
export function turnAxis(c: Doubles, axis: Int): Int {
  if (axis < EDGES) {
    // the normal of a face
    const sign: Double = c[AXES + AXIS_NUMBERS * axis] < 0 ? -1 : 1;
    const at: Int = axis < 3 ? MATRIX_A + axis : MATRIX_B + axis - 3;
    c[LOCAL] = sign * c[at];
    c[LOCAL + 1] = sign * c[at + 3];
    c[LOCAL + 2] = sign * c[at + 6];
    return 1;
  }
  const k = edgeOfA(axis);
  const a = MATRIX_A + k;
  const b = MATRIX_B + axis - EDGES - 3 * k;
  const x = c[a + 3] * c[b + 6] - c[a + 6] * c[b + 3];
  const y = c[a + 6] * c[b] - c[a] * c[b + 6];
  const z = c[a] * c[b + 3] - c[a + 3] * c[b];
  const square = x * x + y * y + z * z;
  if (!(square > LEAST_SINE * LEAST_SINE)) return 0;
  const along = x * c[AXIS] + y * c[AXIS + 1] + z * c[AXIS + 2];
  const sign: Double = along < 0 ? -1 : 1;
  const share = sign / Math.sqrt(square);
  c[LOCAL] = share * x;
  c[LOCAL + 1] = share * y;
  c[LOCAL + 2] = share * z;
  return turnAlong(c);
}

/**
 * Writes c[SPIN …] of an axis that turns evenly from c[AXIS …] to c[LOCAL …], and the sag of that.
 * @returns 0 if it turns too far
 */
function turnAlong(c: Doubles): Int {
  const x = c[AXIS + 1] * c[LOCAL + 2] - c[AXIS + 2] * c[LOCAL + 1];
  const y = c[AXIS + 2] * c[LOCAL] - c[AXIS] * c[LOCAL + 2];
  const z = c[AXIS] * c[LOCAL + 1] - c[AXIS + 1] * c[LOCAL];
  const square = x * x + y * y + z * z;
  if (!(square < MOST_TURN_SQUARE)) return 0;
  // an angle is above its sine x by x³ / 6 and at most 0.09 x⁵ more
  const inverse = 1 / c[TAU];
  const share = inverse * (1 + square * (1 / 6 + 0.045 * square));
  c[SPIN] = share * x;
  c[SPIN + 1] = share * y;
  c[SPIN + 2] = share * z;
  writeSag(c, inverse * 0.0225 * square * square);
  return 1;
}

/** Writes how fast an axis c[LOCAL …] turns that stays normal to a face, or across two edges. */
function writeSpin(c: Doubles, axis: Int): void {
  if (axis >= EDGES) {
    spinAcross(c, axis);
    return;
  }
  const body: Int = axis < 3 ? BODY_A : BODY_B;
  for (let k: Int = 0; k < 3; k++) c[SPIN + k] = c[body + TURN + k];
}

/** Writes the sag of a chord along an axis that turns as c[SPIN …] says. @param slack how far off that may be */
function writeSag(c: Doubles, slack: Double): void {
  const square = c[SPIN] * c[SPIN] + c[SPIN + 1] * c[SPIN + 1] + c[SPIN + 2] * c[SPIN + 2];
  const spin = Math.sqrt(square) + slack;
  const bend =
    spin * (spin * c[FAR] + 2 * c[SPEED]) +
    (slipOf(c, BODY_A) + slack) * (spin + c[BODY_A + ANGLE]) * c[EXTENT_A] +
    (slipOf(c, BODY_B) + slack) * (spin + c[BODY_B + ANGLE]) * c[EXTENT_B];
  c[SAG] = (bend / 8) * (1 + ROUNDING_PART);
}

/** How fast a body turns against the axis. */
function slipOf(c: Doubles, body: Int): Double {
  const x = c[body + TURN] - c[SPIN];
  const y = c[body + TURN + 1] - c[SPIN + 1];
  const z = c[body + TURN + 2] - c[SPIN + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Writes the rotation of an axis that stays across an edge of each box. */
function spinAcross(c: Doubles, axis: Int): void {
  const k = edgeOfA(axis);
  const a = MATRIX_A + k;
  const b = MATRIX_B + axis - EDGES - 3 * k;
  const ax = c[a];
  const ay = c[a + 3];
  const az = c[a + 6];
  const bx = c[b];
  const by = c[b + 3];
  const bz = c[b + 6];
  const nx = c[LOCAL];
  const ny = c[LOCAL + 1];
  const nz = c[LOCAL + 2];
  // an edge turns toward the axis as fast as the axis has to turn away: − n · (turn × edge)
  const ofA = -triple(c, BODY_A, ax, ay, az);
  const ofB = -triple(c, BODY_B, bx, by, bz);
  const cosine = ax * bx + ay * by + az * bz;
  const share = 1 / (1 - cosine * cosine);
  const alongA = share * (ofA - cosine * ofB);
  const alongB = share * (ofB - cosine * ofA);
  const dx = alongA * ax + alongB * bx;
  const dy = alongA * ay + alongB * by;
  const dz = alongA * az + alongB * bz;
  c[SPIN] = ny * dz - nz * dy;
  c[SPIN + 1] = nz * dx - nx * dz;
  c[SPIN + 2] = nx * dy - ny * dx;
  const most = MOST_SPIN * (c[BODY_A + ANGLE] + c[BODY_B + ANGLE]);
  // the length of the derivative
  if (dx * dx + dy * dy + dz * dz <= most * most) return;
  for (let n: Int = 0; n < 3; n++) c[SPIN + n] = 0;
}

/** n · (turn × v) */
function triple(c: Doubles, body: Int, x: Double, y: Double, z: Double): Double {
  const tx = c[body + TURN];
  const ty = c[body + TURN + 1];
  const tz = c[body + TURN + 2];
  return c[LOCAL] * (ty * z - tz * y) + c[LOCAL + 1] * (tz * x - tx * z) + c[LOCAL + 2] * (tx * y - ty * x);
}

/** Writes the separation along c[LOCAL …], where the boxes are placed, less rounding. */
export function writeSeparation(c: Doubles): void {
  const along = c[LOCAL] * c[PLACE] + c[LOCAL + 1] * c[PLACE + 1] + c[LOCAL + 2] * c[PLACE + 2];
  const topA = topOf(c, MATRIX_A, HALF_A, SEEN_A);
  const topB = topOf(c, MATRIX_B, HALF_B, SEEN_B);
  c[HEIGHT] = along - topA - topB - c[RADII] - c[ROUNDING];
}

/** @returns the height of a box along the axis, which is written to c[seen …] as the box sees it */
function topOf(c: Doubles, m: Int, half: Int, seen: Int): Double {
  const x = c[LOCAL];
  const y = c[LOCAL + 1];
  const z = c[LOCAL + 2];
  const u = c[m] * x + c[m + 3] * y + c[m + 6] * z;
  const v = c[m + 1] * x + c[m + 4] * y + c[m + 7] * z;
  const w = c[m + 2] * x + c[m + 5] * y + c[m + 8] * z;
  c[seen] = u;
  c[seen + 1] = v;
  c[seen + 2] = w;
  return c[half] * Math.abs(u) + c[half + 1] * Math.abs(v) + c[half + 2] * Math.abs(w);
}

/** The derivative of the separation, after `writeSeparation`; writes c[SPIN …]. */
export function fallOf(c: Doubles, axis: Int): Double {
  writeSpin(c, axis);
  const x = c[LOCAL];
  const y = c[LOCAL + 1];
  const z = c[LOCAL + 2];
  const sx = c[SPIN];
  const sy = c[SPIN + 1];
  const sz = c[SPIN + 2];
  const drift = x * c[VELOCITY] + y * c[VELOCITY + 1] + z * c[VELOCITY + 2];
  // the axis turns away from the offset
  const turn = (sy * z - sz * y) * c[PLACE] + (sz * x - sx * z) * c[PLACE + 1] + (sx * y - sy * x) * c[PLACE + 2];
  const ofA = riseOf(c, BODY_A, MATRIX_A, HALF_A, SEEN_A);
  const ofB = riseOf(c, BODY_B, MATRIX_B, HALF_B, SEEN_B);
  return drift + turn - ofA - ofB;
}

/** The derivative of the height of a box: its corner, times how fast the axis turns against the box. */
function riseOf(c: Doubles, body: Int, m: Int, half: Int, seen: Int): Double {
  const u = c[seen] < 0 ? -c[half] : c[half];
  const v = c[seen + 1] < 0 ? -c[half + 1] : c[half + 1];
  const w = c[seen + 2] < 0 ? -c[half + 2] : c[half + 2];
  const x = c[LOCAL];
  const y = c[LOCAL + 1];
  const z = c[LOCAL + 2];
  const sx = c[SPIN] - c[body + TURN];
  const sy = c[SPIN + 1] - c[body + TURN + 1];
  const sz = c[SPIN + 2] - c[body + TURN + 2];
  return (
    (sy * z - sz * y) * (u * c[m] + v * c[m + 1] + w * c[m + 2]) +
    (sz * x - sx * z) * (u * c[m + 3] + v * c[m + 4] + w * c[m + 5]) +
    (sx * y - sy * x) * (u * c[m + 6] + v * c[m + 7] + w * c[m + 8])
  );
}
