/**
 * Finds all candidates anew: every pair of colliders whose fat boxes come within the wide margin, once. A pair with a
 * half-space is found from the other collider.
 *
 *   reads   tree (no tail)
 *   writes  candidates.staging, pairs (a, b) with a < b from the cursor on, in no order; tree.foundCounts, by block
 *
 * The leaves of one level-1 node are neighbors and descend the tree together, past all earlier nodes of the order.
 * Leaves near their node are gathered, and each leaf is tested against these.
 */
import type { CandidateTable } from '../candidates/candidateTable.ts';
import { keepPairable } from '../candidates/pairable.ts';
import { stagePairs } from '../candidates/stagePairs.ts';
import { isNear } from '../near.ts';
import { findPlanes } from '../planes.ts';
import { type BroadScratch, growBoxes, growFound, growGroups, growRows } from '../scratch.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, startDescent } from './descent.ts';
import { FAT_STRIDE, LEAVES, LEVEL_BEGIN, PLANE_COUNT, type TreeTable, WIDE_MARGIN, WIDTH } from './treeTable.ts';

/**
 * Finds pairs of leaves in level-1 nodes [begin, end) with leaves of these and later nodes. Counts all pairs; stores
 * them while there is room.
 */
export function findGroups(
  candidates: CandidateTable,
  tree: TreeTable,
  scratch: BroadScratch,
  block: number,
  begin: number,
  end: number,
): void {
  const room = candidates.staging.length >> 1;
  let total = 0;
  for (let group = begin; group < end; group++) {
    const near = gatherNear(tree, scratch, group, searchGroup(tree, scratch, group));
    // pairs that do not fit are only counted
    const at = total > room ? 0 : total;
    const count = pairPlanes(tree, scratch, group, at, pairGroup(tree, scratch, group, near, at));
    total += keepPairable(tree, scratch.found, at, count);
  }
  tree.foundCounts[block] = total;
  stagePairs(candidates, scratch.found, total);
}

/**
 * Writes the level-1 nodes after node `group` that come within the margin of it to scratch.groups. @returns their
 * number
 */
function searchGroup(tree: TreeTable, scratch: BroadScratch, group: number): number {
  const { boxes, words, reals } = tree;
  const { stack } = scratch;
  let { groups } = scratch;
  const margin = reals[WIDE_MARGIN];
  const leavesEnd = words[LEVEL_BEGIN + 1];
  const own = FAT_STRIDE * (leavesEnd + group);
  const lowX = boxes[own];
  const lowY = boxes[own + 1];
  const lowZ = boxes[own + 2];
  const highX = boxes[own + 3];
  const highY = boxes[own + 4];
  const highZ = boxes[own + 5];
  let count = 0;
  let top = startDescent(tree, stack);
  // the tail is empty; the root of a small tree is the node itself
  for (top = nextBoxes(tree, stack, top); top > 0; top = nextBoxes(tree, stack, top)) {
    const level = stack[LEVEL];
    if (level === 0) break;
    const end = stack[END];
    if (level === 1 && count + WIDTH > groups.length) {
      growGroups(scratch);
      groups = scratch.groups;
    }
    for (let k = Math.max(stack[BEGIN], positionOver(words, group + 1, level)); k < end; k++) {
      const near = isNear(boxes, FAT_STRIDE * k, lowX, lowY, lowZ, highX, highY, highZ, margin);
      if (level === 1) {
        groups[count] = k - leavesEnd;
        count += near;
      } else {
        stack[top] = k;
        stack[top + 1] = level;
        top += NODE_WORDS * near;
      }
    }
  }
  return count;
}

/** Position of the node of `level` over node `group` of level 1. */
function positionOver(words: Int32Array, group: number, level: number): number {
  let node = group;
  for (let l = 1; l < level; l++) node = Math.floor(node / WIDTH);
  return words[LEVEL_BEGIN + level] + node;
}

/**
 * Writes the leaves of scratch.groups that come within the margin of node `group` to scratch.rows and boxes. @returns
 * their number
 */
