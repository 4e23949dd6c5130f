/** Converts quaternions to matrices. Hosts and wasm compile this file, with the same bits. */
import type { Doubles, Flag, Floats, Int } from '../language/lanes.ts';

const INFINITE = 1 / 0;

/**
 * Writes the rotation local → world of the quaternion at `q` of a column to f[at …], row major.
 * @returns whether the quaternion is finite and not zero
 */
export function writeRotation(f: Doubles, at: Int, rotations: Floats, q: Int): Flag {
  const x = Number(rotations[q]);
  const y = Number(rotations[q + 1]);
  const z = Number(rotations[q + 2]);
  const w = Number(rotations[q + 3]);
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  f[at] = 1 - sy * y - sz * z;
  f[at + 1] = sx * y - sz * w;
  f[at + 2] = sx * z + sy * w;
  f[at + 3] = sx * y + sz * w;
  f[at + 4] = 1 - sx * x - sz * z;
  f[at + 5] = sy * z - sx * w;
  f[at + 6] = sx * z - sy * w;
  f[at + 7] = sy * z + sx * w;
  f[at + 8] = 1 - sx * x - sy * y;
  return s > 0 && s < INFINITE;
}
