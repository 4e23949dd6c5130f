/**
 * The colliders whose bounds come within the limit of a point, the nearest below each node first. Boxes begin at the
 * square of their distance. Inside of a collider only boxes around the point are left: their squares are 0.
 */

import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { nextNearest } from '../tree/descend.ts';
import type { TreeNodes, TreeStack } from '../tree/tables.ts';
import type { PointSearch } from './pointSearch.ts';

/** @returns the row of the next collider, or −1: there are no more */
export function nextNearPoint(tree: TreeNodes, bounds: Doubles, stack: TreeStack, search: PointSearch): Int {
  const limit = search.limit[0];
  const square = limit > 0 ? limit * limit : 0;
  return nextNearest(tree, bounds, stack, search, square, squareTo);
}

/** Squared distance of the point and the box at boxes[at]; NaN for a box with NaN. */
function squareTo(search: PointSearch, boxes: Doubles, at: Int): Double {
  const { place } = search;
  const dx = Math.max(Math.max(boxes[at] - place[0], place[0] - boxes[at + 3]), 0);
  const dy = Math.max(Math.max(boxes[at + 1] - place[1], place[1] - boxes[at + 4]), 0);
  const dz = Math.max(Math.max(boxes[at + 2] - place[2], place[2] - boxes[at + 5]), 0);
  return dx * dx + dy * dy + dz * dz;
}
