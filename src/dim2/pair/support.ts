/** Supports: the corner of a core that is farthest along a direction. */
import { FAN, type Geometry, STRIDE } from './geometry.ts';

/**
 * The number of the corner that is farthest along (x, y), local. Of two, the first one counter-clockwise.
 *
 * Edges decide, not heights: they are exact within their own length, so that short edges beside long ones do no harm.
 * An edge is passed if it leads forward. Comparisons are added up, so that no branch depends on the direction.
 */
export function support(geometry: Geometry, x: number, y: number): number {
  const { fans, starts, count } = geometry;
  const quadrant = +(x < 0) ^ (3 * +(y < 0));
  if (fans.length === 0) return supportOfMany(geometry, quadrant, x, y);
  const at = 2 * FAN * quadrant;
  const k =
    starts[quadrant] +
    +(x * fans[at] + y * fans[at + 1] > 0) +
    +(x * fans[at + 2] + y * fans[at + 3] > 0) +
    +(x * fans[at + 4] + y * fans[at + 5] > 0) +
    +(x * fans[at + 6] + y * fans[at + 7] > 0);
  return k === count ? 0 : k;
}

/** Bisects the edges of the quadrant. */
function supportOfMany({ reals, starts, count }: Geometry, quadrant: number, x: number, y: number): number {
  let k = starts[quadrant];
  let end = starts[quadrant + 1];
  while (k < end) {
    const middle = (k + end) >> 1;
    if (x * reals[STRIDE * middle + 2] + y * reals[STRIDE * middle + 3] > 0) k = middle + 1;
    else end = middle;
  }
  return k === count ? 0 : k;
}
