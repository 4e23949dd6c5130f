/** Gaps between boxes and the planes of half-spaces (planes.ts). Host and wide kernel compile this file. */
import type { Doubles, Int, Ints } from '../kernels/lanes.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE } from './tree/codes.ts';

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

/** The plane of the half-space in `row`, or −1. */
export function planeOf(planes: Doubles, words: Ints, row: Int): Int {
  for (let k: Int = 0; k < words[PLANE_COUNT]; k++) {
    if (Math.trunc(planes[PLANE_STRIDE * k + PLANE_ROW]) === row) return k;
  }
  return -1;
}
