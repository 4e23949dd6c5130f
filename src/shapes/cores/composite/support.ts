/**
 * The support of a composite, a core of tier smooth: a walk of its list of parts with a small stack. A leaf pushes its
 * own support. ADD replaces the last two points by their sum, HULL_OF by the one that is farther along the direction.
 */
import { support } from '../../../narrow/scalar/support.ts';
import type { Doubles } from '../../../narrow/wide/lanes.ts';
import { COMPOSITE, COMPOSITE_TRAITS, PART_BEGIN, PART_COUNT, SHAPE_STRIDE } from '../../codes.ts';
import {
  ADD,
  GROWTH,
  MAX_NESTING,
  OPERATION_BITS,
  OPERATIONS,
  PART_ROWS,
  POSITION,
  ROTATION,
} from '../../partTable.ts';
import type { Geometry } from '../core.ts';
import { smoothSupport } from '../smooth.ts';
import { directionCode } from '../supports/directionCode.ts';

/** The stack: each level of nesting holds one point while the next one is computed. */
const STACK = /* @__PURE__ */ new Float64Array(3 * (MAX_NESTING + 1));
const OPERATION = 2 ** OPERATION_BITS - 1;

function supportComposite(direction: Doubles, geometry: Geometry, word: number): number {
  const id = directionCode(direction);
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const perLength = 1 / Math.sqrt(x * x + y * y + z * z);
  const parts = geometry.partGeometry!;
  const { words, reals } = parts.shapes;
  const begin = geometry.shapes.words[word + PART_BEGIN];
  const end = begin + geometry.shapes.reals[word + PART_COUNT];
  let top = -3;
  for (let part = begin; part < end; part++) {
    const at = (PART_ROWS * part + 1) * SHAPE_STRIDE;
    top += 3;
    pushLeaf(direction, parts, part, at, x, y, z);
    const growth = reals[at + GROWTH] * perLength;
    STACK[top] = reals[at + POSITION] + direction[0] + growth * x;
    STACK[top + 1] = reals[at + POSITION + 1] + direction[1] + growth * y;
    STACK[top + 2] = reals[at + POSITION + 2] + direction[2] + growth * z;
    for (let operations = words[at + OPERATIONS]; operations !== 0; operations >>>= OPERATION_BITS) {
      top -= 3;
      if ((operations & OPERATION) === ADD) {
        for (let c = top; c < top + 3; c++) STACK[c] += STACK[c + 3];
        continue;
      }
      const rise =
        x * (STACK[top + 3] - STACK[top]) +
        y * (STACK[top + 4] - STACK[top + 1]) +
        z * (STACK[top + 5] - STACK[top + 2]);
      if (rise > 0) for (let c = top; c < top + 3; c++) STACK[c] = STACK[c + 3];
    }
  }
  for (let c = 0; c < 3; c++) direction[c] = STACK[c];
  return id;
}

/** Writes the support of a leaf along x y z, turned to the frame of the composite. */
function pushLeaf(v: Doubles, parts: Geometry, part: number, at: number, x: number, y: number, z: number): void {
  const { reals } = parts.shapes;
  const qx = reals[at + ROTATION];
  const qy = reals[at + ROTATION + 1];
  const qz = reals[at + ROTATION + 2];
  const qw = reals[at + ROTATION + 3];
  turn(v, -qx, -qy, -qz, qw, x, y, z);
  support(v, parts, PART_ROWS * SHAPE_STRIDE * part);
  turn(v, qx, qy, qz, qw, v[0], v[1], v[2]);
}

/** Writes x y z, turned by a quaternion of any length: v + w t + q × t with t = 2 q × v / |q|². */
function turn(v: Doubles, qx: number, qy: number, qz: number, qw: number, x: number, y: number, z: number): void {
  const double = 2 / (qx * qx + qy * qy + qz * qz + qw * qw);
  const tx = double * (qy * z - qz * y);
  const ty = double * (qz * x - qx * z);
  const tz = double * (qx * y - qy * x);
  v[0] = x + qw * tx + qy * tz - qz * ty;
  v[1] = y + qw * ty + qz * tx - qx * tz;
  v[2] = z + qw * tz + qx * ty - qy * tx;
}

/** What distance queries use. */
export const compositeSupport = /* @__PURE__ */ smoothSupport(COMPOSITE, supportComposite, COMPOSITE_TRAITS);
