/**
 * The spheres around two bodies with bounds, whatever their turns are.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles } from '../../wide/lanes.ts';
import { CLOSE, OFFSET, PAIR_SIZE, RADII, SKIN, VELOCITY } from './places.ts';

/**
 * The time at which the spheres come near each other, after `beginNumbers`: before it the bodies are farther apart than
 * the skin by the tolerance, which is above rounding. 0 if they are near at the start, infinite if they never are.
 */
export function meetSpheres(c: Doubles): Double {
  const reach = c[PAIR_SIZE] + c[RADII] + c[SKIN] + c[CLOSE];
  const x = c[OFFSET];
  const y = c[OFFSET + 1];
  const z = c[OFFSET + 2];
  const vx = c[VELOCITY];
  const vy = c[VELOCITY + 1];
  const vz = c[VELOCITY + 2];
  const never: Double = 1 / 0;
  const start: Double = 0;
  if (!(x * x + y * y + z * z > reach * reach)) return start;
  const along = x * vx + y * vy + z * vz;
  if (!(along < 0)) return never;
  const square = vx * vx + vy * vy + vz * vz;
  // the offset where it is shortest
  const middle = -along / square;
  const mx = x + middle * vx;
  const my = y + middle * vy;
  const mz = z + middle * vz;
  const room = reach * reach - (mx * mx + my * my + mz * mz);
  if (!(room > 0)) return never;
  const t = middle - Math.sqrt(room / square);
  return t > 0 ? t : start;
}
