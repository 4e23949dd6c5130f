/**
 * Finds candidates of the colliders that moved, one collider after the other. A pair of two moved rows is found from
 * the smaller id.
 *
 *   reads   tree; scratch.state
 *   writes  scratch.found, pairs (a, b) with a < b, in no order; scratch.state
 *
 * Host and wide kernel compile this file.
 */

import { descend } from '../../kernels/tree/descend.ts';
import { startDescent } from '../../kernels/tree/startDescent.ts';
import type { Doubles, Flag, Int, Words } from '../../language/lanes.ts';
import { FAT_STRIDE, WIDE_MARGIN, WIDTH } from '../../tables/treeWords.ts';
import { keepPairable } from '../candidates/pairable.ts';
import type { TreeColumns } from '../columns.ts';
import { isNearPlane, pairWithPlanes, planeOf } from '../planeGaps.ts';
import { findBoxes } from './findBoxes.ts';
import { type FindScratch, ITEM, MOST_ADDED, MOST_FOUND, MOST_NEAR, PENDING } from './findScratch.ts';

/**
 * Finds pairs of rows movedRows[state[ITEM] … end), while there is room.
 * @returns the number of pairs; all are found when state[ITEM] is `end`
 */
export function findMore(tree: TreeColumns, scratch: FindScratch, end: Int): Int {
  const fat = tree.fat;
  const state = scratch.state;
  const stack = scratch.stack;
  let item: Int = state[ITEM];
  let count: Int = 0;
  stack.height = state[PENDING];
  while (item < end && count + MOST_ADDED <= MOST_FOUND) {
    const row = tree.movedRows[item];
    const own = FAT_STRIDE * row;
    if (Number.isNaN(fat[own])) {
      item += 1;
      continue;
    }
    const before = count;
    const plane = fat[own] === -Infinity ? planeOf(tree.planes, tree.words, row) : -1;
    if (stack.height === 0) {
      if (plane < 0) {
        count = pairWithPlanes(tree, scratch.found, fat, own, row, count);
        count = keepOwn(tree, scratch.found, row, before, count);
      }
      startDescent(tree.words, stack);
    }
    while (stack.height > 0 && count + MOST_ADDED <= MOST_FOUND) {
      let near: Int = 0;
      if (plane >= 0) near = findUnder(tree, scratch, plane);
      else near = findBoxes(tree, stack, fat, own, tree.reals, WIDE_MARGIN, scratch.rows, 0, MOST_NEAR);
      count = addPairs(tree, scratch, row, near, count);
    }
    count = keepPairable(tree, scratch.found, before, count);
    if (stack.height === 0) item += 1;
  }
  state[ITEM] = item;
  state[PENDING] = stack.height;
  return count;
}

interface Search {
  readonly boxes: Doubles;
  readonly order: Words;
  readonly rows: Words;
  readonly planes: Doubles;
  readonly plane: Int;
  readonly reals: Doubles;
  count: Int;
}

/** Goes on with a descent: writes rows near a plane to scratch.rows. @returns their number */
function findUnder(tree: TreeColumns, scratch: FindScratch, plane: Int): Int {
  const { boxes, order, planes, reals } = tree;
  const search: Search = { boxes, order, rows: scratch.rows, planes, plane, reals, count: 0 };
  descend(tree.words, scratch.stack, search, 0, 0, hasRoom, isUnder, addRow);
  return search.count;
}

function hasRoom(search: Search): Flag {
  return search.count + WIDTH <= MOST_NEAR;
}

function isUnder(search: Search, box: Int): Int {
  return isNearPlane(search.planes, search.plane, search.boxes, FAT_STRIDE * box, search.reals, WIDE_MARGIN);
}

function addRow(search: Search, box: Int, near: Int): void {
  search.rows[search.count] = search.order[box];
  search.count += near;
}

/** Writes pairs of `row` with scratch.rows that these do not find themselves to found[2 at …]. @returns their end */
function addPairs(tree: TreeColumns, scratch: FindScratch, row: Int, count: Int, at: Int): Int {
  const { found, rows } = scratch;
  const moved = tree.moved;
  let next: Int = at;
  for (let k: Int = 0; k < count; k++) {
    const other = rows[k];
    found[2 * next] = Math.min(row, other);
    found[2 * next + 1] = Math.max(row, other);
    next += Number(other !== row) & (1 - (moved[other] & Number(other < row)));
  }
  return next;
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
