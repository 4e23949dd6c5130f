/**
 * Casts of pairs without turns, and of boxes that turn about their positions, one at a time in f64. All other rows are
 * left to the host, and those that have no proof here.
 *
 *   reads   pair ids, poses, shapes, motions, pivots and options
 *   writes  rows of the results of castPairs; the deferred rows
 */
import { LEAVING, MOTION_STRIDE, MOTION_TURN, PIVOTS, SKIN, TOLERANCE } from '../../../queries/casts/codes.ts';
import { CastStatus } from '../../../queries/casts/status.ts';
import { UNBOUNDED } from '../../../shapes/codes.ts';
import { addressOf, doublesAt, type Int, type Ints, intsAt, max, min } from '../../lanes.ts';
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
} from '../../rows/lanes/context.ts';
import { beginNumbers } from '../begin.ts';
import { AT_START, areBoxes, sweepBoxes } from '../boxSweep.ts';
import { LEFT, turnBoxes } from '../boxTurn.ts';
import type { CastNumbers } from '../tables.ts';
import { castTables } from './castTables.ts';
import { loadBody, meetStraight, writeFree, writeHit } from './straight.ts';

/** Pairs without turns, and boxes that turn. */
const STRAIGHT = 1;
const TURNING = 2;

/** Casts rows [begin, end) of the list, at most TILE_ROWS. @returns the number of deferred rows */
export function castPairs(context: Ints, begin: Int, end: Int): Int {
  const c = castTables(context).numbers;
  const ids = intsAt(context[IDS]);
  const met = intsAt(context[CAST_IDS]);
  const left = intsAt(addressOf(context) + DEFERRED_BYTES);
  let count: Int = 0;
  for (let row: Int = begin; row < end; row++) {
    const first = ids[2 * row];
    const second = ids[2 * row + 1];
    let status: Int = LEFT;
    const isLoaded = loadPair(context, c, min(first, second), max(first, second));
    if (isLoaded === STRAIGHT) {
      status = castStraight(context, c, min(first, second), max(first, second));
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
function castStraight(context: Ints, c: CastNumbers, a: Int, b: Int): Int {
  const leaving = intsAt(context[CAST_WORDS])[LEAVING];
  const isGood = beginNumbers(c);
  if (isGood === 0) return LEFT;
  const axis = sweepBoxes(c, leaving);
  if (axis === AT_START && leaving === 1) return LEFT;
  const status = meetStraight(context, c, axis, a, b);
  return status === CastStatus.Hit && leaving === 1 ? LEFT : status;
}

/** Loads two shapes. @returns STRAIGHT, TURNING, or 0 for other pairs */
function loadPair(context: Ints, c: CastNumbers, a: Int, b: Int): Int {
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
    c.a.turn[k] = turnA;
    c.b.turn[k] = turnB;
    c.move[k] = ofB[k] - ofA[k];
    c.offset[k] = atB[k] - atA[k];
  }
  c.limit = 1;
  c.skin = options[SKIN];
  c.tolerance = options[TOLERANCE];
  const isGoodA = loadBody(context, c.a, a);
  const isGoodB = loadBody(context, c.b, b);
  if (isGoodA + isGoodB < 2 || ((c.a.traits | c.b.traits) & UNBOUNDED) !== 0) return 0;
  if (kind === STRAIGHT) return kind;
  return areBoxes(c) && hasPivot(context, a) + hasPivot(context, b) === 0 ? kind : 0;
}

/** @returns 1 if a collider turns about another point than its position, else 0 */
function hasPivot(context: Ints, id: Int): Int {
  if (intsAt(context[CAST_WORDS])[PIVOTS] === 0) return 0;
  const pivot = doublesAt(context[CAST_PIVOTS] + 32 * id);
  return pivot[0] === 0 && pivot[1] === 0 && pivot[2] === 0 ? 0 : 1;
}
