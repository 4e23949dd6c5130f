/**
 * The first search of most queries: rows whose fat boxes come near a box.
 *
 *   reads   tree; scratch.target: the box (min x y z, max x y z) and the margin (m)
 *   writes  scratch.rows, in no order
 *   returns the number of rows
 */

import { startDescent } from '../../kernels/tree/startDescent.ts';
import { type TreeTable, WIDTH } from '../../tables/treeTable.ts';
import { type BroadScratch, growRows } from '../scratch.ts';
import { findBoxes } from './findBoxes.ts';

export function findNear(tree: TreeTable, scratch: BroadScratch): number {
  const { stack, target } = scratch;
  startDescent(tree.words, stack);
  for (let count = 0; ; growRows(scratch, count + WIDTH)) {
    count = findBoxes(tree, stack, target, 0, target, 6, scratch.rows, count, scratch.rows.length);
    if (stack.height === 0) return count;
  }
}
