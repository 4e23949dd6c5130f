/**
 * Steps of two boxes along an axis that turns with them (turningAxis.ts), to where the separation along it is down to
 * the tolerance. Newton's method proposes the end of a chord; the heights at both ends, and the sag, prove it.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import { CastStatus } from '../../../queries/casts/status.ts';
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { placeBoxes } from './boxPose.ts';
import { CLOSE, FALL, HEIGHT, LATER, LIMIT, LOW, ROUNDING, SAG, SKIN, SLOPE, TAU, TIME } from './places.ts';
import { startSpin, turnAxis, writeFall } from './turningAxis.ts';

/** The boxes are placed at c[TIME], or not. */
export const ARRIVED = -2;
export const MOVED = -3;
/** No step is proven. */
const STUCK = -1;

/** Most chords along one axis. */
const MOST_CHORDS = 8;
/** Where a chord ends at best, and what a step leaves at least: parts of the tolerance. */
const GOAL = 0.65;
const LEAST = 0.3;
/** Steps that are at least this part of their chord are taken. */
const GOOD = 0.5;
/** How much shorter a chord becomes if it has no better end. */
const SHORTER = 0.7;

/**
 * Goes on along the axis from c[TIME], at which the boxes are placed.
 * @returns Free; ARRIVED or MOVED at a later c[TIME]; or LEFT of boxTurn.ts, if no step is proven
 */
export function followAxis(c: Doubles, axis: Int): Int {
  startSpin(c, axis);
  writeFall(c);
  c[LOW] = c[HEIGHT];
  c[SLOPE] = c[FALL];
  c[TAU] = longest(c);
  for (let k: Int = 0; k < MOST_CHORDS; k++) {
    if (!(c[TAU] > 0)) return STUCK;
    const isLast = c[TIME] + c[TAU] >= 1;
    if (isLast) c[TAU] = 1 - c[TIME];
    c[LATER] = isLast ? 1 : c[TIME] + c[TAU];
    placeBoxes(c, c[LATER]);
    turnAxis(c, axis, c[LATER]);
    writeFall(c);
    const free = proven(c);
    if (free === c[TAU]) {
      if (isLast || c[LATER] > c[LIMIT]) return CastStatus.Free;
      c[TIME] = c[LATER];
      c[LOW] = c[HEIGHT];
      c[SLOPE] = c[FALL];
      if (c[LOW] + c[ROUNDING] <= c[SKIN] + c[CLOSE]) return ARRIVED;
      c[TAU] = longest(c);
      continue;
    }
    const tau = shorter(c, free);
    if (tau === 0 || k === MOST_CHORDS - 1) {
      c[TIME] += free;
      return c[TIME] > c[LIMIT] ? CastStatus.Free : MOVED;
    }
    c[TAU] = tau;
  }
  return ARRIVED;
}

/** The length of a chord to where the boxes meet, if the sag allows that. @returns NaN or less if they are near */
function longest(c: Doubles): Double {
  const room = c[LOW] - c[SKIN];
  const down = room - LEAST * c[CLOSE];
  const ahead = room - GOAL * c[CLOSE];
  const slope = c[SLOPE];
  const isNewton = slope < 0 && ahead > 0 && ahead * ahead * c[SAG] < down * slope * slope;
  return isNewton ? ahead / -slope : Math.sqrt(down / c[SAG]);
}

/**
 * The part of the chord that is proven: at time s of a chord of length τ the separation is at least
 * low + slope s − 4 sag s (τ − s).
 */
function proven(c: Doubles): Double {
  const tau = c[TAU];
  const down = c[LOW] - c[SKIN] - LEAST * c[CLOSE];
  const bend = 4 * c[SAG] * tau * tau;
  const drop = bend + c[LOW] - c[HEIGHT];
  const square = drop * drop - 4 * bend * down;
  const isEnd = c[HEIGHT] - c[SKIN] >= LEAST * c[CLOSE];
  // the bound has no root before the end
  if (isEnd && (!(drop > 0) || drop > 2 * bend || square < 0)) return tau;
  return (2 * down * tau) / (drop + Math.sqrt(square));
}

/** The length of a shorter chord, which is better proven; 0 for none. */
function shorter(c: Doubles, free: Double): Double {
  const tau = c[TAU];
  const missing = c[SKIN] + GOAL * c[CLOSE] - c[HEIGHT];
  const less = SHORTER * tau;
  const none: Double = 0;
  if (!(c[HEIGHT] - c[SKIN] < LEAST * c[CLOSE])) return free > GOOD * tau ? none : less;
  const back = tau + missing / c[FALL];
  return c[FALL] < 0 && back > 0 ? back : less;
}
