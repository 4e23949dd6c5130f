/**
 * Where a ray enters a box, in meters along it: never later than it enters any body inside.
 *
 * The box is enlarged by SLACK times its coordinates, and the interval along each axis by RELATIVE, which covers the
 * rounding of differences, quotients and products. So the test is conservative, also for rays along its faces. The
 * arithmetic is monotone: a ray that enters the bounds of a body (LEAF_SLACK) enters every node around it (NODE_SLACK),
 * and not later. So hits do not depend on how the tree was built.
 */
import { BOX_ENTRY, INVERSE, LAST, ORIGIN, WAY } from '../../narrow/scalar/rays/places.ts';

/** Of nodes: more than twice that of leaves, since a larger box may have smaller coordinates. */
export const NODE_SLACK = 2 ** -47;
export const LEAF_SLACK = 2 ** -49;
/** For boxes around the origin without extent. */
const LEAST = 1e-280;
const EARLIER = 1 - 2 ** -49;
const LATER = 1 + 2 ** -49;
/** A reciprocal that stands for that of 0: a product with a difference of 0 is 0, not NaN. */
const MOST_INVERSE = 1e300;

/** Writes the reciprocals of the unit direction of the ray in `f`. */
export function writeInverse(f: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    f[INVERSE + c] = 1 / f[WAY + c];
    // -0 counts as 0
    if (!(Math.abs(f[INVERSE + c]) < MOST_INVERSE)) f[INVERSE + c] = MOST_INVERSE;
  }
}

/**
 * Where the ray of `f` enters the box at boxes[at …], in f[BOX_ENTRY]. A ray ends at f[LAST].
 * @returns whether it enters the box
 */
export function enters(f: Float64Array, boxes: Float64Array, at: number, slack: number): boolean {
  const x = f[ORIGIN];
  const y = f[ORIGIN + 1];
  const z = f[ORIGIN + 2];
  const lowX = boxes[at];
  const lowY = boxes[at + 1];
  const lowZ = boxes[at + 2];
  const highX = boxes[at + 3];
  const highY = boxes[at + 4];
  const highZ = boxes[at + 5];
  const roomX = slack * (Math.abs(lowX) + Math.abs(highX)) + LEAST;
  const roomY = slack * (Math.abs(lowY) + Math.abs(highY)) + LEAST;
  const roomZ = slack * (Math.abs(lowZ) + Math.abs(highZ)) + LEAST;
  const oneX = (lowX - roomX - x) * f[INVERSE];
  const twoX = (highX + roomX - x) * f[INVERSE];
  const oneY = (lowY - roomY - y) * f[INVERSE + 1];
  const twoY = (highY + roomY - y) * f[INVERSE + 1];
  const oneZ = (lowZ - roomZ - z) * f[INVERSE + 2];
  const twoZ = (highZ + roomZ - z) * f[INVERSE + 2];
  const entry = Math.max(0, Math.min(oneX, twoX), Math.min(oneY, twoY), Math.min(oneZ, twoZ));
  const exit = Math.min(f[LAST], Math.max(oneX, twoX), Math.max(oneY, twoY), Math.max(oneZ, twoZ));
  f[BOX_ENTRY] = entry * EARLIER;
  // an empty box gives NaN, which is in no interval
  return entry * EARLIER <= exit * LATER;
}
