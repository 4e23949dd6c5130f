/**
 * The separation of two boxes along an axis that turns with them: the normal of a face turns with its box, and the
 * common normal of two edges stays, to first order, across both. Along an axis at rest the separation falls faster than
 * the distance, and steps along it come to the contact one part of the way at a time.
 *
 * With rotation vectors a of a body and n of the axis, the height of a point of the body along the axis has a second
 * derivative of at most |a − n| (|a| + |n|) · extent; that of the offset, which moves with speed v, at most
 * |n|² · |offset| + 2 |n| |v|. An eighth of their sum is the sag of a chord over time 1.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { EDGES } from './boxAxes.ts';
import { edgeOfA } from './boxTouch.ts';
import { ROUNDING_PART } from './chord.ts';
import { writeBoxTop, writeHeightFrom } from './heights.ts';
import { writePhase } from './phase.ts';
import {
  ALONG,
  ANGLE,
  AXIS,
  BETWEEN,
  BODY_A,
  BODY_B,
  EXTENT_A,
  EXTENT_B,
  HALF_A,
  HALF_B,
  LOCAL,
  MATRIX_A,
  MATRIX_B,
  OFFSET,
  PHASE,
  PLACE,
  REST_A,
  REST_B,
  SAG,
  SPIN,
  SPIN_ANGLE,
  SPIN_BEGIN,
  TIME,
  TOP_A,
  TOP_B,
  TURN,
  TURNED,
  VELOCITY,
} from './places.ts';

/** An axis that turns faster than this many times the bodies is kept at rest. */
const MOST_SPIN = 2;

/** Starts the axis at c[TIME], the boxes placed (boxAxes.ts): writes c[SPIN …] and c[SAG]. */
export function startSpin(c: Doubles, axis: Int): void {
  c[SPIN_BEGIN] = c[TIME];
  if (axis < EDGES) {
    const body: Int = axis < 3 ? BODY_A : BODY_B;
    for (let k: Int = 0; k < 3; k++) c[SPIN + k] = c[body + TURN + k];
  } else spinAcross(c, axis);
  const square = c[SPIN] * c[SPIN] + c[SPIN + 1] * c[SPIN + 1] + c[SPIN + 2] * c[SPIN + 2];
  c[SPIN_ANGLE] = Math.sqrt(square);
  if (!(c[SPIN_ANGLE] <= MOST_SPIN * (c[BODY_A + ANGLE] + c[BODY_B + ANGLE]))) {
    for (let k: Int = 0; k < 3; k++) c[SPIN + k] = 0;
    c[SPIN_ANGLE] = 0;
  }
  const spin = c[SPIN_ANGLE];
  let start: Double = 0;
  let end: Double = 0;
  let speed: Double = 0;
  for (let k: Int = 0; k < 3; k++) {
    const last = c[OFFSET + k] + c[VELOCITY + k];
    start += c[PLACE + k] * c[PLACE + k];
    end += last * last;
    speed += c[VELOCITY + k] * c[VELOCITY + k];
  }
  const far = Math.sqrt(start > end ? start : end);
  const bend =
    spin * (spin * far + 2 * Math.sqrt(speed)) +
    slipOf(c, BODY_A) * (spin + c[BODY_A + ANGLE]) * c[EXTENT_A] +
    slipOf(c, BODY_B) * (spin + c[BODY_B + ANGLE]) * c[EXTENT_B];
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
  const m = axis - EDGES - 3 * k;
  const ax = c[MATRIX_A + k];
  const ay = c[MATRIX_A + 3 + k];
  const az = c[MATRIX_A + 6 + k];
  const bx = c[MATRIX_B + m];
  const by = c[MATRIX_B + 3 + m];
  const bz = c[MATRIX_B + 6 + m];
  const nx = c[AXIS];
  const ny = c[AXIS + 1];
  const nz = c[AXIS + 2];
  // an edge turns toward the axis as fast as the axis has to turn away: − n · (turn × edge)
  const ofA = -triple(c, BODY_A, ax, ay, az);
  const ofB = -triple(c, BODY_B, bx, by, bz);
  const cosine = c[BETWEEN + 3 * k + m];
  const share = 1 / (1 - cosine * cosine);
  const alongA = share * (ofA - cosine * ofB);
  const alongB = share * (ofB - cosine * ofA);
  const dx = alongA * ax + alongB * bx;
  const dy = alongA * ay + alongB * by;
  const dz = alongA * az + alongB * bz;
  c[SPIN] = ny * dz - nz * dy;
  c[SPIN + 1] = nz * dx - nx * dz;
  c[SPIN + 2] = nx * dy - ny * dx;
}

