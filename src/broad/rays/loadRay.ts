/** Loads one ray of a table for a search. */
import { LENGTH, MOST_T, ORIGIN, WAY } from '../../narrow/scalar/rays/places.ts';

/**
 * Writes the origin, the unit direction, its length and the largest t of row `ray` to `f`.
 * @param origins x y z maxT of each ray
 * @param directions x y z – of each ray
 * @returns whether the ray is valid: finite, with a direction of finite length > 0, and maxT ≥ 0
 */
export function loadRay(f: Float64Array, origins: Float64Array, directions: Float64Array, ray: number): boolean {
  const at = 4 * ray;
  const x = directions[at];
  const y = directions[at + 1];
  const z = directions[at + 2];
  // scaled, so that no square overflows or vanishes
  const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const partX = x / most;
  const partY = y / most;
  const partZ = z / most;
  const norm = Math.sqrt(partX * partX + partY * partY + partZ * partZ);
  f[ORIGIN] = origins[at];
  f[ORIGIN + 1] = origins[at + 1];
  f[ORIGIN + 2] = origins[at + 2];
  f[MOST_T] = origins[at + 3];
  f[WAY] = partX / norm;
  f[WAY + 1] = partY / norm;
  f[WAY + 2] = partZ / norm;
  f[LENGTH] = most * norm;
  const sum = f[ORIGIN] - f[ORIGIN] + (f[ORIGIN + 1] - f[ORIGIN + 1]) + (f[ORIGIN + 2] - f[ORIGIN + 2]);
  // NaN fails every comparison
  return sum === 0 && norm > 0 && f[LENGTH] > 0 && f[LENGTH] < Infinity && f[MOST_T] >= 0;
}
