/**
 * The convex hull of points in the plane.
 *
 * Method: Andrew, Another efficient algorithm for convex hulls in two dimensions, 1979.
 */

/** Coordinates nearer to 0 than this count as 0 (m), so that no square of a length underflows. */
const LEAST = 1e-130;

/**
 * The corners of the hull, counter-clockwise, as indices of points; at least one. A corner turns by an angle that f64
 * can tell from 0. Of equal points one remains, that with the smallest index.
 * @param xs, ys coordinates, finite. Those below `LEAST` are set to 0
 */
export function convexHull(xs: Float64Array, ys: Float64Array): number[] {
  for (let k = 0; k < xs.length; k++) {
    if (Math.abs(xs[k]) < LEAST) xs[k] = 0;
    if (Math.abs(ys[k]) < LEAST) ys[k] = 0;
  }
  const order = Array.from(xs.keys()).sort((p, q) => xs[p] - xs[q] || ys[p] - ys[q] || p - q);
  const sorted = order.filter((p, k) => k === 0 || xs[p] !== xs[order[k - 1]] || ys[p] !== ys[order[k - 1]]);
  if (sorted.length < 3) return sorted;
  const lower = chain(sorted, xs, ys);
  const upper = chain(sorted.reverse(), xs, ys);
  // each chain ends where the other begins
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** The corners on the right of the way from the first point to the last. */
function chain(sorted: readonly number[], xs: Float64Array, ys: Float64Array): number[] {
  const corners: number[] = [];
  for (const p of sorted) {
    while (corners.length > 1 && !turnsLeft(corners[corners.length - 2], corners[corners.length - 1], p)) corners.pop();
    corners.push(p);
  }
  return corners;

  function turnsLeft(a: number, b: number, c: number): boolean {
    return (xs[b] - xs[a]) * (ys[c] - ys[b]) > (ys[b] - ys[a]) * (xs[c] - xs[b]);
  }
}
