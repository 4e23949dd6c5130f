/**
 * One shape on its way against one collider: its groups, its tight bounds, then the cast. Writes a row of the results,
 * if the collider is met before the best hit so far.
 */
import { FAT_STRIDE } from '../../../broad/tree/codes.ts';
import { LEAVING, TOLERANCE, WAY_INVERSE } from '../../../queries/casts/codes.ts';
import { CastStatus } from '../../../queries/casts/status.ts';
import { CORNERED } from '../../../shapes/codes.ts';
import { beginNumbers } from '../../scalar/cast/begin.ts';
import { NEVER } from '../../scalar/cast/boxSweep.ts';
import { LEFT, turnBoxes } from '../../scalar/cast/boxTurn.ts';
import { BODY_B, ENTER, LIMIT, OFFSET, TIME, TOLERANCE as TOLERANCE_AT, WAY } from '../../scalar/cast/places.ts';
import { meetSpheres } from '../../scalar/cast/sphereSweep.ts';
import {
  CAST_IDS,
  CAST_OPTIONS,
  CAST_T,
  CAST_WORDS,
  COLLIDER_BOUNDS,
  COLLIDER_GROUPS,
  COLLIDER_SHAPES,
  POSITIONS,
  SHAPE_COUNT,
} from '../context.ts';
import {
  type Double,
  type Doubles,
  doublesAt,
  type Flag,
  type Int,
  type Ints,
  intsAt,
  max,
  min,
  shortsAt,
} from '../lanes.ts';
import { type CastTables, castTables, IGNORED, MASK, RESULT, ROW, TURNS } from './castTables.ts';
import { loadBody, meetStraight, sweepLoaded, writeHit } from './straight.ts';

/** Of times, relative: more than their rounding. */
const SLACK = 1 / 1_099_511_627_776;
const INFINITE: Double = 1 / 0;

/** The time at which the way enters a box, less rounding; infinite for none, and for a box of NaN. */
export function entryOf(c: Doubles, near: Ints, far: Ints, boxes: Doubles, at: Int): Double {
  const nearX = near[0];
  const nearY = near[1];
  const nearZ = near[2];
  const farX = far[0];
  const farY = far[1];
  const farZ = far[2];
  const ix = c[WAY + WAY_INVERSE];
  const iy = c[WAY + WAY_INVERSE + 1];
  const iz = c[WAY + WAY_INVERSE + 2];
  const none: Double = 0;
  const late = INFINITE;
  // planes of the way have the order of those of a box, high ones first
  const firstX = (boxes[at + nearX] - c[WAY + nearX]) * ix;
  const firstY = (boxes[at + nearY] - c[WAY + nearY]) * iy;
  const firstZ = (boxes[at + nearZ] - c[WAY + nearZ]) * iz;
  const lastX = (boxes[at + farX] - c[WAY + farX]) * ix;
  const lastY = (boxes[at + farY] - c[WAY + farY]) * iy;
  const lastZ = (boxes[at + farZ] - c[WAY + farZ]) * iz;
  const first = max(max(none, firstX), max(firstY, firstZ)) * (1 - SLACK);
  const last = min(lastX, min(lastY, lastZ)) * (1 + SLACK);
  return first <= last && firstX <= lastX && firstY <= lastY && firstZ <= lastZ ? first : late;
}

/** Casts the shape against a collider. @returns LEFT if that is work of the host */
export function meetLeaf(context: Ints, tables: CastTables, row: Int): Int {
  const c = doublesAt(tables.numbers.values);
  const state = intsAt(tables.state);
  const more = intsAt(tables.more);
  const result = state[RESULT];
  const t = doublesAt(context[CAST_T] + 8 * result);
  const free: Int = CastStatus.Free;
  if (row === more[IGNORED] || (shortsAt(context[COLLIDER_GROUPS])[2 * row] & state[MASK]) === 0) return free;
  // the tight bounds
  const bounds = doublesAt(context[COLLIDER_BOUNDS]);
  if (!(entryOf(c, intsAt(tables.near), intsAt(tables.far), bounds, FAT_STRIDE * row) <= t[0])) return free;
  const shape = intsAt(context[COLLIDER_SHAPES])[row];
  if (shape < 0 || shape >= context[SHAPE_COUNT]) return free;
  const traitsB = loadBody(context, c, row, BODY_B);
  if (traitsB < 0) return free;
  const traits = intsAt(tables.traits);
  traits[1] = traitsB;
  const areBoxes = (traitsB & traits[0] & CORNERED) !== 0;
  const ofShape = doublesAt(context[POSITIONS] + 32 * state[ROW]);
  const ofRow = doublesAt(context[POSITIONS] + 32 * row);
  for (let k: Int = 0; k < 3; k++) c[OFFSET + k] = ofRow[k] - ofShape[k];
  c[TOLERANCE_AT] = doublesAt(context[CAST_OPTIONS])[TOLERANCE];
  c[LIMIT] = t[0];
  let status: Int = LEFT;
  if (more[TURNS] === 1) status = turnTo(c, areBoxes);
  else status = sweepTo(context, c, row);
  if (status !== CastStatus.Hit) return status;
  const met = intsAt(context[CAST_IDS] + 4 * result);
  if (c[TIME] < t[0] || (c[TIME] === t[0] && (met[0] < 0 || row < met[0]))) {
    writeHit(context, c, result, 0);
    met[0] = row;
  }
  return free;
}

/** Casts a shape that turns: a box, or the sphere around another one. @returns Free, Hit or LEFT */
function turnTo(c: Doubles, areBoxes: Flag): Int {
  const isGood = beginNumbers(c);
  if (isGood === 0) return LEFT;
  if (areBoxes) return turnBoxes(c);
  meetSpheres(c);
  return c[TIME] > c[LIMIT] ? CastStatus.Free : LEFT;
}

/** The same without turns. @returns Free, Hit or LEFT */
function sweepTo(context: Ints, c: Doubles, row: Int): Int {
  const isGood = beginNumbers(c);
  if (isGood === 0) return LEFT;
  const tables = castTables(context);
  const traits = intsAt(tables.traits);
  const leaving = intsAt(context[CAST_WORDS])[LEAVING];
  const axis = sweepLoaded(c, leaving, traits);
  if (axis >= 0 && c[ENTER] > c[LIMIT]) return CastStatus.Free;
  if (leaving === 1 && axis !== NEVER) return LEFT;
  return meetStraight(context, c, axis, intsAt(tables.state)[ROW], row, traits);
}
