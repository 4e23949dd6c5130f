/**
 * Checks that searches can run on a tree over children: it has no circles, its runs hold every child once, and boxes
 * hold what is below them.
 */
import { fail } from '../errors.ts';
import { countOfRun, firstOfRun, MOST_DEPTH } from '../tables/meshWords.ts';
import { BELOW, CHILDREN, HIGH_BYTES, NODE_WORDS, OWN, WIDTH } from '../tables/rayTree.ts';

/** From a low number of a box in a node to the high one. */
export const HIGH_WORDS = HIGH_BYTES / 4;

/** Whether the box at `at` of a node holds the `count` children from `first` on. */
export type HoldsRun = (reals: Float32Array, at: number, first: number, count: number) => boolean;

/** What the check of a tree knows of its nodes and children. */
interface Seen {
  readonly words: Int32Array;
  readonly reals: Float32Array;
  /** Nodes from the root to each; 0: no parent yet. */
  readonly depths: Uint8Array;
  readonly isInRun: Uint8Array;
  readonly holdsRun: HoldsRun;
}

/** @throws QueryError that names the place */
export function checkTree(where: string, nodes: Uint32Array, children: number, holdsRun: HoldsRun): void {
  const { buffer, byteOffset, length } = nodes;
  const count = length / NODE_WORDS;
  const seen: Seen = {
    words: new Int32Array(buffer, byteOffset, length),
    reals: new Float32Array(buffer, byteOffset, length),
    depths: new Uint8Array(count),
    isInRun: new Uint8Array(children),
    holdsRun,
  };
  if (count === 0) fail(where, 'a tree', 'none');
  seen.depths[0] = 1;
  let inRuns = 0;
  for (let node = 0; node < count; node++) {
    const found = childrenBelow(seen, node);
    if (found < 0) fail(where, 'a sound tree', `another one at node ${node}`);
    inRuns += found;
  }
  if (inRuns !== children) fail(where, `a tree of ${children} children`, `one of ${inRuns}`);
}

/** The children in runs of a node; −1 if the node is not sound. A parent comes before its children. */
function childrenBelow(seen: Seen, node: number): number {
  const { words, depths } = seen;
  const begin = NODE_WORDS * node;
  const depth = depths[node];
  if (depth === 0 || depth > MOST_DEPTH || words[begin + BELOW] !== -1 || words[begin + OWN] !== -1 - node) return -1;
  if (words[begin + OWN + 1] !== 0 || words[begin + OWN + 2] !== 0) return -1;
  let found = 0;
  for (let child = 0; child < WIDTH; child++) {
    const number = words[begin + CHILDREN + child];
    if (number === 0) {
      if (child === 0 || !isEmpty(seen, begin + child)) return -1;
    } else if (number > 0) {
      if (number <= node || number >= depths.length || depths[number] !== 0) return -1;
      if (!holdsNode(seen, begin + child, NODE_WORDS * number)) return -1;
      depths[number] = depth + 1;
    } else {
      const first = firstOfRun(number);
      const count = countOfRun(number);
      if (!isNewRun(seen, first, count) || !isBounded(seen, begin + child)) return -1;
      if (!seen.holdsRun(seen.reals, begin + child, first, count)) return -1;
      found += count;
    }
  }
  return found;
}

function isEmpty({ reals }: Seen, at: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const low = at + WIDTH * axis;
    if (reals[low] !== Infinity || reals[low + HIGH_WORDS] !== -Infinity) return false;
  }
  return true;
}

/** Comparisons are false for NaN. */
function holdsNode({ reals }: Seen, at: number, node: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [reals[at + WIDTH * axis], reals[at + HIGH_WORDS + WIDTH * axis]];
    if (!(low > -Infinity && high < Infinity)) return false;
    for (let k = node + WIDTH * axis; k < node + WIDTH * axis + WIDTH; k++)
      if (!(low <= reals[k] && high >= reals[k + HIGH_WORDS])) return false;
  }
  return true;
}

/** Whether no other run has these children. */
function isNewRun({ isInRun }: Seen, first: number, count: number): boolean {
  if (first + count > isInRun.length) return false;
  for (let k = first; k < first + count; k++) if (isInRun[k]++ !== 0) return false;
  return true;
}

/** Whether a box is not empty, and finite. */
function isBounded({ reals }: Seen, at: number): boolean {
  for (let low = at; low < at + 3 * WIDTH; low += WIDTH)
    if (!(reals[low] > -Infinity && reals[low + HIGH_WORDS] < Infinity)) return false;
  return true;
}
