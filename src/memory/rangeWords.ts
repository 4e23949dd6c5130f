/**
 * Words by which threads deal out blocks among themselves (ranges.ts): one per thread, each on a cache line of its own. It holds a
 * serial number (16 bits) and the next block of the thread's run (16 bits). The next word of the line is free for the table that the
 * ranges lie in.
 */
import { CACHE_LINE_BYTES } from './units.ts';

/** Words from the word of one run to that of the next. */
export const RANGE_STRIDE = CACHE_LINE_BYTES / 4;

/** Most blocks that can be dealt out: one number is left, which says that nothing can be claimed. */
export const MOST_BLOCKS = 2 ** 16 - 2;

/** The words of all runs: that of thread t is `first + RANGE_STRIDE · t`. */
export interface Ranges {
  readonly words: Int32Array;
  readonly first: number;
  readonly threads: number;
}
