import type { Int, Ints } from '../../language/lanes.ts';
import { LEVEL_BEGIN, TAIL_COUNT, TOP, WIDTH } from '../../tables/treeWords.ts';
import type { TreeStack } from './tables.ts';

/** Starts with the nodes of the tail, and the root. No box begins before 0. */
export function startDescent(words: Ints, stack: TreeStack): void {
  const root = words[TOP];
  let top: Int = 0;
  for (let k: Int = 0; k < words[TAIL_COUNT]; k += WIDTH) {
    stack.nodes[top] = -1 - k;
    stack.levels[top] = 1;
    stack.begins[top] = 0;
    top += 1;
  }
  // a tree without leaves has no root
  if (root !== 0) {
    stack.nodes[top] = words[LEVEL_BEGIN + root];
    stack.levels[top] = root;
    stack.begins[top] = 0;
    top += 1;
  }
  stack.height = top;
}
