/**
 * Orders a tree's leaves so that neighbors in the order are neighbors in space. First by size class, so that a few
 * large boxes do not enlarge every node. Within a class by halves at the median of the widest axis, which works for any
 * distribution of positions. Halves end where nodes end. Starts from the previous order, most of which stays valid in a
 * moving scene.
 *
 *   reads   tree.fat
 *   writes  tree.order, treeIndex, the header; spare, centers, classes as scratch
 *
 * Host and wide kernel compile this file.
 */
import type { Double, Doubles, Int, Ints } from '../../language/lanes.ts';
import {
  CLASS_BEGIN,
  CLASSES,
  FAT_STRIDE,
  LEAVES,
  NOT_IN_TREE,
  TAIL_COUNT,
  WIDTH_BITS,
} from '../../tables/treeWords.ts';
import type { TreeColumns } from '../columns.ts';
import { layLevels } from './levels.ts';
import { isBounded } from './nodes.ts';

/** Binary digits of size per class, and the largest ratio of sizes in one. */
const CLASS_BITS = 3;
const CLASS_RATIO = 8;
/** Most binary exponents of sizes, in each direction, so that they fit a byte. */
const MOST_BITS = 127;

/** Orders all rows of [0, rows) that have a finite fat box. The caller then makes the boxes of the nodes. */
export function orderTree(tree: TreeColumns, rows: Int, stack: Ints): void {
  const count = collect(tree, rows);
  classify(tree, count);
  const words = tree.words;
  for (let c: Int = 0; c < CLASSES; c++) halve(tree, words[CLASS_BEGIN + c], words[CLASS_BEGIN + c + 1], stack);
  for (let place: Int = 0; place < count; place++) tree.treeIndex[tree.order[place]] = place;
  layLevels(tree, count);
}

/** Writes rows with a finite fat box to `spare`: in the previous order, then new ones. @returns their number */
function collect(tree: TreeColumns, rows: Int): Int {
  const fat = tree.fat;
  const treeIndex = tree.treeIndex;
  const spare = tree.spare;
  const before = tree.words[LEAVES] + tree.words[TAIL_COUNT];
  let count: Int = 0;
  for (let place: Int = 0; place < before; place++) {
    const row = tree.order[place];
    if (row < rows && treeIndex[row] === place && isBounded(fat, row)) {
      spare[count] = row;
      count++;
    }
  }
  for (let row: Int = 0; row < rows; row++) {
    const isIn = isBounded(fat, row);
    if (!isIn) treeIndex[row] = NOT_IN_TREE;
    else if (treeIndex[row] === NOT_IN_TREE) {
      spare[count] = row;
      count++;
    }
  }
  return count;
}

function sizeOf(fat: Doubles, row: Int): Double {
  const at = FAT_STRIDE * row;
  return Math.max(Math.max(fat[at + 3] - fat[at], fat[at + 4] - fat[at + 1]), fat[at + 5] - fat[at + 2]);
}

/** The binary exponent of a size, within ±MOST_BITS. */
function bitsOfSize(size: Double): Int {
  let rest: Double = size;
  let bits: Int = 0;
  while (rest >= 2 && bits < MOST_BITS) {
    rest = 0.5 * rest;
    bits++;
  }
  while (rest < 1 && bits > -MOST_BITS) {
    rest = 2 * rest;
    bits--;
  }
  return bits;
}

/** Writes `spare` to `order` by class, a stable counting sort; also writes the centers. */
function classify(tree: TreeColumns, count: Int): void {
  const fat = tree.fat;
  const spare = tree.spare;
  const classes = tree.classes;
  const words = tree.words;
  let least: Double = Infinity;
  let most: Double = 0;
  for (let k: Int = 0; k < count; k++) {
    const size = sizeOf(fat, spare[k]);
    if (size < least) least = size;
    if (size > most) most = size;
  }
  for (let c: Int = 0; c <= CLASSES; c++) words[CLASS_BEGIN + c] = 0;
  if (most <= CLASS_RATIO * least) {
    for (let k: Int = 0; k < count; k++) classes[k] = 0;
    words[CLASS_BEGIN + 1] = count;
  } else splitClasses(tree, count);
  for (let c: Int = 0; c < CLASSES; c++) words[CLASS_BEGIN + c + 1] += words[CLASS_BEGIN + c];
  for (let k: Int = 0; k < count; k++) {
    const row = spare[k];
    const own = CLASS_BEGIN + classes[k];
    const place = words[own];
    const at = FAT_STRIDE * row;
    words[own] = place + 1;
    tree.order[place] = row;
    tree.centerX[place] = 0.5 * (fat[at] + fat[at + 3]);
    tree.centerY[place] = 0.5 * (fat[at + 1] + fat[at + 4]);
    tree.centerZ[place] = 0.5 * (fat[at + 2] + fat[at + 5]);
  }
  // each entry is now the end of its class
  for (let c: Int = CLASSES; c > 0; c--) words[CLASS_BEGIN + c] = words[CLASS_BEGIN + c - 1];
  words[CLASS_BEGIN] = 0;
}

