/** A stage of a query, as the host describes it. */
import { MAX_STAGE_BLOCKS } from './programTable.ts';

/** Rows per block. Measured: docs/lab/threads.md. */
export const BLOCK_ROWS = 256;

export interface StageDescription {
  /** Number of a pass: builtInPasses.ts. */
  operation: number;
  rows: number;
  blockRows: number;
  /** Pairs that it is worth when workers are woken. */
  worth: number;
}

/** Rows per block for `rows` rows, so that a stage has no more blocks than can be counted. */
export function blockRowsFor(rows: number, wanted: number): number {
  return Math.max(wanted, Math.ceil(rows / MAX_STAGE_BLOCKS));
}