function gatherNear(
  { boxes, order, words, reals }: TreeTable,
  scratch: BroadScratch,
  group: number,
  count: number,
): number {
  if (scratch.rows.length < WIDTH * count) growRows(scratch, WIDTH * count);
  if (scratch.boxes.length < FAT_STRIDE * WIDTH * count) growBoxes(scratch, WIDTH * count);
  const { groups, rows, boxes: near } = scratch;
  const margin = reals[WIDE_MARGIN];
  const leaves = words[LEAVES];
  const own = FAT_STRIDE * (words[LEVEL_BEGIN + 1] + group);
  const lowX = boxes[own];
  const lowY = boxes[own + 1];
  const lowZ = boxes[own + 2];
  const highX = boxes[own + 3];
  const highY = boxes[own + 4];
  const highZ = boxes[own + 5];
  let next = 0;
  for (let g = 0; g < count; g++) {
    const first = WIDTH * groups[g];
    const last = Math.min(first + WIDTH, leaves);
    for (let k = first; k < last; k++) {
      const at = FAT_STRIDE * k;
      const to = FAT_STRIDE * next;
      const isIn = isNear(boxes, at, lowX, lowY, lowZ, highX, highY, highZ, margin);
      near[to] = boxes[at];
      near[to + 1] = boxes[at + 1];
      near[to + 2] = boxes[at + 2];
      near[to + 3] = boxes[at + 3];
      near[to + 4] = boxes[at + 4];
      near[to + 5] = boxes[at + 5];
      rows[next] = order[k];
      next += isIn;
    }
  }
  return next;
}

/**
 * Writes pairs of the leaves of node `group` with each other and with scratch.rows to found[2 at …]. @returns their
 * number
 */
function pairGroup(
  { boxes, order, words, reals }: TreeTable,
  scratch: BroadScratch,
  group: number,
  count: number,
  at: number,
): number {
  const wanted = 2 * (at + WIDTH * (count + WIDTH) + 1);
  if (scratch.found.length < wanted) growFound(scratch, wanted);
  const { found, boxes: near, rows } = scratch;
  const margin = reals[WIDE_MARGIN];
  const last = Math.min(WIDTH * group + WIDTH, words[LEAVES]);
  let next = 2 * at;
  for (let place = WIDTH * group; place < last; place++) {
    const own = FAT_STRIDE * place;
    const lowX = boxes[own];
    const lowY = boxes[own + 1];
    const lowZ = boxes[own + 2];
    const highX = boxes[own + 3];
    const highY = boxes[own + 4];
    const highZ = boxes[own + 5];
    const row = order[place];
    for (let k = place + 1; k < last; k++) {
      const other = order[k];
      found[next] = Math.min(row, other);
      found[next + 1] = Math.max(row, other);
      next += 2 * isNear(boxes, FAT_STRIDE * k, lowX, lowY, lowZ, highX, highY, highZ, margin);
    }
    for (let k = 0; k < count; k++) {
      const other = rows[k];
      found[next] = Math.min(row, other);
      found[next + 1] = Math.max(row, other);
      next += 2 * isNear(near, FAT_STRIDE * k, lowX, lowY, lowZ, highX, highY, highZ, margin);
    }
  }
  return (next - 2 * at) / 2;
}

/**
 * Writes pairs of the leaves of node `group` with half-spaces to found[2 (at + count) …]. @returns the number of pairs
 * from found[2 at] on
 */
function pairPlanes(tree: TreeTable, scratch: BroadScratch, group: number, at: number, count: number): number {
  const { boxes, order, words, reals } = tree;
  if (words[PLANE_COUNT] === 0) return count;
  const { target } = scratch;
  const last = Math.min(WIDTH * group + WIDTH, words[LEAVES]);
  let next = at + count;
  target[FAT_STRIDE] = reals[WIDE_MARGIN];
  for (let place = WIDTH * group; place < last; place++) {
    for (let c = 0; c < FAT_STRIDE; c++) target[c] = boxes[FAT_STRIDE * place + c];
    const near = findPlanes(tree, scratch, 0);
    if (scratch.found.length < 2 * (next + near)) growFound(scratch, 2 * (next + near));
    const { found, rows } = scratch;
    const row = order[place];
    for (let k = 0; k < near; k++) {
      found[2 * next] = Math.min(row, rows[k]);
      found[2 * next + 1] = Math.max(row, rows[k]);
      next++;
    }
  }
  return next - at;
}
