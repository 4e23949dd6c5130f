/**
 * Points of the table, one after the other: the closest collider of each. The block stops at each body without a closed
 * form, which the host measures and takes into the numbers of the point. It also stops at points that f32 does not
 * hold: the host searches the tree for them. Then the host calls `findOn`.
 *
 *   reads    the context, points, colliders, shapes, half-spaces, the twin of the tree
 *   writes   status, ids, distances, normals and offsets of the points
 */

import { GROUPS } from '../../../queries/closestPoints/codes.ts';
import { ClosestStatus } from '../../../queries/closestPoints/statusTable.ts';
import {
  BEST,
  BEST_ROW,
  FOUND_BOUND,
  FOUND_DISTANCE,
  FOUND_NORMAL,
  FOUND_POINT,
  IS_PROVEN,
  LIMIT,
  PLACE,
} from '../../scalar/points/codes.ts';
import {
  CLOSEST_DISTANCES,
  CLOSEST_IDS,
  CLOSEST_NORMALS,
  CLOSEST_OFFSETS,
  CLOSEST_POINTS,
  CLOSEST_REALS,
  CLOSEST_STATUS,
  CLOSEST_WORDS,
} from '../context.ts';
import {
  bytesAt,
  type Double,
  type Doubles,
  doublesAt,
  float,
  floatsAt,
  type Int,
  type Ints,
  int,
  intsAt,
} from '../lanes.ts';
import { WHOLE } from './codes.ts';
import { limitTo, measureHalfSpaces } from './measure.ts';
import { seekPoint, startPoint } from './seekPoint.ts';
import { END, MASK, NOT_BEGUN, PHASE, POINT, type PointTables, pointTables, SEARCHED, SEEKING } from './tables.ts';

const INFINITE: Double = 1 / 0;
const NOT_A_NUMBER: Double = 0 / 0;
const NAN_BITS = 0x7fc00000;

/**
 * Finds the closest colliders of rows [begin, end) of the point table.
 * @returns the row of a body that the host measures, WHOLE for a search by the host, or −1: all are found
 */
export function findPoints(context: Ints, begin: Int, end: Int): Int {
  const tables = pointTables(context);
  const state = intsAt(tables.state);
  state[POINT] = begin;
  state[END] = end;
  state[PHASE] = NOT_BEGUN;
  state[MASK] = intsAt(context[CLOSEST_WORDS])[GROUPS];
  return findNext(context, tables);
}

/** Goes on after work of the host. @returns as findPoints */
export function findOn(context: Ints): Int {
  return findNext(context, pointTables(context));
}

function findNext(context: Ints, tables: PointTables): Int {
  const state = intsAt(tables.state);
  const p = doublesAt(tables.numbers.values);
  const end = state[END];
  let point = state[POINT];
  let phase = state[PHASE];
  while (point < end) {
    if (phase === NOT_BEGUN) {
      const isValid = loadPoint(context, p, point);
      if (isValid === 0) {
        writeNone(context, point, ClosestStatus.Invalid, NOT_A_NUMBER);
        point += 1;
        continue;
      }
      measureHalfSpaces(context, p, state[MASK]);
      const isHeld = startPoint(context, tables, p);
      if (isHeld === 0) {
        state[POINT] = point;
        state[PHASE] = SEARCHED;
        return WHOLE;
      }
    }
    let row: Int = -1;
    if (phase !== SEARCHED) row = seekPoint(context, tables, p);
    if (row >= 0) {
      state[POINT] = point;
      state[PHASE] = SEEKING;
      return row;
    }
    writeResult(context, p, point);
    phase = NOT_BEGUN;
    point += 1;
  }
  return -1;
}

/** Starts the numbers of point `point`. @returns whether it is finite */
function loadPoint(context: Ints, p: Doubles, point: Int): Int {
  const from = doublesAt(context[CLOSEST_POINTS] + 32 * point);
  const x = from[0];
  const y = from[1];
  const z = from[2];
  const most = doublesAt(context[CLOSEST_REALS])[0];
  p[PLACE] = x;
  p[PLACE + 1] = y;
  p[PLACE + 2] = z;
  p[BEST_ROW] = -1;
  p[IS_PROVEN] = 1;
  p[BEST + FOUND_DISTANCE] = most;
  p[LIMIT] = INFINITE;
  limitTo(p, most);
  return x - x + (y - y) + (z - z) === 0 ? 1 : 0;
}

function writeResult(context: Ints, p: Doubles, point: Int): void {
  const distance = p[BEST + FOUND_DISTANCE];
  if (p[BEST_ROW] < 0) {
    writeNone(context, point, ClosestStatus.None, INFINITE);
    return;
  }
  const sign: Int = distance > 0 ? ClosestStatus.Outside : ClosestStatus.Inside;
  bytesAt(context[CLOSEST_STATUS])[point] = p[IS_PROVEN] === 1 ? sign : ClosestStatus.Unresolved;
  intsAt(context[CLOSEST_IDS])[point] = int(p[BEST_ROW]);
  doublesAt(context[CLOSEST_DISTANCES])[point] = distance;
  const normal = floatsAt(context[CLOSEST_NORMALS] + 16 * point);
  const offset = floatsAt(context[CLOSEST_OFFSETS] + 16 * point);
  normal[0] = float(p[BEST + FOUND_NORMAL]);
  normal[1] = float(p[BEST + FOUND_NORMAL + 1]);
  normal[2] = float(p[BEST + FOUND_NORMAL + 2]);
  normal[3] = float(p[BEST + FOUND_BOUND]);
  offset[0] = float(p[BEST + FOUND_POINT]);
  offset[1] = float(p[BEST + FOUND_POINT + 1]);
  offset[2] = float(p[BEST + FOUND_POINT + 2]);
  offset[3] = 0;
}

function writeNone(context: Ints, point: Int, status: Int, distance: Double): void {
  bytesAt(context[CLOSEST_STATUS])[point] = status;
  intsAt(context[CLOSEST_IDS])[point] = -1;
  doublesAt(context[CLOSEST_DISTANCES])[point] = distance;
  const normal = intsAt(context[CLOSEST_NORMALS] + 16 * point);
  const offset = intsAt(context[CLOSEST_OFFSETS] + 16 * point);
  for (let c: Int = 0; c < 4; c++) {
    normal[c] = NAN_BITS;
    offset[c] = NAN_BITS;
  }
}
