/**
 * Poses of a pair → one frame. Reads f[QUAT_A …], f[QUAT_B …], f[OFFSET …]; writes f[ROT_A …], f[ROT …], f[SHIFT …].
 * Positions have been subtracted in f64 before, so nothing here depends on where in the world the pair is.
 */
import { OFFSET, QUAT_A, QUAT_B, ROT, ROT_A, SHIFT } from './scratch.ts';

/** @returns whether both poses are finite and both quaternions are not zero */
export function relatePoses(f: Float64Array): boolean {
  const ax = f[QUAT_A]!;
  const ay = f[QUAT_A + 1]!;
  const az = f[QUAT_A + 2]!;
  const aw = f[QUAT_A + 3]!;
  const bx = f[QUAT_B]!;
  const by = f[QUAT_B + 1]!;
  const bz = f[QUAT_B + 2]!;
  const bw = f[QUAT_B + 3]!;
  const dx = f[OFFSET]!;
  const dy = f[OFFSET + 1]!;
  const dz = f[OFFSET + 2]!;

  // 2 / |q|² normalises on the way: R = 1 + s (w [u]× + [u]×²)
  const sa = 2 / (ax * ax + ay * ay + az * az + aw * aw);
  const sb = 2 / (bx * bx + by * by + bz * bz + bw * bw);

  const axx = sa * ax * ax;
  const ayy = sa * ay * ay;
  const azz = sa * az * az;
  const axy = sa * ax * ay;
  const axz = sa * ax * az;
  const ayz = sa * ay * az;
  const awx = sa * aw * ax;
  const awy = sa * aw * ay;
  const awz = sa * aw * az;
  const a00 = 1 - ayy - azz;
  const a01 = axy - awz;
  const a02 = axz + awy;
  const a10 = axy + awz;
  const a11 = 1 - axx - azz;
  const a12 = ayz - awx;
  const a20 = axz - awy;
  const a21 = ayz + awx;
  const a22 = 1 - axx - ayy;

  const bxx = sb * bx * bx;
  const byy = sb * by * by;
  const bzz = sb * bz * bz;
  const bxy = sb * bx * by;
  const bxz = sb * bx * bz;
  const byz = sb * by * bz;
  const bwx = sb * bw * bx;
  const bwy = sb * bw * by;
  const bwz = sb * bw * bz;
  const b00 = 1 - byy - bzz;
  const b01 = bxy - bwz;
  const b02 = bxz + bwy;
  const b10 = bxy + bwz;
  const b11 = 1 - bxx - bzz;
  const b12 = byz - bwx;
  const b20 = bxz - bwy;
  const b21 = byz + bwx;
  const b22 = 1 - bxx - byy;

  f[ROT_A] = a00;
  f[ROT_A + 1] = a01;
  f[ROT_A + 2] = a02;
  f[ROT_A + 3] = a10;
  f[ROT_A + 4] = a11;
  f[ROT_A + 5] = a12;
  f[ROT_A + 6] = a20;
  f[ROT_A + 7] = a21;
  f[ROT_A + 8] = a22;

  // B → A: Aᵀ B
  f[ROT] = a00 * b00 + a10 * b10 + a20 * b20;
  f[ROT + 1] = a00 * b01 + a10 * b11 + a20 * b21;
  f[ROT + 2] = a00 * b02 + a10 * b12 + a20 * b22;
  f[ROT + 3] = a01 * b00 + a11 * b10 + a21 * b20;
  f[ROT + 4] = a01 * b01 + a11 * b11 + a21 * b21;
  f[ROT + 5] = a01 * b02 + a11 * b12 + a21 * b22;
  f[ROT + 6] = a02 * b00 + a12 * b10 + a22 * b20;
  f[ROT + 7] = a02 * b01 + a12 * b11 + a22 * b21;
  f[ROT + 8] = a02 * b02 + a12 * b12 + a22 * b22;

  f[SHIFT] = a00 * dx + a10 * dy + a20 * dz;
  f[SHIFT + 1] = a01 * dx + a11 * dy + a21 * dz;
  f[SHIFT + 2] = a02 * dx + a12 * dy + a22 * dz;

  // a NaN, an infinity or a zero quaternion makes this NaN or infinite, and both fail the test
  return sa + sb + dx * dx + dy * dy + dz * dz < Infinity;
}
