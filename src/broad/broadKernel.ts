/**
 * What runs the passes of the broad phase on one thread: TypeScript (scalarBroad.ts), or the same sources in wasm
 * (wideBroad.ts), which are fast from the first call on. Both write the same bytes. The file of each pass has its
 * contract.
 */
import type { PairTable } from '../tables/pairTable.ts';
import type { RowBounder } from './bounds/bounds.ts';

/** Copies simplexes from column to column (candidates/copySimplexes.ts). */
export interface SimplexCopier {
  copySimplexes(from: Uint32Array, to: Uint32Array, carried: Int32Array, begin: number, end: number): void;
}

export interface BroadKernel extends SimplexCopier, RowBounder {
  /** ITEM and PENDING of the search (tree/findScratch.ts). */
  readonly state: Int32Array;

  // ---- passes of all threads
  findMoved(begin: number, end: number): number;
  fattenRows(begin: number, end: number): void;
  boxGroups(begin: number, end: number): void;
  findGroups(end: number): number;
  findMore(end: number): number;
  /** Copies the first `count` pairs that a search has found to word `at` of candidates.staging. */
  stage(at: number, count: number): void;
  mergeBlocks(begin: number, end: number): void;
  filterBlocks(begin: number, end: number): void;
  placeBlocks(pairs: PairTable, begin: number, end: number): void;
  findRows(pairs: PairTable, begin: number, end: number): void;

  // ---- work of the calling thread
  enterRows(begin: number, end: number): void;
  /** @param isPlaced 1 if the rows get places in the tree */
  moveRows(count: number, isPlaced: number): number;
  /** @returns 1 if the leaves are the rows with a finite fat box */
  isComplete(rows: number): number;
  orderTree(rows: number): void;
  measureSpread(): void;
  boxLevels(): void;
  /** Orders `count` staged pairs of ids below `idCount`: to candidates.fresh with 1, else to the side in use. */
  sortPairs(count: number, idCount: number, isFresh: number): void;
}
