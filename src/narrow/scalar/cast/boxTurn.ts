/**
 * Casts of two boxes of which at least one turns: steps along the axis of largest separation (turningAxis.ts), without
 * distance queries, and the contact (boxTouch.ts) at the end.
 *
 *   reads   what beginNumbers has written, half extents, c[LIMIT]
 *   writes  c[TIME], and for Hit what touchBoxes writes
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import { CastStatus } from '../../../queries/casts/status.ts';
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { writeMatrix } from './begin.ts';
import { ALL, AXIS_NUMBERS, writeEdgeAxes, writeFaceAxes } from './boxAxes.ts';
import { touchBoxes, writeNormal } from './boxTouch.ts';
import { judgeChord, MOST_CHORDS, startChord } from './chord.ts';
import {
  ANGLE,
  AXES,
  BODY_A,
  BODY_B,
  CLOSE,
  CORE_GAP,
  DRIFT,
  HEIGHT,
  LATER,
  LIMIT,
  LOW,
  MATRIX_A,
  MATRIX_B,
  OFFSET,
  PLACE,
  QUATERNION,
  RADII,
  REST_A,
  REST_B,
  ROUNDING,
  SINCE,
  SKIN,
  STEP,
  TAU,
  TIME,
  VELOCITY,
} from './places.ts';
import { writeTurned } from './turned.ts';
import { startSpin, writeTurningHeight } from './turningAxis.ts';

/** The cast goes on from c[TIME] by distance queries. */
export const LEFT = -1;

/** Most axes of a cast; then distance queries go on. */
const MOST_AXES = 64;
/** Most steps along one axis. */
const MOST_STEPS = 4;

/** @returns Free, Hit, or LEFT */
export function turnBoxes(c: Doubles): Int {
  c[TIME] = 0;
  for (let n: Int = 0; n < MOST_AXES; n++) {
    const axis = separate(c);
    const gap = c[CORE_GAP] - c[RADII];
    if (gap <= c[SKIN] + c[CLOSE]) {
      if (c[TIME] === 0) return LEFT;
      const isTouch = touchBoxes(c, axis);
      return isTouch === 1 ? CastStatus.Hit : LEFT;
    }
    startSpin(c, axis);
    c[LOW] = gap - c[ROUNDING];
    for (let step: Int = 0; step < MOST_STEPS; step++) {
      const status = stepAlong(c);
      if (status !== CastStatus.Hit) return status;
      // the end of the chord is not yet near
      if (c[STEP] !== c[TAU]) break;
      c[LOW] = c[HEIGHT];
    }
  }
  return LEFT;
}

/**
 * Makes one step along the axis, from the separation c[LOW] at c[TIME].
 * @returns Hit if the cast goes on, else Free or LEFT
 */
function stepAlong(c: Doubles): Int {
  const rest = 1 - c[TIME];
  c[STEP] = 0;
  let isTried = startChord(c);
  for (let k: Int = 0; k < MOST_CHORDS && isTried === 1; k++) {
    writeTurningHeight(c, LATER);
    isTried = judgeChord(c);
  }
  if (!(c[STEP] > 0)) return LEFT;
  if (c[STEP] >= rest) return CastStatus.Free;
  c[TIME] += c[STEP];
  if (c[TIME] > c[LIMIT]) return CastStatus.Free;
  return CastStatus.Hit;
}

/** Places the boxes at c[TIME], and finds the axis of largest separation: c[CORE_GAP], c[AXIS …]. */
function separate(c: Doubles): Int {
  c[SINCE] = 0;
  for (let k: Int = 0; k < 3; k++) {
    c[PLACE + k] = c[OFFSET + k] + c[TIME] * c[VELOCITY + k];
    c[DRIFT + k] = 0;
  }
  turnBody(c, BODY_A, REST_A, MATRIX_A);
  turnBody(c, BODY_B, REST_B, MATRIX_B);
  writeFaceAxes(c);
  writeEdgeAxes(c);
  let best: Int = 0;
  c[CORE_GAP] = -1e300;
  for (let k: Int = 0; k < ALL; k++) {
    const at = AXES + AXIS_NUMBERS * k;
    const gap = (Math.abs(c[at]) - c[at + 2]) / c[at + 3];
    // an axis of length 0 is none
    if (c[at + 3] > 0 && gap > c[CORE_GAP]) {
      c[CORE_GAP] = gap;
      best = k;
    }
  }
  const at = AXES + AXIS_NUMBERS * best;
  const sign: Double = c[at] < 0 ? -1 : 1;
  writeNormal(c, best, sign / c[at + 3]);
  return best;
}

/** Writes the rotation of a body at c[TIME] to c[to …]. */
function turnBody(c: Doubles, body: Int, rest: Int, to: Int): void {
  if (c[body + ANGLE] === 0) {
    for (let k: Int = 0; k < 9; k++) c[to + k] = c[rest + k];
    return;
  }
  writeTurned(c, body, TIME);
  writeMatrix(c, QUATERNION, to);
}
