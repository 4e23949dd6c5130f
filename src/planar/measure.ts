/**
 * Signed distance, normal and witness points of a pair, in the frame of its first body: the search while the cores are
 * apart, else the depth. Radii are added here.
 */
import { Status, type StatusCode } from '../queries/distance/status.ts';
import { DEEPEST, DEEPEST_CORNER, DEEPEST_FOOT, DEEPEST_IS_B, DEEPEST_NORMAL, deepest, findDepth } from './depth.ts';
import { COS, frame, LIMIT, SCALE, SIN } from './frame.ts';
import { type Geometry, STRIDE } from './geometry.ts';
import { BEYOND, corners, found, LOWER, NORMAL_X, NORMAL_Y, OPEN, PART, search, TOUCHING, UPPER } from './search.ts';

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
  return conclude(a, b, depth, search(a, b));
}

/** `measure` after the search. @param code what the search has proven */
export function conclude(a: Geometry, b: Geometry, depth: boolean, code: number): StatusCode {
  const radii = a.radius + b.radius;
  writeBound();
  if (code === BEYOND) {
    row.fill(0);
    row[DISTANCE] = found[LOWER] - radii;
    row[NORMAL] = found[NORMAL_X];
    row[NORMAL + 1] = found[NORMAL_Y];
    return markBeyond();
  }
  if (code === TOUCHING) {
    if (!depth) return writeShallow();
    findDepth(a, b);
    writeDeepest(a, b);
  } else {
    if (!depth && found[UPPER] <= radii) return writeShallow();
    writeClosest(a, b);
  }
  const distance = row[DISTANCE];
  if (distance > frame[LIMIT]) return markBeyond();
  if (code === OPEN) {
    row[BOUND] += found[UPPER] - found[LOWER];
    if (!(found[LOWER] > radii || found[UPPER] < radii)) return Status.NotConverged;
  }
  return distance <= 0 ? Status.Overlapping : Status.Separated;
}

/** Writes the error bound of a distance that only rounding makes wrong. */
export function writeBound(): void {
  row[BOUND] = ROUNDING * frame[SCALE] + LEAST;
}

/** Whether the pair in the pose of `frame` touches or overlaps: the same decisions as those of `measure`. */
export function touches(a: Geometry, b: Geometry): boolean {
  frame[LIMIT] = 0;
  const radii = a.radius + b.radius;
  const code = search(a, b);
  return code === TOUCHING || (code !== BEYOND && found[UPPER] - radii <= 0);
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

/** Cores apart: the witness points lie on the edges or corners of the simplex. */
function writeClosest(a: Geometry, b: Geometry): void {
  const part = found[PART];
  const realsA = a.reals;
  const realsB = b.reals;
  const i1 = STRIDE * corners[0];
  const j1 = STRIDE * corners[1];
  const i2 = STRIDE * corners[2];
  const j2 = STRIDE * corners[3];
  row[DISTANCE] = found[UPPER];
  row[NORMAL] = found[NORMAL_X];
  row[NORMAL + 1] = found[NORMAL_Y];
  row[POINT_A] = realsA[i1] + part * (realsA[i2] - realsA[i1]);
  row[POINT_A + 1] = realsA[i1 + 1] + part * (realsA[i2 + 1] - realsA[i1 + 1]);
  row[POINT_B] = realsB[j1] + part * (realsB[j2] - realsB[j1]);
  row[POINT_B + 1] = realsB[j1 + 1] + part * (realsB[j2 + 1] - realsB[j1 + 1]);
  turn(row, POINT_B, 1);
  addRadii(a, b);
}

/** Cores that overlap: from the frame of the core whose edge it is to that of A. */
function writeDeepest(a: Geometry, b: Geometry): void {
  const isB = deepest[DEEPEST_IS_B] === 1;
  const foot = isB ? POINT_B : POINT_A;
  const corner = isB ? POINT_A : POINT_B;
  // the search has found no axis between the cores, so a gap here is rounding
  row[DISTANCE] = Math.min(deepest[DEEPEST], 0);
  for (let k = 0; k < 2; k++) {
    row[NORMAL + k] = deepest[DEEPEST_NORMAL + k];
    row[foot + k] = deepest[DEEPEST_FOOT + k];
    row[corner + k] = deepest[DEEPEST_CORNER + k];
  }
  if (isB) {
    turn(row, NORMAL, -1);
    turn(row, POINT_A, 1);
    turn(row, POINT_B, 1);
  }
  addRadii(a, b);
}

/** Turns a vector from the frame of B to that of A. */
function turn(vectors: Float64Array, at: number, sign: number): void {
  const x = vectors[at];
  const y = vectors[at + 1];
  vectors[at] = sign * (frame[COS] * x - frame[SIN] * y);
  vectors[at + 1] = sign * (frame[SIN] * x + frame[COS] * y);
}

/** From the cores to the shapes. */
function addRadii(a: Geometry, b: Geometry): void {
  // + 0: no −0
  row[DISTANCE] = row[DISTANCE] - (a.radius + b.radius) + 0;
  for (let k = 0; k < 2; k++) {
    row[POINT_A + k] += a.radius * row[NORMAL + k];
    row[POINT_B + k] -= b.radius * row[NORMAL + k];
  }
}
