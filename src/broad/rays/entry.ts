/**
 * Where a ray enters a box, in meters along it: never later than it enters any body inside.
 *
 * The box is enlarged by SLACK times its coordinates, and the interval along each axis by RELATIVE, which covers the
 * rounding of differences, quotients and products. So the test is conservative, also for rays along its faces. The
 * arithmetic is monotone: a ray that enters the bounds of a body (LEAF_SLACK) enters every node around it (NODE_SLACK),
 * and not later. So hits do not depend on how the tree was built.
 */
import type { RayNumbers } from '../../kernels/rays/rayNumbers.ts';
import type { Double } from '../../language/lanes.ts';

/** Of nodes: more than twice that of leaves, since a larger box may have smaller coordinates. */
export const NODE_SLACK = 2 ** -47;
export const LEAF_SLACK = 2 ** -49;
/** For boxes around the origin without extent. */
const LEAST = 1e-280;
const EARLIER = 1 - 2 ** -49;
const LATER = 1 + 2 ** -49;
/** Where a ray enters the last box that it was tested with, and the bounds of the last body (m). */
export class BoxEntries {
  box: Double = NaN;
  leaf: Double = NaN;
}

/** Whether the ray enters the box at boxes[at …], not beyond the best hit; and where, in entries.box. */
export function enters(
  entries: BoxEntries,
  { ray, best }: RayNumbers,
  boxes: Float64Array,
  at: number,
  slack: number,
): boolean {
  const { origin, inverse } = ray;
  const x = origin[0];
  const y = origin[1];
  const z = origin[2];
  const lowX = boxes[at];
  const lowY = boxes[at + 1];
  const lowZ = boxes[at + 2];
  const highX = boxes[at + 3];
  const highY = boxes[at + 4];
  const highZ = boxes[at + 5];
  const roomX = slack * (Math.abs(lowX) + Math.abs(highX)) + LEAST;
  const roomY = slack * (Math.abs(lowY) + Math.abs(highY)) + LEAST;
  const roomZ = slack * (Math.abs(lowZ) + Math.abs(highZ)) + LEAST;
  const oneX = (lowX - roomX - x) * inverse[0];
  const twoX = (highX + roomX - x) * inverse[0];
  const oneY = (lowY - roomY - y) * inverse[1];
  const twoY = (highY + roomY - y) * inverse[1];
  const oneZ = (lowZ - roomZ - z) * inverse[2];
  const twoZ = (highZ + roomZ - z) * inverse[2];
  const entry = Math.max(0, Math.min(oneX, twoX), Math.min(oneY, twoY), Math.min(oneZ, twoZ));
  const exit = Math.min(best.end, Math.max(oneX, twoX), Math.max(oneY, twoY), Math.max(oneZ, twoZ));
  entries.box = entry * EARLIER;
  // an empty box gives NaN, which is in no interval
  return entry * EARLIER <= exit * LATER;
}
