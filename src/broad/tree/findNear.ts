/**
 * The first search of most queries: rows whose fat boxes come near a box.
 *
 *   reads   tree; scratch.target: the box (min x y z, max x y z) and the margin (m)
 *   writes  scratch.rows, in no order
 *   returns the number of rows
 */
import { isNear } from '../near.ts';
import { type BroadScratch, growRows } from '../scratch.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, startDescent } from './descent.ts';
import { FAT_STRIDE, type TreeTable } from './treeTable.ts';

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
      const near = isNear(boxes, FAT_STRIDE * k, lowX, lowY, lowZ, highX, highY, highZ, margin);
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
