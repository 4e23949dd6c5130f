/** What a cast asks of its pair at one time: the distance, and the separation along an axis. */
import { exactDistance } from '../exactDistance.ts';
import { UNPROVEN } from '../gjk/search.ts';
import { BOUND, DIR, DISTANCE, END, FAR, NEAR2, NORMAL, ROT, SHIFT, SIZE } from '../scratch.ts';
import { support } from '../support.ts';
import { type Cast, placeBodies } from './bodies.ts';
import { AXIS, GAP, GAP_BOUND, HEIGHT, MATRIX_A, MATRIX_B, PAIR_SIZE, PLACE, RADII, ROUNDING, TIME } from './places.ts';

/**
 * Measures the pair at c[TIME], by the kernel that supports every core. Writes c[GAP], c[GAP_BOUND] and the normal to
 * c[AXIS …]; in frame A, the normal and the witness of the cores stay in the thread's scratch.
 */
export function measureCast(cast: Cast): void {
  const { c, thread, geometryA, rowA, geometryB, rowB } = cast;
  const { f, i } = thread.scratch;
  placeBodies(cast, TIME);
  for (let k = 0; k < 3; k++) {
    const x = c[MATRIX_A + k];
    const y = c[MATRIX_A + 3 + k];
    const z = c[MATRIX_A + 6 + k];
    for (let m = 0; m < 3; m++) {
      f[ROT + 3 * k + m] = x * c[MATRIX_B + m] + y * c[MATRIX_B + 3 + m] + z * c[MATRIX_B + 6 + m];
    }
    f[SHIFT + k] = x * c[PLACE] + y * c[PLACE + 1] + z * c[PLACE + 2];
  }
  f[SIZE] = c[PAIR_SIZE];
  f[FAR] = Infinity;
  f[NEAR2] = -1;
  i[END] = UNPROVEN;
  exactDistance(thread, geometryA, rowA, geometryB, rowB, true);
  c[GAP] = f[DISTANCE] - c[RADII];
  c[GAP_BOUND] = f[BOUND] + c[ROUNDING];
  for (let k = 0; k < 3; k++) {
    const at = MATRIX_A + 3 * k;
    c[AXIS + k] = c[at] * f[NORMAL] + c[at + 1] * f[NORMAL + 1] + c[at + 2] * f[NORMAL + 2];
  }
}

/**
 * Writes the separation along c[axis …] at time c[at] to c[HEIGHT], less its rounding: a lower bound of the distance,
 * whatever the axis is.
 */
export function heightAt(cast: Cast, axis: number, at: number): void {
  const { c, thread, geometryA, rowA, geometryB, rowB } = cast;
  const { f } = thread.scratch;
  placeBodies(cast, at);
  const x = c[axis];
  const y = c[axis + 1];
  const z = c[axis + 2];
  let height = x * c[PLACE] + y * c[PLACE + 1] + z * c[PLACE + 2] - c[RADII] - c[ROUNDING];
  for (let k = 0; k < 3; k++) f[DIR + k] = c[MATRIX_A + k] * x + c[MATRIX_A + 3 + k] * y + c[MATRIX_A + 6 + k] * z;
  let ux = f[DIR];
  let uy = f[DIR + 1];
  let uz = f[DIR + 2];
  support(f, geometryA, rowA);
  height -= ux * f[DIR] + uy * f[DIR + 1] + uz * f[DIR + 2];
  for (let k = 0; k < 3; k++) f[DIR + k] = -(c[MATRIX_B + k] * x + c[MATRIX_B + 3 + k] * y + c[MATRIX_B + 6 + k] * z);
  ux = f[DIR];
  uy = f[DIR + 1];
  uz = f[DIR + 2];
  support(f, geometryB, rowB);
  height -= ux * f[DIR] + uy * f[DIR + 1] + uz * f[DIR + 2];
  c[HEIGHT] = height;
}
