/**
 * Fat boxes: bounds enlarged by room to move. The room follows from the motion of the body since its last fat box.
 *
 *   reads   bounds.boxes, tree.anchors, tree.reals[CALL], tree.words[ROOM, FOR_PAIRS]
 *   writes  tree.fat, tree.anchors, tree.outdated
 *
 * A call that needs the tree alone does not update candidates: it marks the rows whose fat boxes it changes as
 * outdated. The next call for pairs treats them as moved, and keeps their new boxes: another one, without motion since,
 * would have no room.
 *
 * A random walk moves √n times as far in n calls as in one: a body gets room for CALLS calls on every side. A side that
 * moves outward also gets room for AHEAD calls of straight motion; sides are separate, because the bounds of turning
 * bodies grow. Room is limited to a part of the size, so that a fat box has few more neighbors than the bounds. A body
 * that is too fast for this limit gets no room, since it would leave it at once.
 */

import type { ColliderTable } from '../../scene/colliderTable.ts';
import { BOUNDS_STRIDE, type BoundsTable } from '../bounds/boundsTable.ts';
import { isRefiltered } from '../candidates/pairable.ts';
import { ANCHOR_CALL, ANCHOR_STRIDE, CALL, FAT_STRIDE, FOR_PAIRS, ROOM, type TreeTable } from './treeTable.ts';

/** Room on each side, as parts of the mean extent: least, for a new body, and most. */
const LEAST = 0.01;
const FIRST = 0.03;
const MOST = 0.04;
/** Calls that a random walk should stay in its room. */
const CALLS = 12;
/** Calls of straight motion, and the most room for it as a part of the mean extent. */
const AHEAD = 8;
const MOST_AHEAD = 2;

/** Makes the fat boxes of rows [begin, end). */
export function fattenRows(tree: TreeTable, bounds: BoundsTable, begin: number, end: number): void {
  const { outdated, words } = tree;
  const forPairs = words[FOR_PAIRS] === 1;
  for (let row = begin; row < end; row++) {
    // without room, fat boxes equal the bounds
    if (words[ROOM] === 0 || !stillFits(tree, bounds, row)) fattenRow(tree, bounds, row);
    if (!forPairs) outdated[row] = 1;
  }
}

/**
 * Whether the fat box of `row` was renewed by a call without pairs, and still holds the bounds, in a call for pairs.
 */
export function stillFits({ fat, outdated, words }: TreeTable, { boxes }: BoundsTable, row: number): boolean {
  return words[FOR_PAIRS] === 1 && outdated[row] === 1 && isInside(fat, boxes, row);
}

/** Whether the bounds of `row` are in its fat box. NaN is inside nothing; only a half-space is in an infinite one. */
function isInside(fat: Float64Array, boxes: Float64Array, row: number): boolean {
  const at = FAT_STRIDE * row;
  return (
    boxes[at] >= fat[at] &&
    (fat[at] > -Infinity || boxes[at] === -Infinity) &&
    boxes[at + 1] >= fat[at + 1] &&
    boxes[at + 2] >= fat[at + 2] &&
    boxes[at + 3] <= fat[at + 3] &&
    boxes[at + 4] <= fat[at + 4] &&
    boxes[at + 5] <= fat[at + 5]
  );
}

/** Makes the fat box of one row; NaN or infinite if its bounds are. */
export function fattenRow({ fat, anchors, reals, words }: TreeTable, { boxes }: BoundsTable, row: number): void {
  const at = BOUNDS_STRIDE * row;
  const to = FAT_STRIDE * row;
  const anchor = ANCHOR_STRIDE * row;
  const lowX = boxes[at];
  const lowY = boxes[at + 1];
  const lowZ = boxes[at + 2];
  const highX = boxes[at + 3];
  const highY = boxes[at + 4];
  const highZ = boxes[at + 5];
  if (lowX === -Infinity) {
    fat.fill(-Infinity, to, to + 3);
    fat.fill(Infinity, to + 3, to + FAT_STRIDE);
    anchors[anchor + ANCHOR_CALL] = -1;
    return;
  }
  const size = (highX - lowX + (highY - lowY) + (highZ - lowZ)) / 3;
  const since = anchors[anchor + ANCHOR_CALL];
  const known = since >= 0 ? 1 : 0;
  const age = Math.max(1, reals[CALL] - since);
  // motion of each side, outward
  const outLowX = known === 1 ? anchors[anchor] - lowX : 0;
  const outLowY = known === 1 ? anchors[anchor + 1] - lowY : 0;
  const outLowZ = known === 1 ? anchors[anchor + 2] - lowZ : 0;
  const outHighX = known === 1 ? highX - anchors[anchor + 3] : 0;
  const outHighY = known === 1 ? highY - anchors[anchor + 4] : 0;
  const outHighZ = known === 1 ? highZ - anchors[anchor + 5] : 0;
  anchors[anchor] = lowX;
  anchors[anchor + 1] = lowY;
  anchors[anchor + 2] = lowZ;
  anchors[anchor + 3] = highX;
  anchors[anchor + 4] = highY;
  anchors[anchor + 5] = highZ;
  anchors[anchor + ANCHOR_CALL] = Number.isNaN(lowX) ? -1 : reals[CALL];
  const way = Math.max(
    Math.max(Math.abs(outLowX), Math.abs(outHighX)),
    Math.max(Math.abs(outLowY), Math.abs(outHighY)),
    Math.max(Math.abs(outLowZ), Math.abs(outHighZ)),
  );
  let room = known === 1 ? way * Math.sqrt(CALLS / age) : FIRST * size;
  room = Math.min(Math.max(room, LEAST * size), MOST * size);
  let ahead = AHEAD / age;
  if (way * ahead > MOST_AHEAD * size) ahead = (MOST_AHEAD * size) / way;
  // it would leave its fat box in less than two calls
  if (words[ROOM] === 0 || 2 * way > age * (MOST + MOST_AHEAD) * size) {
    room = 0;
    ahead = 0;
  }
  fat[to] = lowX - room - Math.max(0, ahead * outLowX);
  fat[to + 1] = lowY - room - Math.max(0, ahead * outLowY);
  fat[to + 2] = lowZ - room - Math.max(0, ahead * outLowZ);
  fat[to + 3] = highX + room + Math.max(0, ahead * outHighX);
  fat[to + 4] = highY + room + Math.max(0, ahead * outHighY);
  fat[to + 5] = highZ + room + Math.max(0, ahead * outHighZ);
}

/**
 * Finds the rows of [begin, end) whose place in the tree is wrong: out of their fat box, live but not in the tree, or
 * the reverse. For pairs also the rows with a changed filter, and the outdated ones. Their numbers go to
 * movedRows[begin …].
 * @returns their number
 */
export function findMoved(
  tree: TreeTable,
  { boxes }: BoundsTable,
  colliders: ColliderTable,
  begin: number,
  end: number,
): number {
  const { fat, movedRows, moved, outdated, words } = tree;
  const forPairs = words[FOR_PAIRS] === 1;
  let count = 0;
  for (let row = begin; row < end; row++) {
    const at = BOUNDS_STRIDE * row;
    const isThere = !(Number.isNaN(boxes[at]) && Number.isNaN(fat[at]));
    const isOut = isThere && !isInside(fat, boxes, row);
    const isMoved =
      isOut || (forPairs && (outdated[row] === 1 || (isThere && isRefiltered(tree, colliders, row) === 1)));
    moved[row] = isMoved ? 1 : 0;
    movedRows[begin + count] = row;
    count += isMoved ? 1 : 0;
  }
  return count;
}
