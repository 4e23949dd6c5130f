/**
 * Where a ray enters a convex body, slowly: the distance of a point of the ray from the body is a convex function of its
 * place. The least distance is found by golden section, the entry by bisection, both in f64 and relative to the body.
 * Imports nothing from src/.
 */
export type Gap = (x: number, y: number, z: number) => number;

export interface RayEntry {
  /** Least distance of the ray from the body (m); ≤ 0 if it meets the body. */
  readonly least: number;
  /** Where it comes nearest, and where it enters, along the unit direction from the origin (m). */
  readonly nearest: number;
  readonly entry: number;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * @param gap distance of a point from the body, ≤ 0 inside; the point is relative to the body's position, world axes
 * @param origin of the ray, relative to the body's position (m)
 * @param unit direction of the ray
 * @param reach largest distance of a point of the body from its position (m)
 * @param last end of the ray (m)
 * @returns undefined if the ray stays farther than `reach` from the body's position
 */
export function rayEntry(
  gap: Gap,
  origin: readonly number[],
  unit: readonly number[],
  reach: number,
  last: number,
): RayEntry | undefined {
  const middle = -origin.reduce((sum, c, k) => sum + c * unit[k]!, 0);
  // the point of the line nearest to the position: places near it lose no bits
  const foot = origin.map((c, k) => c + middle * unit[k]!);
  const at = (s: number) => gap(foot[0]! + s * unit[0]!, foot[1]! + s * unit[1]!, foot[2]! + s * unit[2]!);
  const wide = 1.001 * reach + 1e-12;
  if (Math.hypot(...foot) > wide) return undefined;
  const low = Math.max(-wide, -middle);
  const high = Math.min(wide, last - middle);
  if (!(low <= high)) return undefined;
  const nearest = lowest(at, low, high);
  const least = at(nearest);
  const level = Math.max(least, 0);
  let [out, inside] = [low, nearest];
  if (at(low) <= level) inside = low;
  for (let k = 0; k < 100 && inside !== low; k++) {
    const half = (out + inside) / 2;
    if (at(half) <= level) inside = half;
    else out = half;
  }
  return { least, nearest: middle + nearest, entry: middle + inside };
}

function lowest(at: (s: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  let [one, two] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)];
  let [atOne, atTwo] = [at(one), at(two)];
  for (let k = 0; k < 90; k++) {
    if (atOne <= atTwo) {
      [b, two, atTwo] = [two, one, atOne];
      one = b - GOLDEN * (b - a);
      atOne = at(one);
    } else {
      [a, one, atOne] = [one, two, atTwo];
      two = a + GOLDEN * (b - a);
      atTwo = at(two);
    }
  }
  const places = [low, high, one, two];
  return places.reduce((best, s) => (at(s) < at(best) ? s : best));
}
