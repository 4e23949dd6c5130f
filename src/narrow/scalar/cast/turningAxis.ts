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
import { AXIS_NUMBERS, EDGES } from './boxAxes.ts';
import { edgeOfA } from './boxTouch.ts';
import { ROUNDING_PART } from './chord.ts';
import { writePhase } from './phase.ts';
import {
  ANGLE,
  AXES,
  AXIS,
  BETWEEN,
  BODY_A,
  BODY_B,
  EXTENT_A,
  EXTENT_B,
  FALL,
  HALF_A,
  HALF_B,
  HEIGHT,
  LOCAL,
  MATRIX_A,
  MATRIX_B,
  OFFSET,
  PHASE,
  PLACE,
  RADII,
  ROUNDING,
  SAG,
  SPIN,
  SPIN_ANGLE,
  SPIN_BEGIN,
  TIME,
  TOP_A,
  TOP_B,
  TURN,
  VELOCITY,
} from './places.ts';

/** An axis that turns faster than this many times the bodies is kept at rest. */
const MOST_SPIN = 2;

/** Starts the axis at c[TIME], at which the boxes are placed: writes c[SPIN …], c[SAG], and c[LOCAL …]. */
export function startSpin(c: Doubles, axis: Int): void {
  c[SPIN_BEGIN] = c[TIME];
  for (let k: Int = 0; k < 3; k++) c[LOCAL + k] = c[AXIS + k];
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

/** Writes the axis as it is at time t, at which the boxes are placed, to c[LOCAL …]. */
export function turnAxis(c: Doubles, axis: Int, t: Double): void {
  if (axis < EDGES) {
    // the normal of a face
    const sign: Double = c[AXES + AXIS_NUMBERS * axis] < 0 ? -1 : 1;
    const at: Int = axis < 3 ? MATRIX_A + axis : MATRIX_B + axis - 3;
    c[LOCAL] = sign * c[at];
    c[LOCAL + 1] = sign * c[at + 3];
    c[LOCAL + 2] = sign * c[at + 6];
    return;
  }
  const x = c[AXIS];
  const y = c[AXIS + 1];
  const z = c[AXIS + 2];
  const share = c[SPIN_ANGLE] > 0 ? 1 / c[SPIN_ANGLE] : 0;
  const ux = share * c[SPIN];
  const uy = share * c[SPIN + 1];
  const uz = share * c[SPIN + 2];
  c[PHASE] = c[SPIN_ANGLE] * (t - c[SPIN_BEGIN]);
  writePhase(c);
  const cos = c[PHASE + 1];
  const sin = c[PHASE + 2];
  const along = (1 - cos) * (x * ux + y * uy + z * uz);
  c[LOCAL] = along * ux + cos * x + sin * (uy * z - uz * y);
  c[LOCAL + 1] = along * uy + cos * y + sin * (uz * x - ux * z);
  c[LOCAL + 2] = along * uz + cos * z + sin * (ux * y - uy * x);
}

/** Writes the separation along c[LOCAL …], where the boxes are placed, less rounding; and its derivative. */
export function writeFall(c: Doubles): void {
  const x = c[LOCAL];
  const y = c[LOCAL + 1];
  const z = c[LOCAL + 2];
  const sx = c[SPIN];
  const sy = c[SPIN + 1];
  const sz = c[SPIN + 2];
  // how fast the axis turns
  const dx = sy * z - sz * y;
  const dy = sz * x - sx * z;
  const dz = sx * y - sy * x;
  const rateA = topOf(c, BODY_A, MATRIX_A, HALF_A, TOP_A);
  const rateB = topOf(c, BODY_B, MATRIX_B, HALF_B, TOP_B);
  c[HEIGHT] = x * c[PLACE] + y * c[PLACE + 1] + z * c[PLACE + 2] - c[TOP_A] - c[TOP_B] - c[RADII] - c[ROUNDING];
  c[FALL] =
    x * c[VELOCITY] +
    y * c[VELOCITY + 1] +
    z * c[VELOCITY + 2] +
    dx * c[PLACE] +
    dy * c[PLACE + 1] +
    dz * c[PLACE + 2] -
    rateA -
    rateB;
}

/** Writes the height of a box along the axis. @returns its derivative */
function topOf(c: Doubles, body: Int, m: Int, half: Int, top: Int): Double {
  const x = c[LOCAL];
  const y = c[LOCAL + 1];
  const z = c[LOCAL + 2];
  const u = c[m] * x + c[m + 3] * y + c[m + 6] * z;
  const v = c[m + 1] * x + c[m + 4] * y + c[m + 7] * z;
  const w = c[m + 2] * x + c[m + 5] * y + c[m + 8] * z;
  c[top] = c[half] * Math.abs(u) + c[half + 1] * Math.abs(v) + c[half + 2] * Math.abs(w);
  const hu = u < 0 ? -c[half] : c[half];
  const hv = v < 0 ? -c[half + 1] : c[half + 1];
  const hw = w < 0 ? -c[half + 2] : c[half + 2];
  // the corner, and how fast the axis turns against the body
  const px = hu * c[m] + hv * c[m + 1] + hw * c[m + 2];
  const py = hu * c[m + 3] + hv * c[m + 4] + hw * c[m + 5];
  const pz = hu * c[m + 6] + hv * c[m + 7] + hw * c[m + 8];
  const sx = c[SPIN] - c[body + TURN];
  const sy = c[SPIN + 1] - c[body + TURN + 1];
  const sz = c[SPIN + 2] - c[body + TURN + 2];
  return (sy * z - sz * y) * px + (sz * x - sx * z) * py + (sx * y - sy * x) * pz;
}
