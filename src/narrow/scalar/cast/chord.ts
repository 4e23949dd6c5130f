/**
 * Steps of a cast that are proven along its axis, from the separations at their two ends.
 *
 * The height of a point of a body along the axis has a second derivative of at most angle · |axis × turn| · extent, so
 * between two times τ apart it lies within an eighth of that times τ² of its chord.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import {
  ANGLE,
  AXIS,
  BODY_A,
  BODY_B,
  CLOSE,
  EXTENT_A,
  EXTENT_B,
  HEIGHT,
  LATER,
  LOW,
  SAG,
  SKIN,
  SLOPE,
  SPEED,
  STEP,
  TAU,
  TIME,
  TURN,
  VELOCITY,
} from './places.ts';

/** Most attempts to find a chord. */
export const MOST_CHORDS = 4;
/** How much longer a chord is than to the time of its root. */
const LONGER = 1.0625;
/** A step is good if it is this part of the way to that time. */
const NEARLY = 0.95;
/** More than the rounding of a sag, as a part of it. */
export const ROUNDING_PART = 1e-12;

/** Writes the largest speed at which any two points of the bodies come nearer to each other along the axis; the sag. */
export function writeSpeed(c: Doubles): void {
  const spinA = spinOf(c, BODY_A) * c[EXTENT_A];
  const spinB = spinOf(c, BODY_B) * c[EXTENT_B];
  const drift = c[AXIS] * c[VELOCITY] + c[AXIS + 1] * c[VELOCITY + 1] + c[AXIS + 2] * c[VELOCITY + 2];
  c[SPEED] = spinA + spinB - drift;
  c[SAG] = ((c[BODY_A + ANGLE] * spinA + c[BODY_B + ANGLE] * spinB) / 8) * (1 + ROUNDING_PART);
}

/** The length of axis × turn. */
function spinOf(c: Doubles, body: Int): Double {
  const u = c[AXIS + 1] * c[body + TURN + 2] - c[AXIS + 2] * c[body + TURN + 1];
  const v = c[AXIS + 2] * c[body + TURN] - c[AXIS] * c[body + TURN + 2];
  const w = c[AXIS] * c[body + TURN + 1] - c[AXIS + 1] * c[body + TURN];
  return Math.sqrt(u * u + v * v + w * w);
}

/**
 * Writes the length of the first chord that is tried, and its end: a little longer than to where the bodies meet along
 * the axis, if they come nearer as along the last chord of the cast.
 * @returns 1 if it is longer than the step
 */
export function startChord(c: Doubles): Int {
  const room = c[LOW] - c[SKIN];
  const down = room - 0.3 * c[CLOSE];
  c[TAU] = 0;
  if (!(down > 0)) return 0;
  const most = Math.sqrt(room / c[SAG]);
  const guess = c[SLOPE] < 0 ? (LONGER * down) / -c[SLOPE] : most;
  c[TAU] = guess < most ? guess : most;
  return endChord(c);
}

/** Writes the end of a chord. @returns 1 if it is longer than the step; if not, there is none: its length is 0 */
function endChord(c: Doubles): Int {
  const rest = 1 - c[TIME];
  if (!(c[TAU] < rest)) c[TAU] = rest;
  c[LATER] = c[TAU] === rest ? 1 : c[TIME] + c[TAU];
  if (c[TAU] > c[STEP]) return 1;
  c[TAU] = 0;
  return 0;
}

/**
 * Judges a chord whose end has the separation c[HEIGHT]. At time s of a chord of length τ the separation is at least
 * low + slope s − 4 sag s (τ − s): raises c[STEP] to where that is down to a third of the tolerance. If it stays above,
 * c[STEP] is c[TAU].
 * @returns 1 if there is a shorter chord to try, which is better proven
 */
export function judgeChord(c: Doubles): Int {
  const tau = c[TAU];
  const sag = c[SAG];
  const down = c[LOW] - c[SKIN] - 0.3 * c[CLOSE];
  const slope = (c[HEIGHT] - c[LOW]) / tau;
  const fall = 4 * sag * tau - slope;
  const square = fall * fall - 16 * sag * down;
  c[SLOPE] = slope;
  let free: Double = tau;
  if (fall > 0 && square >= 0) free = (2 * down) / (fall + Math.sqrt(square));
  if (!(free < tau)) {
    c[STEP] = tau;
    return 0;
  }
  if (free > c[STEP]) c[STEP] = free;
  // where the chord itself is down to it
  const root = slope < 0 ? down / -slope : tau;
  if (free > NEARLY * root) return 0;
  const shorter = LONGER * root;
  c[TAU] = shorter < 0.7 * tau ? shorter : 0.7 * tau;
  return endChord(c);
}
