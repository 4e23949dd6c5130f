/**
 * The support of a composite: a walk of its list of parts with a small stack. A part pushes its own support. ADD
 * replaces the last two points by their sum, HULL_OF by the one that is farther along the direction.
 */
import { COMPOSITE, CORE, PART_BEGIN, PART_COUNT, SHAPE_BYTES, VERTEX_ROWS } from '../../../shapes/codes.ts';
import { ADD, GROWTH, OPERATION_BITS, OPERATIONS, PART_ROWS, POSITION, ROTATION } from '../../../shapes/partTable.ts';
import { supportOfCore, supportOfVertices } from '../../cores/lanes/supports.ts';
import {
  addressOf,
  type Double,
  double,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  sqrt,
  tableAt,
} from '../../lanes.ts';
import { add, inner, outer, type Vec } from '../../planes/lanes/placed.ts';
import { PART_WORDS, TILE_BYTES } from '../../rows/lanes/context.ts';
import type { RayTables } from './tables.ts';

const OPERATION = (1 << OPERATION_BITS) - 1;

/** The support of any core: see supports.ts. @param words the row of a shape */
export function supportOf(context: Ints, words: Ints, toward: Vec): Vec {
  // the most frequent first
  if (words[VERTEX_ROWS] > 0) return supportOfVertices(context, words, toward);
  if (words[CORE] === COMPOSITE) return supportOfParts(context, words, toward);
  return supportOfCore(context, words, toward);
}

function supportOfParts(context: Ints, words: Ints, toward: Vec): Vec {
  const stack = tableAt<RayTables>(addressOf(context) + TILE_BYTES).points;
  const one: Double = 1;
  const perLength = one / sqrt(inner(toward, toward));
  const begin = words[PART_BEGIN];
  const end = begin + int(floatsAt(words)[PART_COUNT]);
  let top: Int = -1;
  for (let part = begin; part < end; part += 1) {
    const core = intsAt(context[PART_WORDS] + PART_ROWS * SHAPE_BYTES * part);
    const place = intsAt(addressOf(core) + SHAPE_BYTES);
    const point = supportOfPart(context, core, floatsAt(place), toward, perLength);
    top += 1;
    stack.x[top] = point.x;
    stack.y[top] = point.y;
    stack.z[top] = point.z;
    for (let operations = place[OPERATIONS]; operations !== 0; operations = operations >>> OPERATION_BITS) {
      top -= 1;
      const below: Vec = { x: stack.x[top], y: stack.y[top], z: stack.z[top] };
      const above: Vec = { x: stack.x[top + 1], y: stack.y[top + 1], z: stack.z[top + 1] };
      if ((operations & OPERATION) === ADD) {
        stack.x[top] = below.x + above.x;
        stack.y[top] = below.y + above.y;
        stack.z[top] = below.z + above.z;
      } else if (inner(toward, add(above, -1, below)) > 0) {
        stack.x[top] = above.x;
        stack.y[top] = above.y;
        stack.z[top] = above.z;
      }
    }
  }
  return { x: stack.x[0], y: stack.y[0], z: stack.z[0] };
}

/** The support of a grown part, in the frame of the composite. */
function supportOfPart(context: Ints, core: Ints, place: Floats, toward: Vec, perLength: Double): Vec {
  const u: Vec = { x: double(place[ROTATION]), y: double(place[ROTATION + 1]), z: double(place[ROTATION + 2]) };
  const w = double(place[ROTATION + 3]);
  const back: Vec = { x: -u.x, y: -u.y, z: -u.z };
  const point = turned(u, w, supportOfCore(context, core, turned(back, w, toward)));
  const growth = double(place[GROWTH]) * perLength;
  return {
    x: double(place[POSITION]) + point.x + growth * toward.x,
    y: double(place[POSITION + 1]) + point.y + growth * toward.y,
    z: double(place[POSITION + 2]) + point.z + growth * toward.z,
  };
}

/** `v`, turned by a quaternion of any length: v + w t + u × t with t = 2 u × v / |q|². */
function turned(u: Vec, w: Double, v: Vec): Vec {
  const scale = 2 / (inner(u, u) + w * w);
  const c = outer(u, v);
  const tx = scale * c.x;
  const ty = scale * c.y;
  const tz = scale * c.z;
  // the order of the sums is that of shapes/cores/composite
  return {
    x: v.x + w * tx + u.y * tz - u.z * ty,
    y: v.y + w * ty + u.z * tx - u.x * tz,
    z: v.z + w * tz + u.x * ty - u.y * tx,
  };
}
