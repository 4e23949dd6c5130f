/** What a cast asks of its pair at one time: the distance, and the separation along an axis. */
import { DIR } from '../../../shapes/cores/core.ts';
import { pairRow } from '../pairRow.ts';
import { support } from '../support.ts';
import { type Cast, placeBodies } from './bodies.ts';
import { AXIS, GAP, HEIGHT, MATRIX_A, MATRIX_B, PLACE, RADII, ROUNDING, TIME } from './places.ts';

const PARAMS = { overlapOnly: false, maxDistance: /* @__PURE__ */ new Float64Array([Infinity]), depth: true };

/** Measures the pair at c[TIME]: writes `found`, c[GAP], and the normal to c[AXIS …]. */
export function measureCast(cast: Cast): void {
  const { c, found, poses, thread, geometryA, geometryB } = cast;
  placeBodies(cast, TIME);
  for (let k = 0; k < 3; k++) poses.positions[4 + k] = c[PLACE + k];
  pairRow(found, poses, geometryA, geometryB, thread, PARAMS);
  c[GAP] = found.distance;
  for (let k = 0; k < 3; k++) c[AXIS + k] = found.normal[k];
}

/**
 * Writes the separation along c[axis …] at time c[at] to c[HEIGHT], less its rounding: a lower bound of the distance,
 * whatever the axis is.
 */
export function heightAt(cast: Cast, axis: number, at: number): void {
  const { c, thread, geometryA, geometryB } = cast;
  const { f } = thread.scratch;
  placeBodies(cast, at);
  const x = c[axis];
  const y = c[axis + 1];
  const z = c[axis + 2];
  const height = x * c[PLACE] + y * c[PLACE + 1] + z * c[PLACE + 2] - c[RADII] - c[ROUNDING];
  const ax = c[MATRIX_A] * x + c[MATRIX_A + 3] * y + c[MATRIX_A + 6] * z;
  const ay = c[MATRIX_A + 1] * x + c[MATRIX_A + 4] * y + c[MATRIX_A + 7] * z;
  const az = c[MATRIX_A + 2] * x + c[MATRIX_A + 5] * y + c[MATRIX_A + 8] * z;
  f[DIR] = ax;
  f[DIR + 1] = ay;
  f[DIR + 2] = az;
  support(f, geometryA, 0);
  const top = ax * f[DIR] + ay * f[DIR + 1] + az * f[DIR + 2];
  const bx = -(c[MATRIX_B] * x + c[MATRIX_B + 3] * y + c[MATRIX_B + 6] * z);
  const by = -(c[MATRIX_B + 1] * x + c[MATRIX_B + 4] * y + c[MATRIX_B + 7] * z);
  const bz = -(c[MATRIX_B + 2] * x + c[MATRIX_B + 5] * y + c[MATRIX_B + 8] * z);
  f[DIR] = bx;
  f[DIR + 1] = by;
  f[DIR + 2] = bz;
  support(f, geometryB, 0);
  c[HEIGHT] = height - top - (bx * f[DIR] + by * f[DIR + 1] + bz * f[DIR + 2]);
}
