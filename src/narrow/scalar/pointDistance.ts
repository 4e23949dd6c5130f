/**
 * The signed distance of a point and a row of the placed table, in f64. Points, segments, boxes and half-spaces have
 * closed forms; all other cores take the careful path against a core that is a point.
 *
 *   reads   point (world), positions, rotations, shapes
 *   writes  `out`, as placedDistance.ts: A is the row, B the point, so the normal points out of the shape
 *
 * In the middle of a shape several normals are equally good: the first axis wins, and its positive side.
 */
import { Status, type StatusCode } from '../../queries/distance/status.ts';
import {
  BOX,
  CORE,
  EXTENT,
  HALF_SPACE,
  HALF_X,
  HALF_Y,
  POINT,
  RADIUS,
  SEGMENT,
  SHAPE_STRIDE,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../../shapes/codes.ts';
import { exactDistance } from './exactDistance.ts';
import { BEYOND, UNPROVEN } from './gjk/search.ts';
import { OUT_BOUND, OUT_DISTANCE, OUT_NORMAL, OUT_POINT } from './placedDistance.ts';
import { quat, writeMatrix } from './quatMatrix.ts';
import type { Poses } from './queryParams.ts';
import { F64_ROUNDING } from './rounding.ts';
import {
  BOUND,
  DISTANCE,
  END,
  FAR,
  type Geometry,
  NEAR2,
  NORMAL,
  ROT,
  type ScalarScratch,
  SHIFT,
  SIZE,
  WITNESS,
} from './scratch.ts';

/** A table of one shape, which is a point: core B of the careful path. */
const POINT_GEOMETRY: Geometry = /* @__PURE__ */ pointGeometry();

function pointGeometry(): Geometry {
  const words = new Uint32Array(SHAPE_STRIDE);
  words[CORE] = POINT;
  words[VERTEX_COUNT] = 1;
  words[VERTEX_ROWS] = 4;
  return {
    shapes: { words, reals: new Float32Array(words.buffer) },
    vertices: { coordinates: new Float32Array(12), cells: new Uint16Array(0) },
  };
}

/** The world rotation of the row, row major. */
const turn = /* @__PURE__ */ new Float64Array(9);
const IDENTITY = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/**
 * Measures the legal row `row`, whose pose is valid. Distances proven larger than limit[0] (m) need not be exact.
 * @returns the status of the pair
 */
export function pointDistance(
  out: Float64Array,
  point: Float64Array,
  { positions, rotations, shapes }: Poses,
  geometry: Geometry,
  thread: ScalarScratch,
  row: number,
  limit: Float64Array,
): StatusCode {
  const { f, i } = thread.scratch;
  const { words, reals } = geometry.shapes;
  const shape = shapes[row];
  const word = SHAPE_STRIDE * shape;
  const radius = reals[word + RADIUS];
  for (let c = 0; c < 4; c++) quat[c] = rotations[4 * row + c];
  writeMatrix(turn, 0);
  const ox = point[0] - positions[4 * row];
  const oy = point[1] - positions[4 * row + 1];
  const oz = point[2] - positions[4 * row + 2];
  for (let c = 0; c < 3; c++) f[SHIFT + c] = turn[c] * ox + turn[3 + c] * oy + turn[6 + c] * oz;
  let status: StatusCode = Status.Separated;
  const core = words[word + CORE];
  if (core === BOX) fromBox(f, reals, word);
  else if (core === SEGMENT || core === POINT) fromSegment(f, reals, word);
  else if (core === HALF_SPACE) fromPlane(f);
  else {
    f.set(IDENTITY, ROT);
    f[SIZE] = reals[word + EXTENT];
    f[FAR] = limit[0] + radius;
    f[NEAR2] = -1;
    i[END] = UNPROVEN;
    const proven = exactDistance(thread, geometry, shape, POINT_GEOMETRY, 0, true);
    if (i[END] === BEYOND) status = Status.BeyondMaxDistance;
    else if (!proven) status = Status.NotConverged;
  }
  const distance = f[DISTANCE] - radius;
  out[OUT_DISTANCE] = distance;
  const away = Math.abs(f[SHIFT]) + Math.abs(f[SHIFT + 1]) + Math.abs(f[SHIFT + 2]);
  out[OUT_BOUND] = f[BOUND] + F64_ROUNDING * (reals[word + EXTENT] + away);
  for (let c = 0; c < 3; c++) {
    const r = 3 * c;
    out[OUT_NORMAL + c] = turn[r] * f[NORMAL] + turn[r + 1] * f[NORMAL + 1] + turn[r + 2] * f[NORMAL + 2];
    out[OUT_POINT + c] =
      turn[r] * (f[WITNESS] + radius * f[NORMAL]) +
      turn[r + 1] * (f[WITNESS + 1] + radius * f[NORMAL + 1]) +
      turn[r + 2] * (f[WITNESS + 2] + radius * f[NORMAL + 2]);
  }
  if (status === Status.Separated && !(distance > 0)) return Status.Overlapping;
  return status;
}

/** Squares below this may have lost bits. */
const LEAST_SQUARE = 1e-280;

/** Writes distance, normal, witness and bound of the point at f[SHIFT …] and a box. */
function fromBox(f: Float64Array, reals: Float32Array, word: number): void {
  let square = 0;
  let largest = -Infinity;
  let axis = 0;
  for (let c = 0; c < 3; c++) {
    const x = f[SHIFT + c];
    const half = reals[word + HALF_X + c];
    const beyond = Math.abs(x) - half;
    if (beyond > largest) {
      largest = beyond;
      axis = c;
    }
    f[WITNESS + c] = Math.min(Math.max(x, -half), half);
    f[NORMAL + c] = x - f[WITNESS + c];
    square += f[NORMAL + c] * f[NORMAL + c];
  }
  f[BOUND] = 0;
  if (square > LEAST_SQUARE) {
    const length = Math.sqrt(square);
    f[DISTANCE] = length;
    for (let c = 0; c < 3; c++) f[NORMAL + c] /= length;
    return;
  }
  // inside or on a face: the nearest face
  const side = f[SHIFT + axis] < 0 ? -1 : 1;
  f[DISTANCE] = largest;
  for (let c = 0; c < 3; c++) f[NORMAL + c] = 0;
  f[NORMAL + axis] = side;
  f[WITNESS + axis] = side * reals[word + HALF_X + axis];
}

/** The same for a segment along y; a point has no length. */
function fromSegment(f: Float64Array, reals: Float32Array, word: number): void {
  const half = reals[word + HALF_Y];
  const y = f[SHIFT + 1];
  f[WITNESS] = 0;
  f[WITNESS + 1] = Math.min(Math.max(y, -half), half);
  f[WITNESS + 2] = 0;
  const beyond = y - f[WITNESS + 1];
  const square = f[SHIFT] * f[SHIFT] + beyond * beyond + f[SHIFT + 2] * f[SHIFT + 2];
  f[BOUND] = 0;
  const length = square > LEAST_SQUARE ? Math.sqrt(square) : 0;
  f[DISTANCE] = length;
  f[NORMAL] = length > 0 ? f[SHIFT] / length : 1;
  f[NORMAL + 1] = length > 0 ? beyond / length : 0;
  f[NORMAL + 2] = length > 0 ? f[SHIFT + 2] / length : 0;
}

/** The same for the half-space y ≤ 0. */
function fromPlane(f: Float64Array): void {
  f[DISTANCE] = f[SHIFT + 1];
  f[BOUND] = 0;
  f[NORMAL] = 0;
  f[NORMAL + 1] = 1;
  f[NORMAL + 2] = 0;
  f[WITNESS] = f[SHIFT];
  f[WITNESS + 1] = 0;
  f[WITNESS + 2] = f[SHIFT + 2];
}
