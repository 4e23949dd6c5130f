/** The memory of one thread's searches of the tree: a stack, and arrays for the results. They grow and are kept. */

import { TreeStack } from '../kernels/tree/tables.ts';
import { CastSweep } from '../tables/castSweep.ts';

export interface BroadScratch {
  /** The current descent (kernels/tree/descend.ts). */
  readonly stack: TreeStack;
  /** Input of `findNear`: a box (min x y z, max x y z) and a margin (m). */
  readonly target: Float64Array;
  /** Rows of leaves near a box. */
  rows: Uint32Array;
  /** Of a shape that is cast. */
  readonly sweep: CastSweep;
  /** Results of a block of a search: rows. */
  found: Uint32Array;
}

/** @param sweep memory of `sweep`: that of the thread's wide kernel, if there is one */
export function createBroadScratch(sweep: CastSweep = new CastSweep()): BroadScratch {
  return {
    stack: new TreeStack(),
    target: new Float64Array(7),
    rows: new Uint32Array(256),
    sweep,
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
