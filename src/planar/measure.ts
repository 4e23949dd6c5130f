/**
 * Signed distance, normal and witness points of a pair, in the frame of its first body: what the search finds of the
 * cores, and the radii.
 */
import { Status, type StatusCode } from '../queries/distance/status.ts';
import { COS, frame, LIMIT, SCALE, SIN } from './frame.ts';
import { type Geometry, STRIDE } from './geometry.ts';
import {
  BEYOND,
  CORNER,
  EDGE,
  found,
  IS_B,
  NORMAL_X,
  NORMAL_Y,
  PART,
  places,
  SEPARATION,
  search,
  TOUCHING,
} from './search.ts';

/** Elements of `row`: signed distance (beyond the limit a lower bound), and its error bound. */
export const DISTANCE = 0;
export const BOUND = 1;
/** Unit normal from A to B. */
export const NORMAL = 2;
/** Witness point on A minus the position of A, and that on B minus the position of B. */
export const POINT_A = 4;
export const POINT_B = 6;
/** All of it in the frame of A. */
export const row = /* @__PURE__ */ new Float64Array(8);

/** Rounding errors of a distance, as a part of the scale of the pair. */
const ROUNDING = 2 ** -48;
/** Error where squares of lengths underflow (m). */
const LEAST = 1e-120;

/**
 * Measures the pair in the pose of `frame`, up to its limit. Writes `row`.
 * @param depth whether to measure overlaps; without, they have distance 0 and NaN for the rest
 */
export function measure(a: Geometry, b: Geometry, depth: boolean): StatusCode {
  const code = search(a, b, depth);
  // a gap of cores that touch is rounding
  const separation = code === TOUCHING ? Math.min(found[SEPARATION], 0) : found[SEPARATION];
  // + 0: no −0
  const distance = separation - (a.radius + b.radius) + 0;
  row[DISTANCE] = distance;
  writeBound();
  if (code === BEYOND) {
    const x = found[NORMAL_X];
    const y = found[NORMAL_Y];
    const length = Math.sqrt(x * x + y * y);
    row[NORMAL] = x / length;
    row[NORMAL + 1] = y / length;
    for (let k = POINT_A; k < POINT_B + 2; k++) row[k] = 0;
    return markBeyond();
  }
  if (!depth && (code === TOUCHING || distance <= 0)) return writeShallow();
  writeWitnesses(a, b);
  if (distance > frame[LIMIT]) return markBeyond();
  return distance <= 0 ? Status.Overlapping : Status.Separated;
}

/** Writes the error bound of a distance that only rounding makes wrong. */
export function writeBound(): void {
  row[BOUND] = ROUNDING * frame[SCALE] + LEAST;
}

/** Whether the pair in the pose of `frame`, whose limit is 0, touches or overlaps: the same decisions as `measure`. */
export function touches(a: Geometry, b: Geometry): boolean {
  const radii = a.radius + b.radius;
  const code = search(a, b, false);
  return code === TOUCHING || (code !== BEYOND && found[SEPARATION] - radii <= 0);
}

function markBeyond(): StatusCode {
  row[BOUND] = Infinity;
  return Status.BeyondMaxDistance;
}

function writeShallow(): StatusCode {
  row.fill(NaN);
  row[DISTANCE] = 0;
  return Status.Overlapping;
}

/** Writes the normal, and the witness points: on an edge of one core, and a corner of the other. */
function writeWitnesses(a: Geometry, b: Geometry): void {
  const to = row;
  const from = found;
  const cos = frame[COS];
  const sin = frame[SIN];
  const isB = places[IS_B] === 1;
  const part = Math.min(1, Math.max(0, from[PART]));
  const i = STRIDE * places[isB ? CORNER : EDGE];
  const j = STRIDE * places[isB ? EDGE : CORNER];
  const partA = isB ? 0 : part;
  const partB = isB ? part : 0;
  const x = b.reals[j] + partB * b.reals[j + 2];
  const y = b.reals[j + 1] + partB * b.reals[j + 3];
  const nx = from[NORMAL_X];
  const ny = from[NORMAL_Y];
  to[NORMAL] = nx;
  to[NORMAL + 1] = ny;
  to[POINT_A] = a.reals[i] + partA * a.reals[i + 2] + a.radius * nx;
  to[POINT_A + 1] = a.reals[i + 1] + partA * a.reals[i + 3] + a.radius * ny;
  to[POINT_B] = cos * x - sin * y - b.radius * nx;
  to[POINT_B + 1] = sin * x + cos * y - b.radius * ny;
}
