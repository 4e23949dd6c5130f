/**
 * Words by which threads agree on who does what. Each hot word has a cache line of its own.
 *
 *   line       word(s)
 *   0          GO: number of the current job; workers sleep on it. STOP: 1 = workers end their service. RECALL: changes when
 *              workers are to leave their service for a while
 *   1          CURSOR: job number (12 bits) and next block (20 bits), claimed by compare-and-swap
 *   2          DONE: blocks of the current job that are finished; the caller sleeps on it
 *   3          JOB…: the job itself, 16 words, written only while no one can claim
 *   4 + t      thread t: ROWS it did in the current job, JOINED and LEFT: the job it last entered and last left; REFINED:
 *              rows that its scalar kernel did for the wide one in all jobs, 30 bits in this word, the rest in the next
 *
 * Behind the lines: one byte per block of the current job, 1 = finished.
 */
import { alignUp, CACHE_LINE_BYTES } from '../memory/units.ts';

const LINE = CACHE_LINE_BYTES / 4;

export const GO = 0;
export const STOP = 1;
export const RECALL = 2;
export const CURSOR = LINE;
export const DONE = 2 * LINE;
export const JOB = 3 * LINE;
const THREADS = 4 * LINE;

/** Words of one thread's line, added to `threadWord(t)`. */
export const ROWS_DONE = 0;
export const JOINED = 1;
export const LEFT = 2;
export const REFINED = 3;

/** A cursor holds 20 bits of block number, so a job has fewer blocks than this. */
export const MAX_BLOCKS = 2 ** 20 - 1;

export interface BlockTable {
  readonly words: Int32Array;
  /** The third cache line again, for the job's numbers that are no integers. */
  readonly jobReals: Float64Array;
  readonly finished: Uint8Array;
}

/** First word of thread `t`'s line. Thread 0 is the caller. */
export function threadWord(t: number): number {
  return THREADS + t * LINE;
}

/** Bytes for `threads` threads and jobs of up to `blocks` blocks. */
export function blockTableBytes(threads: number, blocks: number): number {
  return 4 * threadWord(threads) + alignUp(blocks, CACHE_LINE_BYTES);
}

/** Views over a table that lies at `byteOffset`. */
export function bindBlocks(buffer: ArrayBufferLike, byteOffset: number, threads: number, blocks: number): BlockTable {
  const words = threadWord(threads);
  return {
    words: new Int32Array(buffer, byteOffset, words),
    jobReals: new Float64Array(buffer, byteOffset + 4 * JOB, CACHE_LINE_BYTES / 8),
    finished: new Uint8Array(buffer, byteOffset + 4 * words, blocks),
  };
}
