/**
 * Boxes and cores with vertices that move without a turn, until they are near: a ray cast of GJK. The support plane of
 * B − A along each direction of the search shows how long the pair is free; there the search goes on.
 *
 *   reads   c[TIME], c[AXIS …]: the first direction, c[NEAR], c[OFFSET …], c[VELOCITY …], the supports
 *   writes  c[TIME], and for a hit c[GAP], c[LOW], c[AXIS …], c[POINT …]
 *
 * The caller finds the supports of hulls: hosts (runCore.ts) and the wide kernel (wide/casts/sweepCores.ts) read them
 * from their tables.
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: van den Bergen, Ray casting against general convex objects with application to continuous collision
 * detection, 2004.
 */
import { CastStatus } from '../../../queries/casts/status.ts';
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { AXIS_NUMBERS } from './boxAxes.ts';
import { AT_START } from './boxSweep.ts';
import { writeNormal } from './boxTouch.ts';
import { LEFT } from './boxTurn.ts';
import { nearestOf } from './nearest.ts';
import {
  AXES,
  AXIS,
  CLOSE,
  CORE_A,
  CORE_B,
  FOUND_A,
  FOUND_B,
  GAP,
  LIMIT,
  LOW,
  NEAR,
  NEAREST,
  NOW,
  OFFSET,
  ON_A,
  POINT,
  RADII,
  RADIUS_A,
  ROUNDING,
  SKIN,
  START,
  TIME,
  VELOCITY,
  WEIGHTS,
} from './places.ts';

/** Most supports of a sweep. */
export const MOST_STEPS = 48;
/** Plus a status: the sweep has ended. */
export const ENDED = -8;
/** Planes higher than c[NEAR] by more than this part of the tolerance raise the time. */
const HIGHER = 1 / 16;
/** The bounds of a hit meet within this part of the distance, and rounding. */
const BRACKET = 1 / 1_073_741_824;

/** Writes a box as its half axes. @param matrix its rotation, row major */
export function writeHalfAxes(c: Doubles, core: Int, half: Int, matrix: Int): void {
  for (let k: Int = 0; k < 3; k++) {
    for (let m: Int = 0; m < 3; m++) c[core + 3 * k + m] = c[half + k] * c[matrix + 3 * m + k];
  }
}

/** Writes the first direction: an axis of the boxes around both cores, or the offset for AT_START. */
export function startAlong(c: Doubles, axis: Int): void {
  if (axis === AT_START) {
    for (let k: Int = 0; k < 3; k++) c[AXIS + k] = c[OFFSET + k];
    return;
  }
  const at = AXES + AXIS_NUMBERS * axis;
  writeNormal(c, axis, c[at] + c[TIME] * c[at + 1] < 0 ? -1 : 1);
}

/**
 * One step from c[TIME], before which the pair is proven farther apart than the skin: takes the supports in
 * c[FOUND_A …], c[FOUND_B …] along c[AXIS …], and writes the next direction.
 * @param count points of the simplex, 0 at first
 * @returns the points of the next simplex; or ENDED plus Free, Hit, or LEFT: the pair is near at the start, or the
 *   search has no proof. c[TIME] is proven in any case
 */
