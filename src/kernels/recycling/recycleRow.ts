/**
 * A row that keeps the manifold of an earlier query, on hosts. The wide kernel has another algorithm with the same
 * stamps (recycling/lanes, which describes the method): this one is f64, one row, and turns each point by the whole
 * rotation; that one is f32, four rows, and turns them to first order. As wasm, this one takes 2.8 times as long, so
 * the kernels have in common what a stamp holds (tables/contactStamps.ts) and which rows get one (mayRecycle.ts).
 *
 *   reads   ids, poses, last row; stamps, anchors and features of the last query
 *   writes  recycled, stamps; all columns of a row that keeps its manifold
 */
import type { Flag, Floats, Int } from '../../language/lanes.ts';
import { REACH, ROTATION, STAMP_STRIDE, TURN_A, TURN_B, TURN_SHIFT } from '../../tables/contactStamps.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { MAX_POINTS, NO_FEATURE } from '../../tables/featureIds.ts';
import { dot } from '../casts/vectors.ts';
import type { DistanceColumns, ManifoldColumns, PoseColumns } from '../contacts/columns.ts';
import { boundMotion, moveArm, place, rotate } from './motion.ts';
import type { RecycleColumns, Recycling } from './recycleTables.ts';

/** f32 per row of a column of points, and of anchors. */
const POINT_STRIDE = 4 * MAX_POINTS;

/** Writes row p from its last manifold, if it keeps it, and its stamp. @returns whether it keeps its manifold */
export function recycleRow(
  r: Recycling,
  poses: PoseColumns,
  rows: DistanceColumns,
  columns: ManifoldColumns,
  stampColumns: RecycleColumns,
  p: Int,
): Flag {
  const last = columns.lastRow[p];
  let isRecycled: Flag = false;
  loadPair(r, rows, p);
  if (r.a >= 0 && r.b < r.rowCount && r.a !== r.b) {
    place(r, poses);
    // a stamp of this query is of a run of this block that was broken off
    const isKnown = r.isStamped === 1 && last >= 0 && stampColumns.from.stamped[last] !== r.query;
    if (isKnown) isRecycled = recycle(r, rows, columns, stampColumns, p, last);
  }
  stampColumns.recycled[p] = Number(isRecycled);
  const at = STAMP_STRIDE * p;
  if (isRecycled) {
    if (r.isInPlace === 1) return true;
    copyFloats(stampColumns.to.stamps, at, stampColumns.from.stamps, STAMP_STRIDE * last, STAMP_STRIDE);
    copyFloats(stampColumns.to.anchors, POINT_STRIDE * p, stampColumns.from.anchors, POINT_STRIDE * last, POINT_STRIDE);
    stampColumns.to.stamped[p] = stampColumns.from.stamped[last];
  } else {
    for (let k: Int = 0; k < 3; k++) stampColumns.to.stamps[at + k] = Math.fround(r.position[k]);
    for (let k: Int = 0; k < 4; k++) stampColumns.to.stamps[at + ROTATION + k] = Math.fround(r.quat[k]);
    stampColumns.to.stamps[at + REACH] = Math.fround(NaN);
    stampColumns.to.stamped[p] = r.query;
  }
  return isRecycled;
}

/** Loads the pair of row p. */
export function loadPair(r: Recycling, rows: DistanceColumns, p: Int): void {
  const first = rows.ids[2 * p];
  const second = rows.ids[2 * p + 1];
  r.a = Math.min(first, second);
  r.b = Math.max(first, second);
  r.sign = first > second ? -1 : 1;
}

function copyFloats(to: Floats, at: Int, from: Floats, source: Int, count: Int): void {
  for (let k: Int = 0; k < count; k++) to[at + k] = from[source + k];
}

/** Writes row p from row `last` of the last query, if it keeps its manifold. @returns whether it does */
function recycle(
  r: Recycling,
  rows: DistanceColumns,
  columns: ManifoldColumns,
  stampColumns: RecycleColumns,
  p: Int,
  last: Int,
): Flag {
  const features = columns.features;
  boundMotion(r, stampColumns.from.stamps, STAMP_STRIDE * last);
  let count: Int = 0;
  while (count < MAX_POINTS && (features.from[MAX_POINTS * last + count] | 0) !== (NO_FEATURE | 0)) count++;
  const upper = r.gap - r.motionBound;
  const bound = Math.min(r.share * r.reach, r.mostMotion);
  if (count === 0) {
    if (!(upper > r.margin)) return false;
  } else {
    const isDue = (Math.imul(r.a, TURN_A) + Math.imul(r.b, TURN_B)) >>> TURN_SHIFT === r.turn;
    if (isDue || !(r.motionBound <= bound)) return false;
  }
  for (let k: Int = 0; k < 3; k++) r.up[k] = r.normal[k];
  rotate(r.up, r.quatA, 1);
  const areWithin = followPoints(r, columns, stampColumns, p, last, count);
  if (!areWithin) return false;
  // how far the distance may be from that of a fresh manifold: errorOf of kernels/recycling/lanes/motion.ts
  const change = r.lowest - r.gap;
  if (count > 0 && Math.max(r.motionBound - change, Math.min(r.motionBound + change, 2 * r.turnBound)) > bound)
    return false;
  const distance = count > 0 ? r.lowest : upper;
  for (let k: Int = 0; k < 3; k++) rows.separation[4 * p + k] = Math.fround(r.sign * r.up[k]);
  rows.separation[4 * p + 3] = Math.fround(distance);
  rows.status[p] = count === 0 ? Status.BeyondMaxDistance : distance > 0 ? Status.Separated : Status.Overlapping;
  columns.pointCount[p] = count;
  columns.touches[p] = count > 0 && distance <= r.touching ? 1 : 0;
  for (let k: Int = 0; k < MAX_POINTS; k++) {
    features.to[MAX_POINTS * p + k] = features.from[MAX_POINTS * last + k] | 0;
    features.previous[MAX_POINTS * p + k] = k < count ? MAX_POINTS * last + k : -1;
  }
  return true;
}

/** Writes the points of row p, from the anchors of row `last`. @returns whether all are within the margin */
function followPoints(
  r: Recycling,
  columns: ManifoldColumns,
  stampColumns: RecycleColumns,
  p: Int,
  last: Int,
  count: Int,
): Flag {
  const onA = r.sign < 0 ? columns.pointsB : columns.pointsA;
  const onB = r.sign < 0 ? columns.pointsA : columns.pointsB;
  r.lowest = Infinity;
  for (let n: Int = 0; n < count; n++) {
    const anchor = POINT_STRIDE * last + n;
    const before = Number(stampColumns.from.anchors[anchor + 12]);
    for (let k: Int = 0; k < 3; k++) {
      r.point[k] = Number(stampColumns.from.anchors[anchor + 4 * k]);
      r.arm[k] = r.point[k] + before * r.normal[k] - r.oldPosition[k];
    }
    moveArm(r);
    const now = Number(Math.fround(before + dot(r.moved, r.normal)));
    if (now > r.margin) return false;
    r.lowest = Math.min(r.lowest, now);
    rotate(r.point, r.quatA, 1);
    const to = POINT_STRIDE * p + 4 * n;
    for (let k: Int = 0; k < 3; k++) {
      onA[to + k] = Math.fround(r.point[k]);
      onB[to + k] = Math.fround(r.point[k] + now * r.up[k] - r.offset[k]);
    }
    columns.pointsA[to + 3] = Math.fround(now);
    columns.pointsB[to + 3] = 0;
  }
  return true;
}
