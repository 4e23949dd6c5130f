/**
 * How B lies relative to A, and how far it has moved since the stamp of their row. One row, f64; each arm is turned by
 * the whole rotation.
 */
import type { Double, Doubles, Floats, Int } from '../../language/lanes.ts';
import { GAP, MOTION_ROUNDING, NORMAL, REACH, ROTATION } from '../../tables/contactStamps.ts';
import { copy, lengthOf } from '../casts/vectors.ts';
import type { PoseColumns } from '../contacts/columns.ts';
import type { Recycling } from './recycleTables.ts';

/** Writes the pose of B relative to A: NaN if a pose is not finite or has no rotation. */
export function place(r: Recycling, poses: PoseColumns): void {
  for (let k: Int = 0; k < 3; k++) r.offset[k] = poses.positions[4 * r.b + k] - poses.positions[4 * r.a + k];
  loadUnit(r.quatA, poses.rotations, 4 * r.a);
  loadUnit(r.quatB, poses.rotations, 4 * r.b);
  divide(r.quat, r.quatA, r.quatB, -1);
  copy(r.position, r.offset);
  rotate(r.position, r.quatA, -1);
}

function loadUnit(to: Doubles, rotations: Floats, at: Int): void {
  let square: Double = 0;
  for (let k: Int = 0; k < 4; k++) square += Number(rotations[at + k]) * Number(rotations[at + k]);
  const length = Math.sqrt(square);
  for (let k: Int = 0; k < 4; k++) to[k] = Number(rotations[at + k]) / length;
}

/** Writes the rotation from p to q: in the frame of p with `sign` −1, in the frame of both with 1. */
export function divide(to: Doubles, p: Doubles, q: Doubles, sign: Double): void {
  const w = p[3];
  const v = q[3];
  to[0] = w * q[0] - p[0] * v + sign * p[1] * q[2] - sign * p[2] * q[1];
  to[1] = w * q[1] - p[1] * v + sign * p[2] * q[0] - sign * p[0] * q[2];
  to[2] = w * q[2] - p[2] * v + sign * p[0] * q[1] - sign * p[1] * q[0];
  to[3] = w * v + p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/** Rotates a vector by a unit quaternion; by its inverse with `sign` −1. */
export function rotate(v: Doubles, quat: Doubles, sign: Double): void {
  const ux = sign * quat[0];
  const uy = sign * quat[1];
  const uz = sign * quat[2];
  const w = quat[3];
  const cx = 2 * (uy * v[2] - uz * v[1]);
  const cy = 2 * (uz * v[0] - ux * v[2]);
  const cz = 2 * (ux * v[1] - uy * v[0]);
  v[0] += w * cx + uy * cz - uz * cy;
  v[1] += w * cy + uz * cx - ux * cz;
  v[2] += w * cz + ux * cy - uy * cx;
}

/** Writes how far the motion takes the end of `arm`. */
export function moveArm(r: Recycling): void {
  copy(r.moved, r.arm);
  rotate(r.moved, r.spin, 1);
  for (let k: Int = 0; k < 3; k++) r.moved[k] += r.shift[k] - r.arm[k];
}

/** Loads the stamp at from[at], and writes the motion since then with the bounds of it. */
export function boundMotion(r: Recycling, from: Floats, at: Int): void {
  let far: Double = 0;
  for (let k: Int = 0; k < 3; k++) {
    r.oldPosition[k] = Number(from[at + k]);
    r.normal[k] = Number(from[at + NORMAL + k]);
    r.shift[k] = r.position[k] - r.oldPosition[k];
    r.arm[k] = -r.oldPosition[k];
    far += Math.abs(r.oldPosition[k]);
  }
  for (let k: Int = 0; k < 4; k++) r.oldQuat[k] = Number(from[at + ROTATION + k]);
  r.gap = Number(from[at + GAP]);
  r.reach = Math.abs(Number(from[at + REACH]));
  divide(r.spin, r.oldQuat, r.quat, 1);
  // the larger shape is at rest: seen from B if A is smaller
  if (from[at + REACH] < 0) moveArm(r);
  else copy(r.moved, r.shift);
  r.turnBound = 2 * r.reach * lengthOf(r.spin) + MOTION_ROUNDING * (far + r.reach);
  r.motionBound = lengthOf(r.moved) + r.turnBound;
}
