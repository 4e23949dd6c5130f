/**
 * The support of a composite: a walk of its list of parts with a small stack. A part pushes its own support. ADD
 * replaces the last two points by their sum, HULL_OF by the one that is farther along the direction.
 */
import type { Double, Doubles, Floats, Int } from '../../language/lanes.ts';
import { store, type Vec3 } from '../../math/vectors.ts';
import { ADD, GROWTH, OPERATION_BITS, OPERATIONS, PART_ROWS, POSITION, ROTATION } from '../../tables/partTable.ts';
import { PART_BEGIN, PART_COUNT, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import type { CorePools } from '../cores/corePair.ts';
import type { ShapeRows } from '../cores/enginePools.ts';
import { supportPart } from '../cores/partSupport.ts';

const OPERATION = (1 << OPERATION_BITS) - 1;
/** Numbers of the stack: each level of nesting (MAX_NESTING) has one point while the next one is computed. */
export const STACK_NUMBERS = 15;

/**
 * Replaces a direction by the point that is farthest along it.
 * @param parts the rows of the parts @param stack STACK_NUMBERS numbers, which are overwritten
 */
export function supportComposite(
  direction: Doubles,
  pools: CorePools,
  parts: ShapeRows,
  stack: Doubles,
  word: Int,
): void {
  const { words, reals } = parts;
  const toward: Vec3 = { x: direction[0], y: direction[1], z: direction[2] };
  const { x, y, z } = toward;
  const perLength = 1 / Math.sqrt(x * x + y * y + z * z);
  const begin = pools.shapes.words[word + PART_BEGIN];
  const end = begin + Math.trunc(Number(pools.shapes.reals[word + PART_COUNT]));
  let top: Int = -3;
  for (let part = begin; part < end; part++) {
    const at = (PART_ROWS * part + 1) * SHAPE_STRIDE;
    top += 3;
    const u = vectorAt(reals, at + ROTATION);
    const back: Vec3 = { x: -u.x, y: -u.y, z: -u.z };
    const w = Number(reals[at + ROTATION + 3]);
    const scale = 2 / (u.x * u.x + u.y * u.y + u.z * u.z + w * w);
    store(direction, 0, turned(toward, back, w, scale));
    supportPart(direction, pools, PART_ROWS * SHAPE_STRIDE * part);
    const found: Vec3 = { x: direction[0], y: direction[1], z: direction[2] };
    const point = turned(found, u, w, scale);
    const growth = Number(reals[at + GROWTH]) * perLength;
    const p = vectorAt(reals, at + POSITION);
    stack[top] = p.x + point.x + growth * x;
    stack[top + 1] = p.y + point.y + growth * y;
    stack[top + 2] = p.z + point.z + growth * z;
    for (let operations = words[at + OPERATIONS]; operations !== 0; operations = operations >>> OPERATION_BITS) {
      top -= 3;
      if ((operations & OPERATION) === ADD) {
        for (let c = top; c < top + 3; c++) stack[c] += stack[c + 3];
        continue;
      }
      const rise =
        x * (stack[top + 3] - stack[top]) +
        y * (stack[top + 4] - stack[top + 1]) +
        z * (stack[top + 5] - stack[top + 2]);
      if (rise > 0) for (let c = top; c < top + 3; c++) stack[c] = stack[c + 3];
    }
  }
  for (let c: Int = 0; c < 3; c++) direction[c] = stack[c];
}

function vectorAt(reals: Floats, at: Int): Vec3 {
  return { x: Number(reals[at]), y: Number(reals[at + 1]), z: Number(reals[at + 2]) };
}

/** v, turned by a quaternion u w: v + w t + u × t with t = scale u × v. @param scale 2 / its squared length */
function turned(v: Vec3, u: Vec3, w: Double, scale: Double): Vec3 {
  const tx = scale * (u.y * v.z - u.z * v.y);
  const ty = scale * (u.z * v.x - u.x * v.z);
  const tz = scale * (u.x * v.y - u.y * v.x);
  return {
    x: v.x + w * tx + u.y * tz - u.z * ty,
    y: v.y + w * ty + u.z * tx - u.x * tz,
    z: v.z + w * tz + u.x * ty - u.y * tx,
  };
}
