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

import { descend } from '../../kernels/tree/descend.ts';
import { startDescent } from '../../kernels/tree/startDescent.ts';
import type { Doubles, Flag, Int, Ints } from '../../language/lanes.ts';
import { FAT_STRIDE, LEAVES, LEVEL_BEGIN, PLANE_COUNT, TOP, WIDE_MARGIN, WIDTH } from '../../tables/treeWords.ts';
import { keepPairable } from '../candidates/pairable.ts';
import type { TreeColumns } from '../columns.ts';
import { pairWithPlanes } from '../planeGaps.ts';
import { type FindScratch, ITEM, MOST_ADDED, MOST_FOUND, MOST_GROUPS, PENDING } from './findScratch.ts';
import { isNearTo, type Target, targetAt } from './nearTo.ts';

/**
 * Finds pairs of leaves in level-1 nodes [state[ITEM], end) with leaves of these and later nodes, while there is room.
 * @returns the number of pairs; all are found when state[ITEM] is `end`
 */
export function findGroups(tree: TreeColumns, scratch: FindScratch, end: Int): Int {
  const state = scratch.state;
  const stack = scratch.stack;
  let group: Int = state[ITEM];
  let count: Int = 0;
  stack.height = state[PENDING];
  while (group < end && count + MOST_ADDED <= MOST_FOUND) {
    const before = count;
    if (stack.height === 0) {
      count = pairOwn(tree, scratch, group, count);
      // the root of a small tree is the node itself
      if (tree.words[TOP] > 1) startDescent(tree.words, stack);
    }
    const groups = searchGroup(tree, scratch, group);
    const near = gatherNear(tree, scratch, group, groups);
    count = pairGroup(tree, scratch, group, near, count);
    count = keepPairable(tree, scratch.found, before, count);
    if (stack.height === 0) group += 1;
  }
  state[ITEM] = group;
  state[PENDING] = stack.height;
  return count;
}

interface Search {
  readonly boxes: Doubles;
  readonly groups: Ints;
  /** Position of the first node of level 1. */
  readonly first: Int;
  readonly target: Target;
  count: Int;
}

/**
 * Writes the next level-1 nodes after node `group` that come within the margin of it to scratch.groups. @returns their
 * number
 */
function searchGroup(tree: TreeColumns, scratch: FindScratch, group: Int): Int {
  const boxes = tree.boxes;
  const first = tree.words[LEVEL_BEGIN + 1];
  const search: Search = {
    boxes,
    groups: scratch.groups,
    first,
    target: targetAt(boxes, FAT_STRIDE * (first + group), tree.reals[WIDE_MARGIN]),
    count: 0,
  };
  descend(tree.words, scratch.stack, search, 1, group + 1, hasRoom, isNearNode, addGroup);
  return search.count;
}

function hasRoom(search: Search): Flag {
  return search.count + WIDTH <= MOST_GROUPS;
}

function isNearNode(search: Search, box: Int): Int {
  return isNearTo(search.target, search.boxes, FAT_STRIDE * box);
}

function addGroup(search: Search, box: Int, near: Int): void {
  search.groups[search.count] = box - search.first;
  search.count += near;
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
  const leaves = words[LEAVES];
  const target = targetAt(boxes, FAT_STRIDE * (words[LEVEL_BEGIN + 1] + group), tree.reals[WIDE_MARGIN]);
  let next: Int = 0;
  for (let g: Int = 0; g < count; g++) {
    const first = WIDTH * groups[g];
    const last = Math.min(first + WIDTH, leaves);
    for (let k: Int = first; k < last; k++) {
      const at = FAT_STRIDE * k;
      const to = FAT_STRIDE * next;
      const isIn = isNearTo(target, boxes, at);
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
    const target = targetAt(boxes, FAT_STRIDE * place, margin);
    const row = order[place];
    for (let k: Int = 0; k < count; k++) {
      const other = rows[k];
      found[2 * next] = Math.min(row, other);
      found[2 * next + 1] = Math.max(row, other);
      next += isNearTo(target, near, FAT_STRIDE * k);
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
    const target = targetAt(boxes, own, margin);
    if (tree.words[PLANE_COUNT] > 0) next = pairWithPlanes(tree, found, boxes, own, row, next);
    for (let k: Int = place + 1; k < last; k++) {
      const other = order[k];
      found[2 * next] = Math.min(row, other);
      found[2 * next + 1] = Math.max(row, other);
      next += isNearTo(target, boxes, FAT_STRIDE * k);
    }
  }
  return next;
}
