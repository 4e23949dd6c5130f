/**
 * Finds all candidates anew: every pair of colliders whose fat boxes come within the wide margin, once. A pair with a
 * collider without bounds is found from the other one.
 *
 *   reads   tree (no tail); scratch.state
 *   writes  scratch.found, pairs (a, b) with a < b, in no order; scratch.state
 *
 * The leaves of one level-1 node are neighbors and descend the tree together, past all earlier nodes of the order.
 * Leaves near their node are gathered, and each leaf is tested against these.
 *
 * Host and wide kernel compile this file.
 */
import type { Int, Ints } from '../../language/lanes.ts';
import {
  FAT_STRIDE,
  LEAVES,
  LEVEL_BEGIN,
  PLANE_COUNT,
  WIDE_MARGIN,
  WIDTH,
  WIDTH_BITS,
} from '../../tables/treeWords.ts';
import { keepPairable } from '../candidates/pairable.ts';
import type { TreeColumns } from '../columns.ts';
import { isNear } from '../near.ts';
import { pairWithPlanes } from '../planeGaps.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, startDescent } from './descent.ts';
import { type FindScratch, ITEM, MOST_ADDED, MOST_FOUND, MOST_GROUPS, PENDING } from './findScratch.ts';

/** Nodes in scratch.groups: a word of the state. */
const GROUPS = 2;

/**
 * Finds pairs of leaves in level-1 nodes [state[ITEM], end) with leaves of these and later nodes, while there is room.
 * @returns the number of pairs; all are found when state[ITEM] is `end`
 */
export function findGroups(tree: TreeColumns, scratch: FindScratch, end: Int): Int {
  const state = scratch.state;
  let group: Int = state[ITEM];
  let top: Int = state[PENDING];
  let count: Int = 0;
  while (group < end && count + MOST_ADDED <= MOST_FOUND) {
    const before = count;
    if (top === 0) {
      count = pairOwn(tree, scratch, group, count);
      top = startDescent(tree.words, scratch.stack);
    }
    top = searchGroup(tree, scratch, group, top);
    const near = gatherNear(tree, scratch, group, state[GROUPS]);
    count = pairGroup(tree, scratch, group, near, count);
    count = keepPairable(tree, scratch.found, before, count);
    if (top === 0) group += 1;
  }
  state[ITEM] = group;
  state[PENDING] = top;
  return count;
}

/**
 * Writes the next level-1 nodes after node `group` that come within the margin of it to scratch.groups, and their
 * number to the state. @returns the stack position of the next node; 0 at the end
 */
function searchGroup(tree: TreeColumns, scratch: FindScratch, group: Int, from: Int): Int {
  const boxes = tree.boxes;
  const words = tree.words;
  const stack = scratch.stack;
  const groups = scratch.groups;
  const margin = tree.reals[WIDE_MARGIN];
  const leavesEnd = words[LEVEL_BEGIN + 1];
  const own = FAT_STRIDE * (leavesEnd + group);
  const lowX = boxes[own];
  const lowY = boxes[own + 1];
  const lowZ = boxes[own + 2];
  const highX = boxes[own + 3];
  const highY = boxes[own + 4];
  const highZ = boxes[own + 5];
  let count: Int = 0;
  let top: Int = from;
  while (top > 0 && count + WIDTH <= MOST_GROUPS) {
    // the tail is empty; the root of a small tree is the node itself
    top = nextBoxes(words, stack, top);
    const level = stack[LEVEL];
    if (top === 0 || level === 0) {
      top = 0;
      break;
    }
    const end = stack[END];
    for (let k: Int = Math.max(stack[BEGIN], positionOver(words, group + 1, level)); k < end; k++) {
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
  scratch.state[GROUPS] = count;
  return top;
}

/** Position of the node of `level` over node `group` of level 1. */
function positionOver(words: Ints, group: Int, level: Int): Int {
  return words[LEVEL_BEGIN + level] + (group >> (WIDTH_BITS * (level - 1)));
}

/**
 * Writes the leaves of scratch.groups that come within the margin of node `group` to scratch.rows and boxes. @returns
 * their number
 */
function gatherNear(tree: TreeColumns, scratch: FindScratch, group: Int, count: Int): Int {
  const boxes = tree.boxes;
  const order = tree.order;
  const words = tree.words;
  const groups = scratch.groups;
  const rows = scratch.rows;
  const near = scratch.boxes;
  const margin = tree.reals[WIDE_MARGIN];
  const leaves = words[LEAVES];
  const own = FAT_STRIDE * (words[LEVEL_BEGIN + 1] + group);
  const lowX = boxes[own];
  const lowY = boxes[own + 1];
  const lowZ = boxes[own + 2];
  const highX = boxes[own + 3];
  const highY = boxes[own + 4];
  const highZ = boxes[own + 5];
  let next: Int = 0;
  for (let g: Int = 0; g < count; g++) {
    const first = WIDTH * groups[g];
    const last = Math.min(first + WIDTH, leaves);
    for (let k: Int = first; k < last; k++) {
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

/** Writes pairs of the leaves of node `group` with scratch.rows to found[2 at …]. @returns the end of the pairs */
function pairGroup(tree: TreeColumns, scratch: FindScratch, group: Int, count: Int, at: Int): Int {
  const boxes = tree.boxes;
  const order = tree.order;
  const found = scratch.found;
  const near = scratch.boxes;
  const rows = scratch.rows;
  const margin = tree.reals[WIDE_MARGIN];
  const last = Math.min(WIDTH * group + WIDTH, tree.words[LEAVES]);
  let next: Int = at;
  for (let place: Int = WIDTH * group; place < last; place++) {
    const own = FAT_STRIDE * place;
    const lowX = boxes[own];
    const lowY = boxes[own + 1];
    const lowZ = boxes[own + 2];
    const highX = boxes[own + 3];
    const highY = boxes[own + 4];
    const highZ = boxes[own + 5];
    const row = order[place];
    for (let k: Int = 0; k < count; k++) {
      const other = rows[k];
      found[2 * next] = Math.min(row, other);
      found[2 * next + 1] = Math.max(row, other);
      next += isNear(near, FAT_STRIDE * k, lowX, lowY, lowZ, highX, highY, highZ, margin);
    }
  }
  return next;
}

/**
 * Writes pairs of the leaves of node `group` with each other and with planes to found[2 at …]. @returns the end of
 * the pairs
 */
function pairOwn(tree: TreeColumns, scratch: FindScratch, group: Int, at: Int): Int {
  const boxes = tree.boxes;
  const order = tree.order;
  const found = scratch.found;
  const margin = tree.reals[WIDE_MARGIN];
  const last = Math.min(WIDTH * group + WIDTH, tree.words[LEAVES]);
  let next: Int = at;
  for (let place: Int = WIDTH * group; place < last; place++) {
    const own = FAT_STRIDE * place;
    const row = order[place];
    if (tree.words[PLANE_COUNT] > 0) next = pairWithPlanes(tree, found, boxes, own, row, next);
    for (let k: Int = place + 1; k < last; k++) {
      const other = order[k];
      found[2 * next] = Math.min(row, other);
      found[2 * next + 1] = Math.max(row, other);
      next += isNear(
        boxes,
        FAT_STRIDE * k,
        boxes[own],
        boxes[own + 1],
        boxes[own + 2],
        boxes[own + 3],
        boxes[own + 4],
        boxes[own + 5],
        margin,
      );
    }
  }
  return next;
}
