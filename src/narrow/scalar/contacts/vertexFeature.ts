/** Contact features of cores with stored vertices: a face, an edge of it, or the two ends of a segment. */
import { FACE_COUNT, FACE_WORDS, VERTEX_BEGIN, VERTEX_COUNT, VERTEX_ROWS } from '../../../shapes/codes.ts';
import type { Double, Doubles, Flag, Floats, Int } from '../../wide/lanes.ts';
import {
  A,
  CORNERS,
  CORNERS_STRIDE,
  IDS,
  LOCAL,
  MAX_CORNERS,
  type Manifold,
  PLANE,
  PLANE_STRIDE,
  SHIFT,
  type ShapePools,
} from './contactScratch.ts';

/** If the cosine of a face's normal to the contact normal is less than this, its highest edge is the feature. */
const MIN_COSINE = 0.05;
/** Less than every sum of products of unit vectors. */
const LEAST = -1 / 0;

/**
 * Loads the face whose normal is closest to the contact normal, its highest edge if it leans, or the two ends of a
 * segment. A core without vertices has none.
 */
export function vertexFeature(m: Manifold, shapes: ShapePools, word: Int, side: Int): Int {
  const words = shapes.words;
  const begin = words[word + VERTEX_BEGIN];
  const rows = words[word + VERTEX_ROWS];
  const first = side * MAX_CORNERS;
  if (words[word + VERTEX_COUNT] === 2) {
    placeVertex(m.f, first, shapes.coordinates, 3 * begin, rows);
    placeVertex(m.f, first + 1, shapes.coordinates, 3 * begin + 1, rows);
    m.i[IDS + first] = 0;
    m.i[IDS + first + 1] = 1;
    return 2;
  }
  const faces = words[word + FACE_COUNT];
  if (faces === 0) return 0;
  const faceRows = (faces + 3) & -4;
  const face = bestFace(m.f, shapes.planes, FACE_WORDS * begin, faces, side);
  const isFacing = placePlane(m.f, side, shapes.planes, FACE_WORDS * begin + face, faceRows);
  const count = faceCorners(m, shapes, word, side, face);
  if (isFacing) return count;
  return highestEdge(m, side, count);
}

/** Writes a corner: the vertex at `x` of the coordinates. */
function placeVertex(f: Doubles, corner: Int, coordinates: Floats, x: Int, rows: Int): void {
  const vx = Number(coordinates[x]);
  const vy = Number(coordinates[x + rows]);
  const vz = Number(coordinates[x + 2 * rows]);
  const to = CORNERS + 3 * corner;
  for (let axis: Int = 0; axis < 3; axis++) {
    const from = LOCAL + 3 * axis;
    f[to + axis] = f[SHIFT + axis] + f[from] * vx + f[from + 1] * vy + f[from + 2] * vz;
  }
}

/** Transforms the plane in row `at` to the contact frame. @returns whether it faces the contact */
function placePlane(f: Doubles, side: Int, planes: Floats, at: Int, rows: Int): Flag {
  const to = PLANE + side * PLANE_STRIDE;
  const nx = Number(planes[at]);
  const ny = Number(planes[at + rows]);
  const nz = Number(planes[at + 2 * rows]);
  f[to + 3] = Number(planes[at + 3 * rows]);
  for (let axis: Int = 0; axis < 3; axis++) {
    const from = LOCAL + 3 * axis;
    const n = nx * f[from] + ny * f[from + 1] + nz * f[from + 2];
    f[to + axis] = n;
    f[to + 3] += n * f[SHIFT + axis];
  }
  return Math.abs(f[to + 2]) > MIN_COSINE;
}

/** The face, of those from `begin` on, whose normal is closest to the pair's normal out of this shape. */
function bestFace(f: Doubles, planes: Floats, begin: Int, faces: Int, side: Int): Int {
  const rows = (faces + 3) & -4;
  const sign: Double = side === A ? 1 : -1;
  const x = sign * f[LOCAL + 6];
  const y = sign * f[LOCAL + 7];
  const z = sign * f[LOCAL + 8];
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
function faceCorners(m: Manifold, shapes: ShapePools, word: Int, side: Int, face: Int): Int {
  const words = shapes.words;
  const loops = shapes.loops;
  const vertices = words[word + VERTEX_BEGIN];
  const starts = FACE_WORDS * vertices;
  const begin = loops[starts + face];
  const length = loops[starts + face + 1] - begin;
  const ids = starts + words[word + FACE_COUNT] + 1 + begin;
  let step: Int = 1;
  while (step * MAX_CORNERS < length) step++;
  let count: Int = 0;
  for (let k: Int = 0; k < length; k += step) {
    const vertex = loops[ids + k];
    m.i[IDS + side * MAX_CORNERS + count] = vertex;
    placeVertex(m.f, side * MAX_CORNERS + count, shapes.coordinates, 3 * vertices + vertex, words[word + VERTEX_ROWS]);
    count++;
  }
  return count;
}

/** Reduces a face to its highest corner and the higher of its two neighbors: the edge on which a plate stands. */
function highestEdge(m: Manifold, side: Int, count: Int): Int {
  const f = m.f;
  const at = CORNERS + side * CORNERS_STRIDE + 2;
  const sign: Double = side === A ? 1 : -1;
  let top: Int = 0;
  for (let k: Int = 1; k < count; k++) if (sign * f[at + 3 * k] > sign * f[at + 3 * top]) top = k;
  const last: Int = top === 0 ? count - 1 : top - 1;
  const next: Int = top + 1 === count ? 0 : top + 1;
  const other = sign * f[at + 3 * next] > sign * f[at + 3 * last] ? next : last;
  // in ascending order, so that no corner is overwritten before it is moved
  moveCorner(m, side * MAX_CORNERS + Math.min(top, other), side * MAX_CORNERS);
  moveCorner(m, side * MAX_CORNERS + Math.max(top, other), side * MAX_CORNERS + 1);
  return 2;
}

function moveCorner(m: Manifold, from: Int, to: Int): void {
  for (let c: Int = 0; c < 3; c++) m.f[CORNERS + 3 * to + c] = m.f[CORNERS + 3 * from + c];
  m.i[IDS + to] = m.i[IDS + from];
}
