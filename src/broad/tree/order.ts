/**
 * Orders a tree's leaves so that neighbors in the order are neighbors in space. First by size class, so that a few
 * large boxes do not enlarge every node. Within a class by halves at the median of the widest axis, which works for any
 * distribution of positions. Halves end where nodes end. Starts from the previous order, most of which stays valid in a
 * moving scene.
 *
 *   reads   tree.fat
 *   writes  tree.order, places, the header; spare, centers, classes as scratch
 */
import {
  CLASS_BEGIN,
  CLASSES,
  FAT_STRIDE,
  isBounded,
  LEAVES,
  layLevels,
  NO_PLACE,
  TAIL_COUNT,
  type TreeTable,
  WIDTH,
} from './treeTable.ts';

/** Binary digits of size per class. */
const CLASS_BITS = 3;
/** Offset of the binary exponents of sizes, so that they fit a byte. */
const ZERO_BITS = 128;

/** Orders all rows of [0, rows) that have a finite fat box. The caller then makes the boxes of the nodes. */
export function orderTree(tree: TreeTable, rows: number, stack: Int32Array): void {
  const count = collect(tree, rows);
  classify(tree, count);
  const { order, places, words } = tree;
  for (let c = 0; c < CLASSES; c++) halve(tree, words[CLASS_BEGIN + c], words[CLASS_BEGIN + c + 1], stack);
  for (let place = 0; place < count; place++) places[order[place]] = place;
  layLevels(tree, count);
}

/** Writes rows with a finite fat box to `spare`: in the previous order, then new ones. @returns their number */
function collect({ order, spare, places, fat, words }: TreeTable, rows: number): number {
  const before = words[LEAVES] + words[TAIL_COUNT];
  let count = 0;
  for (let place = 0; place < before; place++) {
    const row = order[place];
    if (row < rows && places[row] === place && isBounded(fat, row)) spare[count++] = row;
  }
  for (let row = 0; row < rows; row++) {
    if (!isBounded(fat, row)) places[row] = NO_PLACE;
    else if (places[row] === NO_PLACE) spare[count++] = row;
  }
  return count;
}

function sizeOf(fat: Float64Array, row: number): number {
  const at = FAT_STRIDE * row;
  return Math.max(fat[at + 3] - fat[at], fat[at + 4] - fat[at + 1], fat[at + 5] - fat[at + 2]);
}

/** Writes `spare` to `order` by class, a stable counting sort; also writes the centers. */
function classify({ fat, spare, classes, order, centerX, centerY, centerZ, words }: TreeTable, count: number): void {
  let least = Infinity;
  let most = 0;
  for (let k = 0; k < count; k++) {
    const size = sizeOf(fat, spare[k]);
    if (size < least) least = size;
    if (size > most) most = size;
  }
  words.fill(0, CLASS_BEGIN, CLASS_BEGIN + CLASSES + 1);
  if (most <= 2 ** CLASS_BITS * least) {
    classes.fill(0, 0, count);
    words[CLASS_BEGIN + 1] = count;
  } else {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const bits = Math.floor(Math.log2(sizeOf(fat, spare[k]))) + ZERO_BITS;
      classes[k] = Math.min(Math.max(bits, 0), 255);
      sum += classes[k];
    }
    const first = Math.round(sum / count) - Math.floor((CLASSES * CLASS_BITS) / 2);
    for (let k = 0; k < count; k++) {
      const c = Math.min(Math.max(Math.floor((classes[k] - first) / CLASS_BITS), 0), CLASSES - 1);
      classes[k] = c;
      words[CLASS_BEGIN + c + 1]++;
    }
  }
  for (let c = 0; c < CLASSES; c++) words[CLASS_BEGIN + c + 1] += words[CLASS_BEGIN + c];
  for (let k = 0; k < count; k++) {
    const row = spare[k];
    const place = words[CLASS_BEGIN + classes[k]]++;
    const at = FAT_STRIDE * row;
    order[place] = row;
    centerX[place] = 0.5 * (fat[at] + fat[at + 3]);
    centerY[place] = 0.5 * (fat[at + 1] + fat[at + 4]);
    centerZ[place] = 0.5 * (fat[at + 2] + fat[at + 5]);
  }
  // each entry is now the end of its class
  words.copyWithin(CLASS_BEGIN + 1, CLASS_BEGIN, CLASS_BEGIN + CLASSES);
  words[CLASS_BEGIN] = 0;
}

/** Orders positions [begin, end) by halves, down to nodes of level 1. `stack`: pending ranges. */
function halve(tree: TreeTable, begin: number, end: number, stack: Int32Array): void {
  let top = 0;
  stack[top++] = begin;
  stack[top++] = end;
  while (top > 0) {
    const to = stack[--top];
    const from = stack[--top];
    const middle = cut(from, to);
    if (middle < 0) continue;
    const keys = widest(tree, from, to);
    if (keys) select(tree, keys, from, to - 1, middle);
    // the smaller half comes first, so that the stack stays short
    const isFirst = middle - from < to - middle;
    stack[top++] = isFirst ? middle : from;
    stack[top++] = isFirst ? to : middle;
    stack[top++] = isFirst ? from : middle;
    stack[top++] = isFirst ? middle : to;
  }
}

/** The end of a largest possible node that is nearest to the middle of [begin, end); −1 if no node ends inside. */
function cut(begin: number, end: number): number {
  let unit = WIDTH;
  while (unit * WIDTH < end - begin) unit *= WIDTH;
  for (; unit >= WIDTH; unit /= WIDTH) {
    const middle = Math.round((begin + end) / 2 / unit) * unit;
    if (middle > begin && middle < end) return middle;
  }
  return -1;
}

/** Centers along the axis of largest spread; undefined if all are equal. */
function widest({ centerX, centerY, centerZ }: TreeTable, begin: number, end: number): Float64Array | undefined {
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let k = begin; k < end; k++) {
    const x = centerX[k];
    const y = centerY[k];
    const z = centerZ[k];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  const x = highX - lowX;
  const y = highY - lowY;
  const z = highZ - lowZ;
  if (x >= y && x >= z) return x > 0 ? centerX : undefined;
  return y >= z ? centerY : centerZ;
}

/** Moves the `middle − left` smallest keys of [left, right] before `middle` (Hoare's selection, median of three). */
function select(
  { order, centerX, centerY, centerZ }: TreeTable,
  keys: Float64Array,
  left: number,
  right: number,
  middle: number,
): void {
  while (right > left) {
    const a = keys[left];
    const b = keys[(left + right) >> 1];
    const c = keys[right];
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
    let i = left;
    let j = right;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i > j) break;
      const row = order[i];
      order[i] = order[j];
      order[j] = row;
      const x = centerX[i];
      centerX[i] = centerX[j];
      centerX[j] = x;
      const y = centerY[i];
      centerY[i] = centerY[j];
      centerY[j] = y;
      const z = centerZ[i];
      centerZ[i] = centerZ[j];
      centerZ[j] = z;
      i++;
      j--;
    }
    if (middle <= j) right = j;
    else if (middle >= i) left = i;
    else return;
  }
}
