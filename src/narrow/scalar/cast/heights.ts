/**
 * The separation of the pair of a cast along a fixed axis, as a function of time.
 *
 * The bodies stay as they are at the start, and the axis turns instead: the height of the support along an axis n of a
 * body turned by T is that of the body at rest along T⁻¹ n. In the local frame of a body this is a constant part, and
 * two parts that go with the cosine and the sine of the angle.
 */
import { writeTurnOf } from '../../../planar/turn.ts';
import { BOX, CORE, HALF_X, HALF_Y, HALF_Z } from '../../../shapes/codes.ts';
import { DIR, type Geometry } from '../../../shapes/cores/core.ts';
import { support } from '../support.ts';
import type { Cast } from './bodies.ts';
import {
  ALONG,
  ANGLE,
  AXIS,
  BODY_A,
  BODY_B,
  HEIGHT,
  MATRIX_A,
  MATRIX_B,
  OFFSET,
  PHASE,
  RADII,
  RATE,
  ROUNDING,
  SEEN_A,
  SEEN_B,
  TOP_A,
  TOP_B,
  TURN,
  VELOCITY,
} from './places.ts';

/** Prepares heights along c[AXIS …]. */
export function startHeights({ c, thread, geometryA, geometryB }: Cast): void {
  const x = c[AXIS];
  const y = c[AXIS + 1];
  const z = c[AXIS + 2];
  c[ALONG] = x * c[OFFSET] + y * c[OFFSET + 1] + z * c[OFFSET + 2];
  c[RATE] = x * c[VELOCITY] + y * c[VELOCITY + 1] + z * c[VELOCITY + 2];
  seeAxis(c, BODY_A);
  seeAxis(c, BODY_B);
  const { f } = thread.scratch;
  c[PHASE + 1] = 1;
  c[PHASE + 2] = 0;
  if (c[BODY_A + ANGLE] === 0) writeTop(c, TOP_A, f, geometryA, SEEN_A);
  if (c[BODY_B + ANGLE] === 0) writeTop(c, TOP_B, f, geometryB, SEEN_B);
}

/** Writes the parts of the axis that a body sees. */
function seeAxis(c: Float64Array, body: number): void {
  const isA = body === BODY_A;
  const matrix = isA ? MATRIX_A : MATRIX_B;
  const to = isA ? SEEN_A : SEEN_B;
  const sign = isA ? 1 : -1;
  const x = sign * c[AXIS];
  const y = sign * c[AXIS + 1];
  const z = sign * c[AXIS + 2];
  const angle = c[body + ANGLE];
  if (angle === 0) {
    c[to] = x;
    c[to + 1] = y;
    c[to + 2] = z;
    toLocal(c, to, matrix);
    c.fill(0, to + 3, to + 9);
    return;
  }
  const ux = c[body + TURN] / angle;
  const uy = c[body + TURN + 1] / angle;
  const uz = c[body + TURN + 2] / angle;
  const along = x * ux + y * uy + z * uz;
  c[to] = along * ux;
  c[to + 1] = along * uy;
  c[to + 2] = along * uz;
  c[to + 3] = x - along * ux;
  c[to + 4] = y - along * uy;
  c[to + 5] = z - along * uz;
  // axis × u: it turns backward
  c[to + 6] = y * uz - z * uy;
  c[to + 7] = z * ux - x * uz;
  c[to + 8] = x * uy - y * ux;
  for (let k = to; k < to + 9; k += 3) toLocal(c, k, matrix);
}

/** Turns the vector in c[at …] into the local frame of matrix m. */
function toLocal(c: Float64Array, at: number, m: number): void {
  const x = c[at];
  const y = c[at + 1];
  const z = c[at + 2];
  c[at] = c[m] * x + c[m + 3] * y + c[m + 6] * z;
  c[at + 1] = c[m + 1] * x + c[m + 4] * y + c[m + 7] * z;
  c[at + 2] = c[m + 2] * x + c[m + 5] * y + c[m + 8] * z;
}

/**
 * Writes the separation along the axis at time c[at] to c[HEIGHT], less its rounding: a lower bound of the distance,
 * whatever the axis is.
 */
export function heightAt({ c, thread, geometryA, geometryB }: Cast, at: number): void {
  const { f } = thread.scratch;
  if (c[BODY_A + ANGLE] > 0) {
    c[PHASE] = c[BODY_A + ANGLE] * c[at];
    writeTurnOf(c, PHASE + 1, c, PHASE);
    writeTop(c, TOP_A, f, geometryA, SEEN_A);
  }
  if (c[BODY_B + ANGLE] > 0) {
    c[PHASE] = c[BODY_B + ANGLE] * c[at];
    writeTurnOf(c, PHASE + 1, c, PHASE);
    writeTop(c, TOP_B, f, geometryB, SEEN_B);
  }
  c[HEIGHT] = c[ALONG] + c[at] * c[RATE] - c[TOP_A] - c[TOP_B] - c[RADII] - c[ROUNDING];
}

/** Writes the height of a core along the axis that it sees at c[PHASE …] to c[top]. */
function writeTop(c: Float64Array, top: number, f: Float64Array, geometry: Geometry, seen: number): void {
  const { reals, words } = geometry.shapes;
  const cos = c[PHASE + 1];
  const sin = c[PHASE + 2];
  const x = c[seen] + cos * c[seen + 3] + sin * c[seen + 6];
  const y = c[seen + 1] + cos * c[seen + 4] + sin * c[seen + 7];
  const z = c[seen + 2] + cos * c[seen + 5] + sin * c[seen + 8];
  if (words[CORE] === BOX) {
    c[top] = reals[HALF_X] * Math.abs(x) + reals[HALF_Y] * Math.abs(y) + reals[HALF_Z] * Math.abs(z);
    return;
  }
  f[DIR] = x;
  f[DIR + 1] = y;
  f[DIR + 2] = z;
  support(f, geometry, 0);
  c[top] = x * f[DIR] + y * f[DIR + 1] + z * f[DIR + 2];
}
