/**
 * The way down the tree of a shape with children, whose nodes are those of tables/rayTree.ts: run by run, of the boxes
 * below a node the nearest first. It stops and goes on. A visitor says where a box begins, in its own measure.
 *
 *   reads   the pool of nodes
 *   writes  the stack, of one thread
 *
 * Hosts and wasm compile this file. Rays in wasm go down with four children at a time (lanes/descend.ts).
 */
import type { Double, Floats, Int, Words } from '../../language/lanes.ts';
import { CHILDREN, HIGH_WORDS, NODE_WORDS, WIDTH } from '../../tables/rayTree.ts';
import type { Box } from './box.ts';
import type { RunStack } from './tables.ts';

/** The pool of nodes, as integers and as floats. */
export interface RunNodes {
  readonly nodes: Words;
  readonly reals: Floats;
}

/** Starts with the root. No box begins before 0. */
export function startRuns(stack: RunStack): void {
  stack.words[0] = 0;
  stack.begins[0] = 0;
  stack.height = 1;
}

/**
 * @param root the first word of the tree
 * @param limit what begins later is left out
 * @param beginOf where a box begins; NaN for one that is left out
 * @returns the word of the next run, which is below 0 (tables/meshWords.ts); 0: the search is over
 */
export function nextRun<Search>(
  pool: RunNodes,
  root: Int,
  stack: RunStack,
  search: Search,
  limit: Double,
  beginOf: (search: Search, box: Box) => Double,
): Int {
  const { nodes, reals } = pool;
  const { words, begins } = stack;
  let top: Int = stack.height;
  while (top > 0) {
    top -= 1;
    if (!(begins[top] <= limit)) continue;
    const word = words[top];
    if (word < 0) {
      stack.height = top;
      return word;
    }
    const node = root + NODE_WORDS * word;
    const first = top;
    for (let child: Int = 0; child < WIDTH; child++) {
      const begin = beginOf(search, childBox(reals, node + child));
      if (!(begin <= limit)) continue;
      let at: Int = top;
      while (at > first && begins[at - 1] < begin) {
        begins[at] = begins[at - 1];
        words[at] = words[at - 1];
        at -= 1;
      }
      begins[at] = begin;
      words[at] = nodes[node + CHILDREN + child] | 0;
      top += 1;
    }
  }
  stack.height = 0;
  return 0;
}

/** The box of a child. @param at of its low x */
function childBox(reals: Floats, at: Int): Box {
  return {
    lowX: Number(reals[at]),
    lowY: Number(reals[at + WIDTH]),
    lowZ: Number(reals[at + 2 * WIDTH]),
    highX: Number(reals[at + HIGH_WORDS]),
    highY: Number(reals[at + HIGH_WORDS + WIDTH]),
    highZ: Number(reals[at + HIGH_WORDS + 2 * WIDTH]),
  };
}
