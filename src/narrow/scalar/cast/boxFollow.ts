/**
 * Steps of two boxes along an axis that turns with them (turningAxis.ts), to where the separation along it is down to
 * the tolerance. Newton's method proposes the end of a chord; the heights at both ends, and the sag, prove it.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import { CastStatus } from '../../../queries/casts/status.ts';
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { placeBoxes } from './boxPose.ts';
import { AXIS, CLOSE, HEIGHT, LATER, LIMIT, LOCAL, LOW, ROUNDING, SAG, SKIN, TAU, TIME } from './places.ts';
import { fallOf, startAxis, turnAxis, writeSeparation } from './turningAxis.ts';

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
  startAxis(c, axis);
  writeSeparation(c);
  c[LOW] = c[HEIGHT];
  c[TAU] = longest(c, axis);
  for (let k: Int = 0; k < MOST_CHORDS; k++) {
    if (!(c[TAU] > 0)) return STUCK;
    const isLast = c[TIME] + c[TAU] >= 1;
    if (isLast) c[TAU] = 1 - c[TIME];
    c[LATER] = isLast ? 1 : c[TIME] + c[TAU];
    placeBoxes(c, c[LATER]);
    const isGood = turnAxis(c, axis);
    if (isGood === 0) {
      c[TAU] *= SHORTER;
      continue;
    }
    writeSeparation(c);
    const free = proven(c);
    if (free === c[TAU]) {
      if (isLast || c[LATER] > c[LIMIT]) return CastStatus.Free;
      c[TIME] = c[LATER];
      for (let n: Int = 0; n < 3; n++) c[AXIS + n] = c[LOCAL + n];
      if (c[HEIGHT] + c[ROUNDING] <= c[SKIN] + c[CLOSE]) return ARRIVED;
      c[LOW] = c[HEIGHT];
      c[TAU] = longest(c, axis);
      continue;
    }
    const isPast = c[HEIGHT] - c[SKIN] < LEAST * c[CLOSE];
    if (k === MOST_CHORDS - 1 || (!isPast && free > GOOD * c[TAU])) {
      c[TIME] += free;
      return c[TIME] > c[LIMIT] ? CastStatus.Free : MOVED;
    }
    const ahead = toRoot(c, axis);
    const back = c[TAU] + ahead;
    c[TAU] = isPast && back > 0 && back < c[TAU] ? back : SHORTER * c[TAU];
  }
  return MOVED;
}

/** The time from where the boxes are placed to where the separation is down to the goal, by Newton's method. */
function toRoot(c: Doubles, axis: Int): Double {
  const slope = fallOf(c, axis);
  return (c[SKIN] + GOAL * c[CLOSE] - c[HEIGHT]) / slope;
}

/** The length of the next chord: to the goal, if the sag allows that. @returns NaN if the boxes are near */
function longest(c: Doubles, axis: Int): Double {
  const wanted = toRoot(c, axis);
  const down = c[LOW] - c[SKIN] - LEAST * c[CLOSE];
  return wanted > 0 && wanted * wanted * c[SAG] < down ? wanted : Math.sqrt(down / c[SAG]);
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
