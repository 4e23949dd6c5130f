/** Boxes near the planes of colliders without bounds (unbounded.ts). Host and wide kernel compile this file. */
import type { Doubles, Int, Ints, Words } from '../language/lanes.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE, WIDE_MARGIN } from '../tables/treeWords.ts';
import type { TreeColumns } from './columns.ts';

/**
 * 1 if the lowest corner of the box at boxes[at] (min x y z, max x y z) lies at most margins[m] over plane `k`. Doubles
 * stay in columns: V8 allocates those of a call that it does not inline.
 */
export function isNearPlane(planes: Doubles, k: Int, boxes: Doubles, at: Int, margins: Doubles, m: Int): Int {
  const plane = PLANE_STRIDE * k;
  const x = planes[plane];
  const y = planes[plane + 1];
  const z = planes[plane + 2];
  const gap =
    // a box may be infinite: 0 · ∞ is not a number
    (x > 0 ? x * (boxes[at] - planes[plane + 3]) : x < 0 ? x * (boxes[at + 3] - planes[plane + 3]) : 0) +
    (y > 0 ? y * (boxes[at + 1] - planes[plane + 4]) : y < 0 ? y * (boxes[at + 4] - planes[plane + 4]) : 0) +
    (z > 0 ? z * (boxes[at + 2] - planes[plane + 5]) : z < 0 ? z * (boxes[at + 5] - planes[plane + 5]) : 0);
  return Number(gap <= margins[m]);
}

/** The number of the plane of `row`, or −1. */
export function planeOf(planes: Doubles, words: Ints, row: Int): Int {
  for (let k: Int = 0; k < words[PLANE_COUNT]; k++) {
    if (Math.trunc(planes[PLANE_STRIDE * k + PLANE_ROW]) === row) return k;
  }
  return -1;
}

/**
 * Writes the pairs of `row`, whose box is at boxes[own], with the planes within the wide margin to found[2 at …].
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
