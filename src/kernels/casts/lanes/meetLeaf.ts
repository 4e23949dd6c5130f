/**
 * One shape on its way against one collider: its groups, its tight bounds, then the cast. Writes a row of the results,
 * if the collider is met before the best hit so far.
 */
import { FAT_STRIDE } from '../../../broad/tree/codes.ts';
import { LEAVING, TOLERANCE } from '../../../queries/casts/codes.ts';
import { CastStatus } from '../../../queries/casts/status.ts';
import { type Double, type Doubles, doublesAt, type Int, type Ints, intsAt, max, min, shortsAt } from '../../lanes.ts';
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
} from '../../rows/lanes/context.ts';
import { beginNumbers } from '../begin.ts';
import { areBoxes, NEVER, sweepBoxes } from '../boxSweep.ts';
import { LEFT, turnBoxes } from '../boxTurn.ts';
import { meetSpheres } from '../sphereSweep.ts';
import type { CastNumbers } from '../tables.ts';
import type { CastTables } from './castTables.ts';
import { loadBody, meetStraight, writeHit } from './straight.ts';

/** Of times, relative: more than their rounding. */
const SLACK = 1 / 1_099_511_627_776;
const INFINITE: Double = 1 / 0;

/** The time at which the way enters boxes[at …], less rounding; infinite for none, and for a box of NaN. */
export function entryOf(tables: CastTables, boxes: Doubles, at: Int): Double {
  const near = tables.search.near;
  const far = tables.search.far;
  const nearX = near[0];
  const nearY = near[1];
  const nearZ = near[2];
  const farX = far[0];
  const farY = far[1];
  const farZ = far[2];
  // sides of the way have the order of those of a box, high ones first
  const sides = tables.way.sides;
  const ix = tables.way.inverse[0];
  const iy = tables.way.inverse[1];
  const iz = tables.way.inverse[2];
  const none: Double = 0;
  const late = INFINITE;
  const firstX = (boxes[at + nearX] - sides[nearX]) * ix;
  const firstY = (boxes[at + nearY] - sides[nearY]) * iy;
  const firstZ = (boxes[at + nearZ] - sides[nearZ]) * iz;
  const lastX = (boxes[at + farX] - sides[farX]) * ix;
  const lastY = (boxes[at + farY] - sides[farY]) * iy;
  const lastZ = (boxes[at + farZ] - sides[farZ]) * iz;
  const first = max(max(none, firstX), max(firstY, firstZ)) * (1 - SLACK);
  const last = min(lastX, min(lastY, lastZ)) * (1 + SLACK);
  return first <= last && firstX <= lastX && firstY <= lastY && firstZ <= lastZ ? first : late;
}

/** Casts the shape against a collider. @returns LEFT if that is work of the host */
export function meetLeaf(context: Ints, tables: CastTables, row: Int): Int {
  const c = tables.numbers;
  const search = tables.search;
  const result = search.result;
  const t = doublesAt(context[CAST_T] + 8 * result);
  const free: Int = CastStatus.Free;
  if (row === search.ignored || (shortsAt(context[COLLIDER_GROUPS])[2 * row] & search.mask) === 0) return free;
  // the tight bounds
  const bounds = doublesAt(context[COLLIDER_BOUNDS]);
  if (!(entryOf(tables, bounds, FAT_STRIDE * row) <= t[0])) return free;
  const shape = intsAt(context[COLLIDER_SHAPES])[row];
  if (shape < 0 || shape >= context[SHAPE_COUNT]) return free;
  const isLoaded = loadBody(context, c.b, row);
  if (isLoaded === 0) return free;
  const ofShape = doublesAt(context[POSITIONS] + 32 * search.row);
  const ofRow = doublesAt(context[POSITIONS] + 32 * row);
  for (let k: Int = 0; k < 3; k++) c.offset[k] = ofRow[k] - ofShape[k];
  c.tolerance = doublesAt(context[CAST_OPTIONS])[TOLERANCE];
  c.limit = t[0];
  let status: Int = LEFT;
  if (search.turns === 1) status = turnTo(c);
  else status = sweepTo(context, c, search.row, row);
  if (status !== CastStatus.Hit) return status;
  const met = intsAt(context[CAST_IDS] + 4 * result);
  if (c.time < t[0] || (c.time === t[0] && (met[0] < 0 || row < met[0]))) {
    writeHit(context, c, result, 0);
    met[0] = row;
  }
  return free;
}

/** Casts a shape that turns: a box, or the sphere around another one. @returns Free, Hit or LEFT */
function turnTo(c: CastNumbers): Int {
  const isGood = beginNumbers(c);
  if (isGood === 0) return LEFT;
  if (areBoxes(c)) return turnBoxes(c);
  meetSpheres(c);
  return c.time > c.limit ? CastStatus.Free : LEFT;
}

/** The same without turns. @returns Free, Hit or LEFT */
function sweepTo(context: Ints, c: CastNumbers, rowA: Int, rowB: Int): Int {
  const isGood = beginNumbers(c);
  if (isGood === 0) return LEFT;
  const leaving = intsAt(context[CAST_WORDS])[LEAVING];
  const axis = sweepBoxes(c, leaving);
  if (axis >= 0 && c.boxes.enter > c.limit) return CastStatus.Free;
  if (leaving === 1 && axis !== NEVER) return LEFT;
  return meetStraight(context, c, axis, rowA, rowB);
}
