/** A stage of a query, as the calling thread describes it. */
import { MAX_STAGE_BLOCKS } from './programTable.ts';

/** Rows per block. Measured: docs/lab/threads.md. */
export const BLOCK_ROWS = 256;

export interface StageDescription {
  /** Number of a pass: builtInPasses.ts. */
  operation: number;
  rows: number;
  blockRows: number;
  /** Work of the stage as a number of pairs: it decides how many workers wake. */
  worth: number;
}

/** Rows per block for `rows` rows: `wanted`, or more if the stage would have more than MAX_STAGE_BLOCKS blocks. */
export function blockRowsFor(rows: number, wanted: number): number {
  return Math.max(wanted, Math.ceil(rows / MAX_STAGE_BLOCKS));
}
