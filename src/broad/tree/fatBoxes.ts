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
 *
 * Host and wide kernel compile this file.
 */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import { BOUNDS_STRIDE } from '../../tables/boundsWords.ts';
import { ANCHOR_CALL, ANCHOR_STRIDE, CALL, FAT_STRIDE, FOR_PAIRS, NOT_IN_TREE, ROOM } from '../../tables/treeWords.ts';
import { isRefiltered, storeFilters } from '../candidates/pairable.ts';
import type { BoundsColumns, ColliderColumns, TreeColumns } from '../columns.ts';

/** Room on each side, as parts of the mean extent: least, for a new body, and most. */
const LEAST = 0.01;
const FIRST = 0.03;
const MOST = 0.04;
/** Calls that a random walk should stay in its room. */
const CALLS = 12;
/** Calls of straight motion, and the most room for it as a part of the mean extent. */
const AHEAD = 8;
const MOST_AHEAD = 2;

/** Not a number. */
const EMPTY = 0 / 0;

/** Enters rows [begin, end) without a fat box and a place in the tree. */
export function enterRows(tree: TreeColumns, begin: Int, end: Int): void {
  for (let k: Int = FAT_STRIDE * begin; k < FAT_STRIDE * end; k++) tree.fat[k] = EMPTY;
  for (let row: Int = begin; row < end; row++) {
    tree.anchors[ANCHOR_STRIDE * row + ANCHOR_CALL] = -1;
    tree.treeIndex[row] = NOT_IN_TREE;
    tree.outdated[row] = 0;
  }
}

/** Makes the fat boxes of rows [begin, end), and stores their filters. */
export function fattenRows(
  tree: TreeColumns,
  bounds: BoundsColumns,
  colliders: ColliderColumns,
  begin: Int,
  end: Int,
): void {
  const forPairs = tree.words[FOR_PAIRS] === 1;
  const hasRoom = tree.words[ROOM] !== 0;
  for (let row: Int = begin; row < end; row++) {
    // without room, fat boxes equal the bounds
    const fits = stillFits(tree, bounds, row);
    if (!hasRoom || !fits) fattenRow(tree, bounds, row);
    if (!forPairs) tree.outdated[row] = 1;
  }
  storeFilters(tree, colliders, begin, end);
}

/**
 * Whether the fat box of `row` was renewed by a call without pairs, and still holds the bounds, in a call for pairs.
 */
export function stillFits(tree: TreeColumns, bounds: BoundsColumns, row: Int): Flag {
  const inside = isInside(tree.fat, bounds.boxes, row);
  return tree.words[FOR_PAIRS] === 1 && tree.outdated[row] === 1 && inside === 1;
}

/** 1 if the bounds of `row` are in its fat box. NaN is inside nothing; only a half-space is in an infinite one. */
function isInside(fat: Doubles, boxes: Doubles, row: Int): Int {
  const at = FAT_STRIDE * row;
  return (
    Number(boxes[at] >= fat[at]) &
    Number(fat[at] > -Infinity || boxes[at] === -Infinity) &
    Number(boxes[at + 1] >= fat[at + 1]) &
    Number(boxes[at + 2] >= fat[at + 2]) &
    Number(boxes[at + 3] <= fat[at + 3]) &
    Number(boxes[at + 4] <= fat[at + 4]) &
    Number(boxes[at + 5] <= fat[at + 5])
  );
}

/** Makes the fat box of one row; NaN or infinite if its bounds are. */
export function fattenRow(tree: TreeColumns, bounds: BoundsColumns, row: Int): void {
  const fat = tree.fat;
  const anchors = tree.anchors;
  const boxes = bounds.boxes;
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
    for (let c: Int = 0; c < 3; c++) {
      fat[to + c] = -Infinity;
      fat[to + 3 + c] = Infinity;
    }
    anchors[anchor + ANCHOR_CALL] = -1;
    return;
  }
  const size = (highX - lowX + (highY - lowY) + (highZ - lowZ)) / 3;
  const since = anchors[anchor + ANCHOR_CALL];
  const isKnown = since >= 0;
  const age = Math.max(1, tree.reals[CALL] - since);
  // motion of each side, outward
  const outLowX = isKnown ? anchors[anchor] - lowX : 0;
  const outLowY = isKnown ? anchors[anchor + 1] - lowY : 0;
  const outLowZ = isKnown ? anchors[anchor + 2] - lowZ : 0;
  const outHighX = isKnown ? highX - anchors[anchor + 3] : 0;
  const outHighY = isKnown ? highY - anchors[anchor + 4] : 0;
  const outHighZ = isKnown ? highZ - anchors[anchor + 5] : 0;
  anchors[anchor] = lowX;
  anchors[anchor + 1] = lowY;
  anchors[anchor + 2] = lowZ;
  anchors[anchor + 3] = highX;
  anchors[anchor + 4] = highY;
  anchors[anchor + 5] = highZ;
  anchors[anchor + ANCHOR_CALL] = Number.isNaN(lowX) ? -1 : tree.reals[CALL];
  const displacementX = Math.max(Math.abs(outLowX), Math.abs(outHighX));
  const displacementY = Math.max(Math.abs(outLowY), Math.abs(outHighY));
  const displacementZ = Math.max(Math.abs(outLowZ), Math.abs(outHighZ));
  const displacement = Math.max(displacementX, Math.max(displacementY, displacementZ));
  let room: Double = isKnown ? displacement * Math.sqrt(CALLS / age) : FIRST * size;
  room = Math.min(Math.max(room, LEAST * size), MOST * size);
  let ahead: Double = AHEAD / age;
  if (displacement * ahead > MOST_AHEAD * size) ahead = (MOST_AHEAD * size) / displacement;
  // it would leave its fat box in less than two calls
  if (tree.words[ROOM] === 0 || 2 * displacement > age * (MOST + MOST_AHEAD) * size) {
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
  tree: TreeColumns,
  bounds: BoundsColumns,
  colliders: ColliderColumns,
  begin: Int,
  end: Int,
): Int {
  const boxes = bounds.boxes;
  const fat = tree.fat;
  const outdated = tree.outdated;
  const forPairs = Number(tree.words[FOR_PAIRS] === 1);
  let count: Int = 0;
  for (let row: Int = begin; row < end; row++) {
    const at = BOUNDS_STRIDE * row;
    const isThere = 1 - (Number(Number.isNaN(boxes[at])) & Number(Number.isNaN(fat[at])));
    const isOut = isThere & (1 - isInside(fat, boxes, row));
    const isMoved = isOut | (forPairs & (outdated[row] | (isThere & isRefiltered(tree, colliders, row))));
    tree.moved[row] = isMoved;
    tree.movedRows[begin + count] = row;
    count += isMoved;
  }
  return count;
}
