/**
 * Poses of a pair → one frame. Reads f[POSE …]; writes f[QUAT_A …], f[OFFSET …], f[ROT …], f[SHIFT …].
 *
 * Positions were subtracted in f64 before, so nothing here depends on where in the world the pair is.
 */
import { OFFSET, POSE, QUAT_A, ROT, SHIFT } from './scratch.ts';

/** @returns whether both poses are finite and both quaternions are not zero */
export function relatePoses(f: Float64Array): boolean {
  const ax = f[POSE]!;
  const ay = f[POSE + 1]!;
  const az = f[POSE + 2]!;
  const aw = f[POSE + 3]!;
  const bx = f[POSE + 4]!;
  const by = f[POSE + 5]!;
  const bz = f[POSE + 6]!;
  const bw = f[POSE + 7]!;
  const dx = f[POSE + 8]!;
  const dy = f[POSE + 9]!;
  const dz = f[POSE + 10]!;

  // q = conjugate(a) b turns B's frame into A's; 2 / |q|² normalises on the way: R = 1 + s (w [u]× + [u]×²)
  const x = aw * bx - ax * bw - ay * bz + az * by;
  const y = aw * by - ay * bw - az * bx + ax * bz;
  const z = aw * bz - az * bw - ax * by + ay * bx;
  const w = aw * bw + ax * bx + ay * by + az * bz;
  const aa = ax * ax + ay * ay + az * az + aw * aw;
  const sa = 2 / aa;
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  const xx = sx * x;
  const yy = sy * y;
  const zz = sz * z;
  const xy = sx * y;
  const xz = sx * z;
  const yz = sy * z;
  const wx = sx * w;
  const wy = sy * w;
  const wz = sz * w;
  f[ROT] = 1 - yy - zz;
  f[ROT + 1] = xy - wz;
  f[ROT + 2] = xz + wy;
  f[ROT + 3] = xy + wz;
  f[ROT + 4] = 1 - xx - zz;
  f[ROT + 5] = yz - wx;
  f[ROT + 6] = xz - wy;
  f[ROT + 7] = yz + wx;
  f[ROT + 8] = 1 - xx - yy;

  // offset, world → A: v' = v − w t + u × t, with t = s (u × v), u = a.xyz, s = 2 / |a|²
  const px = sa * (ay * dz - az * dy);
  const py = sa * (az * dx - ax * dz);
  const pz = sa * (ax * dy - ay * dx);
  f[SHIFT] = dx - aw * px + (ay * pz - az * py);
  f[SHIFT + 1] = dy - aw * py + (az * px - ax * pz);
  f[SHIFT + 2] = dz - aw * pz + (ax * py - ay * px);

  f[QUAT_A] = ax;
  f[QUAT_A + 1] = ay;
  f[QUAT_A + 2] = az;
  f[QUAT_A + 3] = aw;
  f[QUAT_A + 4] = sa;
  f[OFFSET] = dx;
  f[OFFSET + 1] = dy;
  f[OFFSET + 2] = dz;
  // NaN fails every test, a zero quaternion the first, an infinite one the others
  return sa + s + dx * dx + dy * dy + dz * dz < Infinity && sa > 0 && s > 0;
}
