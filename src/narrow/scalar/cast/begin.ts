/**
 * The constants of a cast.
 *
 *   reads   c[OFFSET …], c[VELOCITY …], c[SKIN], c[TOLERANCE], turns and rotations of the bodies, extents, radii
 *   writes  c[TOLERANCE], lengths and roundings, the angles of the bodies, c[REST_A …], c[REST_B …], c[PLACED]
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import { CAST_TOLERANCE } from '../../../queries/casts/codes.ts';
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { F64_ROUNDING } from '../rounding.ts';
import {
  ANGLE,
  BODY_A,
  BODY_B,
  CLOSE,
  EXTENT_A,
  EXTENT_B,
  OFFSET,
  PAIR_SIZE,
  PLACED,
  RADII,
  RADIUS_A,
  RADIUS_B,
  REST_A,
  REST_B,
  ROTATION,
  ROUNDING,
  TOLERANCE,
  TURN,
  VELOCITY,
} from './places.ts';

/** Largest turn (rad). */
export const MOST_TURN = 64;
/** The tolerance is at least this many times the rounding of a height. */
const ROUNDINGS = 64;
const INFINITE = 1 / 0;

/**
 * Writes the constants. A tolerance of NaN is the default.
 * @returns 1 if numbers are finite and turns at most MOST_TURN, else 0
 */
export function beginNumbers(c: Doubles): Int {
  writeAngle(c, BODY_A);
  writeAngle(c, BODY_B);
  const angleA = c[BODY_A + ANGLE];
  const angleB = c[BODY_B + ANGLE];
  c[RADII] = c[RADIUS_A] + c[RADIUS_B];
  c[PAIR_SIZE] = c[EXTENT_A] + c[EXTENT_B];
  if (!(c[TOLERANCE] >= 0)) c[TOLERANCE] = CAST_TOLERANCE * (c[PAIR_SIZE] + c[RADII]);
  let way: Double = 0;
  for (let k: Int = 0; k < 3; k++) way += Math.abs(c[OFFSET + k]) + Math.abs(c[VELOCITY + k]);
  // the offset is rounded on its way from the start, and an angle as a part of itself
  c[ROUNDING] = F64_ROUNDING * (c[PAIR_SIZE] * (1 + angleA + angleB) + c[RADII] + way);
  c[CLOSE] = c[TOLERANCE];
  if (c[CLOSE] < ROUNDINGS * c[ROUNDING]) c[CLOSE] = ROUNDINGS * c[ROUNDING];
  c[PLACED] = -1;
  writeMatrix(c, BODY_A + ROTATION, REST_A);
  writeMatrix(c, BODY_B + ROTATION, REST_B);
  if (way * way < INFINITE && angleA <= MOST_TURN && angleB <= MOST_TURN) return 1;
  return 0;
}

function writeAngle(c: Doubles, body: Int): void {
  const x = c[body + TURN];
  const y = c[body + TURN + 1];
  const z = c[body + TURN + 2];
  c[body + ANGLE] = Math.sqrt(x * x + y * y + z * z);
}

/** Writes the matrix of the quaternion in c[at …] to c[to …]. */
export function writeMatrix(c: Doubles, at: Int, to: Int): void {
  const x = c[at];
  const y = c[at + 1];
  const z = c[at + 2];
  const w = c[at + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  c[to] = 1 - sy * y - sz * z;
  c[to + 1] = sx * y - sz * w;
  c[to + 2] = sx * z + sy * w;
  c[to + 3] = sx * y + sz * w;
  c[to + 4] = 1 - sx * x - sz * z;
  c[to + 5] = sy * z - sx * w;
  c[to + 6] = sx * z - sy * w;
  c[to + 7] = sy * z + sx * w;
  c[to + 8] = 1 - sx * x - sy * y;
}
