/** The memory of one thread's searches of the tree: a stack, and arrays for the results. They grow and are kept. */
import { CastWay } from '../tables/castWay.ts';
import { TAIL } from '../tables/treeTable.ts';
import { STACK_WORDS } from './tree/descent.ts';

export interface BroadScratch {
  /** The current descent (tree/descent.ts). */
  readonly stack: Int32Array;
  /** Input of `findNear`: a box (min x y z, max x y z) and a margin (m). */
  readonly target: Float64Array;
  /** Rows of leaves near a box. */
  rows: Uint32Array;
  /** Way of a shape that is cast (kernels/casts/lanes), and boxes by their entries (queries/casts/seek.ts). */
  readonly way: CastWay;
  /** When the way enters a box. */
  entry: number;
  readonly entries: Float64Array;
  readonly places: Int32Array;
  /** Results of a block of a search: rows. */
  found: Uint32Array;
}

/** @param way memory of `way`: that of the thread's wide kernel, if there is one */
export function createBroadScratch(way: CastWay = new CastWay()): BroadScratch {
  return {
    stack: new Int32Array(STACK_WORDS),
    target: new Float64Array(7),
    rows: new Uint32Array(256),
    way,
    entry: Infinity,
    entries: new Float64Array(TAIL),
    places: new Int32Array(TAIL),
    found: new Uint32Array(1024),
  };
}

/** Makes room for `count` rows. */
export function growRows(scratch: BroadScratch, count: number): void {
  const { rows } = scratch;
  scratch.rows = new Uint32Array(Math.max(count, 2 * rows.length));
  scratch.rows.set(rows);
}

/** Makes room for `count` words. */
export function growFound(scratch: BroadScratch, count: number): void {
  const { found } = scratch;
  scratch.found = new Uint32Array(Math.max(count, 2 * found.length));
  scratch.found.set(found);
}
