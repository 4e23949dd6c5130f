/**
 * The feature of a shape that a contact is made with: the face that looks along the normal most, or the two ends of a
 * segment. Loaded as corners in the contact frame.
 *
 *   reads   the pose and shape of one collider, the axes of the contact frame
 *   writes  CORNERS, IDS and PLANE of the side
 *   returns the number of corners: 0 = none (a point), 2 = a segment, else a face
 */
import {
  BOX,
  CORE,
  FACE_COUNT,
  HALF_X,
  POINT,
  SEGMENT,
  SHAPE_STRIDE,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../../../shapes/shapeTable.ts';
import { faceRowsOf, loopsAt, planesAt } from '../../../shapes/vertexTable.ts';
import { writeRotation } from '../rotation.ts';
import type { Geometry } from '../scratch.ts';
import {
  ACROSS_1,
  ACROSS_2,
  CORNERS,
  CORNERS_STRIDE,
  IDS,
  LOCAL,
  MAX_CORNERS,
  type ManifoldScratch,
  NORMAL,
  OFFSET,
  PLANE,
  PLANE_STRIDE,
  ROT,
  SHIFT,
} from './contactScratch.ts';

/** Sides of a pair. */
export const A = 0;
export const B = 1;

/** A face that leans more than this against the normal (cosine) is met along an edge. */
const MIN_COSINE = 0.05;

/** Corners of a box's face by the signs along its other two axes, counter-clockwise seen from the positive side. */
const AROUND_1 = [1, -1, -1, 1];
const AROUND_2 = [1, 1, -1, -1];

/** Loads the feature of side `side`: collider row `id`. @returns the number of its corners */
export function loadFeature(
  bench: ManifoldScratch,
  geometry: Geometry,
  rotations: Float32Array,
  shape: number,
  id: number,
  side: number,
): number {
  const { f, i } = bench;
  const { words } = geometry.shapes;
  const word = shape * SHAPE_STRIDE;
  const core = words[word + CORE];
  if (core === POINT || words[word + VERTEX_COUNT] < 2) return 0;
  turn(f, rotations, 4 * id, side);
  if (core === BOX) return boxFace(f, i, geometry.shapes.reals, word + HALF_X, side);
  const { coordinates, planes, loops } = geometry.vertices;
  const begin = words[word + VERTEX_BEGIN];
  const rows = words[word + VERTEX_ROWS];
  if (core === SEGMENT || words[word + VERTEX_COUNT] === 2) {
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
  const count = faceCorners(bench, side, coordinates, 3 * begin, rows, loops, loopsAt(begin), faces, face);
  return isFacing ? count : highestEdge(bench, side, count, sign);
}

/** Writes ROT, LOCAL and SHIFT of the collider at quaternion `q`. */
function turn(f: Float64Array, rotations: Float32Array, q: number, side: number): void {
  writeRotation(f, ROT, rotations, q);
  for (let axis = 0; axis < 3; axis++) {
    const from = axis === 0 ? ACROSS_1 : axis === 1 ? ACROSS_2 : NORMAL;
    const u = f[from];
    const v = f[from + 1];
    const t = f[from + 2];
    for (let c = 0; c < 3; c++) f[LOCAL + 3 * axis + c] = f[ROT + c] * u + f[ROT + 3 + c] * v + f[ROT + 6 + c] * t;
    f[SHIFT + axis] = side === A ? 0 : f[OFFSET] * u + f[OFFSET + 1] * v + f[OFFSET + 2] * t;
  }
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

/** Brings the plane in row `at` to the contact frame. @returns whether it faces the contact */
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

function boxFace(f: Float64Array, i: Int32Array, reals: Float32Array, half: number, side: number): number {
  const sign = side === A ? 1 : -1;
  let axis = 0;
  for (let k = 1; k < 3; k++) {
    if (Math.abs(f[LOCAL + 6 + k]) > Math.abs(f[LOCAL + 6 + axis])) axis = k;
  }
  const out = sign * f[LOCAL + 6 + axis] < 0 ? -1 : 1;
  const second = (axis + 1) % 3;
  const third = (axis + 2) % 3;
  const to = CORNERS + side * CORNERS_STRIDE;
  for (let k = 0; k < 4; k++) {
    // the other way round on the negative side
    const turned = out > 0 ? k : 3 - k;
    const along2 = AROUND_1[turned];
    const along3 = AROUND_2[turned];
    for (let c = 0; c < 3; c++) {
      const from = LOCAL + 3 * c;
      f[to + 3 * k + c] =
        f[SHIFT + c] +
        out * reals[half + axis] * f[from + axis] +
        along2 * reals[half + second] * f[from + second] +
        along3 * reals[half + third] * f[from + third];
    }
    // a set bit is a negative coordinate
    i[IDS + side * MAX_CORNERS + k] =
      ((out < 0 ? 1 : 0) << axis) | ((along2 < 0 ? 1 : 0) << second) | ((along3 < 0 ? 1 : 0) << third);
  }
  const plane = PLANE + side * PLANE_STRIDE;
  let offset = 0;
  for (let c = 0; c < 3; c++) {
    f[plane + c] = out * f[LOCAL + 3 * c + axis];
    offset += f[plane + c] * f[to + c];
  }
  f[plane + 3] = offset;
  return 4;
}

/** The face whose normal looks along `sign` times the pair's most. */
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
  { f, i }: ManifoldScratch,
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

/** Leaves of a face's corners the highest, and the higher of the two beside it: the edge that a plate stands on. */
function highestEdge({ f, i }: ManifoldScratch, side: number, count: number, sign: number): number {
  const at = CORNERS + side * CORNERS_STRIDE;
  let top = 0;
  for (let k = 1; k < count; k++) if (sign * f[at + 3 * k + 2] > sign * f[at + 3 * top + 2]) top = k;
  const last = (top + count - 1) % count;
  const next = (top + 1) % count;
  const other = sign * f[at + 3 * next + 2] > sign * f[at + 3 * last + 2] ? next : last;
  // in the order of their numbers, so that none is overwritten before it is moved
  moveCorner(f, i, side, Math.min(top, other), 0);
  moveCorner(f, i, side, Math.max(top, other), 1);
  return 2;
}

function moveCorner(f: Float64Array, i: Int32Array, side: number, from: number, to: number): void {
  const at = CORNERS + side * CORNERS_STRIDE;
  for (let c = 0; c < 3; c++) f[at + 3 * to + c] = f[at + 3 * from + c];
  i[IDS + side * MAX_CORNERS + to] = i[IDS + side * MAX_CORNERS + from];
}
