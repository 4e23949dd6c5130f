/** What a row has of its row in the last query: simplex, stamp and features. */
import { MAX_POINTS, NO_FEATURE } from '../../../queries/contacts/featureIds.ts';
import { NORMAL, ROTATION, STAMP_STRIDE } from '../../../queries/contacts/stamps.ts';
import { FEATURES_FROM, FEATURES_TO, FROM, PREVIOUS, STAMPS_FROM, STAMPS_TO, TO } from '../context.ts';
import {
  bitmask,
  columnAt,
  countBits,
  type Int,
  type Ints,
  intColumnAt,
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
  putStamp(context[STAMPS_TO], row, from[0], from[ROTATION], from[NORMAL]);
}

/** Writes a stamp. */
export function putStamp(stamps: Int, row: Int, place: Lane, rotation: Lane, normal: Lane): void {
  const to = columnAt(stamps + 4 * STAMP_STRIDE * row);
  to[0] = place;
  to[ROTATION] = rotation;
  to[NORMAL] = normal;
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
