/** Feature ids of a row's points, and their places in the last query. */
import {
  bitmask,
  bytesAt,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type LaneInt,
  splat,
  trailingZeros,
} from '../../../language/lanes.ts';
import { MAX_POINTS, NO_FEATURE } from '../../../tables/featureIds.ts';
import { FEATURES_FROM, FEATURES_TO, POINT_COUNT, PREVIOUS } from '../../../tables/kernelContext.ts';

/** Writes the features of `count` points, and their places in row `lastRow` of the last query. */
export function writeFeatures(context: Ints, features: Ints, count: Int, row: Int, lastRow: Int): void {
  clear(context, row);
  const to = intsAt(context[FEATURES_TO] + 16 * row);
  for (let n: Int = 0; n < count; n += 1) to[n] = features[n];
  if (lastRow >= 0) {
    const previous = intsAt(context[PREVIOUS] + 16 * row);
    const from: LaneInt = intColumnAt(context[FEATURES_FROM])[4 * lastRow];
    for (let n: Int = 0; n < count; n += 1) {
      const same = bitmask(from === splat(features[n]));
      if (same !== 0) previous[n] = MAX_POINTS * lastRow + trailingZeros(same);
    }
  }
}

/** Writes a row without points. */
export function writeNone(context: Ints, row: Int): void {
  clear(context, row);
  bytesAt(context[POINT_COUNT])[row] = 0;
}

function clear(context: Ints, row: Int): void {
  const none: LaneInt = NO_FEATURE;
  intColumnAt(context[FEATURES_TO])[4 * row] = none;
  intColumnAt(context[PREVIOUS])[4 * row] = none;
}
