/** The face of a shape that is closest to the normal, in the contact frame; see kernels/contacts/feature.ts. */
import {
  abs,
  columnAt,
  type Float,
  type Floats,
  float,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  max,
  select,
  shortsAt,
  splat,
} from '../../../language/lanes.ts';
import { argMax } from '../../../math/lanes/argMax.ts';
import { LOOPS, PLANES, POINTS } from '../../../tables/kernelContext.ts';
import { BOX, CORE, FACE_COUNT, HALF_X, VERTEX_BEGIN } from '../../../tables/shapeWords.ts';
import type { Face } from './contactScratch.ts';

/** Pairs with faces of more corners are deferred. */
export const MOST_CORNERS = 16;
/** A face steeper than this against the normal (cosine) is in contact along an edge. */
export const MIN_COSINE: Float = 0.05;

/** The contact frame as one shape sees it: x y z each. */
export interface View {
  /** Its axes in the shape's frame. */
  readonly first: Floats;
  readonly second: Floats;
  readonly normal: Floats;
  /** The position of the shape in it. */
  readonly at: Floats;
}

/**
 * Loads the face of `shape` (its row's address). `sign` is 1 for A and −1 for B. Returns the number of corners, 0 to
 * defer the row.
 */
export function loadFeature(context: Ints, face: Face, shape: Int, view: View, sign: Float): Int {
  const words = intsAt(shape);
  if (words[CORE] === BOX) return boxFace(face, shape, view, sign);
  const faces = words[FACE_COUNT];
  if (faces === 0) return 0;
  const rows = (faces + 3) & -4;
  const planes = context[PLANES] + 32 * words[VERTEX_BEGIN];
  const best = bestFace(planes, rows, view.normal, sign);
  placePlane(face, floatsAt(planes + 4 * best), rows, view);
  if (abs(floatsAt(face.plane)[2]) <= MIN_COSINE) return 0;
  const loops = shortsAt(context[LOOPS] + 16 * words[VERTEX_BEGIN]);
  const begin = loops[best];
  const count = loops[best + 1] - begin;
  if (count > MOST_CORNERS) return 0;
  for (let k: Int = 0; k < count; k += 1) {
    const vertex = loops[faces + 1 + begin + k];
    const point = floatsAt(context[POINTS] + 16 * (words[VERTEX_BEGIN] + vertex));
    placeCorner(face, k, vertex, view, point);
  }
  return count;
}

/** Writes corner k, a vertex at `point` of the shape. */
function placeCorner(face: Face, k: Int, vertex: Int, view: View, point: Floats): void {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  floatsAt(face.x)[k] = view.at[0] + dotOf(view.first, x, y, z);
  floatsAt(face.y)[k] = view.at[1] + dotOf(view.second, x, y, z);
  floatsAt(face.height)[k] = view.at[2] + dotOf(view.normal, x, y, z);
  intsAt(face.vertex)[k] = vertex;
}

function dotOf(v: Floats, x: Float, y: Float, z: Float): Float {
  return v[0] * x + v[1] * y + v[2] * z;
}

/** The face whose normal is closest to `sign` times the pair's; the first of equal ones. */
export function bestFace(planes: Int, rows: Int, normal: Floats, sign: Float): Int {
  const x: Lane = splat(sign * normal[0]);
  const y: Lane = splat(sign * normal[1]);
  const z: Lane = splat(sign * normal[2]);
  const column = columnAt(planes);
  let best: Lane = -2;
  let index: LaneInt = 0;
  let here: LaneInt = laneIndex();
  for (let k: Int = 0; k < rows; k += 4) {
    const cosine = x * column[k] + y * column[rows + k] + z * column[2 * rows + k];
    index = select(cosine > best, here, index);
    best = max(best, cosine);
    here += 4;
  }
  return argMax(best, index);
}

/** Transforms the plane at `plane`, whose components are `rows` floats apart, to the contact frame. */
function placePlane(face: Face, plane: Floats, rows: Int, view: View): void {
  const x = plane[0];
  const y = plane[rows];
  const z = plane[2 * rows];
  setPlane(
    face,
    view.at,
    dotOf(view.first, x, y, z),
    dotOf(view.second, x, y, z),
    dotOf(view.normal, x, y, z),
    plane[3 * rows],
  );
}

/** Writes the plane nx x + ny y + nh height = offset of a shape at position `at`; `offset` is in the shape's frame. */
function setPlane(face: Face, at: Floats, nx: Float, ny: Float, nh: Float, offset: Float): void {
  const plane = floatsAt(face.plane);
  plane[0] = nx;
  plane[1] = ny;
  plane[2] = nh;
  plane[3] = offset + dotOf(at, nx, ny, nh);
}

/**
 * The face of a box: its corners counter-clockwise seen from outside. A set bit of a vertex id is a negative
 * coordinate.
 */
function boxFace(face: Face, shape: Int, view: View, sign: Float): Int {
  const half = floatsAt(shape + 4 * HALF_X);
  const n = view.normal;
  let axis: Int = 0;
  if (abs(n[1]) > abs(n[0])) axis = 1;
  if (abs(n[2]) > abs(n[axis])) axis = 2;
  let out: Float = 1;
  if (sign * n[axis] < 0) out = -1;
  let u: Int = axis + 1;
  if (u === 3) u = 0;
  const v: Int = 3 - axis - u;
  for (let k: Int = 0; k < 4; k += 1) {
    // in reverse order on the negative side
    let turned = k;
    if (out < 0) turned = 3 - k;
    // + − − + along u, + + − − along v
    const negativeU = ((turned + 1) >> 1) & 1;
    const negativeV = turned >> 1;
    const coordinates = floatsAt(face.plane);
    coordinates[axis] = out * half[axis];
    coordinates[u] = float(1 - 2 * negativeU) * half[u];
    coordinates[v] = float(1 - 2 * negativeV) * half[v];
    const vertex = (negativeU << u) | (negativeV << v) | (int(out < 0) << axis);
    placeCorner(face, k, vertex, view, coordinates);
  }
  setPlane(face, view.at, out * view.first[axis], out * view.second[axis], out * n[axis], half[axis]);
  return 4;
}
