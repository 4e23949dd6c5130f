/** Candidates with half-spaces, which are not in the tree. Host and wide kernel compile this file. */
import type { Doubles, Int, Words } from '../../narrow/wide/lanes.ts';
import type { TreeColumns } from '../columns.ts';
import { gapOverPlane } from '../planeGaps.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE, WIDE_MARGIN } from './codes.ts';

/**
 * Writes the pairs of `row`, whose box is at boxes[own], with the half-spaces within the wide margin to found[2 at …].
 * @returns the end of the pairs
 */
export function pairWithPlanes(tree: TreeColumns, found: Words, boxes: Doubles, own: Int, row: Int, at: Int): Int {
  const planes = tree.planes;
  const margin = tree.reals[WIDE_MARGIN];
  let next: Int = at;
  for (let k: Int = 0; k < tree.words[PLANE_COUNT]; k++) {
    const other = Math.trunc(planes[PLANE_STRIDE * k + PLANE_ROW]);
    found[2 * next] = Math.min(row, other);
    found[2 * next + 1] = Math.max(row, other);
    const gap = gapOverPlane(
      planes,
      k,
      boxes[own],
      boxes[own + 1],
      boxes[own + 2],
      boxes[own + 3],
      boxes[own + 4],
      boxes[own + 5],
    );
    next += Number(gap <= margin);
  }
  return next;
}
