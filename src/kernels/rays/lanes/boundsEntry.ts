/**
 * Where a ray enters the bounds of a body, in meters along it: never later than it enters the body.
 *
 * The box is enlarged by SLACK times its coordinates, and the interval along each axis by a part of it, which covers
 * the rounding of differences, quotients and products. So the test is conservative, also for rays along its faces.
 */
import { abs, type Double, doublesAt, type Int, type Ints, max, min } from '../../../language/lanes.ts';
import { COLLIDER_BOUNDS } from '../../../tables/kernelContext.ts';
import type { Vec } from '../../planes/lanes/placed.ts';
import type { WorldRay } from '../rayNumbers.ts';

/** Of a row of bounds. */
const BOUNDS_BYTES = 48;
const SLACK: Double = 1 / 562_949_953_421_312;
/** For boxes around the origin without extent. */
const LEAST: Double = 1e-280;
const EARLIER: Double = 1 - 1 / 562_949_953_421_312;
const LATER: Double = 1 + 1 / 562_949_953_421_312;

interface Bounds {
  readonly low: Vec;
  readonly high: Vec;
}

export function boundsOf(context: Ints, row: Int): Bounds {
  const bounds = doublesAt(context[COLLIDER_BOUNDS] + BOUNDS_BYTES * row);
  return {
    low: { x: bounds[0], y: bounds[1], z: bounds[2] },
    high: { x: bounds[3], y: bounds[4], z: bounds[5] },
  };
}

/** @param end where the ray ends (m) @returns −1 if it does not enter them before */
export function boundsEntry(ray: WorldRay, bounds: Bounds, end: Double): Double {
  const x = slabOf(bounds.low.x, bounds.high.x, ray.origin[0], ray.inverse[0]);
  const y = slabOf(bounds.low.y, bounds.high.y, ray.origin[1], ray.inverse[1]);
  const z = slabOf(bounds.low.z, bounds.high.z, ray.origin[2], ray.inverse[2]);
  const none: Double = 0;
  const entry = max(max(none, x.entry), max(y.entry, z.entry)) * EARLIER;
  const exit = min(min(end, x.exit), min(y.exit, z.exit));
  return entry <= exit * LATER ? entry : -1;
}

interface Slab {
  readonly entry: Double;
  readonly exit: Double;
}

/** Where the ray passes the two planes of an axis. */
function slabOf(low: Double, high: Double, origin: Double, inverse: Double): Slab {
  const room = SLACK * (abs(low) + abs(high)) + LEAST;
  const one = (low - room - origin) * inverse;
  const two = (high + room - origin) * inverse;
  return { entry: min(one, two), exit: max(one, two) };
}
