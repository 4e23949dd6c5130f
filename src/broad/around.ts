/**
 * The colliders around a probe: those whose bounds come within a margin of its bounds.
 *
 *   reads   bounds of the probe and of the colliders, tree, groups; margin[0] (m): an argument would be allocated
 *   writes  scratch.rows, ascending; scratch.target
 *   returns the number of rows
 *
 * The margin is enlarged by more than the rounding of all bounds, so that no collider within the margin is missed.
 */
import { BOUNDS_STRIDE } from '../tables/boundsTable.ts';
import type { Frame } from '../tables/frame.ts';
import { sortRows } from './candidates/sortRows.ts';
import { keepNear } from './keepNear.ts';
import { type BroadScratch, growRows } from './scratch.ts';
import { findNear } from './tree/findNear.ts';
import { findPlanes, SLACK } from './unbounded.ts';

/** The wide kernel's search of the f32 tree. */
export interface WideNear {
  /** A box and a margin, as `BroadScratch.target`. */
  readonly nearNumbers: Float64Array;
  readonly foundRows: Int32Array;
  /** @returns the number of rows that may be near the box, or −1 if `foundRows` does not hold them */
  nearRows(): number;
}

/**
 * @param mask groups that the probe sees, and SEES_SENSORS
 * @param ignored a row that it does not see, or −1
 * @param wide the thread's wide kernel, if the f32 tree is made for this call
 */
export function findAround(
  { bounds, colliders, tree }: Frame,
  scratch: BroadScratch,
  row: number,
  margin: Float64Array,
  mask: number,
  ignored: number,
  wide?: WideNear,
): number {
  writeTarget(scratch.target, bounds.boxes, BOUNDS_STRIDE * row, margin);
  let found = wide ? findWide(scratch, wide) : -1;
  if (found < 0) found = findNear(tree, scratch);
  const near = findPlanes(tree, scratch, found, true);
  const count = keepNear(bounds.boxes, colliders, scratch, near, mask, ignored);
  sortRows(scratch.rows, 0, count, 32 - Math.clz32(colliders.capacity), scratch.stack.nodes);
  return count;
}

/** `findNear` down the f32 tree. @returns the number of rows, or −1 if they are too many */
function findWide(scratch: BroadScratch, wide: WideNear): number {
  const { nearNumbers, foundRows } = wide;
  nearNumbers.set(scratch.target);
  const count = wide.nearRows();
  if (scratch.rows.length < count) growRows(scratch, count);
  const { rows } = scratch;
  for (let k = 0; k < count; k++) rows[k] = foundRows[k];
  return count;
}

/** Writes the box at boxes[at] and the margin, enlarged. */
function writeTarget(target: Float64Array, boxes: Float64Array, at: number, margin: Float64Array): void {
  let reach = margin[0];
  for (let c = 0; c < 6; c++) {
    target[c] = boxes[at + c];
    reach += Math.abs(target[c]);
  }
  target[6] = margin[0] + SLACK * reach;
}
