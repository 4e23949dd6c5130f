/**
 * World bounding boxes of the colliders of a planar scene, by the supports along the axes. z is 0.
 *
 *   reads   colliders, shapes
 *   writes  bounds.boxes; NaN for a row without a collider or with an invalid pose
 */
import { BOUNDS_STRIDE } from '../../broad/bounds/boundsTable.ts';
import type { Frame } from '../../memory/frame.ts';
import { type Geometry, STRIDE } from '../../planar/geometry.ts';
import { support } from '../../planar/support.ts';
import { writeTurn } from '../../planar/turn.ts';
import { NO_SHAPE } from '../../scene/colliderTable.ts';
import { SHAPES } from '../../scene/countTable.ts';
import type { PlanarShapes } from './planarShapes.ts';

const turn = /* @__PURE__ */ new Float64Array(2);

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
    const shape = known.get(id);
    writeTurn(turn, 0, angles[row]);
    const cos = turn[0];
    const sin = turn[1];
    boxes[at] = x - reach(shape, -cos, sin);
    boxes[at + 1] = y - reach(shape, -sin, -cos);
    boxes[at + 2] = 0;
    boxes[at + 3] = x + reach(shape, cos, -sin);
    boxes[at + 4] = y + reach(shape, sin, cos);
    boxes[at + 5] = 0;
  }
  return invalid;
}

/** How far a shape reaches along a local unit direction (m). */
function reach(shape: Geometry, x: number, y: number): number {
  const corner = STRIDE * support(shape, x, y);
  return shape.reals[corner] * x + shape.reals[corner + 1] * y + shape.radius;
}
