/**
 * Contacts of shapes without bounds and shapes of tiers box and vertices, in f64, row by row: the corners of the face
 * that is closest to the plane, the ends of a segment, or the lowest point of a sphere. See
 * kernels/contacts/contactRows.ts.
 */
import {
  abs,
  bytesAt,
  type Double,
  double,
  type Float,
  float,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
  select,
  shortsAt,
} from '../../../language/lanes.ts';
import { KIND_SHIFT, MAX_POINTS, VERTEX_OF_A, VERTEX_OF_B, WITNESS_FEATURE } from '../../../tables/featureIds.ts';
import {
  FEATURES_FROM,
  IDS,
  LAST_ROW,
  LOOPS,
  MARGIN,
  PLANES,
  POINT_COUNT,
  POINTS_A,
  POINTS_B,
  SEPARATION,
} from '../../../tables/kernelContext.ts';
import {
  BOX,
  CORE,
  EXTENT,
  FACE_COUNT,
  RADIUS,
  SMOOTH,
  TRAITS,
  VERTEX_BEGIN,
  VERTEX_COUNT,
} from '../../../tables/shapeWords.ts';
import { bestFace, MIN_COSINE, MOST_CORNERS } from '../../contacts/lanes/feature.ts';
import { reduceCorners } from '../../contacts/lanes/reduce.ts';
import { writeFeatures } from '../../contacts/lanes/writeFeatures.ts';
import { contactTables } from '../../rows/lanes/tile.ts';
import { put } from './height.ts';
import { type Over, placeOver } from './over.ts';
import { add, inner, toWorld, type Vec } from './placed.ts';
import { vertexOf } from './vertices.ts';

/** The shares of kernels/contacts/contactRows.ts. */
const DEEPER: Float = 4e-6;
const AS_DEEP: Float = 5.5e-6;
/** The vertex in a feature id. */
const VERTEX_MASK = 0x3fffffff;

/** Writes the row of collider `body` with the shape at `words` over the plane of `base`. Returns 0 to defer it. */
export function planeContacts(context: Ints, row: Int, base: Int, body: Int, words: Ints): Int {
  if ((words[TRAITS] & SMOOTH) !== 0) return 0;
  const over = placeOver(context, base, body, words);
  const corners = contactTables(context).corners;
  const features = intsAt(corners.feature);
  const lastRow = intsAt(context[LAST_ROW])[row];
  let count: Int = 1;
  if (words[CORE] !== BOX && words[VERTEX_COUNT] === 1) features[0] = WITNESS_FEATURE;
  else {
    count = findCorners(context, over);
    if (count <= 0) return 0;
    const separations = floatsAt(corners.separation);
    let deepest = separations[0];
    for (let k: Int = 1; k < count; k += 1) if (separations[k] < deepest) deepest = separations[k];
    const extent = floatsAt(words)[EXTENT] + floatsAt(words)[RADIUS];
    // the witness point is not among the corners
    if (deepest > floatsAt(context[SEPARATION])[4 * row + 3] + DEEPER * extent) return 0;
    if (count > MAX_POINTS) {
      const before = intsAt(context[FEATURES_FROM] + 16 * lastRow);
      reduceCorners(contactTables(context).choice, corners, count, before, lastRow, AS_DEEP * extent);
      count = MAX_POINTS;
    }
  }
  for (let k: Int = 0; k < count; k += 1) writePoint(context, row, k, over, features[k] & VERTEX_MASK);
  bytesAt(context[POINT_COUNT])[row] = count;
  writeFeatures(context, features, count, row, lastRow);
  return 1;
}

/** Writes the corners within the margin. Returns their number, −1 to defer the row. */
function findCorners(context: Ints, over: Over): Int {
  const { words, down } = over;
  let corners: Int = 0;
  if (words[CORE] === BOX) {
    // the four corners on one side of the axis that is closest to the normal
    let bit: Int = 1;
    let along = down.x;
    if (abs(down.y) > abs(along)) {
      bit = 2;
      along = down.y;
    }
    if (abs(down.z) > abs(along)) {
      bit = 4;
      along = down.z;
    }
    const side = bit * int(along < 0);
    for (let id: Int = 0; id < 8; id += 1) if ((id & bit) === side) corners = addCorner(context, over, id, corners);
    return corners;
  }
  if (words[VERTEX_COUNT] === 2) {
    corners = addCorner(context, over, 0, corners);
    return addCorner(context, over, 1, corners);
  }
  const faces = words[FACE_COUNT];
  if (faces === 0) return -1;
  const direction = floatsAt(contactTables(context).views.normalA);
  direction[0] = float(down.x);
  direction[1] = float(down.y);
  direction[2] = float(down.z);
  const rows = (faces + 3) & -4;
  const planes = context[PLANES] + 32 * words[VERTEX_BEGIN];
  const best = bestFace(planes, rows, direction, 1);
  const plane = floatsAt(planes + 4 * best);
  const cosine = plane[0] * direction[0] + plane[rows] * direction[1] + plane[2 * rows] * direction[2];
  if (cosine <= MIN_COSINE) return -1;
  const loops = shortsAt(context[LOOPS] + 16 * words[VERTEX_BEGIN]);
  const begin = loops[best];
  const end = loops[best + 1];
  if (end - begin > MOST_CORNERS) return -1;
  for (let k = begin; k < end; k += 1) corners = addCorner(context, over, loops[faces + 1 + k], corners);
  return corners;
}

/** Adds vertex `id` to the first `count` corners if it is within the margin. Returns the new number. */
function addCorner(context: Ints, over: Over, id: Int, count: Int): Int {
  const { words, up } = over;
  const arm = toWorld(over.turn, vertexOf(words, over.points, id));
  const separation = over.level + inner(up, arm) - double(floatsAt(words)[RADIUS]);
  if (separation > double(floatsAt(context)[MARGIN])) return count;
  const corners = contactTables(context).corners;
  // two directions across the normal (Duff et al., Building an orthonormal basis, revisited, 2017)
  let side: Double = 1;
  if (up.z < 0) side = -1;
  const c = -1 / (side + up.z);
  const d = up.x * up.y * c;
  const first: Vec = { x: 1 + side * up.x * up.x * c, y: side * d, z: -side * up.x };
  const second: Vec = { x: d, y: side + up.y * up.y * c, z: -up.y };
  let kind: Int = VERTEX_OF_A;
  if (over.isFirst) kind = VERTEX_OF_B;
  floatsAt(corners.s)[count] = float(inner(first, arm));
  floatsAt(corners.t)[count] = float(inner(second, arm));
  floatsAt(corners.separation)[count] = float(separation);
  intsAt(corners.feature)[count] = (kind << KIND_SHIFT) | id;
  return count + 1;
}

/** Writes point k of the row: vertex `id` of the body, and the point of the plane below it. */
function writePoint(context: Ints, row: Int, k: Int, over: Over, id: Int): void {
  const { words, up, offset } = over;
  const arm = toWorld(over.turn, vertexOf(words, over.points, id));
  const height = over.level + inner(up, arm);
  const radius = double(floatsAt(words)[RADIUS]);
  const isBaseFirst = intsAt(context[IDS])[2 * row] === over.base;
  const at = 64 * row + 16 * k;
  put(select(isBaseFirst, context[POINTS_A], context[POINTS_B]) + at, add(add(offset, 1, arm), -height, up), 0);
  put(select(isBaseFirst, context[POINTS_B], context[POINTS_A]) + at, add(arm, -radius, up), 0);
  floatsAt(context[POINTS_A] + at)[3] = float(height - radius);
}
