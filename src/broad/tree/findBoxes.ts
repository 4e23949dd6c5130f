/** Rows whose fat boxes come near a box. Hosts run it as `tools/hostModules.ts` makes it. */

import { descend } from '../../kernels/tree/descend.ts';
import type { TreeStack } from '../../kernels/tree/tables.ts';
import type { Doubles, Flag, Int, Words } from '../../language/lanes.ts';
import { FAT_STRIDE, WIDTH } from '../../tables/treeWords.ts';
import type { TreeColumns } from '../columns.ts';
import { isNearTo, type Target, targetAt } from './nearTo.ts';

interface Search {
  readonly boxes: Doubles;
  readonly order: Words;
  readonly rows: Words;
  readonly room: Int;
  readonly target: Target;
  count: Int;
}

/**
 * Goes on with a descent, while there is room.
 * @param boxes has the box at `at` @param margins has the margin at `m` (m)
 * @param rows has `room` elements, of which `count` are rows
 * @returns the number of rows; these are all if the stack is empty
 */
export function findBoxes(
  tree: TreeColumns,
  stack: TreeStack,
  boxes: Doubles,
  at: Int,
  margins: Doubles,
  m: Int,
  rows: Words,
  count: Int,
  room: Int,
): Int {
  const target = targetAt(boxes, at, margins[m]);
  const search: Search = { boxes: tree.boxes, order: tree.order, rows, room, target, count };
  descend(tree.words, stack, search, 0, 0, hasRoom, isNearBox, addRow);
  return search.count;
}

function hasRoom(search: Search): Flag {
  return search.count + WIDTH <= search.room;
}

function isNearBox(search: Search, box: Int): Int {
  return isNearTo(search.target, search.boxes, FAT_STRIDE * box);
}

function addRow(search: Search, box: Int, near: Int): void {
  search.rows[search.count] = search.order[box];
  search.count += near;
}
