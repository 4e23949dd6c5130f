/** The contact points of one pair, from the slots of its patch: no duplicates, four at most. */
import {
  abs,
  bytesAt,
  columnAt,
  type Float,
  type Floats,
  floatsAt,
  type Int,
  type Ints,
  insert,
  intsAt,
  type Lane,
  max,
  splat,
  trailingZeros,
} from '../../../language/lanes.ts';
import { MAX_POINTS, WITNESS_FEATURE } from '../../../tables/featureIds.ts';
import { FEATURES_FROM, LAST_ROW, OFFSET_A, POINT_COUNT, POINTS_A, POINTS_B } from '../../../tables/kernelContext.ts';
import type { Rows } from '../../rows/lanes/rows.ts';
import { contactTables } from '../../rows/lanes/tile.ts';
import { boxFeatureId } from './boxFeatureIds.ts';
import type { Corners } from './contactScratch.ts';
import { reduceCorners } from './reduce.ts';
import { writeFeatures } from './writeFeatures.ts';

/** Writes the points of pair k + lane. */
export function writePoints(context: Ints, rows: Rows, k: Int, lane: Int): void {
  const count = collect(context, lane);
  finishPoints(context, rows, k, lane, count, 0);
}

/**
 * Writes the points of pair k + lane from the `found` corners of its patch. `upright`: 1 if corners have their own
 * heights, 0 if all are on A's face.
 */
export function finishPoints(context: Ints, rows: Rows, k: Int, lane: Int, found: Int, upright: Int): void {
  const patch = contactTables(context).patch;
  const corners = contactTables(context).corners;
  const row = intsAt(rows.row)[k + lane];
  const swapped = intsAt(rows.swapped)[k + lane];
  const lastRow = intsAt(context[LAST_ROW])[row];
  let count = addWitness(context, corners, found, lane, row, swapped, upright);
  if (count > MAX_POINTS) {
    const before = intsAt(context[FEATURES_FROM] + 16 * lastRow);
    reduceCorners(contactTables(context).choice, corners, count, before, lastRow, floatsAt(patch.asDeep)[lane]);
    count = MAX_POINTS;
  }
  for (let n: Int = 0; n < count; n += 1) writePoint(context, corners, n, row, lane, swapped);
  bytesAt(context[POINT_COUNT])[row] = count;
  writeFeatures(context, intsAt(corners.feature), count, row, lastRow);
}

/**
 * Collects the corners of a pair from its slots. Of corners with one feature id the deeper stays. Returns their number.
 */
function collect(context: Ints, lane: Int): Int {
  const patch = contactTables(context).patch;
  const slots = contactTables(context).slots;
  const corners = contactTables(context).corners;
  const features = intsAt(corners.feature);
  let bits = intsAt(patch.valid)[lane];
  let count: Int = 0;
  while (bits !== 0) {
    const slot = trailingZeros(bits);
    bits &= bits - 1;
    const s = floatsAt(slots.s)[4 * slot + lane];
    const t = floatsAt(slots.t)[4 * slot + lane];
    const separation = floatsAt(slots.separation)[4 * slot + lane];
    const feature = boxFeatureId(patch, slots, slot, lane, s, t);
    let at: Int = 0;
    while (at < count && features[at] !== feature) at += 1;
    if (at === count || separation < floatsAt(corners.separation)[at]) {
      floatsAt(corners.s)[at] = s;
      floatsAt(corners.t)[at] = t;
      floatsAt(corners.separation)[at] = separation;
      floatsAt(corners.height)[at] = 0;
      features[at] = feature;
    }
    if (at === count) count += 1;
  }
  return count;
}

/** Adds the witness points of a row as a corner, if none of `count` is as deep. Returns the new count. */
function addWitness(context: Ints, corners: Corners, count: Int, lane: Int, row: Int, swapped: Int, upright: Int): Int {
  const patch = contactTables(context).patch;
  const axes = contactTables(context).axes;
  const separations = floatsAt(corners.separation);
  const distance = floatsAt(patch.distance)[lane];
  const limit = distance + floatsAt(patch.deeper)[lane];
  for (let n: Int = 0; n < count; n += 1) if (separations[n] <= limit) return count;
  const onA = floatsAt(context[OFFSET_A + swapped] + 16 * row);
  const s = dotOf(floatsAt(axes.alongS), lane, onA);
  const t = dotOf(floatsAt(axes.alongT), lane, onA);
  // it replaces a corner at the same position, and keeps the feature id of that corner
  let nearest = floatsAt(patch.snap)[lane];
  let at = count;
  for (let n: Int = 0; n < count; n += 1) {
    const aside = abs(floatsAt(corners.s)[n] - s) + abs(floatsAt(corners.t)[n] - t);
    if (aside < nearest) {
      nearest = aside;
      at = n;
    }
  }
  floatsAt(corners.s)[at] = s;
  floatsAt(corners.t)[at] = t;
  separations[at] = distance;
  // the corners of a box are on A's face, at height 0
  floatsAt(corners.height)[at] = 0;
  if (upright === 1) floatsAt(corners.height)[at] = dotOf(floatsAt(axes.normal), lane, onA);
  if (at === count) intsAt(corners.feature)[at] = WITNESS_FEATURE;
  return max(count, at + 1);
}

/** The dot product of the vector of a pair and a vector in memory. */
function dotOf(vectors: Floats, lane: Int, w: Floats): Float {
  return vectors[4 * lane] * w[0] + vectors[4 * lane + 1] * w[1] + vectors[4 * lane + 2] * w[2];
}

/** Writes corner n of the patch as point n of a row. A lane is x, y, z or the fourth value here. */
function writePoint(context: Ints, corners: Corners, n: Int, row: Int, lane: Int, swapped: Int): void {
  const axes = contactTables(context).axes;
  const separation = floatsAt(corners.separation)[n];
  const alongS = splat(floatsAt(corners.s)[n]) * axes.alongS[4 * lane];
  const alongT = splat(floatsAt(corners.t)[n]) * axes.alongT[4 * lane];
  const upward = splat(floatsAt(corners.height)[n]) * axes.normal[4 * lane];
  const onA: Lane = axes.base[4 * lane] + alongS + alongT + upward;
  const onB: Lane = onA + splat(separation) * axes.normal[4 * lane] - axes.offset[4 * lane];
  // the fourth value of A is the separation, of B 0, in the caller's order
  let fourth: Float = separation;
  let other: Float = 0;
  if (swapped === 1) {
    fourth = 0;
    other = separation;
  }
  columnAt(context[POINTS_A + swapped])[16 * row + 4 * n] = insert(onA, 3, fourth);
  columnAt(context[POINTS_B - swapped])[16 * row + 4 * n] = insert(onB, 3, other);
}
