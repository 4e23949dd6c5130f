/** Gaps between boxes and the planes of half-spaces (planes.ts). Host and wide kernel compile this file. */
import type { Double, Doubles, Int, Ints } from '../narrow/wide/lanes.ts';
import { PLANE_COUNT, PLANE_ROW, PLANE_STRIDE } from './tree/codes.ts';

/** How high the lowest corner of a box lies over plane `k` (m). V8 inlines it. */
export function gapOverPlane(
  planes: Doubles,
  k: Int,
  lowX: Double,
  lowY: Double,
  lowZ: Double,
  highX: Double,
  highY: Double,
  highZ: Double,
): Double {
  const at = PLANE_STRIDE * k;
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  // a box may be infinite: 0 · ∞ is not a number
  return (
    (x > 0 ? x * (lowX - planes[at + 3]) : x < 0 ? x * (highX - planes[at + 3]) : 0) +
    (y > 0 ? y * (lowY - planes[at + 4]) : y < 0 ? y * (highY - planes[at + 4]) : 0) +
    (z > 0 ? z * (lowZ - planes[at + 5]) : z < 0 ? z * (highZ - planes[at + 5]) : 0)
  );
}

/** The plane of the half-space in `row`, or −1. */
export function planeOf(planes: Doubles, words: Ints, row: Int): Int {
  for (let k: Int = 0; k < words[PLANE_COUNT]; k++) {
    if (Math.trunc(planes[PLANE_STRIDE * k + PLANE_ROW]) === row) return k;
  }
  return -1;
}
