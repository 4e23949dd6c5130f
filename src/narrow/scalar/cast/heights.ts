/**
 * The separation of the pair of a cast along a fixed axis, as a function of time.
 *
 * The bodies stay as they are at the start, and the axis turns instead: the height of the support along an axis n of a
 * body turned by T is that of the body at rest along T⁻¹ n. In the local frame of a body this is a constant part, and
 * two parts that go with the cosine and the sine of the angle.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { writePhase } from './phase.ts';
import {
  ALONG,
  ANGLE,
  AXIS,
  BODY_A,
  BODY_B,
  HEIGHT,
  LOCAL,
  OFFSET,
  PHASE,
  RADII,
  RATE,
  REST_A,
  REST_B,
  ROUNDING,
  SEEN_A,
  SEEN_B,
  TOP_A,
  TOP_B,
  TURN,
  VELOCITY,
} from './places.ts';

/** Prepares heights along c[AXIS …]. */
export function seeAxes(c: Doubles): void {
  const x = c[AXIS];
  const y = c[AXIS + 1];
  const z = c[AXIS + 2];
  c[ALONG] = x * c[OFFSET] + y * c[OFFSET + 1] + z * c[OFFSET + 2];
  c[RATE] = x * c[VELOCITY] + y * c[VELOCITY + 1] + z * c[VELOCITY + 2];
  seeAxis(c, BODY_A);
  seeAxis(c, BODY_B);
}

/** Writes the parts of the axis that a body sees. */
function seeAxis(c: Doubles, body: Int): void {
  const isA = body === BODY_A;
  const matrix: Int = isA ? REST_A : REST_B;
  const to: Int = isA ? SEEN_A : SEEN_B;
  const sign: Double = isA ? 1 : -1;
  const x = sign * c[AXIS];
  const y = sign * c[AXIS + 1];
  const z = sign * c[AXIS + 2];
  const angle = c[body + ANGLE];
  if (angle === 0) {
    c[to] = x;
    c[to + 1] = y;
    c[to + 2] = z;
    toLocal(c, to, matrix);
    for (let k: Int = to + 3; k < to + 9; k++) c[k] = 0;
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
  for (let k: Int = to; k < to + 9; k += 3) toLocal(c, k, matrix);
}

/** Turns the vector in c[at …] into the local frame of matrix m. */
function toLocal(c: Doubles, at: Int, m: Int): void {
  const x = c[at];
  const y = c[at + 1];
  const z = c[at + 2];
  c[at] = c[m] * x + c[m + 3] * y + c[m + 6] * z;
  c[at + 1] = c[m + 1] * x + c[m + 4] * y + c[m + 7] * z;
  c[at + 2] = c[m + 2] * x + c[m + 5] * y + c[m + 8] * z;
}

/** Writes the axis that a body sees at time c[at] to c[LOCAL …], its local frame. */
export function seeAt(c: Doubles, body: Int, at: Int): void {
  const isA = body === BODY_A;
  const seen: Int = isA ? SEEN_A : SEEN_B;
  if (c[body + ANGLE] === 0) {
    for (let k: Int = 0; k < 3; k++) c[LOCAL + k] = c[seen + k];
    return;
  }
  c[PHASE] = c[body + ANGLE] * c[at];
  writePhase(c);
  const cos = c[PHASE + 1];
  const sin = c[PHASE + 2];
  for (let k: Int = 0; k < 3; k++) c[LOCAL + k] = c[seen + k] + cos * c[seen + 3 + k] + sin * c[seen + 6 + k];
}

/** Writes the height of a box along the axis in c[LOCAL …] to c[top]. */
export function writeBoxTop(c: Doubles, top: Int, half: Int): void {
  c[top] = c[half] * Math.abs(c[LOCAL]) + c[half + 1] * Math.abs(c[LOCAL + 1]) + c[half + 2] * Math.abs(c[LOCAL + 2]);
}

/**
 * Writes the separation along the axis at time c[at] to c[HEIGHT], less its rounding, from the heights of both bodies:
 * a lower bound of the distance, whatever the axis is.
 */
export function writeHeight(c: Doubles, at: Int): void {
  c[HEIGHT] = c[ALONG] + c[at] * c[RATE] - c[TOP_A] - c[TOP_B] - c[RADII] - c[ROUNDING];
}
