/**
 * The first search of most queries: rows whose fat boxes come near a box.
 *
 *   reads   tree; scratch.target: the box (min x y z, max x y z) and the margin (m)
 *   writes  scratch.rows, in no order
 *   returns the number of rows
 */
import { FAT_STRIDE, type TreeTable } from '../../tables/treeTable.ts';
import { type BroadScratch, growRows } from '../scratch.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, startDescent } from './descent.ts';

export function findNear(tree: TreeTable, scratch: BroadScratch): number {
  const { boxes, order } = tree;
  const { target, stack } = scratch;
  const lowX = target[0];
  const lowY = target[1];
  const lowZ = target[2];
  const highX = target[3];
  const highY = target[4];
  const highZ = target[5];
  const margin = target[6];
  let count = 0;
  let top = startDescent(tree.words, stack);
  do {
    const level = stack[LEVEL];
    const begin = stack[BEGIN];
    const end = stack[END];
    if (level === 0 && scratch.rows.length < count + (end - begin)) growRows(scratch, count + (end - begin));
    const { rows } = scratch;
    for (let k = begin; k < end; k++) {
      const box = FAT_STRIDE * k;
      // `isNear` written out, as in keepNear.ts
      const near =
        Number(boxes[box] - highX <= margin) &
        Number(lowX - boxes[box + 3] <= margin) &
        Number(boxes[box + 1] - highY <= margin) &
        Number(lowY - boxes[box + 4] <= margin) &
        Number(boxes[box + 2] - highZ <= margin) &
        Number(lowZ - boxes[box + 5] <= margin);
      if (level === 0) {
        rows[count] = order[k];
        count += near;
      } else {
        stack[top] = k;
        stack[top + 1] = level;
        top += NODE_WORDS * near;
      }
    }
    top = nextBoxes(tree.words, stack, top);
  } while (top > 0);
  return count;
}
