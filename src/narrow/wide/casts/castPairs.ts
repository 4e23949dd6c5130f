/**
 * Casts of pairs without turns, and of boxes that turn about their positions, one at a time in f64. All other rows are
 * left to the host, and those that have no proof here.
 *
 *   reads   pair ids, poses, shapes, motions, pivots and options
 *   writes  rows of the results of castPairs; the deferred rows
 */
import { LEAVING, MOTION_STRIDE, MOTION_TURN, PIVOTS, SKIN, TOLERANCE } from '../../../queries/casts/codes.ts';
import { CastStatus } from '../../../queries/casts/status.ts';
import { CORNERED, UNBOUNDED } from '../../../shapes/codes.ts';
import { beginNumbers } from '../../scalar/cast/begin.ts';
import { AT_START } from '../../scalar/cast/boxSweep.ts';
import { LEFT, turnBoxes } from '../../scalar/cast/boxTurn.ts';
import {
  BODY_A,
  BODY_B,
  LIMIT,
  OFFSET,
  SKIN as SKIN_AT,
  TOLERANCE as TOLERANCE_AT,
  TURN,
  VELOCITY,
} from '../../scalar/cast/places.ts';
import {
  CAST_IDS,
  CAST_MOTIONS,
  CAST_OPTIONS,
  CAST_PIVOTS,
  CAST_WORDS,
  COLLIDER_SHAPES,
  DEFERRED_BYTES,
  IDS,
  POSITIONS,
  ROW_COUNT,
  SHAPE_COUNT,
} from '../context.ts';
import { addressOf, type Doubles, doublesAt, type Int, type Ints, intsAt, max, min } from '../lanes.ts';
import { castTables } from './castTables.ts';
import { loadBody, meetStraight, sweepLoaded, writeFree, writeHit } from './straight.ts';

/** Pairs without turns, and boxes that turn. */
const STRAIGHT = 1;
const TURNING = 2;

/** Casts rows [begin, end) of the list, at most TILE_ROWS. @returns the number of deferred rows */
export function castPairs(context: Ints, begin: Int, end: Int): Int {
  const c = doublesAt(castTables(context).numbers.values);
  const ids = intsAt(context[IDS]);
  const met = intsAt(context[CAST_IDS]);
  const left = intsAt(addressOf(context) + DEFERRED_BYTES);
  const traits = intsAt(castTables(context).traits);
  let count: Int = 0;
  for (let row: Int = begin; row < end; row++) {
    const first = ids[2 * row];
    const second = ids[2 * row + 1];
    let status: Int = LEFT;
    const isLoaded = loadPair(context, c, min(first, second), max(first, second));
    if (isLoaded === STRAIGHT) {
      status = castStraight(context, c, traits, min(first, second), max(first, second));
    } else if (isLoaded === TURNING) {
      const isGood = beginNumbers(c);
      if (isGood === 1) status = turnBoxes(c);
    }
    if (status === CastStatus.Free) {
      writeFree(context, row);
      met[row] = -1;
    } else if (status === CastStatus.Hit) {
      writeHit(context, c, row, first > second ? 1 : 0);
      met[row] = -1;
    } else {
      left[count] = row;
      count += 1;
    }
  }
  return count;
}

/** Casts a pair without turns. @returns a `CastStatus`, or LEFT */
function castStraight(context: Ints, c: Doubles, traits: Ints, a: Int, b: Int): Int {
  const leaving = intsAt(context[CAST_WORDS])[LEAVING];
  const isGood = beginNumbers(c);
  if (isGood === 0) return LEFT;
  const axis = sweepLoaded(c, leaving, traits);
  if (axis === AT_START && leaving === 1) return LEFT;
  const status = meetStraight(context, c, axis, a, b, traits);
  return status === CastStatus.Hit && leaving === 1 ? LEFT : status;
}

/** Loads two shapes. @returns STRAIGHT, TURNING, or 0 for other pairs */
function loadPair(context: Ints, c: Doubles, a: Int, b: Int): Int {
  const shapes = intsAt(context[COLLIDER_SHAPES]);
  // ids and shapes above 2³¹ − 1 read as negative
  if (a < 0 || a === b || b >= context[ROW_COUNT]) return 0;
  if (shapes[a] < 0 || shapes[a] >= context[SHAPE_COUNT] || shapes[b] < 0 || shapes[b] >= context[SHAPE_COUNT])
    return 0;
  const ofA = doublesAt(context[CAST_MOTIONS] + 8 * MOTION_STRIDE * a);
  const ofB = doublesAt(context[CAST_MOTIONS] + 8 * MOTION_STRIDE * b);
  const atA = doublesAt(context[POSITIONS] + 32 * a);
  const atB = doublesAt(context[POSITIONS] + 32 * b);
  const options = doublesAt(context[CAST_OPTIONS]);
  let kind: Int = STRAIGHT;
  for (let k: Int = 0; k < 3; k++) {
    const turnA = ofA[MOTION_TURN + k];
    const turnB = ofB[MOTION_TURN + k];
    if (!(turnA === 0 && turnB === 0)) kind = TURNING;
    c[BODY_A + TURN + k] = turnA;
    c[BODY_B + TURN + k] = turnB;
    c[VELOCITY + k] = ofB[k] - ofA[k];
    c[OFFSET + k] = atB[k] - atA[k];
  }
  c[LIMIT] = 1;
  c[SKIN_AT] = options[SKIN];
  c[TOLERANCE_AT] = options[TOLERANCE];
  const traitsA = loadBody(context, c, a, BODY_A);
  const traitsB = loadBody(context, c, b, BODY_B);
  const traits = intsAt(castTables(context).traits);
  traits[0] = traitsA;
  traits[1] = traitsB;
  const areLoaded = traitsA >= 0 && traitsB >= 0;
  if (!areLoaded || ((traitsA | traitsB) & UNBOUNDED) !== 0) return 0;
  if (kind === STRAIGHT) return kind;
  const areBoxes = (traitsA & traitsB & CORNERED) !== 0;
  return areBoxes && hasPivot(context, a) + hasPivot(context, b) === 0 ? kind : 0;
}

/** @returns 1 if a collider turns about another point than its position, else 0 */
function hasPivot(context: Ints, id: Int): Int {
  if (intsAt(context[CAST_WORDS])[PIVOTS] === 0) return 0;
  const pivot = doublesAt(context[CAST_PIVOTS] + 32 * id);
  return pivot[0] === 0 && pivot[1] === 0 && pivot[2] === 0 ? 0 : 1;
}
