/**
 * Casts of two boxes of which at least one turns: steps along the axis of largest separation, without distance queries,
 * and the contact (boxTouch.ts) at the end.
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
import { judgeChord, MOST_CHORDS, startChord, writeSpeed } from './chord.ts';
import { seeAxes, writeBoxHeight } from './heights.ts';
import { writePhase } from './phase.ts';
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
  PHASE,
  PLACE,
  QUATERNION,
  RADII,
  REST_A,
  REST_B,
  ROTATION,
  SINCE,
  SKIN,
  SPEED,
  STEP,
  SURE,
  TIME,
  TURN,
  VELOCITY,
} from './places.ts';

/** The cast goes on from c[TIME] by distance queries. */
export const LEFT = -1;

/** Most axes of a cast; then distance queries go on. */
const MOST_AXES = 64;
/** Most steps along one axis, and the part of its room that is left to another axis. */
const MOST_STEPS = 4;
const REST_PART = 0.25;

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
    seeAxes(c);
    writeSpeed(c);
    writeBoxHeight(c, TIME);
    const most = REST_PART * (c[HEIGHT] - c[SKIN]);
    for (let step: Int = 0; step < MOST_STEPS; step++) {
      const status = stepAlong(c);
      if (status !== CastStatus.Hit) return status;
      if (c[HEIGHT] - c[SKIN] < most) break;
    }
  }
  return LEFT;
}

/**
 * Makes one step along the axis, from the separation c[HEIGHT] at c[TIME] to that at its end.
 * @returns Hit if the cast goes on, else Free or LEFT
 */
function stepAlong(c: Doubles): Int {
  c[LOW] = c[HEIGHT];
  const rest = 1 - c[TIME];
  if (!(c[LOW] > c[SKIN])) return LEFT;
  // no two points of the bodies come nearer to each other along the axis
  if (!(c[SPEED] * rest > 0)) return CastStatus.Free;
  c[SURE] = (c[LOW] - c[SKIN] - 0.25 * c[CLOSE]) / c[SPEED];
  if (c[SURE] >= rest) return CastStatus.Free;
  c[STEP] = c[SURE];
  let isTried = startChord(c);
  for (let k: Int = 0; k < MOST_CHORDS && isTried === 1; k++) {
    writeBoxHeight(c, LATER);
    isTried = judgeChord(c);
  }
  if (!(c[STEP] > 0)) return LEFT;
  if (c[STEP] >= rest) return CastStatus.Free;
  if (c[STEP] === c[SURE]) {
    c[LATER] = c[TIME] + c[STEP];
    writeBoxHeight(c, LATER);
  }
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
  const angle = c[body + ANGLE];
  if (angle === 0) {
    for (let k: Int = 0; k < 9; k++) c[to + k] = c[rest + k];
    return;
  }
  c[PHASE] = 0.5 * angle * c[TIME];
  writePhase(c);
  const w = c[PHASE + 1];
  const share = c[PHASE + 2] / angle;
  const x = share * c[body + TURN];
  const y = share * c[body + TURN + 1];
  const z = share * c[body + TURN + 2];
  const bx = c[body + ROTATION];
  const by = c[body + ROTATION + 1];
  const bz = c[body + ROTATION + 2];
  const bw = c[body + ROTATION + 3];
  // the turn after the rotation at the start
  c[QUATERNION] = w * bx + x * bw + y * bz - z * by;
  c[QUATERNION + 1] = w * by - x * bz + y * bw + z * bx;
  c[QUATERNION + 2] = w * bz + x * by - y * bx + z * bw;
  c[QUATERNION + 3] = w * bw - x * bx - y * by - z * bz;
  writeMatrix(c, QUATERNION, to);
}
