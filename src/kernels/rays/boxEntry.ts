/**
 * Where a ray enters a box, in meters along it: never later than it enters any body inside.
 *
 * The box is enlarged by a part of its coordinates, and the interval along each axis by a part of it, which covers the
 * rounding of differences, quotients and products. So the test is conservative, also for rays along its faces. The
 * arithmetic is monotone: a ray that enters the bounds of a body (LEAF_SLACK) enters every node around it (NODE_SLACK),
 * and not later. So hits do not depend on how the tree was built.
 *
 * Host and wide kernel compile this file.
 */
import type { Double } from '../../language/lanes.ts';
import { greater, lesser } from '../../math/extremes.ts';
import type { Box } from '../tree/box.ts';
import type { WorldRay } from './rayNumbers.ts';

/** Of nodes: more than twice that of leaves, since a larger box may have smaller coordinates. */
export const NODE_SLACK = 1 / 140_737_488_355_328;
export const LEAF_SLACK = 1 / 562_949_953_421_312;
/** For boxes around the origin without extent. */
const LEAST = 1e-280;
const EARLIER = 1 - 1 / 562_949_953_421_312;
const LATER = 1 + 1 / 562_949_953_421_312;

/** NaN for a box that the ray misses. */
export function boxEntry(ray: WorldRay, box: Box, slack: Double): Double {
  const { origin, inverse } = ray;
  const { lowX, lowY, lowZ, highX, highY, highZ } = box;
  const roomX = slack * (Math.abs(lowX) + Math.abs(highX)) + LEAST;
  const roomY = slack * (Math.abs(lowY) + Math.abs(highY)) + LEAST;
  const roomZ = slack * (Math.abs(lowZ) + Math.abs(highZ)) + LEAST;
  const oneX = (lowX - roomX - origin[0]) * inverse[0];
  const twoX = (highX + roomX - origin[0]) * inverse[0];
  const oneY = (lowY - roomY - origin[1]) * inverse[1];
  const twoY = (highY + roomY - origin[1]) * inverse[1];
  const oneZ = (lowZ - roomZ - origin[2]) * inverse[2];
  const twoZ = (highZ + roomZ - origin[2]) * inverse[2];
  const entry = greater(greater(0, lesser(oneX, twoX)), greater(lesser(oneY, twoY), lesser(oneZ, twoZ))) * EARLIER;
  const exit = lesser(greater(oneX, twoX), lesser(greater(oneY, twoY), greater(oneZ, twoZ)));
  // an empty box has NaN along each axis, which is in no interval
  return entry <= exit * LATER ? entry : NaN;
}
