/** The box of a convex body in the frame of a shape, by supports. */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { doubles } from '../../language/members.ts';
import { writeRotation } from '../../math/rotation.ts';
import { RADIUS, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import type { PoseColumns } from '../contacts/columns.ts';
import type { CorePools } from '../cores/corePair.ts';
import { support } from '../cores/support.ts';

/** Rounding of f32 poses and shapes, as a part of the lengths. */
const ROUNDING = 1e-6;
const INFINITE = 1 / 0;

/** The collider of the shape, its rotation local → world, row major; and memory. */
export class BodyFrame {
  readonly turn = doubles(9);
  readonly own = doubles(9);
  readonly direction = doubles(3);
}

/** Writes low x y z, high x y z. @param body a row of the placed table @param many the collider of the shape */
export function writeBodyBox(
  box: Doubles,
  frame: BodyFrame,
  poses: PoseColumns,
  pools: CorePools,
  body: Int,
  many: Int,
): void {
  const { own, direction, turn } = frame;
  const { positions, rotations, shapes } = poses;
  writeRotation(own, 0, rotations, 4 * body);
  const word = SHAPE_STRIDE * shapes[body];
  if ((pools.shapes.words[word + TRAITS] & UNBOUNDED) !== 0) {
    for (let c: Int = 0; c < 3; c++) {
      box[c] = -INFINITE;
      box[3 + c] = INFINITE;
    }
    return;
  }
  const radius = Number(pools.shapes.reals[word + RADIUS]);
  for (let axis: Int = 0; axis < 3; axis++) {
    // the axis in the world, then in the frame of the body
    const x = turn[axis];
    const y = turn[3 + axis];
    const z = turn[6 + axis];
    let middle: Double = 0;
    for (let c: Int = 0; c < 3; c++) {
      middle += turn[3 * c + axis] * (positions[4 * body + c] - positions[4 * many + c]);
    }
    for (let side: Int = -1; side <= 1; side += 2) {
      const sign = Number(side);
      let reach: Double = 0;
      for (let c: Int = 0; c < 3; c++) direction[c] = sign * (own[c] * x + own[3 + c] * y + own[6 + c] * z);
      support(direction, pools, word);
      for (let c: Int = 0; c < 3; c++) reach += (own[c] * x + own[3 + c] * y + own[6 + c] * z) * direction[c];
      const slack = ROUNDING * (Math.abs(middle) + Math.abs(reach) + radius);
      box[side < 0 ? axis : 3 + axis] = middle + reach + sign * (radius + slack);
    }
  }
}
