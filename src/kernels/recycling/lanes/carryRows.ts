/** What rows have of their rows in the last query: simplexes, stamps and features. */
import {
  bitmask,
  columnAt,
  countBits,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type LaneInt,
  laneIndex,
  maskBits,
  splat,
} from '../../../language/lanes.ts';
import { NORMAL, ROTATION, STAMP_STRIDE } from '../../../tables/contactStamps.ts';
import { MAX_POINTS, NO_FEATURE } from '../../../tables/featureIds.ts';
import {
  FEATURES_FROM,
  FEATURES_TO,
  LAST_ROW,
  PREVIOUS,
  QUERY,
  STAMPED_FROM,
  STAMPED_TO,
  STAMPS_FROM,
  STAMPS_TO,
} from '../../../tables/kernelContext.ts';
import { type FourRows, lanesOf } from '../../rows/lanes/gather.ts';
import { recycleTables } from '../../rows/lanes/tile.ts';

/** Copies the features of four rows of the last query, and their indices there. Returns the numbers of points. */
export function carryFeatures(context: Ints, rows: FourRows, lasts: FourRows): LaneInt {
  const a = carry(context, rows.a, lasts.a);
  const b = carry(context, rows.b, lasts.b);
  const c = carry(context, rows.c, lasts.c);
  const d = carry(context, rows.d, lasts.d);
  return lanesOf(a, b, c, d);
}

function carry(context: Ints, row: Int, last: Int): Int {
  const features: LaneInt = intColumnAt(context[FEATURES_FROM])[4 * last];
  const unused = features === NO_FEATURE;
  intColumnAt(context[FEATURES_TO])[4 * row] = features;
  // no place is −1: all bits
  intColumnAt(context[PREVIOUS])[4 * row] = maskBits(unused) | (splat(4 * last) + laneIndex());
  return MAX_POINTS - countBits(bitmask(unused));
}

/** Copies the stamp of the row in the last query. */
export function copyStamp(context: Ints, row: Int): void {
  const last = intsAt(context[LAST_ROW])[row];
  const from = columnAt(context[STAMPS_FROM] + 4 * STAMP_STRIDE * last);
  const to = columnAt(context[STAMPS_TO] + 4 * STAMP_STRIDE * row);
  to[0] = from[0];
  to[ROTATION] = from[ROTATION];
  to[NORMAL] = from[NORMAL];
  intsAt(context[STAMPED_TO])[row] = intsAt(context[STAMPED_FROM])[last];
}

/** Starts a stamp of this query: the pose of pair `lane`, without a reach. */
export function startStamp(context: Ints, row: Int, lane: Int): void {
  const found = recycleTables(context).found;
  const to = columnAt(context[STAMPS_TO] + 4 * STAMP_STRIDE * row);
  to[0] = found.positions[4 * lane];
  to[ROTATION] = found.turns[4 * lane];
  intsAt(context[STAMPED_TO])[row] = context[QUERY];
}
