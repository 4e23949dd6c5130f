/**
 * The ways down the bounding tree in f64. Two, since they treat the test of a box differently:
 *
 *   descend       all boxes that are near, in no order. No branch depends on the test, because no processor predicts
 *                 it: each box is written to the stack, and the next one overwrites it unless it is near
 *   nextNearest   leaf by leaf, of the boxes below a node the nearest first. What a search does with a leaf may end it
 *                 earlier, so a box is sorted into the stack by where it begins, and waits there until it comes next or
 *                 is too far away
 *
 * Both stop and go on. What a search does with a box is a visitor, which the compilers put into the loop
 * (tools/lanes/README.md): a function argument would cost a call per box, and V8 allocates for the doubles of such a
 * call.
 *
 *   reads   the tree (broad/tree/treeTable.ts)
 *   writes  the stack, of one thread
 *
 * Host and wide kernel compile this file.
 */

import type { Double, Doubles, Flag, Int, Ints } from '../../language/lanes.ts';
import { FAT_STRIDE, LEAVES, LEVEL_BEGIN, LEVEL_COUNT, TAIL_COUNT, WIDTH, WIDTH_BITS } from '../../tables/treeWords.ts';
import type { TreeNodes, TreeStack } from './tables.ts';

/** The boxes below a node: positions [begin, end). */
interface Children {
  readonly begin: Int;
  readonly end: Int;
}

/** @param level of the children */
function childrenOf(words: Ints, node: Int, level: Int): Children {
  const first = words[LEVEL_BEGIN + level];
  const leaves = words[LEAVES];
  const isTail = node < 0;
  const begin = isTail ? leaves - 1 - node : first + WIDTH * (node - words[LEVEL_BEGIN + level + 1]);
  const last = isTail ? leaves + words[TAIL_COUNT] : first + words[LEVEL_COUNT + level];
  return { begin, end: Math.min(begin + WIDTH, last) };
}

/**
 * Goes on with a descent. It is over when the stack is empty.
 * @param bottom level of the boxes that are visited: 0 for leaves
 * @param from boxes before this number of that level are left out; the tail is not
 * @param hasRoom whether the search takes the boxes of one more node
 * @param isNear 1 if the box at a position is near, else 0
 * @param visit takes a box of level `bottom`, and whether it is near
 */
export function descend<Search>(
  words: Ints,
  stack: TreeStack,
  search: Search,
  bottom: Int,
  from: Int,
  hasRoom: (search: Search) => Flag,
  isNear: (search: Search, box: Int) => Int,
  visit: (search: Search, box: Int, near: Int) => void,
): void {
  const nodes = stack.nodes;
  const levels = stack.levels;
  let top: Int = stack.height;
  while (top > 0) {
    const goesOn = hasRoom(search);
    if (!goesOn) break;
    top -= 1;
    const node = nodes[top];
    const level = levels[top] - 1;
    const { begin, end } = childrenOf(words, node, level);
    const first = from === 0 ? 0 : words[LEVEL_BEGIN + level] + (from >> (WIDTH_BITS * (level - bottom)));
    for (let box: Int = Math.max(begin, first); box < end; box++) {
      const near = isNear(search, box);
      if (level === bottom) visit(search, box, near);
      else {
        nodes[top] = box;
        levels[top] = level;
        top += near;
      }
    }
  }
  stack.height = top;
}

/**
 * Goes on with a search for the nearest. Leaves count by the bounds of their rows, which are tighter than their boxes.
 * @param limit what begins later is left out
 * @param beginOf where the box at boxes[at] begins, that of a leaf or of a node; NaN for one that is left out
 * @returns the row of the next leaf, which begins at stack.begins[stack.height]; −1: the search is over
 */
export function nextNearest<Search>(
  tree: TreeNodes,
  bounds: Doubles,
  stack: TreeStack,
  search: Search,
  limit: Double,
  beginOf: (search: Search, boxes: Doubles, at: Int, isLeaf: Flag) => Double,
): Int {
  const { nodes, levels, begins } = stack;
  const { order, words } = tree;
  let top: Int = stack.height;
  while (top > 0) {
    top -= 1;
    if (!(begins[top] <= limit)) continue;
    const node = nodes[top];
    const level = levels[top] - 1;
    if (level < 0) {
      stack.height = top;
      return node;
    }
    const { begin, end } = childrenOf(words, node, level);
    const isLeaf = level === 0;
    const boxes = isLeaf ? bounds : tree.boxes;
    const first = top;
    for (let k: Int = begin; k < end; k++) {
      const own = isLeaf ? order[k] : k;
      const from = beginOf(search, boxes, FAT_STRIDE * own, isLeaf);
      if (!(from <= limit)) continue;
      let at: Int = top;
      while (at > first && begins[at - 1] < from) {
        begins[at] = begins[at - 1];
        nodes[at] = nodes[at - 1];
        at -= 1;
      }
      begins[at] = from;
      nodes[at] = own;
      levels[top] = level;
      top += 1;
    }
  }
  stack.height = 0;
  return -1;
}
