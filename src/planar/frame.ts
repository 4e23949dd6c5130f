/**
 * The relative pose of a pair, in the frame of its first body. All kernels work there, so that positions far from the
 * world's origin cost no digits, and the difference D = B − A is what they search.
 *
 * The first body is the one with the smaller x; then y, rotation, and shape decide. So (a, b) and (b, a) run the same
 * computation, and have mirrored answers to the bit.
 */
import { fail } from '../errors.ts';
import { type Geometry, ROUNDING } from './geometry.ts';

/** Largest distance of two positions (m), so that no product of lengths overflows. */
const FARTHEST = 1e100;

/** Elements of `poses` per body. */
export const POSE = 4;

/** The poses of a query, f64: x y cos sin of A, then of B. */
export const poses = /* @__PURE__ */ new Float64Array(2 * POSE);

/** Elements of `frame`: cosine and sine of the second body's rotation, its position, and the length of the pair. */
export const COS = 0;
export const SIN = 1;
export const X = 2;
export const Y = 3;
/** Extents, radii and offset of the pair, added up: rounding errors are relative to it. */
export const SCALE = 4;
/** The largest distance of interest. */
export const LIMIT = 5;

/** The relative pose. Numbers are handed on in arrays, for each one that is passed to a function may be allocated. */
export const frame = /* @__PURE__ */ new Float64Array(6);

/** Whether B comes first. Both are poses of `poses`. */
export function isSwapped(a: Geometry, b: Geometry): boolean {
  for (let k = 0; k < POSE; k++) if (poses[k] !== poses[POSE + k]) return poses[k] > poses[POSE + k];
  return a !== b && comesAfter(a, b);
}

/** What circles in and around the shapes tell of a pair of `poses`. */
export const UNKNOWN = 0;
export const SURELY_APART = 1;
export const SURELY_TOUCHING = 2;

/** Compares the circles of both shapes. Leaves all that rounding could decide to the search. */
export function compareCircles(a: Geometry, b: Geometry): number {
  const at = poses;
  const radii = a.radius + b.radius;
  const least = a.inner + b.inner + radii;
  const most = a.outer + b.outer + radii;
  const x = at[POSE] - at[0] + (at[6] * b.centerX - at[7] * b.centerY) - (at[2] * a.centerX - at[3] * a.centerY);
  const y = at[POSE + 1] - at[1] + (at[7] * b.centerX + at[6] * b.centerY) - (at[3] * a.centerX + at[2] * a.centerY);
  const square = x * x + y * y;
  if (least > 0 && square < least * least * (1 - ROUNDING)) return SURELY_TOUCHING;
  return square > most * most * (1 + ROUNDING) && square < FARTHEST ? SURELY_APART : UNKNOWN;
}

/** The order of shapes at the same pose, by their numbers. */
function comesAfter(a: Geometry, b: Geometry): boolean {
  if (a.count !== b.count) return a.count > b.count;
  if (a.radius !== b.radius) return a.radius > b.radius;
  for (let k = 0; k < a.reals.length; k++) if (a.reals[k] !== b.reals[k]) return a.reals[k] > b.reals[k];
  return false;
}

/** Writes `frame` from `poses`. @returns whether B comes first */
export function loadFrame(where: string, a: Geometry, b: Geometry, limit: number): boolean {
  const from = poses;
  const to = frame;
  const swapped = isSwapped(a, b);
  const first = swapped ? POSE : 0;
  const second = POSE - first;
  const x = from[second] - from[first];
  const y = from[second + 1] - from[first + 1];
  to[X] = x;
  to[Y] = y;
  checkOffset(where);
  to[SCALE] = a.extent + a.radius + b.extent + b.radius + Math.abs(x) + Math.abs(y);
  to[LIMIT] = limit;
  turnFrame(from, first + 2, from, second + 2);
  return swapped;
}

/** Fails if the offset in `frame` is so long that f64 overflows. */
export function checkOffset(where: string): void {
  if (Math.abs(frame[X]) <= FARTHEST && Math.abs(frame[Y]) <= FARTHEST) return;
  fail(`${where}: x, y`, 'positions nearer to each other', 'farther than 1e100 m');
}

/** Turns the offset in `frame` from the world to the frame of A, and writes the rotation. */
export function turnFrame(rotationsA: Float64Array, atA: number, rotationsB: Float64Array, atB: number): void {
  const to = frame;
  const cosA = rotationsA[atA];
  const sinA = rotationsA[atA + 1];
  const cosB = rotationsB[atB];
  const sinB = rotationsB[atB + 1];
  const x = to[X];
  const y = to[Y];
  to[COS] = cosA * cosB + sinA * sinB;
  to[SIN] = cosA * sinB - sinA * cosB;
  to[X] = cosA * x + sinA * y;
  to[Y] = cosA * y - sinA * x;
}
