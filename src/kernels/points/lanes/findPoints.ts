/**
 * Points of the table, one after the other: the closest collider of each. The block stops at each body without a closed
 * form, which `exactPoint` measures. It also stops at points that f32 does not hold: the host searches the tree for
 * them. Then the host calls `resumePoints`.
 *
 *   reads    the context, points, colliders, shapes, planes, the f32 tree
 *   writes   the results of the points
 */

import { bytesAt, type Double, doublesAt, floatsAt, type Int, type Ints, intsAt } from '../../../language/lanes.ts';
import { ClosestStatus } from '../../../tables/closestStatus.ts';
import { GROUPS } from '../../../tables/closestWords.ts';
import {
  CLOSEST_CHILD,
  CLOSEST_DISTANCES,
  CLOSEST_IDS,
  CLOSEST_NORMALS,
  CLOSEST_OFFSETS,
  CLOSEST_POINTS,
  CLOSEST_REALS,
  CLOSEST_STATUS,
  CLOSEST_WORDS,
} from '../../../tables/kernelContext.ts';
import { loadPoint, writeNone, writePoint } from '../pointRow.ts';
import { type PointColumns, WHOLE } from '../pointSearch.ts';
import { measureUnbounded } from './measure.ts';
import { resumePoint, startPoint } from './pointDescent.ts';
import { NOT_BEGUN, type PointTables, pointTables, SEARCHED, STOPPED } from './pointTables.ts';

const NOT_A_NUMBER: Double = 0 / 0;

/**
 * Finds the closest colliders of rows [begin, end) of the point table.
 * @returns the row of a body that is to be measured, WHOLE for a search by the host, or −1: all are found
 */
export function findPoints(context: Ints, begin: Int, end: Int): Int {
  const tables = pointTables(context);
  const { state } = tables;
  state.point = begin;
  state.end = end;
  state.phase = NOT_BEGUN;
  state.mask = intsAt(context[CLOSEST_WORDS])[GROUPS];
  return findNext(context, tables);
}

/** Goes on afterwards. @returns as findPoints */
export function resumePoints(context: Ints): Int {
  return findNext(context, pointTables(context));
}

function findNext(context: Ints, tables: PointTables): Int {
  const { search, state } = tables;
  const columns = columnsOf(context);
  for (; state.point < state.end; state.point += 1) {
    if (state.phase === NOT_BEGUN) {
      const isValid = loadPoint(search, columns, state.point);
      if (!isValid) {
        writeNone(columns, state.point, ClosestStatus.Invalid, NOT_A_NUMBER);
        continue;
      }
      measureUnbounded(context, search, state.mask);
      const isHeld = startPoint(context, tables);
      if (!isHeld) {
        state.phase = SEARCHED;
        return WHOLE;
      }
    }
    let row: Int = -1;
    if (state.phase !== SEARCHED) row = resumePoint(context, tables);
    if (row >= 0) {
      state.phase = STOPPED;
      return row;
    }
    writePoint(search, columns, state.point);
    state.phase = NOT_BEGUN;
  }
  return -1;
}

function columnsOf(context: Ints): PointColumns {
  return {
    points: doublesAt(context[CLOSEST_POINTS]),
    status: bytesAt(context[CLOSEST_STATUS]),
    ids: intsAt(context[CLOSEST_IDS]),
    distances: doublesAt(context[CLOSEST_DISTANCES]),
    normals: floatsAt(context[CLOSEST_NORMALS]),
    offsets: floatsAt(context[CLOSEST_OFFSETS]),
    child: intsAt(context[CLOSEST_CHILD]),
    reals: doublesAt(context[CLOSEST_REALS]),
  };
}
