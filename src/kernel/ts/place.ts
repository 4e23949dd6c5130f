/**
 * From frame A to the world: turns the answer of `measure` into what users read. Offsets are relative to each shape's
 * own position, so they are exact far from the origin.
 *
 *   reads   f[NORMAL …], f[DISTANCE], f[WITNESS …], f[ROT_A …], f[OFFSET …]
 *   writes  f[NORMAL …] (world axes), f[OFFSET_A …], f[OFFSET_B …]
 */
import { DISTANCE, NORMAL, OFFSET, OFFSET_A, OFFSET_B, ROT_A, WITNESS } from './scratch.ts';

/** Rotates normal and witness to world axes and derives the witness on B. */
export function placeAnswer(f: Float64Array): void {
  const r00 = f[ROT_A]!;
  const r01 = f[ROT_A + 1]!;
  const r02 = f[ROT_A + 2]!;
  const r10 = f[ROT_A + 3]!;
  const r11 = f[ROT_A + 4]!;
  const r12 = f[ROT_A + 5]!;
  const r20 = f[ROT_A + 6]!;
  const r21 = f[ROT_A + 7]!;
  const r22 = f[ROT_A + 8]!;
  const nx = f[NORMAL]!;
  const ny = f[NORMAL + 1]!;
  const nz = f[NORMAL + 2]!;
  const wx = f[WITNESS]!;
  const wy = f[WITNESS + 1]!;
  const wz = f[WITNESS + 2]!;
  const distance = f[DISTANCE]!;
  const normalX = r00 * nx + r01 * ny + r02 * nz;
  const normalY = r10 * nx + r11 * ny + r12 * nz;
  const normalZ = r20 * nx + r21 * ny + r22 * nz;
  const ax = r00 * wx + r01 * wy + r02 * wz;
  const ay = r10 * wx + r11 * wy + r12 * wz;
  const az = r20 * wx + r21 * wy + r22 * wz;
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