export function advanceSweep(c: Doubles, count: Int): Int {
  const higher = c[NEAR] + HIGHER * c[CLOSE];
  const at = START + 3 * count;
  for (let k: Int = 0; k < 3; k++) {
    c[ON_A + 3 * count + k] = c[FOUND_A + k];
    c[at + k] = c[OFFSET + k] + (c[FOUND_B + k] - c[FOUND_A + k]);
  }
  const x = c[AXIS];
  const y = c[AXIS + 1];
  const z = c[AXIS + 2];
  const t = c[TIME];
  const length = Math.sqrt(x * x + y * y + z * z);
  const rate = x * c[VELOCITY] + y * c[VELOCITY + 1] + z * c[VELOCITY + 2];
  const low = (x * c[at] + y * c[at + 1] + z * c[at + 2] + t * rate) / length;
  const isKnown = isInSimplex(c, count);
  if (low > higher) {
    // the plane never comes nearer, or does so too late
    if (!(rate < 0)) return ENDED + CastStatus.Free;
    c[TIME] = t + ((low - c[NEAR]) * length) / -rate;
    if (!(c[TIME] < 1 && c[TIME] <= c[LIMIT])) return ENDED + CastStatus.Free;
  } else if (isKnown === 1 || (count > 0 && length - low <= BRACKET * length + c[ROUNDING])) {
    c[LOW] = low;
    c[GAP] = length;
    const status = endSweep(c, count);
    return ENDED + status;
  } else if (!(low <= higher)) return ENDED + LEFT;
  const points = isKnown === 1 ? count : count + 1;
  for (let k: Int = 0; k < 3 * points; k += 3) {
    c[NOW + k] = c[START + k] + c[TIME] * c[VELOCITY];
    c[NOW + k + 1] = c[START + k + 1] + c[TIME] * c[VELOCITY + 1];
    c[NOW + k + 2] = c[START + k + 2] + c[TIME] * c[VELOCITY + 2];
  }
  const isOutside = nearestOf(c, points);
  if (isOutside === 0) return ENDED + LEFT;
  for (let k: Int = 0; k < 3; k++) c[AXIS + k] = c[NEAREST + k];
  const kept = reduceSimplex(c, points);
  return kept > 0 ? kept : ENDED + LEFT;
}

/** Writes a corner of a box: of A the highest along c[AXIS …] to c[FOUND_A …], of B the lowest to c[FOUND_B …]. */
export function findCorner(c: Doubles, isA: Int): void {
  // numbers go through memory: V8 allocates for those that are arguments
  const core: Int = isA === 1 ? CORE_A : CORE_B;
  const found: Int = isA === 1 ? FOUND_A : FOUND_B;
  const side: Double = isA === 1 ? 1 : -1;
  const x = side * c[AXIS];
  const y = side * c[AXIS + 1];
  const z = side * c[AXIS + 2];
  for (let k: Int = 0; k < 3; k++) c[found + k] = 0;
  for (let at: Int = core; at < core + 9; at += 3) {
    // no branch: signs are random
    const below = Number(x * c[at] + y * c[at + 1] + z * c[at + 2] < 0);
    const sign = Number(1 - 2 * below);
    for (let k: Int = 0; k < 3; k++) c[found + k] += sign * c[at + k];
  }
}

/** @returns 1 if the point at place `count` is one of those before it */
function isInSimplex(c: Doubles, count: Int): Int {
  const at = START + 3 * count;
  for (let k: Int = START; k < at; k += 3) {
    if (c[k] === c[at] && c[k + 1] === c[at + 1] && c[k + 2] === c[at + 2]) return 1;
  }
  return 0;
}

/** Moves the points with a weight to the front. @returns their number */
function reduceSimplex(c: Doubles, count: Int): Int {
  let kept: Int = 0;
  for (let k: Int = 0; k < count; k++) {
    if (!(c[WEIGHTS + k] > 0)) continue;
    if (kept < k) {
      for (let m: Int = 0; m < 3; m++) {
        c[START + 3 * kept + m] = c[START + 3 * k + m];
        c[ON_A + 3 * kept + m] = c[ON_A + 3 * k + m];
      }
      c[WEIGHTS + kept] = c[WEIGHTS + k];
    }
    kept += 1;
  }
  return kept;
}

/**
 * Judges the simplex whose lowest plane is known: its point nearest to the origin is that of B − A. Reads the height of
 * the plane in c[LOW], and the distance of the point in c[GAP].
 * @returns Hit, or LEFT without a proof
 */
function endSweep(c: Doubles, count: Int): Int {
  const low = c[LOW];
  const length = c[GAP];
  const isProven = low - c[ROUNDING] > c[SKIN] + c[RADII] && length - low <= BRACKET * length + c[ROUNDING];
  if (!(isProven && c[TIME] > 0 && length - c[RADII] <= c[SKIN] + c[CLOSE])) return LEFT;
  for (let k: Int = 0; k < 3; k++) {
    c[AXIS + k] = c[AXIS + k] / length;
    c[POINT + k] = c[RADIUS_A] * c[AXIS + k];
    for (let n: Int = 0; n < count; n++) c[POINT + k] += c[WEIGHTS + n] * c[ON_A + 3 * n + k];
  }
  c[GAP] = length - c[RADII];
  c[LOW] = low - c[RADII] - c[ROUNDING];
  return CastStatus.Hit;
}
