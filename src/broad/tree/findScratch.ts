/**
 * Scratch of one thread's search for candidates, of fixed size. A search stops when it is full, and goes on when the
 * caller has staged the pairs.
 *
 *   column  type   meaning
 *   stack          the current descent (kernels/tree/descend.ts)
 *   groups  i32    level-1 nodes near a node
 *   rows    u32    rows of leaves near a node
 *   boxes   f64×6  boxes of these
 *   found   u32×2  pairs
 *   state   i32    where the search goes on: ITEM, TOP
 *
 * Host and wide kernel compile this file.
 */
import type { TreeStack } from '../../kernels/tree/tables.ts';
import type { Doubles, Ints, Words } from '../../language/lanes.ts';

export interface FindScratch {
  readonly stack: TreeStack;
  readonly groups: Ints;
  readonly rows: Words;
  readonly boxes: Doubles;
  readonly found: Words;
  readonly state: Ints;
}

/** Level-1 nodes that are gathered at once, and the leaves in them. */
export const MOST_GROUPS = 64;
export const MOST_NEAR = 256;
/** Numbers of these boxes. */
export const NEAR_NUMBERS = 1536;
/** Pairs, and their words. */
export const MOST_FOUND = 4096;
export const FOUND_WORDS = 8192;
/** Pairs that one batch of nodes, a tail or all half-spaces may add: a search that has less room stops. */
export const MOST_ADDED = 1536;

// state
/** The item that is searched: a level-1 node, or an index of movedRows. */
export const ITEM = 0;
/** Height of the stack of its descent; 0: it is not begun. */
export const PENDING = 1;
/** Words of the state. */
export const STATE_WORDS = 4;
