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
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { EDGES, edgeOfA } from '../boxes/axes.ts';
import { LEAST_SINE } from './boxAxes.ts';
import type { CastBody, CastNumbers } from './castNumbers.ts';
import { ROUNDING_PART, writePace } from './chord.ts';
import { writeReach } from './heights.ts';
import { copy, dot, lengthOf, toLocal } from './vectors.ts';

/** An axis that turns faster than this many times the bodies is kept at rest. */
const MOST_SPIN = 2;
/** The largest sine of the angle by which an axis turns along a chord, squared. */
const MOST_TURN_SQUARE = 1 / 4;

/** Starts the axis at c.time, at which the boxes are placed: writes c.local, the spin and the sag. */
export function startAxis(c: CastNumbers, axis: Int): void {
  copy(c.local, c.axis);
  writeFar(c);
  writeSpin(c, axis);
  c.slack = 0;
  writeSag(c);
}

/** Writes the largest offset from now on, and the speed of the offset. */
function writeFar(c: CastNumbers): void {
  let end: Double = 0;
  for (let k: Int = 0; k < 3; k++) {
    const last = c.offset[k] + c.move[k];
    end += last * last;
  }
  const start = dot(c.place, c.place);
  c.far = Math.sqrt(start > end ? start : end);
  writePace(c);
}

/**
 * Writes the axis as it is at the end of a chord, at which the boxes are placed, to c.local, and the sag of the chord.
 * @returns 0 if the axis turns too far
 */
export function turnAxis(c: CastNumbers, axis: Int): Int {
  const n = c.local;
  if (axis < EDGES) {
    // the normal of a face
    const sign: Double = c.boxes.offsets[axis] < 0 ? -1 : 1;
    const m = axis < 3 ? c.a.turned : c.b.turned;
    const k = axis < 3 ? axis : axis - 3;
    n[0] = sign * m[k];
    n[1] = sign * m[k + 3];
    n[2] = sign * m[k + 6];
    return 1;
  }
  const a = c.a.turned;
  const b = c.b.turned;
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const x = a[k + 3] * b[m + 6] - a[k + 6] * b[m + 3];
  const y = a[k + 6] * b[m] - a[k] * b[m + 6];
  const z = a[k] * b[m + 3] - a[k + 3] * b[m];
  const square = x * x + y * y + z * z;
  if (!(square > LEAST_SINE * LEAST_SINE)) return 0;
  const along = x * c.axis[0] + y * c.axis[1] + z * c.axis[2];
  const sign: Double = along < 0 ? -1 : 1;
  const share = sign / Math.sqrt(square);
  n[0] = share * x;
  n[1] = share * y;
  n[2] = share * z;
  return turnAlong(c);
}

/**
 * Writes the spin of an axis that turns evenly from c.axis to c.local, and the sag of that.
 * @returns 0 if it turns too far
 */
function turnAlong(c: CastNumbers): Int {
  const u = c.axis;
  const v = c.local;
  const spin = c.spin;
  const x = u[1] * v[2] - u[2] * v[1];
  const y = u[2] * v[0] - u[0] * v[2];
  const z = u[0] * v[1] - u[1] * v[0];
  const square = x * x + y * y + z * z;
  if (!(square < MOST_TURN_SQUARE)) return 0;
  // an angle is above its sine x by x³ / 6 and at most 0.09 x⁵ more
  const inverse = 1 / c.tau;
  const share = inverse * (1 + square * (1 / 6 + 0.045 * square));
  spin[0] = share * x;
  spin[1] = share * y;
  spin[2] = share * z;
  c.slack = inverse * 0.0225 * square * square;
  writeSag(c);
  return 1;
}

/** Writes how fast an axis c.local turns that stays normal to a face, or across two edges. */
function writeSpin(c: CastNumbers, axis: Int): void {
  if (axis >= EDGES) {
    spinAcross(c, axis);
    return;
  }
  copy(c.spin, axis < 3 ? c.a.turn : c.b.turn);
}

/** Writes the sag of a chord along an axis that turns as its spin says, but for its slack. */
function writeSag(c: CastNumbers): void {
  const a = c.a;
  const b = c.b;
  const s = c.spin;
  const slack = c.slack;
  const spin = lengthOf(s) + slack;
  const bend =
    spin * (spin * c.far + 2 * c.speed) +
    (slipOf(a.turn, s) + slack) * (spin + a.angle) * a.extent +
    (slipOf(b.turn, s) + slack) * (spin + b.angle) * b.extent;
  c.sag = (bend / 8) * (1 + ROUNDING_PART);
}

