/** Feature ids of a row's points, and where the last query had them. */
import { FEATURES_FROM, FEATURES_TO, POINT_COUNT, PREVIOUS } from '../context.ts';
import { bytesAt, type Int, type Ints, intsAt } from '../lanes.ts';

const NO_FEATURE = -1;
const MAX_POINTS = 4;

/** Writes the features of `count` points, and the places they had in row `lastRow` of the last query. */
export function writeFeatures(context: Ints, features: Ints, count: Int, row: Int, lastRow: Int): void {
  const to = intsAt(context[FEATURES_TO] + 16 * row);
  const previous = intsAt(context[PREVIOUS] + 16 * row);
  const from = intsAt(context[FEATURES_FROM] + 16 * lastRow);
  for (let n: Int = 0; n < MAX_POINTS; n += 1) {
    let where: Int = -1;
    let feature: Int = NO_FEATURE;
    if (n < count) {
      feature = features[n];
      if (lastRow >= 0) {
        for (let m: Int = 0; m < MAX_POINTS; m += 1) if (from[m] === feature) where = MAX_POINTS * lastRow + m;
      }
    }
    to[n] = feature;
    previous[n] = where;
  }
}

/** Writes a row without points. */
export function writeNone(context: Ints, row: Int): void {
  const to = intsAt(context[FEATURES_TO] + 16 * row);
  const previous = intsAt(context[PREVIOUS] + 16 * row);
  for (let n: Int = 0; n < MAX_POINTS; n += 1) {
    to[n] = NO_FEATURE;
    previous[n] = -1;
  }
  bytesAt(context[POINT_COUNT])[row] = 0;
}