/** n · (turn × v) */
function triple(c: Doubles, body: Int, x: Double, y: Double, z: Double): Double {
  const tx = c[body + TURN];
  const ty = c[body + TURN + 1];
  const tz = c[body + TURN + 2];
  return c[AXIS] * (ty * z - tz * y) + c[AXIS + 1] * (tz * x - tx * z) + c[AXIS + 2] * (tx * y - ty * x);
}

/** Writes the separation along the axis, where it is at time c[at], to c[HEIGHT], less its rounding. */
export function writeTurningHeight(c: Doubles, at: Int): void {
  const t = c[at];
  for (let k: Int = 0; k < 3; k++) c[LOCAL + k] = c[AXIS + k];
  if (c[SPIN_ANGLE] > 0) {
    c[PHASE] = c[SPIN_ANGLE] * (t - c[SPIN_BEGIN]);
    const share = 1 / c[SPIN_ANGLE];
    turnLocal(c, c[SPIN] * share, c[SPIN + 1] * share, c[SPIN + 2] * share, 1);
  }
  const nx = c[LOCAL];
  const ny = c[LOCAL + 1];
  const nz = c[LOCAL + 2];
  c[TURNED] = nx;
  c[TURNED + 1] = ny;
  c[TURNED + 2] = nz;
  c[ALONG] =
    nx * (c[OFFSET] + t * c[VELOCITY]) +
    ny * (c[OFFSET + 1] + t * c[VELOCITY + 1]) +
    nz * (c[OFFSET + 2] + t * c[VELOCITY + 2]);
  seeTurned(c, BODY_A, REST_A, t);
  writeBoxTop(c, TOP_A, HALF_A);
  for (let k: Int = 0; k < 3; k++) c[LOCAL + k] = c[TURNED + k];
  seeTurned(c, BODY_B, REST_B, t);
  writeBoxTop(c, TOP_B, HALF_B);
  writeHeightFrom(c);
}

/** Turns the axis in c[LOCAL …] into the frame of a body at time t. */
function seeTurned(c: Doubles, body: Int, rest: Int, t: Double): void {
  const angle = c[body + ANGLE];
  if (angle > 0) {
    c[PHASE] = angle * t;
    const share = 1 / angle;
    turnLocal(c, c[body + TURN] * share, c[body + TURN + 1] * share, c[body + TURN + 2] * share, -1);
  }
  const x = c[LOCAL];
  const y = c[LOCAL + 1];
  const z = c[LOCAL + 2];
  for (let k: Int = 0; k < 3; k++) c[LOCAL + k] = c[rest + k] * x + c[rest + 3 + k] * y + c[rest + 6 + k] * z;
}

/** Turns the vector in c[LOCAL …] about a unit vector by c[PHASE], or backward. @param sign 1 or −1 */
function turnLocal(c: Doubles, ux: Double, uy: Double, uz: Double, sign: Double): void {
  writePhase(c);
  const cos = c[PHASE + 1];
  const sin = sign * c[PHASE + 2];
  const x = c[LOCAL];
  const y = c[LOCAL + 1];
  const z = c[LOCAL + 2];
  const along = (1 - cos) * (x * ux + y * uy + z * uz);
  c[LOCAL] = along * ux + cos * x + sin * (uy * z - uz * y);
  c[LOCAL + 1] = along * uy + cos * y + sin * (uz * x - ux * z);
  c[LOCAL + 2] = along * uz + cos * z + sin * (ux * y - uy * x);
}
