/**
 * Where two boxes that turn are at a time. A turn about a fixed axis leaves one part of a rotation as it is, and two
 * parts go with the cosine and the sine of its angle. So a pose takes no product of rotations, and no square root.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Doubles, Int } from '../../wide/lanes.ts';
import { writePhase } from './phase.ts';
import {
  ANGLE,
  BODY_A,
  BODY_B,
  MATRIX_A,
  MATRIX_B,
  OFFSET,
  PARTS_A,
  PARTS_B,
  PHASE,
  PLACE,
  REST_A,
  REST_B,
  TURN,
  VELOCITY,
} from './places.ts';

/** Prepares poses, and places the boxes at the start. */
export function startPoses(c: Doubles): void {
  for (let k: Int = 0; k < 3; k++) c[PLACE + k] = c[OFFSET + k];
  for (let k: Int = 0; k < 9; k++) {
    c[MATRIX_A + k] = c[REST_A + k];
    c[MATRIX_B + k] = c[REST_B + k];
  }
  if (c[BODY_A + ANGLE] > 0) writeParts(c, BODY_A, REST_A, PARTS_A);
  if (c[BODY_B + ANGLE] > 0) writeParts(c, BODY_B, REST_B, PARTS_B);
}

/** Writes the parts of a rotation that is c[rest …] at the start: all three of each number of the matrix. */
function writeParts(c: Doubles, body: Int, rest: Int, to: Int): void {
  const share = 1 / c[body + ANGLE];
  const x = share * c[body + TURN];
  const y = share * c[body + TURN + 1];
  const z = share * c[body + TURN + 2];
  for (let k: Int = 0; k < 3; k++) {
    const at = rest + k;
    const u = c[at];
    const v = c[at + 3];
    const w = c[at + 6];
    const along = x * u + y * v + z * w;
    // the part that stays, that which goes with the cosine, and that which goes with the sine
    const first = to + 3 * k;
    c[first] = along * x;
    c[first + 1] = u - along * x;
    c[first + 2] = y * w - z * v;
    c[first + 9] = along * y;
    c[first + 10] = v - along * y;
    c[first + 11] = z * u - x * w;
    c[first + 18] = along * z;
    c[first + 19] = w - along * z;
    c[first + 20] = x * v - y * u;
  }
}

/** Places the boxes at time c[at]: writes c[PLACE …], c[MATRIX_A …], c[MATRIX_B …]. */
export function placeBoxes(c: Doubles, at: Int): void {
  for (let k: Int = 0; k < 3; k++) c[PLACE + k] = c[OFFSET + k] + c[at] * c[VELOCITY + k];
  if (c[BODY_A + ANGLE] > 0) placeBody(c, at, BODY_A, PARTS_A, MATRIX_A);
  if (c[BODY_B + ANGLE] > 0) placeBody(c, at, BODY_B, PARTS_B, MATRIX_B);
}

function placeBody(c: Doubles, at: Int, body: Int, parts: Int, to: Int): void {
  c[PHASE] = c[at] * c[body + ANGLE];
  writePhase(c);
  const cos = c[PHASE + 1];
  const sin = c[PHASE + 2];
  c[to] = c[parts] + cos * c[parts + 1] + sin * c[parts + 2];
  c[to + 1] = c[parts + 3] + cos * c[parts + 4] + sin * c[parts + 5];
  c[to + 2] = c[parts + 6] + cos * c[parts + 7] + sin * c[parts + 8];
  c[to + 3] = c[parts + 9] + cos * c[parts + 10] + sin * c[parts + 11];
  c[to + 4] = c[parts + 12] + cos * c[parts + 13] + sin * c[parts + 14];
  c[to + 5] = c[parts + 15] + cos * c[parts + 16] + sin * c[parts + 17];
  c[to + 6] = c[parts + 18] + cos * c[parts + 19] + sin * c[parts + 20];
  c[to + 7] = c[parts + 21] + cos * c[parts + 22] + sin * c[parts + 23];
  c[to + 8] = c[parts + 24] + cos * c[parts + 25] + sin * c[parts + 26];
}
