/**
 * From frame A to the world: turns the answer of `measure` into what users read. Offsets are relative to each shape's
 * own position, so they are exact far from the origin.
 *
 *   reads   f[NORMAL …], f[DISTANCE], f[WITNESS …], f[QUAT_A …], f[OFFSET …]
 *   writes  f[NORMAL …] (world axes), f[OFFSET_A …], f[OFFSET_B …]
 */
import { DISTANCE, NORMAL, OFFSET, OFFSET_A, OFFSET_B, QUAT_A, WITNESS } from './scratch.ts';

/** Rotates normal and witness to world axes and derives the witness on B. */
export function placeAnswer(f: Float64Array): void {
  const ux = f[QUAT_A]!;
  const uy = f[QUAT_A + 1]!;
  const uz = f[QUAT_A + 2]!;
  const w = f[QUAT_A + 3]!;
  const s = f[QUAT_A + 4]!;
  const nx = f[NORMAL]!;
  const ny = f[NORMAL + 1]!;
  const nz = f[NORMAL + 2]!;
  const x = f[WITNESS]!;
  const y = f[WITNESS + 1]!;
  const z = f[WITNESS + 2]!;
  const distance = f[DISTANCE]!;
  // A → world: v' = v + w t + u × t, with t = 2 / |q|² (u × v), u = q.xyz
  const nu = s * (uy * nz - uz * ny);
  const nv = s * (uz * nx - ux * nz);
  const nt = s * (ux * ny - uy * nx);
  const normalX = nx + w * nu + (uy * nt - uz * nv);
  const normalY = ny + w * nv + (uz * nu - ux * nt);
  const normalZ = nz + w * nt + (ux * nv - uy * nu);
  const tu = s * (uy * z - uz * y);
  const tv = s * (uz * x - ux * z);
  const tt = s * (ux * y - uy * x);
  const ax = x + w * tu + (uy * tt - uz * tv);
  const ay = y + w * tv + (uz * tu - ux * tt);
  const az = z + w * tt + (ux * tv - uy * tu);
  f[NORMAL] = normalX;
  f[NORMAL + 1] = normalY;
  f[NORMAL + 2] = normalZ;
  f[OFFSET_A] = ax;
  f[OFFSET_A + 1] = ay;
  f[OFFSET_A + 2] = az;
  f[OFFSET_B] = ax + distance * normalX - f[OFFSET]!;
  f[OFFSET_B + 1] = ay + distance * normalY - f[OFFSET + 1]!;
  f[OFFSET_B + 2] = az + distance * normalZ - f[OFFSET + 2]!;
}
