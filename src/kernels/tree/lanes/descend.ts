/**
 * The way down the f32 tree (rays/lanes/codes.ts), four children at a time, the nearest first: of rays, sweeps and
 * points. It stops and goes on.
 *
 * It is apart from that of the f64 tree (../descend.ts): a sorting network orders the four children, so no branch
 * depends on how many of them are near, or on their order. A child lies on the stack as one key, which a visitor makes
 * of where the child begins. What is done with a body is a visitor, too.
 */
import { type Flag, type Int, type IntColumn, type Ints, intsAt, type Table } from '../../../language/lanes.ts';
import { RAY_WORDS } from '../../../tables/kernelContext.ts';
import { CHILDREN, NODE_BYTES, ROOT, TAIL_BEGIN, TAIL_NODES } from '../../../tables/rayTree.ts';

/** The bits of a key that are the place of the child in its node. */
export const CHILD = 3;

/**
 * Pending children: 33 nodes to start with, then three for each of 20 levels; or those of a tree of children
 * (tables/meshWords.ts). A key has the order of the children; its two lowest bits are the child's place in its node.
 */
export interface WideStack extends Table<256> {
  readonly keys: IntColumn;
  /** Word BELOW of the node, or word OWN: then the word of the child says what it is. */
  readonly below: IntColumn;
  height: Int;
}

/** Starts with the root and the nodes of the tail. @param key not larger than that of any child */
export function startWide(context: Ints, stack: WideStack, key: Int): void {
  const words = intsAt(context[RAY_WORDS]);
  const keys = intsAt(stack.keys);
  const below = intsAt(stack.below);
  let top: Int = 0;
  if (words[ROOT] >= 0) {
    keys[0] = key;
    below[0] = words[ROOT];
    top = 1;
  }
  for (let k: Int = 0; k < words[TAIL_NODES]; k += 1) {
    keys[top] = key;
    below[top] = words[TAIL_BEGIN] + k;
    top += 1;
  }
  stack.height = top;
}

/** Starts with the root of a tree of children. No child begins before key 0. */
export function startWideRuns(stack: WideStack): void {
  intsAt(stack.keys)[0] = 0;
  intsAt(stack.below)[0] = 0;
  stack.height = 1;
}

/**
 * Goes on with a descent.
 * @param nodes byte address of the nodes
 * @param lastKeyOf no key of a child that is near enough is larger
 * @param open pushes the children of a node: from `top` on, the nearest last. It returns the new top
 * @param visit visits a body, or a run of children: whether the search stops there
 * @returns what it stops at, −1 − its word, or −1: the descent is over
 */
export function descendWide<Search>(
  nodes: Int,
  stack: WideStack,
  search: Search,
  lastKeyOf: (search: Search) => Int,
  open: (search: Search, node: Int, top: Int) => Int,
  visit: (search: Search, row: Int) => Flag,
): Int {
  const keys = intsAt(stack.keys);
  const stackBelow = intsAt(stack.below);
  let top = stack.height;
  while (top > 0) {
    top -= 1;
    const key = keys[top];
    const lastKey = lastKeyOf(search);
    if (key > lastKey) continue;
    const below = stackBelow[top];
    if (below >= 0) {
      top = open(search, nodes + NODE_BYTES * (below + (key & CHILD)), top);
      continue;
    }
    const word = intsAt(nodes + NODE_BYTES * (-1 - below))[CHILDREN + (key & CHILD)];
    if (word >= 0) {
      top = open(search, nodes + NODE_BYTES * word, top);
      continue;
    }
    const row = -1 - word;
    const isEnd = visit(search, row);
    if (isEnd) {
      stack.height = top;
      return row;
    }
  }
  stack.height = 0;
  return -1;
}
