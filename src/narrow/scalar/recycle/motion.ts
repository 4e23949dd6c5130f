/**
 * How B lies relative to A, and how far it has moved since the stamp of their row. All numbers are in the scratch: V8
 * allocates for a double that crosses a call.
 */
import { MOTION_ROUNDING, REACH, ROTATION } from '../../../queries/contacts/stamps.ts';
import type { RecycleTables } from './tables.ts';

// ---- places in the scratch: vectors, and quaternions ----------------------------------------------------------------
/** Position of B minus that of A, world axes; the same in A's frame; rotation of A, and of B in A's frame. */
export const OFFSET = 0;
export const POSITION = 3;
export const QUAT_A = 6;
export const QUAT = 10;
/** The motion since the stamp: shift, and rotation. */
export const SHIFT = 14;
export const TURN = 17;
export const ARM = 21;
export const MOVED = 24;
export const POINT = 27;
export const UP = 30;
/** Upper bounds: the way of the smaller shape, and the part that the rotation has in it (m). */
export const WAY = 33;
export const TURN_WAY = 34;
const RECYCLE_NUMBERS = 35;

export function createRecycleScratch(): Float64Array {
  return new Float64Array(RECYCLE_NUMBERS);
}

/** Writes the pose of B relative to A. @returns whether it is finite */
export function place(
  f: Float64Array,
  { positions, rotations }: RecycleTables['poses'],
  a: number,
  b: number,
): boolean {
  for (let k = 0; k < 3; k++) f[OFFSET + k] = positions[4 * b + k] - positions[4 * a + k];
  // no Math.hypot: V8 allocates for its result
  let squareA = 0;
  let squareB = 0;
  for (let k = 0; k < 4; k++) {
    squareA += rotations[4 * a + k] ** 2;
    squareB += rotations[4 * b + k] ** 2;
  }
  const lengthA = Math.sqrt(squareA);
  const lengthB = Math.sqrt(squareB);
  for (let k = 0; k < 4; k++) f[QUAT_A + k] = rotations[4 * a + k] / lengthA;
  const bx = rotations[4 * b] / lengthB;
  const by = rotations[4 * b + 1] / lengthB;
  const bz = rotations[4 * b + 2] / lengthB;
  const bw = rotations[4 * b + 3] / lengthB;
  const ax = f[QUAT_A];
  const ay = f[QUAT_A + 1];
  const az = f[QUAT_A + 2];
  const aw = f[QUAT_A + 3];
  f[QUAT] = aw * bx - ax * bw - ay * bz + az * by;
  f[QUAT + 1] = aw * by - ay * bw - az * bx + ax * bz;
  f[QUAT + 2] = aw * bz - az * bw - ax * by + ay * bx;
  f[QUAT + 3] = aw * bw + ax * bx + ay * by + az * bz;
  for (let k = 0; k < 3; k++) f[POSITION + k] = f[OFFSET + k];
  toLocal(f, POSITION);
  return (
    lengthA > 0 && lengthB > 0 && lengthA + lengthB + Math.abs(f[POSITION] + f[POSITION + 1] + f[POSITION + 2]) < 1e18
  );
}

/** Rotates a vector of the scratch into A's frame. */
export function toLocal(f: Float64Array, at: number): void {
  rotate(f, at, QUAT_A, -1);
}

/** Rotates a vector of the scratch by a unit quaternion; by its inverse with `sign` −1. */
export function rotate(f: Float64Array, at: number, quat: number, sign: number): void {
  const ux = sign * f[quat];
  const uy = sign * f[quat + 1];
  const uz = sign * f[quat + 2];
  const w = f[quat + 3];
  const cx = 2 * (uy * f[at + 2] - uz * f[at + 1]);
  const cy = 2 * (uz * f[at] - ux * f[at + 2]);
  const cz = 2 * (ux * f[at + 1] - uy * f[at]);
  f[at] += w * cx + uy * cz - uz * cy;
  f[at + 1] += w * cy + uz * cx - ux * cz;
  f[at + 2] += w * cz + ux * cy - uy * cx;
}

/** Writes how far the motion takes the end of the vector at `arm`, from the stamp's position of B. */
export function move(f: Float64Array, arm: number): void {
  for (let k = 0; k < 3; k++) f[MOVED + k] = f[arm + k];
  rotate(f, MOVED, TURN, 1);
  for (let k = 0; k < 3; k++) f[MOVED + k] += f[SHIFT + k] - f[arm + k];
}

/** Writes the motion since stamp `at`, and the bounds of it. */
export function findWay(f: Float64Array, from: Float32Array, at: number): void {
  const x = from[at + ROTATION];
  const y = from[at + ROTATION + 1];
  const z = from[at + ROTATION + 2];
  const w = from[at + ROTATION + 3];
  const qx = f[QUAT];
  const qy = f[QUAT + 1];
  const qz = f[QUAT + 2];
  const qw = f[QUAT + 3];
  f[TURN] = w * qx - qw * x + y * qz - z * qy;
  f[TURN + 1] = w * qy - qw * y + z * qx - x * qz;
  f[TURN + 2] = w * qz - qw * z + x * qy - y * qx;
  f[TURN + 3] = w * qw + x * qx + y * qy + z * qz;
  let far = 0;
  for (let k = 0; k < 3; k++) {
    f[SHIFT + k] = f[POSITION + k] - from[at + k];
    f[ARM + k] = -from[at + k];
    far += Math.abs(from[at + k]);
  }
  const isSmaller = from[at + REACH] < 0;
  if (isSmaller) move(f, ARM);
  const way = isSmaller ? MOVED : SHIFT;
  const reach = Math.abs(from[at + REACH]);
  f[TURN_WAY] =
    2 * reach * Math.sqrt(f[TURN] ** 2 + f[TURN + 1] ** 2 + f[TURN + 2] ** 2) + MOTION_ROUNDING * (far + reach);
  f[WAY] = Math.sqrt(f[way] ** 2 + f[way + 1] ** 2 + f[way + 2] ** 2) + f[TURN_WAY];
}
