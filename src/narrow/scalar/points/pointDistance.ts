/**
 * The signed distance of a point and a row of the placed table, in f64. Points, segments, boxes and half-spaces have
 * closed forms; all other cores take the careful path against a core that is a point.
 *
 *   reads   p[PLACE …], p[LIMIT] (codes.ts), positions, rotations, shapes
 *   writes  p[FOUND …]: the normal points out of the shape
 */
import { Status, type StatusCode } from '../../../queries/distance/status.ts';
import {
  BOX,
  CORE,
  EXTENT,
  HALF_SPACE,
  HALF_X,
  POINT,
  RADIUS,
  SEGMENT,
  SHAPE_STRIDE,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../../../shapes/codes.ts';
import { exactDistance } from '../exactDistance.ts';
import { BEYOND, UNPROVEN } from '../gjk/search.ts';
import type { Poses } from '../queryParams.ts';
import {
  END,
  FAR,
  type Geometry,
  NEAR2,
  BOUND as PAIR_BOUND,
  DISTANCE as PAIR_DISTANCE,
  NORMAL as PAIR_NORMAL,
  WITNESS as PAIR_WITNESS,
  ROT,
  type ScalarScratch,
  SHIFT,
  SIZE,
} from '../scratch.ts';
import { fromBox, fromPlane, fromSegment, placePoint, writeFound } from './closedForms.ts';
import {
  BOUND,
  DISTANCE,
  FOUND,
  FOUND_DISTANCE,
  HALF,
  LIMIT,
  LOCAL,
  NORMAL,
  OFFSET,
  EXTENT as OWN_EXTENT,
  RADIUS as OWN_RADIUS,
  PLACE,
  ROTATION,
  WITNESS,
} from './codes.ts';

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

const IDENTITY = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/**
 * Measures the legal row `row`, whose pose is valid. Distances proven larger than p[LIMIT] need not be exact.
 * @returns the status of the pair
 */
export function pointDistance(
  p: Float64Array,
  { positions, rotations, shapes }: Poses,
  geometry: Geometry,
  thread: ScalarScratch,
  row: number,
): StatusCode {
  const { words, reals } = geometry.shapes;
  const shape = shapes[row];
  const word = SHAPE_STRIDE * shape;
  for (let c = 0; c < 4; c++) p[ROTATION + c] = rotations[4 * row + c];
  for (let c = 0; c < 3; c++) {
    p[OFFSET + c] = p[PLACE + c] - positions[4 * row + c];
    p[HALF + c] = reals[word + HALF_X + c];
  }
  p[OWN_RADIUS] = reals[word + RADIUS];
  p[OWN_EXTENT] = reals[word + EXTENT];
  placePoint(p);
  let status: StatusCode = Status.Separated;
  const core = words[word + CORE];
  if (core === BOX) fromBox(p);
  else if (core === SEGMENT || core === POINT) fromSegment(p);
  else if (core === HALF_SPACE) fromPlane(p);
  else status = fromOther(p, geometry, thread, shape);
  writeFound(p);
  if (status === Status.Separated && !(p[FOUND + FOUND_DISTANCE] > 0)) return Status.Overlapping;
  return status;
}

/** Measures a core without a closed form. */
function fromOther(p: Float64Array, geometry: Geometry, thread: ScalarScratch, shape: number): StatusCode {
  const { f, i } = thread.scratch;
  for (let c = 0; c < 3; c++) f[SHIFT + c] = p[LOCAL + c];
  f.set(IDENTITY, ROT);
  f[SIZE] = p[OWN_EXTENT];
  f[FAR] = p[LIMIT] + p[OWN_RADIUS];
  f[NEAR2] = -1;
  i[END] = UNPROVEN;
  const proven = exactDistance(thread, geometry, shape, POINT_GEOMETRY, 0, true);
  for (let c = 0; c < 3; c++) {
    p[NORMAL + c] = f[PAIR_NORMAL + c];
    p[WITNESS + c] = f[PAIR_WITNESS + c];
  }
  p[DISTANCE] = f[PAIR_DISTANCE];
  p[BOUND] = f[PAIR_BOUND];
  if (i[END] === BEYOND) return Status.BeyondMaxDistance;
  return proven ? Status.Separated : Status.NotConverged;
}
