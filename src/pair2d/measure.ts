/**
 * Signed distance, normal and witness points of a pair, in the frame of its first body: the search while the cores are
 * apart, else the depth. Radii are added here.
 */
import { Status, type StatusCode } from '../queries/distance/status.ts';
import { DEEPEST, DEEPEST_CORNER, DEEPEST_FOOT, DEEPEST_IS_B, DEEPEST_NORMAL, deepest, findDepth } from './depth.ts';
import { COS, frame, SCALE, SIN } from './frame.ts';
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
 * Measures the pair in the pose of `frame`. Writes `row`.
 * @param maxDistance stop when the pair is proven to be farther apart than this (m)
 * @param depth whether to measure overlaps; without, they have distance 0 and NaN for the rest
 */
export function measure(a: Geometry, b: Geometry, maxDistance: number, depth: boolean): StatusCode {
  const radii = a.radius + b.radius;
  const code = search(a, b, maxDistance + radii);
  writeBound();
  if (code === BEYOND) return writeBeyond(found[LOWER] - radii);
  if (code === TOUCHING) {
    if (!depth) return writeShallow();
    findDepth(a, b);
    writeDeepest(a, b);
  } else {
    if (!depth && found[UPPER] <= radii) return writeShallow();
    writeClosest(a, b);
  }
  const distance = row[DISTANCE];
  if (distance > maxDistance) return writeBeyond(distance);
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
  const radii = a.radius + b.radius;
  const code = search(a, b, radii);
  return code === TOUCHING || (code !== BEYOND && found[UPPER] - radii <= 0);
}

function writeBeyond(lower: number): StatusCode {
  row[DISTANCE] = lower;
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
  const nx = found[NORMAL_X];
  const ny = found[NORMAL_Y];
  const part = found[PART];
  const i1 = STRIDE * corners[0];
  const j1 = STRIDE * corners[1];
  const i2 = STRIDE * corners[2];
  const j2 = STRIDE * corners[3];
  const ax = a.reals[i1] + part * (a.reals[i2] - a.reals[i1]);
  const ay = a.reals[i1 + 1] + part * (a.reals[i2 + 1] - a.reals[i1 + 1]);
  const bx = b.reals[j1] + part * (b.reals[j2] - b.reals[j1]);
  const by = b.reals[j1 + 1] + part * (b.reals[j2 + 1] - b.reals[j1 + 1]);
  const turnedX = frame[COS] * bx - frame[SIN] * by;
  const turnedY = frame[SIN] * bx + frame[COS] * by;
  writeRow(a, b, found[UPPER], nx, ny, ax, ay, turnedX, turnedY);
}

/** Cores that overlap: from the frame of the core whose edge it is to that of A. */
function writeDeepest(a: Geometry, b: Geometry): void {
  // the search has found no axis between the cores, so a gap here is rounding
  const separation = Math.min(deepest[DEEPEST], 0);
  if (deepest[DEEPEST_IS_B] === 0) {
    const d = deepest;
    const foot = DEEPEST_FOOT;
    const corner = DEEPEST_CORNER;
    const [nx, ny] = [d[DEEPEST_NORMAL], d[DEEPEST_NORMAL + 1]];
    writeRow(a, b, separation, nx, ny, d[foot], d[foot + 1], d[corner], d[corner + 1]);
  } else {
    const nx = -turnedX(deepest, DEEPEST_NORMAL);
    const ny = -turnedY(deepest, DEEPEST_NORMAL);
    const ax = turnedX(deepest, DEEPEST_CORNER);
    const ay = turnedY(deepest, DEEPEST_CORNER);
    writeRow(a, b, separation, nx, ny, ax, ay, turnedX(deepest, DEEPEST_FOOT), turnedY(deepest, DEEPEST_FOOT));
  }
}

function turnedX(from: Float64Array, at: number): number {
  return frame[COS] * from[at] - frame[SIN] * from[at + 1];
}

function turnedY(from: Float64Array, at: number): number {
  return frame[SIN] * from[at] + frame[COS] * from[at + 1];
}

/** Adds the radii to the distance and the points of the cores. */
function writeRow(
  a: Geometry,
  b: Geometry,
  separation: number,
  nx: number,
  ny: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): void {
  row[DISTANCE] = separation - (a.radius + b.radius) + 0;
  row[NORMAL] = nx;
  row[NORMAL + 1] = ny;
  row[POINT_A] = ax + a.radius * nx;
  row[POINT_A + 1] = ay + a.radius * ny;
  row[POINT_B] = bx - b.radius * nx;
  row[POINT_B + 1] = by - b.radius * ny;
}
