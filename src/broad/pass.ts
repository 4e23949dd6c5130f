/** A pass: a function over a range of items, which all threads share. A stage of a query runs one. */
import type { Frame } from '../tables/frame.ts';
import type { BroadKernel } from './broadKernel.ts';

/** What the passes of the bounding tree use on one thread. */
export interface BroadTools {
  readonly frame: Frame;
  readonly broad: BroadKernel;
  /** Writes the bounds of rows [begin, end), colliders or probes. @returns the number of rows with an invalid pose */
  writeBounds(this: void, begin: number, end: number): number;
}

/** A pure function of tables: a block of a dead worker runs again. @typeParam Tools those of one thread */
export interface Pass<Tools = BroadTools> {
  readonly name: string;
  /** Runs items [begin, end), block number `block` of the stage. */
  readonly run: (tools: Tools, block: number, begin: number, end: number) => void;
}

/** The number of the first pass. */
export const FIRST_PASS = 1;

/** The number of a pass in the stages of a program: the same on all threads of an engine. */
export function passNumber({ passes }: Frame, pass: { readonly name: string }): number {
  const place = passes.indexOf(pass);
  if (place < 0) throw new Error(`passNumber: expected a pass of the engine's queries, got ${pass.name}`);
  return FIRST_PASS + place;
}

/** A pass over items, as a part of a query. */
export interface Stage {
  /** Number of its pass. */
  readonly pass: number;
  /** Items per block. */
  readonly blockRows: number;
  /** Prepares the pass. @returns its items; 0 skips the stage in this call */
  prepare(): number;
}

/** Work of the calling thread. @returns the stage to go back to, or nothing to continue */
export type Step = (() => void) | (() => Stage | undefined);
