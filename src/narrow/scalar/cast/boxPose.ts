/**
 * Where two boxes that turn are at a time. A turn about a fixed axis leaves one part of a rotation as it is, and two
 * parts go with the cosine and the sine of its angle. So a pose takes no product of rotations, and no square root.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
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
    writePart(c, to + 3 * k, u, along * x, y * w - z * v);
    writePart(c, to + 9 + 3 * k, v, along * y, z * u - x * w);
    writePart(c, to + 18 + 3 * k, w, along * z, x * v - y * u);
  }
}

/** @param fixed the part that stays; @param aside the part that goes with the sine */
function writePart(c: Doubles, at: Int, rest: Double, fixed: Double, aside: Double): void {
  c[at] = fixed;
  c[at + 1] = rest - fixed;
  c[at + 2] = aside;
}

/** Places the boxes at time t: writes c[PLACE …], c[MATRIX_A …], c[MATRIX_B …]. */
export function placeBoxes(c: Doubles, t: Double): void {
  for (let k: Int = 0; k < 3; k++) c[PLACE + k] = c[OFFSET + k] + t * c[VELOCITY + k];
  if (c[BODY_A + ANGLE] > 0) placeBody(c, t * c[BODY_A + ANGLE], PARTS_A, MATRIX_A);
  if (c[BODY_B + ANGLE] > 0) placeBody(c, t * c[BODY_B + ANGLE], PARTS_B, MATRIX_B);
}

function placeBody(c: Doubles, angle: Double, parts: Int, to: Int): void {
  c[PHASE] = angle;
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
