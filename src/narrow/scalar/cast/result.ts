/** The witness points of a cast, as the last query of its pair has found them. */
import { RADIUS, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import { NORMAL, WITNESS } from '../scratch.ts';
import { type Cast, placeBodies } from './bodies.ts';
import { AXIS, GAP, MATRIX_A, PLACE, POINT_A, POINT_B, TIME } from './places.ts';

/** Writes c[POINT_A …] and c[POINT_B …]. The last query was at c[TIME]. */
export function writePoints(cast: Cast): void {
  const { c, thread, geometryA, rowA } = cast;
  placeBodies(cast, TIME);
  const { f } = thread.scratch;
  const radius = geometryA.shapes.reals[rowA * SHAPE_STRIDE + RADIUS];
  const x = f[WITNESS] + radius * f[NORMAL];
  const y = f[WITNESS + 1] + radius * f[NORMAL + 1];
  const z = f[WITNESS + 2] + radius * f[NORMAL + 2];
  for (let k = 0; k < 3; k++) {
    const at = MATRIX_A + 3 * k;
    c[POINT_A + k] = c[at] * x + c[at + 1] * y + c[at + 2] * z;
    c[POINT_B + k] = c[POINT_A + k] + c[GAP] * c[AXIS + k] - c[PLACE + k];
  }
}
