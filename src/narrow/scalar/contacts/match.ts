/** Finds the points of a manifold in the manifold of the last query, by their feature ids. */
import { MAX_POINTS, NO_FEATURE } from '../../../queries/contacts/featureIds.ts';

/** Feature columns: that of the last query, and the one to write. */
export interface FeatureColumns {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** Parameters of manifolds. */
export interface ContactParams extends FeatureColumns {
  /** One number: the largest separation of a contact point (m). */
  readonly margin: Float64Array;
  /** One number: the largest signed distance of a pair that touches (m). */
  readonly touching: Float64Array;
  /** 1 per row that touches, else 0. */
  readonly touches: Uint8Array;
}

/**
 * Writes the features of row p's `count` points, and their places in the last query.
 * @param features ids of the points, from index `at` on
 */
export function matchFeatures(
  previous: Int32Array,
  features: Int32Array,
  at: number,
  { from, to }: FeatureColumns,
  lastRow: number,
  p: number,
  count: number,
): void {
  const row = MAX_POINTS * p;
  const last = MAX_POINTS * lastRow;
  for (let k = 0; k < MAX_POINTS; k++) {
    // as i32, because V8 may allocate for larger numbers
    const feature = k < count ? features[at + k] : NO_FEATURE | 0;
    to[row + k] = feature;
    let where = -1;
    if (k < count && lastRow >= 0) {
      for (let n = 0; n < MAX_POINTS; n++) if ((from[last + n] | 0) === feature) where = last + n;
    }
    previous[row + k] = where;
  }
}
