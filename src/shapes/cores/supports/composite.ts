/**
 * The support of a composite: a walk of its list of parts with a small stack. A part pushes its own support. ADD
 * replaces the last two points by their sum, HULL_OF by the one that is farther along the direction.
 */
import type { ShapeRows } from '../../../kernels/cores/enginePools.ts';
import { supportPart } from '../../../kernels/cores/partSupport.ts';
import type { CorePools } from '../../../kernels/cores/tables.ts';
import type { Double, Doubles, Floats, Int } from '../../../kernels/lanes.ts';
import { PART_BEGIN, PART_COUNT, SHAPE_STRIDE } from '../../codes.ts';
import { ADD, GROWTH, OPERATION_BITS, OPERATIONS, PART_ROWS, POSITION, ROTATION } from '../../partTable.ts';
import { directionCode } from './directionCode.ts';

const OPERATION = (1 << OPERATION_BITS) - 1;
/** Numbers of the stack: each level of nesting (MAX_NESTING) has one point while the next one is computed. */
export const STACK_NUMBERS = 15;

/**
 * Replaces a direction by the point that is farthest along it.
 * @param parts the rows of the parts @param stack STACK_NUMBERS numbers, which are overwritten
 * @returns the code of the direction
 */
export function supportComposite(
  direction: Doubles,
  pools: CorePools,
  parts: ShapeRows,
  stack: Doubles,
  word: Int,
): Int {
  const { words, reals } = parts;
  const id = directionCode(direction);
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const perLength = 1 / Math.sqrt(x * x + y * y + z * z);
  const begin = pools.shapes.words[word + PART_BEGIN];
  const end = begin + Math.trunc(Number(pools.shapes.reals[word + PART_COUNT]));
  let top: Int = -3;
  for (let part = begin; part < end; part++) {
    const at = (PART_ROWS * part + 1) * SHAPE_STRIDE;
    top += 3;
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
    turn(direction, reals, at + ROTATION, -1);
    supportPart(direction, pools, PART_ROWS * SHAPE_STRIDE * part);
    turn(direction, reals, at + ROTATION, 1);
    const growth = Number(reals[at + GROWTH]) * perLength;
    stack[top] = Number(reals[at + POSITION]) + direction[0] + growth * x;
    stack[top + 1] = Number(reals[at + POSITION + 1]) + direction[1] + growth * y;
    stack[top + 2] = Number(reals[at + POSITION + 2]) + direction[2] + growth * z;
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
  return id;
}

/**
 * Turns v by a quaternion of any length, or back with `sign` −1: v + w t + q × t with t = 2 q × v / |q|².
 * @param at the first of x y z w
 */
function turn(v: Doubles, reals: Floats, at: Int, sign: Double): void {
  const qx = sign * Number(reals[at]);
  const qy = sign * Number(reals[at + 1]);
  const qz = sign * Number(reals[at + 2]);
  const qw = Number(reals[at + 3]);
  const x = v[0];
  const y = v[1];
  const z = v[2];
  const scale = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  const tx = scale * (qy * z - qz * y);
  const ty = scale * (qz * x - qx * z);
  const tz = scale * (qx * y - qy * x);
  v[0] = x + qw * tx + qy * tz - qz * ty;
  v[1] = y + qw * ty + qz * tx - qx * tz;
  v[2] = z + qw * tz + qx * ty - qy * tx;
}
