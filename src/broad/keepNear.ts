/**
 * Keeps the rows of a search whose bounds come near its box, and that the search meets.
 *
 *   reads   boxes, groups, sensors; scratch.target: the box (min x y z, max x y z) and the margin (m);
 *           scratch.rows [0, near)
 *   writes  scratch.rows
 *   returns the number of rows
 *
 * `isNear` (near.ts) written out: V8 allocates seven doubles for a call that it does not inline, and it inlines a small
 * function in some processes only.
 */
import { BOUNDS_STRIDE } from '../tables/boundsTable.ts';
import type { ColliderTable } from '../tables/colliderTable.ts';
import { SEES_SENSORS } from '../tables/colliderWords.ts';
import type { BroadScratch } from './scratch.ts';

/**
 * @param boxes tight bounds, by row
 * @param mask as that of `isSought` (kernels/tree)
 * @param ignored a row to leave out, or −1
 */
export function keepNear(
  boxes: Float64Array,
  { groups, sensors }: Pick<ColliderTable, 'groups' | 'sensors'>,
  { rows, target }: BroadScratch,
  near: number,
  mask: number,
  ignored: number,
): number {
  const lowX = target[0];
  const lowY = target[1];
  const lowZ = target[2];
  const highX = target[3];
  const highY = target[4];
  const highZ = target[5];
  const margin = target[6];
  let count = 0;
  for (let k = 0; k < near; k++) {
    const row = rows[k];
    const box = BOUNDS_STRIDE * row;
    rows[count] = row;
    count +=
      Number(boxes[box] - highX <= margin) &
      Number(lowX - boxes[box + 3] <= margin) &
      Number(boxes[box + 1] - highY <= margin) &
      Number(lowY - boxes[box + 4] <= margin) &
      Number(boxes[box + 2] - highZ <= margin) &
      Number(lowZ - boxes[box + 5] <= margin) &
      Number((groups[2 * row] & mask) !== 0) &
      Number(row !== ignored);
  }
  if ((mask & SEES_SENSORS) !== 0) return count;
  // few rows are left: this takes less time than a test of all
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const row = rows[k];
    rows[kept] = row;
    kept += Number(sensors[row] === 0);
  }
  return kept;
}
