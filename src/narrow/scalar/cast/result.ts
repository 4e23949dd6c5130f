/** The witness points of a cast, as the last query of its pair has found them. */
import { RADIUS, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import { NORMAL, WITNESS } from '../scratch.ts';
import type { Cast } from './bodies.ts';
import { AXIS, GAP, MATRIX_A, PLACE, POINT_A, POINT_B } from './places.ts';

/** Writes c[POINT_A …] and c[POINT_B …]. The bodies are still placed where `measureCast` has measured them. */
export function writePoints({ c, thread, geometryA, rowA }: Cast): void {
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
