/**
 * Signed distance, normal and witness points of a pair, in the frame of its first body: what the search finds of the
 * cores, and the radii.
 */
import { Status, type StatusCode } from '../../tables/distanceStatus.ts';
import { type Geometry, STRIDE } from './geometry.ts';
import { frame, row } from './pairState.ts';
import { BEYOND, search, TOUCHING } from './search.ts';

/** Rounding errors of a distance, as a part of the scale of the pair. */
const ROUNDING = 2 ** -48;
/** Error where squares of lengths underflow (m). */
const LEAST = 1e-120;

/**
 * Measures the pair in the pose of `frame`, up to its limit. Writes `row`.
 * @param depth whether to measure overlaps; without, they have distance 0 and NaN for the rest
 */
export function measure(a: Geometry, b: Geometry, depth: boolean): StatusCode {
  const { normal, pointA, pointB } = row;
  const code = search(a, b, depth);
  // a gap of cores that touch is rounding
  const separation = code === TOUCHING ? Math.min(row.separation, 0) : row.separation;
  // + 0: no −0
  const distance = separation - (a.radius + b.radius) + 0;
  row.distance = distance;
  writeBound();
  if (code === BEYOND) {
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
    for (let k = 0; k < 2; k++) {
      normal[k] /= length;
      pointA[k] = 0;
      pointB[k] = 0;
    }
    return markBeyond();
  }
  if (!depth && (code === TOUCHING || distance <= 0)) {
    row.distance = 0;
    row.bound = NaN;
    normal.fill(NaN);
    pointA.fill(NaN);
    pointB.fill(NaN);
    return Status.Overlapping;
  }
  writeWitnesses(a, b);
  if (distance > frame.limit) return markBeyond();
  return distance <= 0 ? Status.Overlapping : Status.Separated;
}

/** Writes the error bound of a distance that only rounding makes wrong. */
export function writeBound(): void {
  row.bound = ROUNDING * frame.scale + LEAST;
}

/** Whether the pair in the pose of `frame`, whose limit is 0, touches or overlaps: the same decisions as `measure`. */
export function touches(a: Geometry, b: Geometry): boolean {
  const radii = a.radius + b.radius;
  const code = search(a, b, false);
  return code === TOUCHING || (code !== BEYOND && row.separation - radii <= 0);
}

function markBeyond(): StatusCode {
  row.bound = Infinity;
  return Status.BeyondMaxDistance;
}

/** Writes the witness points: on an edge of one core, and a corner of the other. */
function writeWitnesses(a: Geometry, b: Geometry): void {
  const { cos, sin } = frame;
  const { isB, edge, corner, normal, pointA, pointB } = row;
  const part = Math.min(1, Math.max(0, row.part));
  const i = STRIDE * (isB ? corner : edge);
  const j = STRIDE * (isB ? edge : corner);
  const partA = isB ? 0 : part;
  const partB = isB ? part : 0;
  const x = b.reals[j] + partB * b.reals[j + 2];
  const y = b.reals[j + 1] + partB * b.reals[j + 3];
  const nx = normal[0];
  const ny = normal[1];
  pointA[0] = a.reals[i] + partA * a.reals[i + 2] + a.radius * nx;
  pointA[1] = a.reals[i + 1] + partA * a.reals[i + 3] + a.radius * ny;
  pointB[0] = cos * x - sin * y - b.radius * nx;
  pointB[1] = sin * x + cos * y - b.radius * ny;
}
