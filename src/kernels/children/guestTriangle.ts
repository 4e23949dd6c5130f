/**
 * Writes triangles as guests (tables/guestTable.ts): a hull of three vertices. Its position is that of its first vertex
 * in the world, in f64, so the size of a pair is that of the triangle and not of its mesh.
 */
import type { Double, Doubles, Floats, Int } from '../../language/lanes.ts';
import {
  CORE,
  EXTENT,
  FACE_COUNT,
  FACE_WORDS,
  FACED,
  HALF_X,
  HULL,
  NEIGHBOR_BEGIN,
  SHAPE_STRIDE,
  TRAITS,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../../tables/shapeWords.ts';
import type { PoseColumns, ShapePools } from '../contacts/columns.ts';

const CORNERS = 3;
/** Of vertexTable.ts. */
const PAD = 4;
const NEIGHBORS = 8;
/** Rounded up, so that no vertex lies beyond the extent. */
const ABOVE_ONE = 1 + 1 / 4194304;

/** Places guest `id` of a collider: at its first corner. @param turn rotation of the collider */
export function placeGuest(poses: PoseColumns, id: Int, collider: Int, turn: Doubles, corners: Doubles): void {
  const { positions, rotations } = poses;
  for (let c: Int = 0; c < 3; c++) {
    const along = turn[3 * c] * corners[0] + turn[3 * c + 1] * corners[1] + turn[3 * c + 2] * corners[2];
    positions[4 * id + c] = positions[4 * collider + c] + along;
  }
  for (let c: Int = 0; c < 4; c++) rotations[4 * id + c] = rotations[4 * collider + c];
}

/**
 * Writes what depends on the corners: those of the guest are from the first one.
 * @param points rows of vertices @param shape row of the guest's shape @param begin its first vertex
 */
export function writeTriangle(
  shapes: ShapePools,
  points: Floats,
  shape: Int,
  begin: Int,
  corners: Doubles,
  normal: Doubles,
): void {
  const { words, reals, coordinates, planes } = shapes;
  const word = SHAPE_STRIDE * shape;
  // the slot may have held a part
  if (words[word + VERTEX_BEGIN] !== begin) writeShape(shapes, word, begin);
  let square1: Double = 0;
  let square2: Double = 0;
  for (let c: Int = 0; c < 3; c++) {
    const second = corners[3 + c] - corners[c];
    const third = corners[6 + c] - corners[c];
    square1 += second * second;
    square2 += third * third;
    reals[word + HALF_X + c] = Math.fround(Math.max(Math.abs(second), Math.abs(third)));
    const column = 3 * begin + PAD * c;
    coordinates[column + 1] = Math.fround(second);
    coordinates[column + 2] = Math.fround(third);
    coordinates[column + 3] = Math.fround(third);
    const row = 4 * begin + c;
    points[row + 4] = Math.fround(second);
    points[row + 8] = Math.fround(third);
    points[row + 12] = Math.fround(third);
    const at = FACE_WORDS * begin + PAD * c;
    planes[at] = Math.fround(normal[c]);
    planes[at + 1] = Math.fround(-normal[c]);
    planes[at + 2] = Math.fround(-normal[c]);
    planes[at + 3] = Math.fround(-normal[c]);
  }
  reals[word + EXTENT] = Math.fround(Math.sqrt(Math.max(square1, square2)) * ABOVE_ONE);
}

/** Writes the words of a triangle's shape that do not depend on its corners. */
function writeShape(shapes: ShapePools, word: Int, begin: Int): void {
  const { words } = shapes;
  for (let k: Int = 0; k < SHAPE_STRIDE; k++) words[word + k] = 0;
  words[word + CORE] = HULL;
  words[word + TRAITS] = FACED;
  words[word + VERTEX_BEGIN] = begin;
  words[word + VERTEX_COUNT] = CORNERS;
  words[word + VERTEX_ROWS] = PAD;
  words[word + NEIGHBOR_BEGIN] = NEIGHBORS * begin;
  words[word + FACE_COUNT] = 2;
}