/** How fast a body turns against the axis. */
function slipOf(turn: Doubles, spin: Doubles): Double {
  const x = turn[0] - spin[0];
  const y = turn[1] - spin[1];
  const z = turn[2] - spin[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Writes the rotation of an axis that stays across an edge of each box. */
function spinAcross(c: CastNumbers, axis: Int): void {
  const a = c.a.turned;
  const b = c.b.turned;
  const n = c.local;
  const spin = c.spin;
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const ax = a[k];
  const ay = a[k + 3];
  const az = a[k + 6];
  const bx = b[m];
  const by = b[m + 3];
  const bz = b[m + 6];
  // an edge turns toward the axis as fast as the axis has to turn away: − n · (turn × edge)
  const ofA = -triple(n, c.a.turn, ax, ay, az);
  const ofB = -triple(n, c.b.turn, bx, by, bz);
  const cosine = ax * bx + ay * by + az * bz;
  const share = 1 / (1 - cosine * cosine);
  const alongA = share * (ofA - cosine * ofB);
  const alongB = share * (ofB - cosine * ofA);
  const dx = alongA * ax + alongB * bx;
  const dy = alongA * ay + alongB * by;
  const dz = alongA * az + alongB * bz;
  spin[0] = n[1] * dz - n[2] * dy;
  spin[1] = n[2] * dx - n[0] * dz;
  spin[2] = n[0] * dy - n[1] * dx;
  const most = MOST_SPIN * (c.a.angle + c.b.angle);
  // the length of the derivative
  if (dx * dx + dy * dy + dz * dz <= most * most) return;
  for (let i: Int = 0; i < 3; i++) spin[i] = 0;
}

/** n · (turn × v) */
function triple(n: Doubles, turn: Doubles, x: Double, y: Double, z: Double): Double {
  const tx = turn[0];
  const ty = turn[1];
  const tz = turn[2];
  return n[0] * (ty * z - tz * y) + n[1] * (tz * x - tx * z) + n[2] * (tx * y - ty * x);
}

/** Writes the separation along c.local, where the boxes are placed, less rounding; and the axis that both see. */
export function writeSeparation(c: CastNumbers): void {
  const n = c.local;
  const along = dot(n, c.place);
  writeTop(c.a, n);
  writeTop(c.b, n);
  c.height = along - c.a.top - c.b.top - c.radius - c.rounding;
}

/** Writes the height of a box along the axis, and the axis as the box sees it. */
function writeTop(body: CastBody, n: Doubles): void {
  const seen = body.seen.still;
  toLocal(seen, body.turned, n);
  writeReach(body, seen);
}

/** Writes the derivative of the separation, after `writeSeparation`; and the spin. */
export function writeFall(c: CastNumbers, axis: Int): void {
  writeSpin(c, axis);
  const n = c.local;
  const p = c.place;
  const x = n[0];
  const y = n[1];
  const z = n[2];
  const sx = c.spin[0];
  const sy = c.spin[1];
  const sz = c.spin[2];
  // the axis turns away from the offset
  const turn = (sy * z - sz * y) * p[0] + (sz * x - sx * z) * p[1] + (sx * y - sy * x) * p[2];
  const ofA = riseOf(c.a, n, c.spin);
  const ofB = riseOf(c.b, n, c.spin);
  c.fall = dot(n, c.move) + turn - ofA - ofB;
}

/** The derivative of the height of a box: its corner, times how fast the axis turns against the box. */
function riseOf(body: CastBody, n: Doubles, spin: Doubles): Double {
  const m = body.turned;
  const half = body.half;
  const seen = body.seen.still;
  const turn = body.turn;
  const u = seen[0] < 0 ? -half[0] : half[0];
  const v = seen[1] < 0 ? -half[1] : half[1];
  const w = seen[2] < 0 ? -half[2] : half[2];
  const x = n[0];
  const y = n[1];
  const z = n[2];
  const sx = spin[0] - turn[0];
  const sy = spin[1] - turn[1];
  const sz = spin[2] - turn[2];
  return (
    (sy * z - sz * y) * (u * m[0] + v * m[1] + w * m[2]) +
    (sz * x - sx * z) * (u * m[3] + v * m[4] + w * m[5]) +
    (sx * y - sy * x) * (u * m[6] + v * m[7] + w * m[8])
  );
}
