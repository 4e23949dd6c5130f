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
  SPEED,
  STEP,
  TAU,
  TIME,
  TURN,
  VELOCITY,
} from './places.ts';

/** Most attempts to find a chord. */
export const MOST_CHORDS = 8;
/** More than the rounding of a sag, as a part of it. */
const ROUNDING_PART = 1e-12;

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

/** Writes the length of the first chord that is tried, and its end. @returns 1 if it is longer than the step */
export function startChord(c: Doubles): Int {
  const rest = 1 - c[TIME];
  const room = c[LOW] - c[SKIN];
  if (!(room - 0.3 * c[CLOSE] > 0)) return 0;
  const most = 0.999 * Math.sqrt((room - 0.1 * c[CLOSE]) / c[SAG]);
  c[TAU] = most < rest ? most : rest;
  return endChord(c, rest);
}

/** Writes the end of a chord. @returns 1 if it is longer than the step */
function endChord(c: Doubles, rest: Double): Int {
  c[LATER] = c[TAU] === rest ? 1 : c[TIME] + c[TAU];
  return c[TAU] > c[STEP] ? 1 : 0;
}

/**
 * Judges a chord whose end has the separation c[HEIGHT]: raises c[STEP] to its length if it is free, else writes a
 * shorter one.
 * @returns 1 if there is another one to try
 */
export function judgeChord(c: Doubles): Int {
  const tau = c[TAU];
  const low = c[LOW];
  const end = c[HEIGHT];
  const sag = c[SAG];
  const least = low < end ? low : end;
  if (least - sag * tau * tau > c[SKIN] + 0.1 * c[CLOSE]) {
    c[STEP] = tau;
    return 0;
  }
  // where the chord, less its sag, is down to a third of the tolerance
  const slope = (end - low) / tau;
  const down = low - c[SKIN] - 0.3 * c[CLOSE];
  const root = (2 * down) / (Math.sqrt(slope * slope + 4 * sag * down) - slope);
  c[TAU] = root > c[STEP] && root < 0.99 * tau ? root : 0.7 * tau;
  return endChord(c, 1 - c[TIME]);
}
