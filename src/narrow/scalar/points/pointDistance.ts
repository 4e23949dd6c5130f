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
import type { Geometry } from '../../../shapes/cores/core.ts';
import { exactDistance } from '../exactDistance.ts';
import { BEYOND, UNPROVEN } from '../gjk/search.ts';
import type { Poses } from '../queryParams.ts';
import type { CoreScratch } from '../scratch.ts';
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
  scratch: CoreScratch,
  row: number,
): StatusCode {
  const { words, reals } = geometry.shapes;
  const word = SHAPE_STRIDE * shapes[row];
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
  else status = fromOther(p, geometry, scratch, word);
  writeFound(p);
  if (status === Status.Separated && !(p[FOUND + FOUND_DISTANCE] > 0)) return Status.Overlapping;
  return status;
}

/** Measures a core without a closed form. */
function fromOther(p: Float64Array, geometry: Geometry, scratch: CoreScratch, word: number): StatusCode {
  const { pair } = scratch;
  for (let c = 0; c < 3; c++) pair.shift[c] = p[LOCAL + c];
  pair.rotation.set(IDENTITY);
  pair.wordA = word;
  pair.wordB = 0;
  pair.size = p[OWN_EXTENT];
  pair.far = p[LIMIT] + p[OWN_RADIUS];
  pair.near2 = -1;
  pair.end = UNPROVEN;
  const proven = exactDistance(scratch, geometry, POINT_GEOMETRY, true);
  for (let c = 0; c < 3; c++) {
    p[NORMAL + c] = pair.normal[c];
    p[WITNESS + c] = pair.witness[c];
  }
  p[DISTANCE] = pair.distance;
  p[BOUND] = pair.bound;
  if (pair.end === BEYOND) return Status.BeyondMaxDistance;
  return proven ? Status.Separated : Status.NotConverged;
}
