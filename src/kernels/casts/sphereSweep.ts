/**
 * The spheres around two bodies with bounds, whatever their turns are.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { CastNumbers } from './castNumbers.ts';

const NEVER = 1 / 0;

/**
 * Writes the time at which the spheres come near each other to c.time, after `beginNumbers`: before it the bodies are
 * farther apart than the skin by the tolerance, which is above rounding. 0 if they are near at the start, infinite if
 * they never are.
 */
export function meetSpheres(c: CastNumbers): void {
  const reach = c.extent + c.radius + c.skin + c.tolerance;
  const p = c.offset;
  const v = c.move;
  c.time = 0;
  if (!(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] > reach * reach)) return;
  c.time = NEVER;
  const along = p[0] * v[0] + p[1] * v[1] + p[2] * v[2];
  if (!(along < 0)) return;
  const square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  // the offset where it is shortest
  const middle = -along / square;
  const mx = p[0] + middle * v[0];
  const my = p[1] + middle * v[1];
  const mz = p[2] + middle * v[2];
  const room = reach * reach - (mx * mx + my * my + mz * mz);
  if (!(room > 0)) return;
  c.time = middle - Math.sqrt(room / square);
  if (c.time < 0) c.time = 0;
}
