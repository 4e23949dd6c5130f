/** How far a convex body reaches from a plane, in the frame of a shape. */
import type { Double, Doubles, Flag, Floats, Int } from '../../language/lanes.ts';
import { doubles, ints } from '../../language/members.ts';
import { writeRotation } from '../../math/rotation.ts';
import { EXTENT, HALF_X, RADIUS, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import type { PoseColumns } from '../contacts/columns.ts';
import type { CorePools } from '../cores/corePair.ts';
import type { ShapeRows } from '../cores/enginePools.ts';
import { support } from '../cores/support.ts';

export class BodySpan {
  /** The first word of the body's shape, and whether it has no bounds. */
  readonly shape = ints(1);
  readonly isUnbounded = ints(1);
  /** Largest distance of a point from the body's position (m). */
  readonly extent = doubles(1);
  /** The lowest point, and the heights of it and of the highest one (m). */
  readonly lowest = doubles(3);
  readonly heights = doubles(2);
  /** Rotation and position of the body, in the frame of the shape; its rotation in the world. */
  readonly turn = doubles(9);
  readonly position = doubles(3);
  readonly own = doubles(9);
  readonly direction = doubles(3);
}

/**
 * Loads a body: a row of the placed table.
 * @param turn rotation of the shape's collider
 */
export function loadSpan(
  span: BodySpan,
  poses: PoseColumns,
  shapes: ShapeRows,
  turn: Doubles,
  collider: Int,
  body: Int,
): void {
  const { own, position } = span;
  const { positions, rotations, shapes: rows } = poses;
  const word = SHAPE_STRIDE * rows[body];
  span.shape[0] = word;
  span.isUnbounded[0] = (shapes.words[word + TRAITS] & UNBOUNDED) !== 0 ? 1 : 0;
  span.extent[0] = Number(shapes.reals[word + EXTENT]) + Number(shapes.reals[word + RADIUS]);
  writeRotation(own, 0, rotations, 4 * body);
  for (let row: Int = 0; row < 3; row++) {
    position[row] = 0;
    for (let c: Int = 0; c < 3; c++) {
      position[row] += turn[3 * c + row] * (positions[4 * body + c] - positions[4 * collider + c]);
      span.turn[3 * row + c] = turn[row] * own[c] + turn[3 + row] * own[3 + c] + turn[6 + row] * own[6 + c];
    }
  }
}

/** Whether no side of the body's box keeps a triangle farther away than `reach[0]`, which has a bounded core. */
export function isTriangleNear(span: BodySpan, reals: Floats, corners: Doubles, reach: Doubles): Flag {
  const { turn, position } = span;
  const word = span.shape[0];
  const grown = Number(reals[word + RADIUS]) + reach[0];
  for (let axis: Int = 0; axis < 3; axis++) {
    const x = turn[axis];
    const y = turn[3 + axis];
    const z = turn[6 + axis];
    const middle = x * position[0] + y * position[1] + z * position[2];
    const first = x * corners[0] + y * corners[1] + z * corners[2];
    const second = x * corners[3] + y * corners[4] + z * corners[5];
    const third = x * corners[6] + y * corners[7] + z * corners[8];
    const most = Number(reals[word + HALF_X + axis]) + grown;
    if (Math.min(Math.min(first, second), third) - middle > most) return false;
    if (middle - Math.max(Math.max(first, second), third) > most) return false;
  }
  return true;
}

/** The same for a ball. @param reach one number, from its middle, which is column[at …] */
export function isBallNear(span: BodySpan, reals: Floats, column: Floats, at: Int, reach: Doubles): Flag {
  const { turn, position } = span;
  const word = span.shape[0];
  const grown = Number(reals[word + RADIUS]) + reach[0];
  for (let axis: Int = 0; axis < 3; axis++) {
    let along: Double = 0;
    for (let c: Int = 0; c < 3; c++) along += turn[3 * c + axis] * (Number(column[at + c]) - position[c]);
    if (Math.abs(along) > Number(reals[word + HALF_X + axis]) + grown) return false;
  }
  return true;
}

/** Writes `lowest` and `heights`. @param up unit normal of the plane @param points the plane holds the first one */
export function measureSpan(span: BodySpan, pools: CorePools, up: Doubles, points: Doubles): void {
  const { direction, lowest, heights, position, turn } = span;
  const word = span.shape[0];
  const radius = Number(pools.shapes.reals[word + RADIUS]);
  for (let side: Int = 1; side >= -1; side -= 2) {
    const sign = Number(side);
    for (let c: Int = 0; c < 3; c++) {
      direction[c] = sign * (turn[c] * up[0] + turn[3 + c] * up[1] + turn[6 + c] * up[2]);
    }
    support(direction, pools, word);
    let height: Double = 0;
    for (let c: Int = 0; c < 3; c++) {
      const row = 3 * c;
      const core = turn[row] * direction[0] + turn[row + 1] * direction[1] + turn[row + 2] * direction[2];
      lowest[c] = position[c] + core + sign * radius * up[c];
      height += up[c] * (lowest[c] - points[c]);
    }
    heights[side > 0 ? 1 : 0] = height;
  }
}
