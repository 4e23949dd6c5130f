/**
 * Steps of two boxes along an axis that turns with them (turningAxis.ts), to where the separation along it is down to
 * the tolerance. Newton's method proposes the end of a chord; the heights at both ends, and the sag, prove it.
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Int } from '../../language/lanes.ts';
import { CastStatus } from '../../tables/castStatus.ts';
import { placeBoxes } from './boxPose.ts';
import type { CastNumbers } from './castNumbers.ts';
import { startAxis, turnAxis, writeFall, writeSeparation } from './turningAxis.ts';
import { copy } from './vectors.ts';

/** The boxes are placed at c.time, or not. */
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
 * Goes on along the axis from c.time, at which the boxes are placed.
 * @returns Free; ARRIVED or MOVED at a later c.time; or DEFERRED of boxTurn.ts, if no step is proven
 */
export function followAxis(c: CastNumbers, axis: Int): Int {
  startAxis(c, axis);
  writeSeparation(c);
  c.low = c.height;
  writeLongest(c, axis);
  for (let k: Int = 0; k < MOST_CHORDS; k++) {
    if (!(c.tau > 0)) return STUCK;
    const isLast = c.time + c.tau >= 1;
    if (isLast) c.tau = 1 - c.time;
    c.at = isLast ? 1 : c.time + c.tau;
    placeBoxes(c);
    const isGood = turnAxis(c, axis);
    if (isGood === 0) {
      c.tau *= SHORTER;
      continue;
    }
    writeSeparation(c);
    writeProven(c);
    if (c.step === c.tau) {
      if (isLast || c.at > c.limit) return CastStatus.Free;
      c.time = c.at;
      copy(c.axis, c.local);
      if (c.height + c.rounding <= c.skin + c.tolerance) return ARRIVED;
      c.low = c.height;
      writeLongest(c, axis);
      continue;
    }
    const isPast = c.height - c.skin < LEAST * c.tolerance;
    if (k === MOST_CHORDS - 1 || (!isPast && c.step > GOOD * c.tau)) {
      c.time += c.step;
      return c.time > c.limit ? CastStatus.Free : MOVED;
    }
    writeFall(c, axis);
    const back = c.tau + (c.skin + GOAL * c.tolerance - c.height) / c.fall;
    c.tau = isPast && back > 0 && back < c.tau ? back : SHORTER * c.tau;
  }
  return MOVED;
}

/** Writes the length of the next chord: to the goal, if the sag allows that; NaN if the boxes are near. */
function writeLongest(c: CastNumbers, axis: Int): void {
  writeFall(c, axis);
  const wanted = (c.skin + GOAL * c.tolerance - c.height) / c.fall;
  const down = c.low - c.skin - LEAST * c.tolerance;
  c.tau = wanted > 0 && wanted * wanted * c.sag < down ? wanted : Math.sqrt(down / c.sag);
}

/**
 * Writes the part of the chord that is proven to c.step: at time s of a chord of length τ the separation is at least
 * low + slope s − 4 sag s (τ − s).
 */
function writeProven(c: CastNumbers): void {
  const tau = c.tau;
  const down = c.low - c.skin - LEAST * c.tolerance;
  const bend = 4 * c.sag * tau * tau;
  const drop = bend + c.low - c.height;
  const square = drop * drop - 4 * bend * down;
  const isEnd = c.height - c.skin >= LEAST * c.tolerance;
  // the bound has no root before the end
  const isWhole = isEnd && (!(drop > 0) || drop > 2 * bend || square < 0);
  c.step = isWhole ? tau : (2 * down * tau) / (drop + Math.sqrt(square));
}
