/**
 * All candidates anew: every pair of bodies whose fat boxes come within the wide margin, once.
 *
 *   reads   tree (no tail)
 *   writes  candidates.staging, pairs (a, b) with a < b from the cursor on, in no order; tree.foundCounts: how many, by block
 *
 * Bodies of one level-1 node are neighbours: they go down the tree together, past what comes before them in the order; those near
 * all of them are gathered, and each body compares itself with these.
 */
import type { CandidateTable } from '../candidates/candidateTable.ts';
import { keepPairable } from '../candidates/pairable.ts';
import { stagePairs } from '../candidates/stagePairs.ts';
import { type BroadScratch, growFound, growGroups, growNear, within } from '../scratch.ts';
import { FAT_STRIDE, LEAVES, LEVEL_BEGIN, LEVEL_COUNT, TOP, type TreeTable, WIDE_MARGIN, WIDTH } from './treeTable.ts';

/** Pairs of bodies in level-1 nodes [begin, end) with these and later ones. Counts them all; stores them while there is room. */
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
    // beyond the room pairs are only counted
    const at = total > room ? 0 : total;
    const count = pairGroup(tree, scratch, group, near, at);
    total += keepPairable(tree, scratch.found, at, count);
  }
  tree.foundCounts[block] = total;
  stagePairs(candidates, scratch.found, total);
}

/** Level-1 nodes behind node `group` that come within the margin of it, to scratch.groups. @returns how many */
function searchGroup({ boxes, words, reals }: TreeTable, scratch: BroadScratch, group: number): number {
  const { stack } = scratch;
  let { groups } = scratch;
  const margin = reals[WIDE_MARGIN];
  const own = FAT_STRIDE * (words[LEVEL_BEGIN + 1] + group);
  const lowX = boxes[own];
  const lowY = boxes[own + 1];
  const lowZ = boxes[own + 2];
  const highX = boxes[own + 3];
  const highY = boxes[own + 4];
  const highZ = boxes[own + 5];
  let count = 0;
  let top = 0;
  stack[top++] = words[TOP];
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const below = stack[--top] - 1;
    if (below < 1) break; // one node of level 1 in all
    const first = words[LEVEL_BEGIN + below];
    const last = Math.min(WIDTH * node + WIDTH, words[LEVEL_COUNT + below]);
    // of nodes a level below, the first that ends behind `group`
    const begin = Math.max(WIDTH * node, nodeOver(group + 1, below));
    if (below === 1 && count + WIDTH > groups.length) {
      growGroups(scratch);
      groups = scratch.groups;
    }
    for (let k = begin; k < last; k++) {
      const at = FAT_STRIDE * (first + k);
      const near =
        within(boxes[at] - highX, margin) &
        within(lowX - boxes[at + 3], margin) &
        within(boxes[at + 1] - highY, margin) &
        within(lowY - boxes[at + 4], margin) &
        within(boxes[at + 2] - highZ, margin) &
        within(lowZ - boxes[at + 5], margin);
      if (below === 1) {
        groups[count] = k;
        count += near;
      } else {
        stack[top] = below;
        stack[top + 1] = k;
        top += 2 * near;
      }
    }
  }
  return count;
}

/** Number of the node of `level` over node `group` of level 1. */
function nodeOver(group: number, level: number): number {
  let node = group;
  for (let l = 1; l < level; l++) node = Math.floor(node / WIDTH);
  return node;
}

/** Leaves of scratch.groups that come within the margin of node `group`, to scratch.near. @returns how many */
function gatherNear(
  { boxes, order, words, reals }: TreeTable,
  scratch: BroadScratch,
  group: number,
  count: number,
): number {
  if (scratch.nearRows.length < WIDTH * count) growNear(scratch, WIDTH * count);
  const { groups, near, nearRows } = scratch;
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
      const x = boxes[at];
      const y = boxes[at + 1];
      const z = boxes[at + 2];
      const endX = boxes[at + 3];
      const endY = boxes[at + 4];
      const endZ = boxes[at + 5];
      near[to] = x;
      near[to + 1] = y;
      near[to + 2] = z;
      near[to + 3] = endX;
      near[to + 4] = endY;
      near[to + 5] = endZ;
      nearRows[next] = order[k];
      next +=
        within(x - highX, margin) &
        within(lowX - endX, margin) &
        within(y - highY, margin) &
        within(lowY - endY, margin) &
        within(z - highZ, margin) &
        within(lowZ - endZ, margin);
    }
  }
  return next;
}

/** Pairs of the leaves of node `group` with each other and with scratch.near, to found[2 at …]. @returns how many */
function pairGroup(
  { boxes, order, words, reals }: TreeTable,
  scratch: BroadScratch,
  group: number,
  count: number,
  at: number,
): number {
  const wanted = 2 * (at + WIDTH * (count + WIDTH) + 1);
  if (scratch.found.length < wanted) growFound(scratch, wanted);
  const { found, near, nearRows } = scratch;
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
      const box = FAT_STRIDE * k;
      const other = order[k];
      found[next] = Math.min(row, other);
      found[next + 1] = Math.max(row, other);
      next +=
        2 *
        (within(boxes[box] - highX, margin) &
          within(lowX - boxes[box + 3], margin) &
          within(boxes[box + 1] - highY, margin) &
          within(lowY - boxes[box + 4], margin) &
          within(boxes[box + 2] - highZ, margin) &
          within(lowZ - boxes[box + 5], margin));
    }
    for (let k = 0; k < count; k++) {
      const box = FAT_STRIDE * k;
      const other = nearRows[k];
      found[next] = Math.min(row, other);
      found[next + 1] = Math.max(row, other);
      next +=
        2 *
        (within(near[box] - highX, margin) &
          within(lowX - near[box + 3], margin) &
          within(near[box + 1] - highY, margin) &
          within(lowY - near[box + 4], margin) &
          within(near[box + 2] - highZ, margin) &
          within(lowZ - near[box + 5], margin));
    }
  }
  return (next - 2 * at) / 2;
}
