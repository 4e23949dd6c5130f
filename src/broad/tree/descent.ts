/**
 * The descent of the tree, shared by all searches. A search tests boxes and takes its leaves; the descent gives the
 * next boxes.
 *
 *   let top = startDescent(tree.words, stack);
 *   do {
 *     const level = stack[LEVEL];
 *     for (let k = stack[BEGIN]; k < stack[END]; k++) {
 *       const near = 1 or 0, a test of the box at boxes[FAT_STRIDE * k];
 *       if (level === 0) take row order[k] if it is near;
 *       else {
 *         stack[top] = k;
 *         stack[top + 1] = level;
 *         top += NODE_WORDS * near;
 *       }
 *     }
 *     top = nextBoxes(tree.words, stack, top);
 *   } while (top > 0);
 *
 * The test is code of the search. As a function argument it would cost a call per box, and V8 allocates for the doubles
 * of such a call. The node that was pushed last is visited first: a search for the nearest leaf pushes the nearest node
 * last.
 *
 * Host and wide kernel compile this file.
 *
 *   reads   tree.words
 *   writes  stack, of one thread: a header, then the pending nodes, each as its position in `boxes` and its level
 */
import type { Int, Ints } from '../../language/lanes.ts';
import { LEAVES, LEVEL_BEGIN, LEVEL_COUNT, TAIL_COUNT, TOP, WIDTH } from '../../tables/treeWords.ts';

/** Level of the current boxes; 0: leaves. */
export const LEVEL = 0;
/** Positions of the current boxes: half-open. */
export const BEGIN = 1;
export const END = 2;
const NODES = 3;
/** Words per node. */
export const NODE_WORDS = 2;
/** Words of a stack: a descent pushes at most WIDTH nodes per level, of at most 20 levels. */
export const STACK_WORDS = NODES + NODE_WORDS * WIDTH * 20;

/**
 * Starts at the tail, which is searched like a wide node without a box; the root is next. @returns the stack position
 * of the next node
 */
export function startDescent(words: Ints, stack: Ints): Int {
  const root = words[TOP];
  stack[LEVEL] = 0;
  stack[BEGIN] = words[LEAVES];
  stack[END] = words[LEAVES] + words[TAIL_COUNT];
  // a tree without leaves has no root
  if (root === 0) return NODES;
  stack[NODES] = words[LEVEL_BEGIN + root];
  stack[NODES + 1] = root;
  return NODES + NODE_WORDS;
}

/**
 * Moves to the boxes below the node that was pushed last. @returns the stack position of the next node; 0 at the end
 */
export function nextBoxes(words: Ints, stack: Ints, top: Int): Int {
  const node = top - NODE_WORDS;
  if (node < NODES) return 0;
  const level = stack[node + 1];
  const first = words[LEVEL_BEGIN + level - 1];
  const begin = first + WIDTH * (stack[node] - words[LEVEL_BEGIN + level]);
  stack[LEVEL] = level - 1;
  stack[BEGIN] = begin;
  stack[END] = Math.min(begin + WIDTH, first + words[LEVEL_COUNT + level - 1]);
  return node;
}
