/** The corner of one box nearest to another. */
import { abs, type Lane, type LaneInt, max, min, select } from '../../../language/lanes.ts';
import type { Mat3, Vec3 } from '../../../math/lanes/vectors.ts';

/** A corner, and its squared distance from the other box. */
export interface NearestCorner {
  readonly square: Lane;
  readonly corner: LaneInt;
}

/** Squared distance of x from [−half, half]. */
function beyond(x: Lane, half: Lane): Lane {
  const d = max(0, abs(x) - half);
  return d * d;
}

function squareOf(v: Vec3, half: Vec3): Lane {
  return beyond(v.x, half.x) + beyond(v.y, half.y) + beyond(v.z, half.z);
}

/** Tries the corners v + l and v − l. */
function nearer(best: NearestCorner, v: Vec3, l: Vec3, half: Vec3, plus: LaneInt, minus: LaneInt): NearestCorner {
  const first = squareOf({ x: v.x + l.x, y: v.y + l.y, z: v.z + l.z }, half);
  const second = squareOf({ x: v.x - l.x, y: v.y - l.y, z: v.z - l.z }, half);
  const square = min(best.square, first);
  const corner = select(first < best.square, plus, best.corner);
  return { square: min(square, second), corner: select(second < square, minus, corner) };
}

/**
 * The corner nearest to a box of half extents `half` in its own frame. The corners are those of a box of half extents
 * `own` at `center`, whose axes are the columns of `r`.
 */
export function nearestCorner(center: Vec3, r: Mat3, own: Vec3, half: Vec3): NearestCorner {
  const i: Vec3 = { x: r.x.x * own.x, y: r.y.x * own.x, z: r.z.x * own.x };
  const j: Vec3 = { x: r.x.y * own.y, y: r.y.y * own.y, z: r.z.y * own.y };
  const l: Vec3 = { x: r.x.z * own.z, y: r.y.z * own.z, z: r.z.z * own.z };
  const plus: Vec3 = { x: center.x + i.x, y: center.y + i.y, z: center.z + i.z };
  const minus: Vec3 = { x: center.x - i.x, y: center.y - i.y, z: center.z - i.z };
  let best: NearestCorner = { square: 1 / 0, corner: 0 };
  best = nearer(best, { x: plus.x + j.x, y: plus.y + j.y, z: plus.z + j.z }, l, half, 0, 4);
  best = nearer(best, { x: plus.x - j.x, y: plus.y - j.y, z: plus.z - j.z }, l, half, 2, 6);
  best = nearer(best, { x: minus.x + j.x, y: minus.y + j.y, z: minus.z + j.z }, l, half, 1, 5);
  return nearer(best, { x: minus.x - j.x, y: minus.y - j.y, z: minus.z - j.z }, l, half, 3, 7);
}
