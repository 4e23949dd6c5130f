/**
 * The way of one shape through the scene, in f64: down the tree, the nearest box first. Boxes without turns are cast
 * here. At each other collider that the shape may meet before its best hit, the search stops: the host casts the pair,
 * and goes on.
 *
 *   reads   c[WAY …], the shape, its motion and options; tree, bounds, groups
 *   writes  a row of the results, if a box is met
 *
 * A box is left out only if it is entered after the best time, and of equal times the smallest id counts. So the result
 * does not depend on the tree.
 */
import { FAT_STRIDE, LEAVES, LEVEL_BEGIN, LEVEL_COUNT, TAIL_COUNT, TOP, WIDTH } from '../../../broad/tree/codes.ts';
import { LEAVING, SKIN, TOLERANCE, WAY_INVERSE } from '../../../queries/casts/codes.ts';
import { CastStatus } from '../../../queries/casts/status.ts';
import { BOX, SMOOTH } from '../../../shapes/codes.ts';
import { beginNumbers } from '../../scalar/cast/begin.ts';
import { NEVER } from '../../scalar/cast/boxSweep.ts';
import { LEFT, turnBoxes } from '../../scalar/cast/boxTurn.ts';
import {
  BODY_A,
  BODY_B,
  ENTER,
  LIMIT,
  OFFSET,
  SKIN as SKIN_AT,
  TIME,
  TOLERANCE as TOLERANCE_AT,
  TURN,
  VELOCITY,
  WAY,
} from '../../scalar/cast/places.ts';
import {
  CAST_IDS,
  CAST_MOVES,
  CAST_OPTIONS,
  CAST_T,
  CAST_TURNS,
  CAST_WORDS,
  COLLIDER_BOUNDS,
  COLLIDER_GROUPS,
  COLLIDER_SHAPES,
  POSITIONS,
  SHAPE_COUNT,
  TREE_BOXES,
  TREE_ORDER,
  TREE_WORDS,
} from '../context.ts';
import { type Double, type Doubles, doublesAt, type Int, type Ints, intsAt, max, min, shortsAt } from '../lanes.ts';
import { type CastTables, castTables } from './castTables.ts';
import { loadBody, meetStraight, sweepLoaded, writeHit } from './straight.ts';

// state
const HEIGHT = 0;
const RESULT = 1;
const ROW = 2;
const MASK = 3;
// more
const IGNORED = 0;
const TURNS = 1;

/** Of times, relative: more than their rounding. */
const SLACK = 1 / 1_099_511_627_776;
const INFINITE: Double = 1 / 0;

/** Starts the way of the shape in `row`, a probe: row `result` of the results. */
export function beginSeek(context: Ints, result: Int, row: Int, probe: Int, mask: Int, ignored: Int): void {
  const tables = castTables(context);
  const c = doublesAt(tables.numbers.values);
  const state = intsAt(tables.state);
  const more = intsAt(tables.more);
  const near = intsAt(tables.near);
  const far = intsAt(tables.far);
  const cores = intsAt(tables.cores);
  const moves = doublesAt(context[CAST_MOVES] + 32 * probe);
  const turns = doublesAt(context[CAST_TURNS] + 32 * probe);
  const options = doublesAt(context[CAST_OPTIONS]);
  state[RESULT] = result;
  state[ROW] = row;
  state[MASK] = mask;
  more[IGNORED] = ignored;
  more[TURNS] = 0;
  for (let k: Int = 0; k < 3; k++) {
    c[VELOCITY + k] = -moves[k];
    c[BODY_A + TURN + k] = turns[k];
    c[BODY_B + TURN + k] = 0;
    if (turns[k] !== 0) more[TURNS] = 1;
    const isBack = c[WAY + WAY_INVERSE + k] < 0;
    near[k] = isBack ? k + 3 : k;
    far[k] = isBack ? k : k + 3;
  }
  c[SKIN_AT] = options[SKIN];
  cores[0] = loadBody(context, c, row, BODY_A);
  cores[2] = -1;
  const words = intsAt(context[TREE_WORDS]);
  const places = intsAt(tables.stack.places);
  const levels = intsAt(tables.stack.levels);
  const entries = doublesAt(tables.entries.values);
  state[HEIGHT] = 0;
  const root = words[TOP];
  if (root !== 0) {
    places[0] = words[LEVEL_BEGIN + root];
    levels[0] = root;
    entries[0] = 0;
    state[HEIGHT] = 1;
  }
  push(context, tables, words[LEAVES], words[LEAVES] + words[TAIL_COUNT], 0);
}

