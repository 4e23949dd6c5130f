/**
 * Boxes of a tree's nodes: all of them after the tree was ordered, or the ancestors of one leaf that moved.
 *
 *   reads   tree.order, fat, the header
 *   writes  tree.boxes; appends to the tail
 */
import {
  FAT_STRIDE,
  isBounded,
  LEAVES,
  LEVEL_BEGIN,
  LEVEL_COUNT,
  NO_PLACE,
  SPREAD,
  TAIL,
  TAIL_COUNT,
  TOP,
  type TreeTable,
  WIDTH,
} from './treeTable.ts';

/** Writes the leaves and boxes of level-1 nodes [begin, end). */
export function boxGroups(tree: TreeTable, begin: number, end: number): void {
  const { boxes, fat, order, words } = tree;
  const last = Math.min(WIDTH * end, words[LEAVES]);
  for (let place = WIDTH * begin; place < last; place++) {
    const from = FAT_STRIDE * order[place];
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
function boxNodes({ boxes, words }: TreeTable, level: number, begin: number, end: number): void {
  const first = words[LEVEL_BEGIN + level - 1];
  const count = words[LEVEL_COUNT + level - 1];
  for (let node = begin; node < end; node++) {
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    const last = Math.min(WIDTH * node + WIDTH, count);
    for (let k = WIDTH * node; k < last; k++) {
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
export function boxLevels(tree: TreeTable): void {
  const { words } = tree;
  for (let level = 2; level <= words[TOP]; level++) boxNodes(tree, level, 0, words[LEVEL_COUNT + level]);
}

/**
 * Writes the sum of the extents of all level-1 nodes (m) to reals[SPREAD]: it grows as neighbors in the order move
 * apart.
 */
export function measureSpread({ boxes, words, reals }: TreeTable): void {
  const begin = FAT_STRIDE * words[LEVEL_BEGIN + 1];
  const end = words[TOP] === 0 ? begin : begin + FAT_STRIDE * words[LEVEL_COUNT + 1];
  let sum = 0;
  for (let at = begin; at < end; at += FAT_STRIDE) {
    sum += boxes[at + 3] - boxes[at] + (boxes[at + 4] - boxes[at + 1]) + (boxes[at + 5] - boxes[at + 2]);
  }
  reals[SPREAD] = sum;
}

/** Whether the leaves of the tree are exactly the rows with a finite fat box. */
export function isComplete({ fat, places, words }: TreeTable, rows: number): boolean {
  if (words[TAIL_COUNT] > 0) return false;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const isThere = isBounded(fat, row);
    if (isThere !== (places[row] !== NO_PLACE)) return false;
    count += isThere ? 1 : 0;
  }
  return count === words[LEAVES];
}

/**
 * Sets the leaf of `row` to its fat box, and enlarges its ancestors. A row that is not in the tree goes to the tail.
 * @returns whether there was room for it
 */
export function placeRow({ boxes, fat, order, places, words }: TreeTable, row: number): boolean {
  const from = FAT_STRIDE * row;
  let place = places[row];
  if (place === NO_PLACE) {
    if (!isBounded(fat, row)) return true;
    if (words[TAIL_COUNT] >= TAIL) return false;
    place = words[LEAVES] + words[TAIL_COUNT]++;
    places[row] = place;
    order[place] = row;
  }
  const leaf = FAT_STRIDE * place;
  if (!isBounded(fat, row)) {
    boxes.fill(Infinity, leaf, leaf + 3);
    boxes.fill(-Infinity, leaf + 3, leaf + 6);
    return true;
  }
  for (let c = 0; c < FAT_STRIDE; c++) boxes[leaf + c] = fat[from + c];
  if (place >= words[LEAVES]) return true;
  for (let level = 1; level <= words[TOP]; level++) {
    place = Math.floor(place / WIDTH);
    const at = FAT_STRIDE * (words[LEVEL_BEGIN + level] + place);
    for (let c = 0; c < 3; c++) {
      boxes[at + c] = Math.min(boxes[at + c], fat[from + c]);
      boxes[at + 3 + c] = Math.max(boxes[at + 3 + c], fat[from + 3 + c]);
    }
  }
  return true;
}
