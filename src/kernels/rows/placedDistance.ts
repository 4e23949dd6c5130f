/**
 * The signed distance of two rows of the placed table in f64: colliders or probes. It runs the careful path alone, so
 * it is slower than `distanceRows`, and its numbers are not rounded to f32. Queries on the scene call it for what the
 * wide kernel has not decided.
 *
 *   reads   positions, rotations, shapes
 *   writes  out.distance
 */
import { Status, type StatusCode } from '../../queries/distance/status.ts';
import { EXTENT, RADIUS, SHAPE_STRIDE, TRAITS, UNBOUNDED } from '../../shapes/codes.ts';
import type { Geometry } from '../../shapes/cores/core.ts';
import { exactDistance } from '../cores/exactDistance.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import type { CorePair } from '../cores/tables.ts';
import { BEYOND, CONTAINED, UNPROVEN } from '../gjk/search.ts';
import type { Doubles, Floats } from '../lanes.ts';
import { quat, writeMatrix } from '../math/quatMatrix.ts';
import type { Poses } from './queryParams.ts';

/** The signed distance of a pair (m); NaN for an invalid row. In an object, since V8 allocates for a double result. */
export interface PlacedOut {
  distance: number;
}

/** The world rotation of A, row major. */
const turn = /* @__PURE__ */ new Float64Array(9);

/**
 * Measures rows `a` and `b`, which are legal. Distances proven larger than limit[0] (m) need not be exact.
 * @param depth whether the depth of an overlap is measured; if not, its distance is 0
 * @returns the status of the pair
 */
export function placedDistance(
  out: PlacedOut,
  { positions, rotations, shapes }: Poses,
  geometry: Geometry,
  scratch: CoreScratch,
  a: number,
  b: number,
  limit: Float64Array,
  depth: boolean,
): StatusCode {
  const { pair } = scratch;
  const { words, reals } = geometry.shapes;
  const wordA = SHAPE_STRIDE * shapes[a];
  const wordB = SHAPE_STRIDE * shapes[b];
  const radii = reals[wordA + RADIUS] + reals[wordB + RADIUS];
  const isKnown = placeRows(pair, positions, rotations, a, b);
  if (!isKnown || (words[wordA + TRAITS] & words[wordB + TRAITS] & UNBOUNDED) !== 0) {
    out.distance = Number.NaN;
    return Status.Invalid;
  }
  pair.wordA = wordA;
  pair.wordB = wordB;
  pair.size = reals[wordA + EXTENT] + reals[wordB + EXTENT];
  pair.far = limit[0] + radii;
  pair.near2 = -1;
  pair.end = UNPROVEN;
  const proven = exactDistance(scratch, geometry, geometry, depth);
  const { end } = pair;
  if (!depth && (end === CONTAINED || (proven && end !== BEYOND && pair.distance <= radii))) {
    out.distance = 0;
    return Status.Overlapping;
  }
  const distance = pair.distance - radii;
  out.distance = distance;
  if (end === BEYOND) return Status.BeyondMaxDistance;
  if (!proven) return Status.NotConverged;
  return distance > 0 ? Status.Separated : Status.Overlapping;
}

/**
 * Writes B's pose in frame A to the pair, and A's rotation to `turn`: the formulas of relativePose.ts.
 * @returns whether both poses are valid
 */
function placeRows(pair: CorePair, positions: Doubles, rotations: Floats, a: number, b: number) {
  const p = 4 * a;
  const q = 4 * b;
  const ax = rotations[p];
  const ay = rotations[p + 1];
  const az = rotations[p + 2];
  const aw = rotations[p + 3];
  const bx = rotations[q];
  const by = rotations[q + 1];
  const bz = rotations[q + 2];
  const bw = rotations[q + 3];
  for (let c = 0; c < 4; c++) quat[c] = rotations[p + c];
  writeMatrix(turn, 0);
  const scaleA = quat[4];
  quat[0] = aw * bx - ax * bw - ay * bz + az * by;
  quat[1] = aw * by - ay * bw - az * bx + ax * bz;
  quat[2] = aw * bz - az * bw - ax * by + ay * bx;
  quat[3] = aw * bw + ax * bx + ay * by + az * bz;
  writeMatrix(pair.rotation, 0);
  const scale = quat[4];
  const ox = positions[q] - positions[p];
  const oy = positions[q + 1] - positions[p + 1];
  const oz = positions[q + 2] - positions[p + 2];
  for (let c = 0; c < 3; c++) pair.shift[c] = turn[c] * ox + turn[3 + c] * oy + turn[6 + c] * oz;
  return scaleA + scale + ox * ox + oy * oy + oz * oz < Infinity && scaleA > 0 && scale > 0;
}
