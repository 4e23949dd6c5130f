/**
 * The constants of a cast.
 *
 *   reads   what the caller has written (castNumbers.ts), extents, radii
 *   writes  the tolerance, the constants, angles and rotations of the bodies at the start
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { F64_ROUNDING } from '../../math/rounding.ts';
import { CAST_TOLERANCE, MOST_TURN } from '../../tables/castWords.ts';
import type { CastBody, CastNumbers } from './castNumbers.ts';

/** The tolerance is at least this many times the rounding of a height. */
const ROUNDINGS = 64;
const INFINITE = 1 / 0;

/**
 * Writes the constants. A tolerance of NaN is the default.
 * @returns 1 if numbers are finite and turns at most MOST_TURN, else 0
 */
export function beginNumbers(c: CastNumbers): Int {
  const a = c.a;
  const b = c.b;
  writeAngle(a);
  writeAngle(b);
  c.radius = a.radius + b.radius;
  c.extent = a.extent + b.extent;
  if (!(c.tolerance >= 0)) c.tolerance = CAST_TOLERANCE * (c.extent + c.radius);
  let distance: Double = 0;
  for (let k: Int = 0; k < 3; k++) distance += Math.abs(c.offset[k]) + Math.abs(c.move[k]);
  // the offset is rounded on its way from the start, and an angle as a part of itself
  c.rounding = F64_ROUNDING * (c.extent * (1 + a.angle + b.angle) + c.radius + distance);
  if (c.tolerance < ROUNDINGS * c.rounding) c.tolerance = ROUNDINGS * c.rounding;
  c.placed = -1;
  c.slope = 0;
  writeMatrix(a.rest, a.rotation);
  writeMatrix(b.rest, b.rotation);
  if (distance * distance < INFINITE && a.angle <= MOST_TURN && b.angle <= MOST_TURN) return 1;
  return 0;
}

/** Writes the length of the turn of a body. */
export function writeAngle(body: CastBody): void {
  const { turn } = body;
  body.angle = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
}

/** Writes the matrix of a quaternion. */
function writeMatrix(m: Doubles, q: Doubles): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  const sx = s * x;
  const sy = s * y;
  const sz = s * z;
  m[0] = 1 - sy * y - sz * z;
  m[1] = sx * y - sz * w;
  m[2] = sx * z + sy * w;
  m[3] = sx * y + sz * w;
  m[4] = 1 - sx * x - sz * z;
  m[5] = sy * z - sx * w;
  m[6] = sx * z - sy * w;
  m[7] = sy * z + sx * w;
  m[8] = 1 - sx * x - sy * y;
}
