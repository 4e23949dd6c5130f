/**
 * Finds candidates of the colliders that moved, one collider after the other. A pair of two moved rows is found from
 * the smaller id.
 *
 *   reads   tree; scratch.state
 *   writes  scratch.found, pairs (a, b) with a < b, in no order; scratch.state
 *
 * Host and wide kernel compile this file.
 */
import type { Int, Words } from '../../language/lanes.ts';
import { FAT_STRIDE, WIDE_MARGIN } from '../../tables/treeWords.ts';
import { keepPairable } from '../candidates/pairable.ts';
import type { TreeColumns } from '../columns.ts';
import { isNear } from '../near.ts';
import { isNearPlane, pairWithPlanes, planeOf } from '../planeGaps.ts';
import { BEGIN, END, LEVEL, NODE_WORDS, nextBoxes, startDescent } from './descent.ts';
import { type FindScratch, ITEM, MOST_ADDED, MOST_FOUND, PENDING } from './findScratch.ts';

/**
 * Finds pairs of rows movedRows[state[ITEM] … end), while there is room.
 * @returns the number of pairs; all are found when state[ITEM] is `end`
 */
export function findMore(tree: TreeColumns, scratch: FindScratch, end: Int): Int {
  const fat = tree.fat;
  const state = scratch.state;
  let item: Int = state[ITEM];
  let top: Int = state[PENDING];
  let count: Int = 0;
  while (item < end && count + MOST_ADDED <= MOST_FOUND) {
    const row = tree.movedRows[item];
    const own = FAT_STRIDE * row;
    if (Number.isNaN(fat[own])) {
      item += 1;
      continue;
    }
    const before = count;
    const plane = fat[own] === -Infinity ? planeOf(tree.planes, tree.words, row) : -1;
    if (top === 0) {
      if (plane < 0) {
        count = pairWithPlanes(tree, scratch.found, fat, own, row, count);
        count = keepOwn(tree, scratch.found, row, before, count);
      }
      top = startDescent(tree.words, scratch.stack);
    }
    if (plane < 0) count = searchNear(tree, scratch, row, top, count);
    else count = searchUnder(tree, scratch, row, plane, top, count);
    top = state[PENDING];
    count = keepPairable(tree, scratch.found, before, count);
    if (top === 0) item += 1;
  }
  state[ITEM] = item;
  state[PENDING] = top;
  return count;
}

/**
 * Writes pairs of `row` with the leaves near its fat box to found[2 at …], while there is room, and the stack position
 * of the next node to the state. @param from stack position of the node after the current boxes @returns the end of the
 * pairs
 */
function searchNear(tree: TreeColumns, scratch: FindScratch, row: Int, from: Int, at: Int): Int {
  const boxes = tree.boxes;
  const fat = tree.fat;
  const stack = scratch.stack;
  const margin = tree.reals[WIDE_MARGIN];
  const own = FAT_STRIDE * row;
  const lowX = fat[own];
  const lowY = fat[own + 1];
  const lowZ = fat[own + 2];
  const highX = fat[own + 3];
  const highY = fat[own + 4];
  const highZ = fat[own + 5];
  let next: Int = at;
  let top: Int = from;
  while (top > 0 && next + MOST_ADDED <= MOST_FOUND) {
    const level = stack[LEVEL];
    const end = stack[END];
    for (let k: Int = stack[BEGIN]; k < end; k++) {
      const near = isNear(boxes, FAT_STRIDE * k, lowX, lowY, lowZ, highX, highY, highZ, margin);
      if (level === 0) next = addPair(tree, scratch.found, row, k, near, next);
      else {
        stack[top] = k;
        stack[top + 1] = level;
        top += NODE_WORDS * near;
      }
    }
    top = nextBoxes(tree.words, stack, top);
  }
  scratch.state[PENDING] = top;
  return next;
}

/** `searchNear` for `row` without bounds, whose plane is `plane`: leaves whose boxes come within the margin of it. */
function searchUnder(tree: TreeColumns, scratch: FindScratch, row: Int, plane: Int, from: Int, at: Int): Int {
  const boxes = tree.boxes;
  const stack = scratch.stack;
  let next: Int = at;
  let top: Int = from;
  while (top > 0 && next + MOST_ADDED <= MOST_FOUND) {
    const level = stack[LEVEL];
    const end = stack[END];
    for (let k: Int = stack[BEGIN]; k < end; k++) {
      const near = isNearPlane(tree.planes, plane, boxes, FAT_STRIDE * k, tree.reals, WIDE_MARGIN);
      if (level === 0) next = addPair(tree, scratch.found, row, k, near, next);
      else {
        stack[top] = k;
        stack[top + 1] = level;
        top += NODE_WORDS * near;
      }
    }
    top = nextBoxes(tree.words, stack, top);
  }
  scratch.state[PENDING] = top;
  return next;
}

/**
 * Adds the pair of `row` and the leaf at `place`, if `near` is 1 and the leaf does not find the pair itself. @returns
 * the end of the pairs
 */
function addPair(tree: TreeColumns, found: Words, row: Int, place: Int, near: Int, at: Int): Int {
  const other = tree.order[place];
  found[2 * at] = Math.min(row, other);
  found[2 * at + 1] = Math.max(row, other);
  return at + (near & Number(other !== row) & (1 - (tree.moved[other] & Number(other < row))));
}

/** Of the pairs [begin, end) of `row`, keeps those that the other does not find itself. @returns the end of these */
function keepOwn(tree: TreeColumns, found: Words, row: Int, begin: Int, end: Int): Int {
  let next: Int = begin;
  for (let k: Int = begin; k < end; k++) {
    const a = found[2 * k];
    const b = found[2 * k + 1];
    found[2 * next] = a;
    found[2 * next + 1] = b;
    next += 1 - (tree.moved[a] & Number(a < row));
  }
  return next;
}
