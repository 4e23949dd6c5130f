/**
 * Rows that keep the manifold of an earlier query, with the scalar kernel: the twin of wide/recycle, which describes
 * the method. One row at a time, f64.
 *
 *   reads   pairs.ids, colliders, contacts.lastRow; stamps, anchors and features of the last query
 *   writes  contacts.recycled, stamps; all columns of a row that keeps its manifold
 */
import { MAX_POINTS, NO_FEATURE } from '../../../queries/contacts/featureIds.ts';
import {
  GAP,
  NORMAL,
  REACH,
  ROTATION,
  STAMP_STRIDE,
  TURN_A,
  TURN_B,
  TURN_SHIFT,
} from '../../../queries/contacts/stamps.ts';
import { POINT_STRIDE } from '../../../queries/contacts/table.ts';
import { Status } from '../../../queries/distance/table.ts';
import type { ContactParams } from '../contacts/contactRows.ts';
import {
  ARM,
  findWay,
  MOVED,
  move,
  OFFSET,
  POINT,
  POSITION,
  place,
  QUAT,
  QUAT_A,
  rotate,
  TURN_WAY,
  UP,
  WAY,
} from './motion.ts';
import type { RecycleParams, RecycleTables } from './tables.ts';

/**
 * Writes row p from its last manifold, if it keeps it, and its stamp.
 * @param rows legal ids are below
 * @returns whether it keeps its manifold
 */
export function recycleRow(
  tables: RecycleTables,
  f: Float64Array,
  params: ContactParams,
  recycling: RecycleParams,
  rows: number,
  p: number,
): boolean {
  const { contacts, ids, poses } = tables;
  const { from, to, stampedFrom, stampedTo, query } = recycling;
  const a = Math.min(ids[2 * p], ids[2 * p + 1]);
  const b = Math.max(ids[2 * p], ids[2 * p + 1]);
  const last = contacts.lastRow[p];
  const isSound = b < rows && a !== b && place(f, poses, a, b);
  // a stamp of this query is of a run of this block that was broken off
  const isKnown = recycling.isStamped && last >= 0 && stampedFrom[last] !== query;
  const keeps = isSound && isKnown && keep(tables, f, params, recycling, p, last);
  contacts.recycled[p] = keeps ? 1 : 0;
  const at = STAMP_STRIDE * p;
  if (keeps) {
    if (to === from) return true;
    for (let k = 0; k < STAMP_STRIDE; k++) to[at + k] = from[STAMP_STRIDE * last + k];
    stampedTo[p] = stampedFrom[last];
  } else {
    for (let k = 0; k < 3; k++) to[at + k] = f[POSITION + k];
    for (let k = 0; k < 4; k++) to[at + ROTATION + k] = f[QUAT + k];
    to[at + REACH] = Number.NaN;
    stampedTo[p] = query;
  }
  return keeps;
}

/** Writes row p from row `last` of the last query, if it keeps its manifold. @returns whether it does */
function keep(
  { contacts, results, ids }: RecycleTables,
  f: Float64Array,
  params: ContactParams,
  { from, anchorsFrom, anchorsTo, turn, share, mostMotion }: RecycleParams,
  p: number,
  last: number,
): boolean {
  const at = STAMP_STRIDE * last;
  findWay(f, from, at);
  const way = f[WAY];
  let count = 0;
  while (count < MAX_POINTS && params.features.from[MAX_POINTS * last + count] !== NO_FEATURE) count++;
  const a = Math.min(ids[2 * p], ids[2 * p + 1]);
  const b = Math.max(ids[2 * p], ids[2 * p + 1]);
  const margin = params.margin[0];
  const left = from[at + GAP] - way;
  const bound = Math.min(share[0] * Math.abs(from[at + REACH]), mostMotion[0]);
  if (count === 0) {
    if (!(left > margin)) return false;
  } else {
    const isDue = (Math.imul(a, TURN_A) + Math.imul(b, TURN_B)) >>> TURN_SHIFT === turn;
    if (isDue || !(way <= bound)) return false;
  }
  const isSwapped = ids[2 * p] > ids[2 * p + 1];
  for (let k = 0; k < 3; k++) f[UP + k] = from[at + NORMAL + k];
  rotate(f, UP, QUAT_A, 1);
  const { separation } = results;
  const sign = isSwapped ? -1 : 1;
  for (let k = 0; k < 3; k++) separation[4 * p + k] = sign * f[UP + k];
  let lowest = Infinity;
  for (let n = 0; n < count; n++) {
    const anchor = POINT_STRIDE * last + n;
    const before = anchorsFrom[anchor + 12];
    for (let k = 0; k < 3; k++) {
      f[POINT + k] = anchorsFrom[anchor + 4 * k];
      f[ARM + k] = f[POINT + k] + before * from[at + NORMAL + k] - from[at + k];
    }
    move(f, ARM);
    let opened = 0;
    for (let k = 0; k < 3; k++) opened += f[MOVED + k] * from[at + NORMAL + k];
    const now = Math.fround(before + opened);
    if (now > margin) return false;
    lowest = Math.min(lowest, now);
    rotate(f, POINT, QUAT_A, 1);
    const to = POINT_STRIDE * p + 4 * n;
    const onA = isSwapped ? contacts.pointsB : contacts.pointsA;
    const onB = isSwapped ? contacts.pointsA : contacts.pointsB;
    for (let k = 0; k < 3; k++) {
      onA[to + k] = f[POINT + k];
      onB[to + k] = f[POINT + k] + now * f[UP + k] - f[OFFSET + k];
    }
    contacts.pointsA[to + 3] = now;
    contacts.pointsB[to + 3] = 0;
    if (anchorsTo === anchorsFrom) continue;
    for (let k = 0; k < 4; k++) anchorsTo[POINT_STRIDE * p + n + 4 * k] = anchorsFrom[anchor + 4 * k];
  }
  if (count > 0) {
    // how far the distance may be from that of a fresh manifold: wide/recycle/motion.ts
    const change = lowest - from[at + GAP];
    if (Math.max(way - change, Math.min(way + change, 2 * f[TURN_WAY])) > bound) return false;
  }
  separation[4 * p + 3] = count > 0 ? lowest : left;
  results.status[p] = count === 0 ? Status.BeyondMaxDistance : lowest > 0 ? Status.Separated : Status.Overlapping;
  contacts.pointCount[p] = count;
  params.touches[p] = count > 0 && lowest <= params.touching[0] ? 1 : 0;
  for (let k = 0; k < MAX_POINTS; k++) {
    params.features.to[MAX_POINTS * p + k] = params.features.from[MAX_POINTS * last + k] | 0;
    contacts.previous[MAX_POINTS * p + k] = k < count ? MAX_POINTS * last + k : -1;
  }
  return true;
}
