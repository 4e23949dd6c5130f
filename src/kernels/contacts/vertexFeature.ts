/** Contact features of cores with stored vertices: a face, an edge of it, or the two ends of a segment. */
import type { Double, Flag, Floats, Int } from '../../language/lanes.ts';
import { FACE_COUNT, FACE_WORDS, VERTEX_BEGIN, VERTEX_COUNT, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import type { ShapePools } from './columns.ts';
import { MAX_CORNERS, type Manifold, type Side } from './manifoldTables.ts';

/** If the cosine of a face's normal to the contact normal is less than this, its highest edge is the feature. */
const MIN_COSINE = 0.05;
/** Less than every sum of products of unit vectors. */
const LEAST = -1 / 0;

/**
 * Loads the face whose normal is closest to the contact normal, its highest edge if it leans, or the two ends of a
 * segment. A core without vertices has none.
 */
export function vertexFeature(m: Manifold, side: Side, shapes: ShapePools, word: Int): Int {
  const words = shapes.words;
  if (words[word + VERTEX_COUNT] === 2) {
    placeVertex(m, side, 0, shapes, word, 0);
    placeVertex(m, side, 1, shapes, word, 1);
    return 2;
  }
  const faces = words[word + FACE_COUNT];
  if (faces === 0) return 0;
  const begin = FACE_WORDS * words[word + VERTEX_BEGIN];
  const face = bestFace(m, side, shapes.planes, begin, faces);
  const isFacing = placePlane(m, side, shapes.planes, begin + face, (faces + 3) & -4);
  const count = faceCorners(m, side, shapes, word, face);
  if (isFacing) return count;
  return highestEdge(side, count);
}

/** Writes corner k: a vertex. */
function placeVertex(m: Manifold, side: Side, k: Int, shapes: ShapePools, word: Int, vertex: Int): void {
  const coordinates = shapes.coordinates;
  const local = m.local;
  const rows = shapes.words[word + VERTEX_ROWS];
  const at = 3 * shapes.words[word + VERTEX_BEGIN] + vertex;
  const x = Number(coordinates[at]);
  const y = Number(coordinates[at + rows]);
  const z = Number(coordinates[at + 2 * rows]);
  for (let c: Int = 0; c < 3; c++) {
    side.corners[3 * k + c] = m.shift[c] + local[3 * c] * x + local[3 * c + 1] * y + local[3 * c + 2] * z;
  }
  side.ids[k] = vertex;
}

/** Transforms the plane in row `at` to the contact frame. @returns whether it faces the contact */
function placePlane(m: Manifold, side: Side, planes: Floats, at: Int, rows: Int): Flag {
  const local = m.local;
  const plane = side.plane;
  const nx = Number(planes[at]);
  const ny = Number(planes[at + rows]);
  const nz = Number(planes[at + 2 * rows]);
  plane[3] = Number(planes[at + 3 * rows]);
  for (let c: Int = 0; c < 3; c++) {
    const n = nx * local[3 * c] + ny * local[3 * c + 1] + nz * local[3 * c + 2];
    plane[c] = n;
    plane[3] += n * m.shift[c];
  }
  return Math.abs(plane[2]) > MIN_COSINE;
}

/** The face, of those from `begin` on, whose normal is closest to the pair's normal out of this shape. */
function bestFace(m: Manifold, side: Side, planes: Floats, begin: Int, faces: Int): Int {
  const rows = (faces + 3) & -4;
  const x = side.sign * m.local[6];
  const y = side.sign * m.local[7];
  const z = side.sign * m.local[8];
  let best: Int = 0;
  let most: Double = LEAST;
  for (let k = begin; k < begin + faces; k++) {
    const cosine = Number(planes[k]) * x + Number(planes[k + rows]) * y + Number(planes[k + 2 * rows]) * z;
    if (cosine > most) {
      most = cosine;
      best = k - begin;
    }
  }
  return best;
}

/** Loads the corners of a face, at most MAX_CORNERS. @returns their number */
function faceCorners(m: Manifold, side: Side, shapes: ShapePools, word: Int, face: Int): Int {
  const loops = shapes.loops;
  const starts = FACE_WORDS * shapes.words[word + VERTEX_BEGIN];
  const begin = loops[starts + face];
  const length = loops[starts + face + 1] - begin;
  const ids = starts + shapes.words[word + FACE_COUNT] + 1 + begin;
  let step: Int = 1;
  while (step * MAX_CORNERS < length) step++;
  let count: Int = 0;
  for (let k: Int = 0; k < length; k += step) {
    placeVertex(m, side, count, shapes, word, loops[ids + k]);
    count++;
  }
  return count;
}

/** Reduces a face to its highest corner and the higher of its two neighbors: the edge on which a plate stands. */
function highestEdge(side: Side, count: Int): Int {
  const sign = side.sign;
  let top: Int = 0;
  for (let k: Int = 1; k < count; k++) if (sign * side.corners[3 * k + 2] > sign * side.corners[3 * top + 2]) top = k;
  const last: Int = top === 0 ? count - 1 : top - 1;
  const next: Int = top + 1 === count ? 0 : top + 1;
  const other = sign * side.corners[3 * next + 2] > sign * side.corners[3 * last + 2] ? next : last;
  // in ascending order, so that no corner is overwritten before it is moved
  moveCorner(side, Math.min(top, other), 0);
  moveCorner(side, Math.max(top, other), 1);
  return 2;
}

function moveCorner(side: Side, from: Int, to: Int): void {
  for (let c: Int = 0; c < 3; c++) side.corners[3 * to + c] = side.corners[3 * from + c];
  side.ids[to] = side.ids[from];
}
