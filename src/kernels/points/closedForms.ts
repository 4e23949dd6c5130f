/**
 * The signed distance of a point and a body with a closed form: box, segment, point, half-space.
 *
 * In the middle of a shape several normals are equally good: the first axis wins, and its positive side.
 */
import type { Double, Doubles, Flag, Floats, Int } from '../../language/lanes.ts';
import { F64_ROUNDING } from '../../math/rounding.ts';
import {
  BOX,
  CORE,
  EXTENT,
  HALF_SPACE,
  HALF_X,
  HALF_Y,
  HALF_Z,
  POINT,
  RADIUS,
  SEGMENT,
  SHAPE_STRIDE,
} from '../../tables/shapeWords.ts';
import type { PoseColumns } from '../contacts/columns.ts';
import type { ShapeRows } from '../cores/enginePools.ts';
import type { PointSearch } from './pointSearch.ts';

/** Squares below this may have lost bits. */
const LEAST_SQUARE: Double = 1e-280;

/**
 * Places the body in `row`, whose pose is valid, and measures it if it has a closed form.
 * @returns whether it has
 */
export function measureClosed(search: PointSearch, poses: PoseColumns, shapes: ShapeRows, row: Int): Flag {
  const word = SHAPE_STRIDE * poses.shapes[row];
  const core = shapes.words[word + CORE];
  placePoint(search, poses, row);
  if (core === BOX) fromBox(search, shapes.reals, word);
  else if (core === SEGMENT || core === POINT) fromSegment(search, shapes.reals, word);
  else if (core === HALF_SPACE) fromPlane(search);
  else return false;
  writeFound(search, shapes.reals, word);
  return true;
}

/** Writes the rotation of the body, and the point in its frame. */
export function placePoint(search: PointSearch, poses: PoseColumns, row: Int): void {
  const { place, turn, local } = search;
  const { positions, rotations } = poses;
  const x = Number(rotations[4 * row]);
  const y = Number(rotations[4 * row + 1]);
  const z = Number(rotations[4 * row + 2]);
  const w = Number(rotations[4 * row + 3]);
  const s = 2 / (x * x + y * y + z * z + w * w);
  turn[0] = 1 - s * (y * y + z * z);
  turn[1] = s * (x * y - z * w);
  turn[2] = s * (x * z + y * w);
  turn[3] = s * (x * y + z * w);
  turn[4] = 1 - s * (x * x + z * z);
  turn[5] = s * (y * z - x * w);
  turn[6] = s * (x * z - y * w);
  turn[7] = s * (y * z + x * w);
  turn[8] = 1 - s * (x * x + y * y);
  const ox = place[0] - positions[4 * row];
  const oy = place[1] - positions[4 * row + 1];
  const oz = place[2] - positions[4 * row + 2];
  for (let c: Int = 0; c < 3; c++) local[c] = turn[c] * ox + turn[3 + c] * oy + turn[6 + c] * oz;
}

/** Measures the core of a box. */
function fromBox(search: PointSearch, reals: Floats, word: Int): void {
  const { local, core } = search;
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const halfX = Number(reals[word + HALF_X]);
  const halfY = Number(reals[word + HALF_Y]);
  const halfZ = Number(reals[word + HALF_Z]);
  const nearX = x < -halfX ? -halfX : x > halfX ? halfX : x;
  const nearY = y < -halfY ? -halfY : y > halfY ? halfY : y;
  const nearZ = z < -halfZ ? -halfZ : z > halfZ ? halfZ : z;
  const overX = x - nearX;
  const overY = y - nearY;
  const overZ = z - nearZ;
  const square = overX * overX + overY * overY + overZ * overZ;
  core.bound[0] = 0;
  set(core.nearest, nearX, nearY, nearZ);
  if (square > LEAST_SQUARE) {
    const length = Math.sqrt(square);
    core.distance[0] = length;
    set(core.normal, overX / length, overY / length, overZ / length);
    return;
  }
  // inside or on a face: the nearest face
  const beyondX = Math.abs(x) - halfX;
  const beyondY = Math.abs(y) - halfY;
  const beyondZ = Math.abs(z) - halfZ;
  let axis: Int = 0;
  let largest: Double = -1 / 0;
  if (beyondX > largest) largest = beyondX;
  if (beyondY > largest) {
    largest = beyondY;
    axis = 1;
  }
  if (beyondZ > largest) {
    largest = beyondZ;
    axis = 2;
  }
  const side: Double = local[axis] < 0 ? -1 : 1;
  core.distance[0] = largest;
  set(core.normal, 0, 0, 0);
  core.normal[axis] = side;
  core.nearest[axis] = side * Number(reals[word + HALF_X + axis]);
}

/** The same for a segment along y; a point has no length. */
function fromSegment(search: PointSearch, reals: Floats, word: Int): void {
  const { local, core } = search;
  const half = Number(reals[word + HALF_Y]);
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const near = y < -half ? -half : y > half ? half : y;
  const beyond = y - near;
  const square = x * x + beyond * beyond + z * z;
  const isApart = square > LEAST_SQUARE;
  const length = Math.sqrt(square);
  core.bound[0] = 0;
  set(core.nearest, 0, near, 0);
  core.distance[0] = isApart ? length : 0;
  set(core.normal, isApart ? x / length : 1, isApart ? beyond / length : 0, isApart ? z / length : 0);
}

/** The same for the half-space y ≤ 0. */
function fromPlane(search: PointSearch): void {
  const { local, core } = search;
  core.distance[0] = local[1];
  core.bound[0] = 0;
  set(core.normal, 0, 1, 0);
  set(core.nearest, local[0], 0, local[2]);
}

/** Writes the results of the body from those of its core. */
export function writeFound(search: PointSearch, reals: Floats, word: Int): void {
  const { local, core, turn, found } = search;
  const { normal, nearest } = core;
  const radius = Number(reals[word + RADIUS]);
  const away = Math.abs(local[0]) + Math.abs(local[1]) + Math.abs(local[2]);
  found.distance[0] = core.distance[0] - radius;
  found.bound[0] = core.bound[0] + F64_ROUNDING * (Number(reals[word + EXTENT]) + away);
  const x = nearest[0] + radius * normal[0];
  const y = nearest[1] + radius * normal[1];
  const z = nearest[2] + radius * normal[2];
  for (let c: Int = 0; c < 3; c++) {
    const row = 3 * c;
    found.normal[c] = turn[row] * normal[0] + turn[row + 1] * normal[1] + turn[row + 2] * normal[2];
    found.nearest[c] = turn[row] * x + turn[row + 1] * y + turn[row + 2] * z;
  }
}

function set(to: Doubles, x: Double, y: Double, z: Double): void {
  to[0] = x;
  to[1] = y;
  to[2] = z;
}
