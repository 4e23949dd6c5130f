/**
 * Boxes of a tree's nodes: all of them after the tree was ordered, or the ancestors of one leaf that moved.
 *
 *   reads   tree.order, fat, the header
 *   writes  tree.boxes; appends to the tail
 *
 * Host and wide kernel compile this file.
 */
import type { Double, Doubles, Flag, Int } from '../../language/lanes.ts';
import {
  FAT_STRIDE,
  FOR_PAIRS,
  LEAVES,
  LEVEL_BEGIN,
  LEVEL_COUNT,
  NOT_IN_TREE,
  SPREAD,
  TAIL,
  TAIL_COUNT,
  TOP,
  WIDTH,
  WIDTH_BITS,
} from '../../tables/treeWords.ts';
import { storeFilters } from '../candidates/pairable.ts';
import type { BoundsColumns, ColliderColumns, TreeColumns } from '../columns.ts';
import { fattenRow, stillFits } from './fatBoxes.ts';

/** Whether `row` has a place in the tree: its fat box is finite. NaN and the infinite box of a half-space are not. */
export function isBounded(fat: Doubles, row: Int): Flag {
  return fat[FAT_STRIDE * row] > -Infinity;
}

/** Writes the leaves and boxes of level-1 nodes [begin, end). */
export function boxGroups(tree: TreeColumns, begin: Int, end: Int): void {
  const boxes = tree.boxes;
  const fat = tree.fat;
  const last = Math.min(WIDTH * end, tree.words[LEAVES]);
  for (let place: Int = WIDTH * begin; place < last; place++) {
    const from = FAT_STRIDE * tree.order[place];
    const to = FAT_STRIDE * place;
    boxes[to] = fat[from];
    boxes[to + 1] = fat[from + 1];
    boxes[to + 2] = fat[from + 2];
    boxes[to + 3] = fat[from + 3];
    boxes[to + 4] = fat[from + 4];
    boxes[to + 5] = fat[from + 5];
  }
  boxNodes(tree, 1, begin, end);
}

/** Writes the boxes of nodes [begin, end) of `level` from the level below. */
function boxNodes(tree: TreeColumns, level: Int, begin: Int, end: Int): void {
  const boxes = tree.boxes;
  const words = tree.words;
  const first = words[LEVEL_BEGIN + level - 1];
  const count = words[LEVEL_COUNT + level - 1];
  for (let node: Int = begin; node < end; node++) {
    let lowX: Double = Infinity;
    let lowY: Double = Infinity;
    let lowZ: Double = Infinity;
    let highX: Double = -Infinity;
    let highY: Double = -Infinity;
    let highZ: Double = -Infinity;
    const last = Math.min(WIDTH * node + WIDTH, count);
    for (let k: Int = WIDTH * node; k < last; k++) {
      const at = FAT_STRIDE * (first + k);
      lowX = Math.min(lowX, boxes[at]);
      lowY = Math.min(lowY, boxes[at + 1]);
      lowZ = Math.min(lowZ, boxes[at + 2]);
      highX = Math.max(highX, boxes[at + 3]);
      highY = Math.max(highY, boxes[at + 4]);
      highZ = Math.max(highZ, boxes[at + 5]);
    }
    const to = FAT_STRIDE * (words[LEVEL_BEGIN + level] + node);
    boxes[to] = lowX;
    boxes[to + 1] = lowY;
    boxes[to + 2] = lowZ;
    boxes[to + 3] = highX;
    boxes[to + 4] = highY;
    boxes[to + 5] = highZ;
  }
}

/** Writes the boxes of all levels above the first. */
export function boxLevels(tree: TreeColumns): void {
  const words = tree.words;
  for (let level: Int = 2; level <= words[TOP]; level++) boxNodes(tree, level, 0, words[LEVEL_COUNT + level]);
}

/**
 * Writes the sum of the extents of all level-1 nodes (m) to reals[SPREAD]: it grows as neighbors in the order move
 * apart.
 */
export function measureSpread(tree: TreeColumns): void {
  const boxes = tree.boxes;
  const words = tree.words;
  const begin = FAT_STRIDE * words[LEVEL_BEGIN + 1];
  const end = words[TOP] === 0 ? begin : begin + FAT_STRIDE * words[LEVEL_COUNT + 1];
  let sum: Double = 0;
  for (let at: Int = begin; at < end; at += FAT_STRIDE) {
    sum += boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2]);
  }
  tree.reals[SPREAD] = sum;
}

/** Whether the leaves of the tree are exactly the rows with a finite fat box. */
export function isComplete(tree: TreeColumns, rows: Int): Flag {
  if (tree.words[TAIL_COUNT] > 0) return false;
  let count: Int = 0;
  for (let row: Int = 0; row < rows; row++) {
    const isThere = isBounded(tree.fat, row);
    if (isThere !== (tree.treeIndex[row] !== NOT_IN_TREE)) return false;
    count += Number(isThere);
  }
  return count === tree.words[LEAVES];
}

/**
 * Gives the `count` moved rows new fat boxes. They get their positions in the tree as well, until one has none.
 * @param isPlaced 1 if they get positions at all
 * @returns 1 if all have theirs
 */
export function moveRows(
  tree: TreeColumns,
  bounds: BoundsColumns,
  colliders: ColliderColumns,
  count: Int,
  isPlaced: Int,
): Int {
  const forPairs = tree.words[FOR_PAIRS] === 1;
  let placed: Int = isPlaced;
  for (let m: Int = 0; m < count; m++) {
    const row = tree.movedRows[m];
    const fits = stillFits(tree, bounds, row);
    if (!fits) fattenRow(tree, bounds, row);
    if (forPairs) storeFilters(tree, colliders, row, row + 1);
    else tree.outdated[row] = 1;
    if (placed === 1) placed = placeRow(tree, row);
  }
  return placed;
}

/**
 * Sets the leaf of `row` to its fat box, and enlarges its ancestors. A row that is not in the tree goes to the tail.
 * @returns 1 if there was room for it
 */
function placeRow(tree: TreeColumns, row: Int): Int {
  const boxes = tree.boxes;
  const fat = tree.fat;
  const words = tree.words;
  const from = FAT_STRIDE * row;
  const isIn = isBounded(fat, row);
  let place: Int = tree.treeIndex[row];
  if (place === NOT_IN_TREE) {
    if (!isIn) return 1;
    if (words[TAIL_COUNT] >= TAIL) return 0;
    place = words[LEAVES] + words[TAIL_COUNT];
    words[TAIL_COUNT]++;
    tree.treeIndex[row] = place;
    tree.order[place] = row;
  }
  const leaf = FAT_STRIDE * place;
  if (!isIn) {
    for (let c: Int = 0; c < 3; c++) {
      boxes[leaf + c] = Infinity;
      boxes[leaf + 3 + c] = -Infinity;
    }
    return 1;
  }
  for (let c: Int = 0; c < FAT_STRIDE; c++) boxes[leaf + c] = fat[from + c];
  if (place >= words[LEAVES]) return 1;
  for (let level: Int = 1; level <= words[TOP]; level++) {
    place = place >> WIDTH_BITS;
    const at = FAT_STRIDE * (words[LEVEL_BEGIN + level] + place);
    for (let c: Int = 0; c < 3; c++) {
      boxes[at + c] = Math.min(boxes[at + c], fat[from + c]);
      boxes[at + 3 + c] = Math.max(boxes[at + 3 + c], fat[from + 3 + c]);
    }
  }
  return 1;
}
