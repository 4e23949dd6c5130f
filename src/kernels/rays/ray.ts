/** A ray of the table. */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { greater } from '../../math/extremes.ts';
import type { WorldRay } from './rayNumbers.ts';

const INFINITE = 1 / 0;
/** A reciprocal that stands for that of 0: a product with a difference of 0 is 0, not NaN. */
const MOST_INVERSE: Double = 1e300;
/** Beyond the nearest hit by more than rounding. */
const BEYOND: Double = 1 + 1 / 281_474_976_710_656;

/**
 * Loads row `row` of a table.
 * @param origins x y z maxT of each ray @param directions x y z – of each ray
 * @returns whether the ray is valid: finite, with a direction of finite length > 0, and maxT ≥ 0
 */
export function loadRay(ray: WorldRay, origins: Doubles, directions: Doubles, row: Int): Flag {
  const at = 4 * row;
  const x = directions[at];
  const y = directions[at + 1];
  const z = directions[at + 2];
  // scaled, so that no square overflows or vanishes
  const most = greater(greater(Math.abs(x), Math.abs(y)), Math.abs(z));
  const partX = x / most;
  const partY = y / most;
  const partZ = z / most;
  const norm = Math.sqrt(partX * partX + partY * partY + partZ * partZ);
  const ox = origins[at];
  const oy = origins[at + 1];
  const oz = origins[at + 2];
  ray.origin[0] = ox;
  ray.origin[1] = oy;
  ray.origin[2] = oz;
  ray.unit[0] = partX / norm;
  ray.unit[1] = partY / norm;
  ray.unit[2] = partZ / norm;
  ray.inverse[0] = inverseOf(ray.unit[0]);
  ray.inverse[1] = inverseOf(ray.unit[1]);
  ray.inverse[2] = inverseOf(ray.unit[2]);
  ray.length = most * norm;
  ray.mostT = origins[at + 3];
  // NaN fails every comparison
  return ox - ox + (oy - oy) + (oz - oz) === 0 && ray.length > 0 && ray.length < INFINITE && ray.mostT >= 0;
}

/** A reciprocal; a large number for that of 0. */
export function inverseOf(part: Double): Double {
  const inverse = 1 / part;
  // −0 counts as 0
  return Math.abs(inverse) < MOST_INVERSE ? inverse : MOST_INVERSE;
}

/** Where a ray ends for which hits beyond `t` do not count (m). */
export function endOf(ray: WorldRay, t: Double): Double {
  return t * ray.length * BEYOND;
}

/** Whether `t` is on the ray. NaN is not. */
export function isInReach(ray: WorldRay, t: Double): Flag {
  return t <= ray.mostT && t < INFINITE;
}
