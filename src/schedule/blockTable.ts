/**
 * Words by which threads agree on who does what. Each hot word has a cache line of its own.
 *
 *   line       word(s)
 *   0          GO: number of the current job; workers sleep on it. STOP: 1 = workers end their service. RECALL: changes when
 *              workers are to leave their service for a while
 *   1          DONE: blocks of the current job that are finished; the caller sleeps on it
 *   2          JOB…: the job itself, 16 words, written only while no one can claim
 *   3 + t      thread t: ROWS it did in the current job, JOINED and LEFT: the job it last entered and last left; REFINED:
 *              rows that its scalar kernel did for the wide one in all jobs, 30 bits in this word, the rest in the next; NEXT: its
 *              run of the blocks (ranges.ts)
 *
 * Behind the lines: one byte per block of the current job, 1 = finished.
 */

import { MOST_BLOCKS, RANGE_STRIDE, type Ranges } from '../memory/rangeWords.ts';
import { alignUp, CACHE_LINE_BYTES } from '../memory/units.ts';

const LINE = CACHE_LINE_BYTES / 4;

export const GO = 0;
export const STOP = 1;
export const RECALL = 2;
export const DONE = LINE;
export const JOB = 2 * LINE;
const THREADS = 3 * LINE;

/** Words of one thread's line, added to `threadWord(t)`. */
export const ROWS_DONE = 0;
export const JOINED = 1;
export const LEFT = 2;
export const REFINED = 3;
export const NEXT = 5;

/** A job has no more blocks than this. */
export const MAX_BLOCKS = MOST_BLOCKS;

export interface BlockTable {
  readonly words: Int32Array;
  /** The job's cache line again, for the job's numbers that are no integers. */
  readonly jobReals: Float64Array;
  readonly finished: Uint8Array;
  readonly ranges: Ranges;
}

/** First word of thread `t`'s line. Thread 0 is the caller. */
export function threadWord(t: number): number {
  return THREADS + t * RANGE_STRIDE;
}

/** Bytes for `threads` threads and jobs of up to `blocks` blocks. */
export function blockTableBytes(threads: number, blocks: number): number {
  return 4 * threadWord(threads) + alignUp(blocks, CACHE_LINE_BYTES);
}

/** Views over a table that lies at `byteOffset`. */
export function bindBlocks(buffer: ArrayBufferLike, byteOffset: number, threads: number, blocks: number): BlockTable {
  const length = threadWord(threads);
  const words = new Int32Array(buffer, byteOffset, length);
  return {
    words,
    jobReals: new Float64Array(buffer, byteOffset + 4 * JOB, CACHE_LINE_BYTES / 8),
    finished: new Uint8Array(buffer, byteOffset + 4 * length, blocks),
    ranges: { words, first: threadWord(0) + NEXT, threads },
  };
}
