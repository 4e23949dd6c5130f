/** Vectors of three, in memory. Host and wide kernel compile this file: both have the same bits. */
import type { Double, Doubles, Int } from '../../language/lanes.ts';

export function copy(to: Doubles, from: Doubles): void {
  to[0] = from[0];
  to[1] = from[1];
  to[2] = from[2];
}

export function clear(v: Doubles): void {
  v[0] = 0;
  v[1] = 0;
  v[2] = 0;
}

export function dot(u: Doubles, v: Doubles): Double {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

export function lengthOf(v: Doubles): Double {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Turns a vector into the frame of matrix m. `to` may be `v`. */
export function toLocal(to: Doubles, m: Doubles, v: Doubles): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  to[0] = m[0] * x + m[3] * y + m[6] * z;
  to[1] = m[1] * x + m[4] * y + m[7] * z;
  to[2] = m[2] * x + m[5] * y + m[8] * z;
}

/** Turns a vector of that frame back. `to` may be `v`. */
export function toWorld(to: Doubles, m: Doubles, v: Doubles): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  for (let k: Int = 0; k < 3; k++) to[k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
}

/** Adds to to[k] half the width of a box along the axis that is v[at], v[at + step], v[at + 2 step] in its frame. */
export function addReach(to: Doubles, k: Int, half: Doubles, v: Doubles, at: Int, step: Int): void {
  to[k] += half[0] * Math.abs(v[at]) + half[1] * Math.abs(v[at + step]) + half[2] * Math.abs(v[at + 2 * step]);
}
