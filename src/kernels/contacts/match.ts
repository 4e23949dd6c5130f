/** Finds the points of a manifold in the manifold of the last query, by their feature ids. */
import type { Int, Ints } from '../../language/lanes.ts';
import { MAX_POINTS, NO_FEATURE } from '../../tables/featureIds.ts';
import type { FeatureColumns } from './columns.ts';

/**
 * Writes the features of row p's `count` points, and their places in the last query.
 * @param features ids of the points, from index `at` on
 * @param lastRow row of the pair in the last query, or −1
 */
export function matchFeatures(
  columns: FeatureColumns,
  features: Ints,
  at: Int,
  lastRow: Int,
  p: Int,
  count: Int,
): void {
  const row = MAX_POINTS * p;
  const last = MAX_POINTS * lastRow;
  for (let k: Int = 0; k < MAX_POINTS; k++) {
    // as i32, because V8 may allocate for larger numbers
    let feature: Int = NO_FEATURE | 0;
    if (k < count) feature = features[at + k];
    columns.to[row + k] = feature;
    let where: Int = -1;
    if (k < count && lastRow >= 0) {
      for (let n: Int = 0; n < MAX_POINTS; n++) if ((columns.from[last + n] | 0) === feature) where = last + n;
    }
    columns.previous[row + k] = where;
  }
}
