/** Contact features of cores with stored vertices: a face, an edge of it, or the two ends of a segment. */
import { FACE_COUNT, VERTEX_BEGIN, VERTEX_COUNT, VERTEX_ROWS } from '../codes.ts';
import { faceRowsOf, loopsAt, planesAt } from '../vertexTable.ts';
import type { SceneGeometry } from './core.ts';
import {
  A,
  CORNERS,
  CORNERS_STRIDE,
  type FeatureScratch,
  IDS,
  LOCAL,
  MAX_CORNERS,
  PLANE,
  PLANE_STRIDE,
  SHIFT,
} from './feature.ts';

/** If the cosine of a face's normal to the contact normal is less than this, its highest edge is the feature. */
const MIN_COSINE = 0.05;

/**
 * Loads the face whose normal is closest to the contact normal, its highest edge if it leans, or the two ends of a
 * segment.
 */
export function vertexFeature(scratch: FeatureScratch, geometry: SceneGeometry, word: number, side: number): number {
  const { f, i } = scratch;
  const { words } = geometry.shapes;
  const { coordinates, planes, loops } = geometry.vertices;
  const begin = words[word + VERTEX_BEGIN];
  const rows = words[word + VERTEX_ROWS];
  if (words[word + VERTEX_COUNT] === 2) {
    corner(f, side, 0, coordinates, 3 * begin, rows);
    corner(f, side, 1, coordinates, 3 * begin + 1, rows);
    i[IDS + side * MAX_CORNERS] = 0;
    i[IDS + side * MAX_CORNERS + 1] = 1;
    return 2;
  }
  const faces = words[word + FACE_COUNT];
  if (faces === 0) return 0;
  const sign = side === A ? 1 : -1;
  const face = bestFace(f, planes, planesAt(begin), faces, sign);
  const at = planesAt(begin) + face;
  const faceRows = faceRowsOf(faces);
  const isFacing = placePlane(f, side, planes, at, faceRows);
  const count = faceCorners(scratch, side, coordinates, 3 * begin, rows, loops, loopsAt(begin), faces, face);
  return isFacing ? count : highestEdge(scratch, side, count, sign);
}

/** Writes corner k of a side, a vertex of the coordinate block. */
function corner(f: Float64Array, side: number, k: number, coordinates: Float32Array, x: number, rows: number): void {
  const vx = coordinates[x];
  const vy = coordinates[x + rows];
  const vz = coordinates[x + 2 * rows];
  const to = CORNERS + side * CORNERS_STRIDE + 3 * k;
  for (let axis = 0; axis < 3; axis++) {
    const from = LOCAL + 3 * axis;
    f[to + axis] = f[SHIFT + axis] + f[from] * vx + f[from + 1] * vy + f[from + 2] * vz;
  }
}

/** Transforms the plane in row `at` to the contact frame. @returns whether it faces the contact */
function placePlane(f: Float64Array, side: number, planes: Float32Array, at: number, rows: number): boolean {
  const to = PLANE + side * PLANE_STRIDE;
  const nx = planes[at];
  const ny = planes[at + rows];
  const nz = planes[at + 2 * rows];
  f[to + 3] = planes[at + 3 * rows];
  for (let axis = 0; axis < 3; axis++) {
    const from = LOCAL + 3 * axis;
    const n = nx * f[from] + ny * f[from + 1] + nz * f[from + 2];
    f[to + axis] = n;
    f[to + 3] += n * f[SHIFT + axis];
  }
  return Math.abs(f[to + 2]) > MIN_COSINE;
}

/** The face whose normal is closest to `sign` times the pair's normal. */
function bestFace(f: Float64Array, planes: Float32Array, begin: number, faces: number, sign: number): number {
  const rows = faceRowsOf(faces);
  const x = sign * f[LOCAL + 6];
  const y = sign * f[LOCAL + 7];
  const z = sign * f[LOCAL + 8];
  let best = 0;
  let most = -Infinity;
  for (let k = begin; k < begin + faces; k++) {
    const cosine = planes[k] * x + planes[k + rows] * y + planes[k + 2 * rows] * z;
    if (cosine > most) {
      most = cosine;
      best = k - begin;
    }
  }
  return best;
}

function faceCorners(
  { f, i }: FeatureScratch,
  side: number,
  coordinates: Float32Array,
  x: number,
  rows: number,
  loops: Uint16Array,
  starts: number,
  faces: number,
  face: number,
): number {
  const begin = loops[starts + face];
  const length = loops[starts + face + 1] - begin;
  const ids = starts + faces + 1 + begin;
  const step = Math.ceil(length / MAX_CORNERS);
  let count = 0;
  for (let k = 0; k < length; k += step) {
    const vertex = loops[ids + k];
    i[IDS + side * MAX_CORNERS + count] = vertex;
    corner(f, side, count, coordinates, x + vertex, rows);
    count++;
  }
  return count;
}

/** Reduces a face to its highest corner and the higher of its two neighbors: the edge on which a plate stands. */
function highestEdge({ f, i }: FeatureScratch, side: number, count: number, sign: number): number {
  const at = CORNERS + side * CORNERS_STRIDE;
  let top = 0;
  for (let k = 1; k < count; k++) if (sign * f[at + 3 * k + 2] > sign * f[at + 3 * top + 2]) top = k;
  const last = (top + count - 1) % count;
  const next = (top + 1) % count;
  const other = sign * f[at + 3 * next + 2] > sign * f[at + 3 * last + 2] ? next : last;
  // in ascending order, so that no corner is overwritten before it is moved
  moveCorner(f, i, side, Math.min(top, other), 0);
  moveCorner(f, i, side, Math.max(top, other), 1);
  return 2;
}

function moveCorner(f: Float64Array, i: Int32Array, side: number, from: number, to: number): void {
  const at = CORNERS + side * CORNERS_STRIDE;
  for (let c = 0; c < 3; c++) f[at + 3 * to + c] = f[at + 3 * from + c];
  i[IDS + side * MAX_CORNERS + to] = i[IDS + side * MAX_CORNERS + from];
}
