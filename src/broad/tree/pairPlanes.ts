/** Candidates with half-spaces, which are not in the tree. Host and wide kernel compile this file. */
import type { Doubles, Int, Words } from '../../kernels/lanes.ts';
import type { TreeColumns } from '../columns.ts';
import { isNearPlane } from '../planeGaps.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE, WIDE_MARGIN } from './codes.ts';

/**
 * Writes the pairs of `row`, whose box is at boxes[own], with the half-spaces within the wide margin to found[2 at …].
 * @returns the end of the pairs
 */
export function pairWithPlanes(tree: TreeColumns, found: Words, boxes: Doubles, own: Int, row: Int, at: Int): Int {
  const planes = tree.planes;
  let next: Int = at;
  for (let k: Int = 0; k < tree.words[PLANE_COUNT]; k++) {
    const other = Math.trunc(planes[PLANE_STRIDE * k + PLANE_ROW]);
    found[2 * next] = Math.min(row, other);
    found[2 * next + 1] = Math.max(row, other);
    next += isNearPlane(planes, k, boxes, own, tree.reals, WIDE_MARGIN);
  }
  return next;
}
