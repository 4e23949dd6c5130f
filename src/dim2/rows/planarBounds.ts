/**
 * World bounding boxes of the colliders of a planar scene, exact. z is 0.
 *
 *   reads   colliders, shapes
 *   writes  bounds.boxes; NaN for a row without a collider or with an invalid pose. bounds.renewed[begin] counts each
 *           call: all boxes are made anew
 */
import { BOUNDS_STRIDE } from '../../tables/boundsTable.ts';
import { NO_SHAPE } from '../../tables/colliderTable.ts';
import { SHAPES } from '../../tables/countTable.ts';
import type { Frame } from '../../tables/frame.ts';
import { type Geometry, STRIDE } from '../pair/geometry.ts';
import { BodyPose } from '../pair/pairState.ts';
import { writeTurn } from '../pair/turn.ts';
import type { PlanarShapes } from './planarShapes.ts';

const turn = /* @__PURE__ */ new BodyPose();

/** Writes the boxes of rows [begin, end). @returns the number of colliders with an invalid pose */
export function planarBounds(
  { bounds, colliders, counts }: Frame,
  known: PlanarShapes,
  begin: number,
  end: number,
): number {
  const { boxes } = bounds;
  const { positions, angles, shapes } = colliders;
  known.refresh();
  bounds.renewed[begin]++;
  let invalid = 0;
  for (let row = begin; row < end; row++) {
    const at = BOUNDS_STRIDE * row;
    const id = shapes[row];
    const isLive = id !== NO_SHAPE && id < counts[SHAPES];
    const x = positions[2 * row];
    const y = positions[2 * row + 1];
    // x − x is 0 for finite numbers only
    const isPlaced = x - x + (y - y) + (angles[row] - angles[row]) === 0;
    if (!(isLive && isPlaced)) {
      boxes.fill(Number.NaN, at, at + BOUNDS_STRIDE);
      if (isLive) invalid++;
      continue;
    }
    turn.angle = angles[row];
    writeTurn(turn);
    boxes[at] = x;
    boxes[at + 1] = y;
    writeBox(boxes, at, known.get(id));
  }
  return invalid;
}

/** Writes the box of a shape, turned by `turn`, around the position in boxes[at …]. */
function writeBox(boxes: Float64Array, at: number, { count, radius, reals }: Geometry): void {
  const { cos, sin } = turn;
  let lowX = Infinity;
  let lowY = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  for (let k = 0; k < STRIDE * count; k += STRIDE) {
    const x = cos * reals[k] - sin * reals[k + 1];
    const y = sin * reals[k] + cos * reals[k + 1];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
  }
  const x = boxes[at];
  const y = boxes[at + 1];
  boxes[at] = x + lowX - radius;
  boxes[at + 1] = y + lowY - radius;
  boxes[at + 2] = 0;
  boxes[at + 3] = x + highX + radius;
  boxes[at + 4] = y + highY + radius;
  boxes[at + 5] = 0;
}