/** Writes the classes of `spare`, around the mean exponent of sizes; counts them in the words after their begins. */
function splitClasses(tree: TreeColumns, count: Int): void {
  const classes = tree.classes;
  let sum: Double = 0;
  for (let k: Int = 0; k < count; k++) {
    const bits = bitsOfSize(sizeOf(tree.fat, tree.spare[k]));
    classes[k] = bits + MOST_BITS;
    sum += Number(bits);
  }
  // the mean is in the middle class
  const first = Math.floor(sum / Number(count) + 0.5) - (CLASSES * CLASS_BITS) / 2;
  for (let k: Int = 0; k < count; k++) {
    const bits = Number(classes[k] - MOST_BITS);
    const c = Math.min(Math.max(Math.trunc(Math.floor((bits - first) / CLASS_BITS)), 0), CLASSES - 1);
    classes[k] = c;
    tree.words[CLASS_BEGIN + c + 1]++;
  }
}
/** Orders positions [begin, end) by halves, down to nodes of level 1. `stack`: pending ranges. */
function halve(tree: TreeColumns, begin: Int, end: Int, stack: Ints): void {
  stack[0] = begin;
  stack[1] = end;
  let top: Int = 2;
  while (top > 0) {
    top -= 2;
    const from = stack[top];
    const to = stack[top + 1];
    const middle = cut(from, to);
    if (middle < 0) continue;
    const axis = widest(tree, from, to);
    if (axis === X) select(tree, tree.centerX, from, to - 1, middle);
    else if (axis === Y) select(tree, tree.centerY, from, to - 1, middle);
    else if (axis === Z) select(tree, tree.centerZ, from, to - 1, middle);
    // the smaller half comes first, so that the stack stays short
    const isFirst = middle - from < to - middle;
    stack[top] = isFirst ? middle : from;
    stack[top + 1] = isFirst ? to : middle;
    stack[top + 2] = isFirst ? from : middle;
    stack[top + 3] = isFirst ? middle : to;
    top += 4;
  }
}

/** The end of a largest possible node that is nearest to the middle of [begin, end); −1 if no node ends inside. */
function cut(begin: Int, end: Int): Int {
  let bits: Int = WIDTH_BITS;
  while ((end - begin - 1) >> (bits + WIDTH_BITS) > 0) bits += WIDTH_BITS;
  for (; bits >= WIDTH_BITS; bits -= WIDTH_BITS) {
    // rounded to the nearest, halves up
    const middle = ((((begin + end) >> bits) + 1) >> 1) << bits;
    if (middle > begin && middle < end) return middle;
  }
  return -1;
}

const NO_AXIS: Int = -1;
const X: Int = 0;
const Y: Int = 1;
const Z: Int = 2;

/** The axis of largest spread of the centers; NO_AXIS if all are equal. */
function widest(tree: TreeColumns, begin: Int, end: Int): Int {
  const centerX = tree.centerX;
  const centerY = tree.centerY;
  const centerZ = tree.centerZ;
  let lowX: Double = Infinity;
  let lowY: Double = Infinity;
  let lowZ: Double = Infinity;
  let highX: Double = -Infinity;
  let highY: Double = -Infinity;
  let highZ: Double = -Infinity;
  for (let k: Int = begin; k < end; k++) {
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
  if (x >= y && x >= z) return x > 0 ? X : NO_AXIS;
  return y >= z ? Y : Z;
}

/** Moves the `middle − left` smallest keys of [left, right] before `middle` (Hoare's selection, median of three). */
function select(tree: TreeColumns, keys: Doubles, left: Int, right: Int, middle: Int): void {
  let from: Int = left;
  let to: Int = right;
  while (to > from) {
    const a = keys[from];
    const b = keys[(from + to) >> 1];
    const c = keys[to];
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
    let i: Int = from;
    let j: Int = to;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i > j) break;
      swapPlaces(tree, i, j);
      i++;
      j--;
    }
    if (middle <= j) to = j;
    else if (middle >= i) from = i;
    else return;
  }
}

/** Exchanges two positions of the order. */
function swapPlaces(tree: TreeColumns, i: Int, j: Int): void {
  const order = tree.order;
  const centerX = tree.centerX;
  const centerY = tree.centerY;
  const centerZ = tree.centerZ;
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
}
