/** What a row has of its row in the last query: simplex, stamp and features. */
import { MAX_POINTS, NO_FEATURE } from '../../../queries/contacts/featureIds.ts';
import { NORMAL, ROTATION, STAMP_STRIDE } from '../../../queries/contacts/stamps.ts';
import {
  FEATURES_FROM,
  FEATURES_TO,
  FROM,
  PREVIOUS,
  QUERY,
  STAMPED_FROM,
  STAMPED_TO,
  STAMPS_FROM,
  STAMPS_TO,
  TO,
} from '../context.ts';
import {
  bitmask,
  columnAt,
  countBits,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type Lane,
  type LaneInt,
  laneIndex,
  maskBits,
  splat,
} from '../lanes.ts';

/** Copies the simplex of a row: those of a list are in its order already. */
export function passSimplex(context: Ints, row: Int): void {
  columnAt(context[TO])[4 * row] = columnAt(context[FROM])[4 * row];
}

/** Copies the stamp of row `last` of the last query. */
export function copyStamp(context: Ints, row: Int, last: Int): void {
  const from = columnAt(context[STAMPS_FROM] + 4 * STAMP_STRIDE * last);
  const to = columnAt(context[STAMPS_TO] + 4 * STAMP_STRIDE * row);
  to[0] = from[0];
  to[ROTATION] = from[ROTATION];
  to[NORMAL] = from[NORMAL];
  intsAt(context[STAMPED_TO])[row] = intsAt(context[STAMPED_FROM])[last];
}

/** Starts a stamp of this query: position and reach, and rotation. */
export function startStamp(context: Ints, row: Int, place: Lane, rotation: Lane): void {
  const to = columnAt(context[STAMPS_TO] + 4 * STAMP_STRIDE * row);
  to[0] = place;
  to[ROTATION] = rotation;
  intsAt(context[STAMPED_TO])[row] = context[QUERY];
}

/**
 * Copies the features of row `last` of the last query to `row`, and their places. Returns the number of points.
 */
export function carryFeatures(context: Ints, row: Int, last: Int): Int {
  const features: LaneInt = intColumnAt(context[FEATURES_FROM])[4 * last];
  const unused = features === NO_FEATURE;
  intColumnAt(context[FEATURES_TO])[4 * row] = features;
  // no place is −1: all bits
  intColumnAt(context[PREVIOUS])[4 * row] = maskBits(unused) | (splat(4 * last) + laneIndex());
  return MAX_POINTS - countBits(bitmask(unused));
}
