/** A stage of a query, as the calling thread describes it. */
import { MAX_STAGE_BLOCKS } from '../tables/programTable.ts';

/** Rows per block. Measured: docs/lab/threads.md. */
export const BLOCK_ROWS = 256;

/** Work from which workers take part, as a multiple of the work for which one wakes. Measured: docs/lab/threads.md. */
const LEAST_SHARES = 2;

/** More workers than any engine has. */
const ALL = 2 ** 20;

export interface StageDescription {
  /** Number of a pass: queries/builtInPasses.ts. */
  pass: number;
  rows: number;
  blockRows: number;
  /** Work of the stage as a number of pairs: it decides how many workers wake. */
  worth: number;
}

/** Rows per block for `rows` rows: `wanted`, or more if the stage would have more than MAX_STAGE_BLOCKS blocks. */
export function blockRowsFor(rows: number, wanted: number): number {
  return Math.max(wanted, Math.ceil(rows / MAX_STAGE_BLOCKS));
}

/**
 * Workers that wake for a work.
 * @param worth the work, as a number of pairs
 * @param shareFrom `tuning.shareFrom`
 */
export function helpersFor(worth: number, shareFrom: number): number {
  if (shareFrom === 0) return ALL;
  return worth < LEAST_SHARES * shareFrom ? 0 : Math.min(Math.trunc(worth / shareFrom), ALL);
}
