/** What a pass of a query is: a function over a range of items, which all threads share. */
import type { Frame } from '../memory/frame.ts';
import type { Geometry, Scratch } from '../narrow/scalar/scratch.ts';
import type { PairTable } from '../pairs/pairTable.ts';
import type { BroadScratch } from './scratch.ts';

/** What one thread runs passes with. */
export interface PassTools {
  readonly frame: Frame;
  readonly geometry: Geometry;
  readonly scratch: Scratch;
  readonly search: BroadScratch;
}

/** A pure function of tables: a block of a dead worker is run again. */
export interface Pass {
  readonly name: string;
  /** Runs items [begin, end), block number `block` of the stage. @param pairs of the list that the query is about */
  run(tools: PassTools, block: number, begin: number, end: number, pairs: PairTable): void;
}

/** The number that a job calls a pass by (queries/passList.ts). */
export type PassNumbers = (pass: Pass) => number;
