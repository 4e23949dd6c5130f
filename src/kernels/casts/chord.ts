/**
 * Steps of a cast that are proven along its axis, from the separations at their two ends.
 *
 * The height of a point of a body along the axis has a second derivative of at most angle · |axis × turn| · extent, so
 * between two times τ apart it lies within an eighth of that times τ² of its chord.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import type { CastNumbers } from './castNumbers.ts';
import { dot } from './vectors.ts';

/** Most attempts to find a chord. */
export const MOST_CHORDS = 4;
/** How much longer a chord is than to the time of its root. */
const LONGER = 1.0625;
/** A step is good if it is this part of the way to that time. */
const NEARLY = 0.95;
/** More than the rounding of a sag, as a part of it. */
export const ROUNDING_PART = 1e-12;

/** Writes the largest speed at which any two points of the bodies come nearer to each other along the axis; the sag. */
export function writeSpeed(c: CastNumbers): void {
  const a = c.a;
  const b = c.b;
  const n = c.axis;
  const spinA = spinOf(n, a.turn) * a.extent;
  const spinB = spinOf(n, b.turn) * b.extent;
  c.speed = spinA + spinB - dot(n, c.move);
  c.sag = ((a.angle * spinA + b.angle * spinB) / 8) * (1 + ROUNDING_PART);
}

/** Writes the speed of the offset. */
export function writePace(c: CastNumbers): void {
  const { move } = c;
  c.speed = Math.sqrt(move[0] * move[0] + move[1] * move[1] + move[2] * move[2]);
}

/** The length of axis × turn. */
function spinOf(n: Doubles, turn: Doubles): Double {
  const u = n[1] * turn[2] - n[2] * turn[1];
  const v = n[2] * turn[0] - n[0] * turn[2];
  const w = n[0] * turn[1] - n[1] * turn[0];
  return Math.sqrt(u * u + v * v + w * w);
}

/**
 * Writes the length of the first chord that is tried, and its end: a little longer than to where the bodies meet along
 * the axis, if they come nearer as along the last chord of the cast.
 * @returns 1 if it is longer than the step
 */
export function startChord(c: CastNumbers): Int {
  const room = c.low - c.skin;
  const down = room - 0.3 * c.tolerance;
  c.tau = 0;
  if (!(down > 0)) return 0;
  const most = Math.sqrt(room / c.sag);
  const guess = c.slope < 0 ? (LONGER * down) / -c.slope : most;
  c.tau = guess < most ? guess : most;
  return endChord(c);
}

/** Writes the end of a chord. @returns 1 if it is longer than the step; if not, there is none: its length is 0 */
function endChord(c: CastNumbers): Int {
  const rest = 1 - c.time;
  if (!(c.tau < rest)) c.tau = rest;
  c.at = c.tau === rest ? 1 : c.time + c.tau;
  if (c.tau > c.step) return 1;
  c.tau = 0;
  return 0;
}

/**
 * Bounds a chord whose end has the separation c.height. At time s of a chord of length τ the separation is at least
 * low + slope s − 4 sag s (τ − s): raises c.step to where that is down to a third of the tolerance. If it stays above,
 * c.step is c.tau.
 * @returns 1 if there is a shorter chord to try, which is better proven
 */
export function boundChord(c: CastNumbers): Int {
  const tau = c.tau;
  const sag = c.sag;
  const down = c.low - c.skin - 0.3 * c.tolerance;
  const slope = (c.height - c.low) / tau;
  const fall = 4 * sag * tau - slope;
  const square = fall * fall - 16 * sag * down;
  c.slope = slope;
  let free: Double = tau;
  if (fall > 0 && square >= 0) free = (2 * down) / (fall + Math.sqrt(square));
  if (!(free < tau)) {
    c.step = tau;
    return 0;
  }
  if (free > c.step) c.step = free;
  // where the chord itself is down to it
  const root = slope < 0 ? down / -slope : tau;
  if (free > NEARLY * root) return 0;
  const shorter = LONGER * root;
  c.tau = shorter < 0.7 * tau ? shorter : 0.7 * tau;
  return endChord(c);
}
