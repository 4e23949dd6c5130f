/**
 * The words with which threads claim blocks (schedule/ranges.ts): one per thread, each on its own cache line. A word
 * holds a serial number (16 bits) and the next block of the thread's range (16 bits). The table with the ranges may use
 * the next word of the cache line.
 */
import { CACHE_LINE_BYTES } from './units.ts';

/** Words between the ranges of two threads. */
export const RANGE_STRIDE = CACHE_LINE_BYTES / 4;

/** Most blocks: the largest number is reserved for a range in which nothing can be claimed. */
export const MOST_BLOCKS = 2 ** 16 - 2;

/** The words of all ranges. The word of thread t is `first + RANGE_STRIDE · t`. */
export interface Ranges {
  readonly words: Int32Array;
  readonly first: number;
  readonly threads: number;
}