/** @returns the row of the next collider that the host casts the shape against, or −1 */
export function seekCast(context: Ints): Int {
  const tables = castTables(context);
  const state = intsAt(tables.state);
  const places = intsAt(tables.stack.places);
  const levels = intsAt(tables.stack.levels);
  const entries = doublesAt(tables.entries.values);
  const words = intsAt(context[TREE_WORDS]);
  const t = doublesAt(context[CAST_T] + 8 * state[RESULT]);
  while (state[HEIGHT] > 0) {
    state[HEIGHT] -= 1;
    const top = state[HEIGHT];
    if (!(entries[top] <= t[0])) continue;
    const level = levels[top];
    const place = places[top];
    if (level === 0) {
      const row = intsAt(context[TREE_ORDER])[place];
      const status = meetLeaf(context, tables, row);
      if (status === LEFT) return row;
      continue;
    }
    const first = words[LEVEL_BEGIN + level - 1];
    const begin = first + WIDTH * (place - words[LEVEL_BEGIN + level]);
    push(context, tables, begin, min(begin + WIDTH, first + words[LEVEL_COUNT + level - 1]), level - 1);
  }
  return -1;
}

/** Pushes the boxes [begin, end) that the way enters before the best time, the nearest last. */
function push(context: Ints, tables: CastTables, begin: Int, end: Int, level: Int): void {
  const c = doublesAt(tables.numbers.values);
  const state = intsAt(tables.state);
  const places = intsAt(tables.stack.places);
  const levels = intsAt(tables.stack.levels);
  const entries = doublesAt(tables.entries.values);
  const boxes = doublesAt(context[TREE_BOXES]);
  const near = intsAt(tables.near);
  const far = intsAt(tables.far);
  const best = doublesAt(context[CAST_T])[state[RESULT]];
  const first = state[HEIGHT];
  let top = first;
  for (let place: Int = begin; place < end; place++) {
    const entry = entryOf(c, near, far, boxes, FAT_STRIDE * place);
    if (!(entry <= best)) continue;
    let at = top;
    while (at > first && entries[at - 1] < entry) {
      entries[at] = entries[at - 1];
      places[at] = places[at - 1];
      at -= 1;
    }
    entries[at] = entry;
    places[at] = place;
    levels[top] = level;
    top += 1;
  }
  state[HEIGHT] = top;
}

/** The time at which the way enters a box, less rounding; infinite for none, and for a box of NaN. */
function entryOf(c: Doubles, near: Ints, far: Ints, boxes: Doubles, at: Int): Double {
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
function meetLeaf(context: Ints, tables: CastTables, row: Int): Int {
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
  const core = loadBody(context, c, row, BODY_B);
  if (core < 0) return free;
  const cores = intsAt(tables.cores);
  cores[1] = core;
  const areBoxes = core === BOX && cores[0] === BOX;
  if (more[TURNS] === 1 && !areBoxes) return LEFT;
  const ofShape = doublesAt(context[POSITIONS] + 32 * state[ROW]);
  const ofRow = doublesAt(context[POSITIONS] + 32 * row);
  for (let k: Int = 0; k < 3; k++) c[OFFSET + k] = ofRow[k] - ofShape[k];
  c[TOLERANCE_AT] = doublesAt(context[CAST_OPTIONS])[TOLERANCE];
  let status: Int = LEFT;
  if (more[TURNS] === 1) {
    const isGood = beginNumbers(c);
    c[LIMIT] = t[0];
    if (isGood === 1) status = turnBoxes(c);
  } else status = sweepTo(context, c, t, row);
  if (status !== CastStatus.Hit) return status;
  const met = intsAt(context[CAST_IDS] + 4 * result);
  if (c[TIME] < t[0] || (c[TIME] === t[0] && (met[0] < 0 || row < met[0]))) {
    writeHit(context, c, result, 0);
    met[0] = row;
  }
  return free;
}

/** The same without turns. @returns Free, Hit or LEFT */
function sweepTo(context: Ints, c: Doubles, t: Doubles, row: Int): Int {
  const tables = castTables(context);
  const cores = intsAt(tables.cores);
  const leaving = intsAt(context[CAST_WORDS])[LEAVING];
  const axis = sweepLoaded(c, leaving, ((cores[0] | cores[1]) & SMOOTH) === 0 ? 0 : 1);
  if (axis >= 0 && c[ENTER] > t[0]) return CastStatus.Free;
  if (leaving === 1 && axis !== NEVER) return LEFT;
  c[LIMIT] = t[0];
  return meetStraight(context, c, axis, intsAt(tables.state)[ROW], row, cores);
}
