/**
 * The division of blocks among threads. The blocks of a stage are divided into one run per thread. A thread takes the
 * blocks of its own run, in order, and then the remaining blocks of the other runs, so that no stage waits for a slow
 * thread. Rows that are read again mostly go to the same thread, whose cache holds them. Where cores share no cache,
 * rows that change threads take twice as long (docs/lab/threads.md).
 *
 * Each run has a word (memory/rangeWords.ts), and a claim is one compare-and-swap. It succeeds only under one serial
 * number.
 */
import { MOST_BLOCKS, RANGE_STRIDE, type Ranges } from '../memory/rangeWords.ts';

const BLOCK_BITS = 16;
const BLOCK_MASK = 2 ** BLOCK_BITS - 1;
const SERIAL_MASK = 0xffff;
/** A block number that no run reaches. */
const CLOSED = MOST_BLOCKS + 1;

/** Result of a claim when no block is left. */
export const NO_BLOCK = -1;

function wordOf({ first }: Ranges, t: number): number {
  return first + RANGE_STRIDE * t;
}

function cursorOf(serial: number, block: number): number {
  return ((serial & SERIAL_MASK) << BLOCK_BITS) | block;
}

/** The first block of run `t`; of run `threads`: the number of blocks. */
function beginOf({ threads }: Ranges, t: number, blocks: number): number {
  return Math.trunc((blocks * t) / threads);
}

/** Distributes `blocks` blocks under number `serial`. No thread may be claiming. */
export function openRanges(ranges: Ranges, serial: number, blocks: number): void {
  for (let t = 0; t < ranges.threads; t++) {
    Atomics.store(ranges.words, wordOf(ranges, t), cursorOf(serial, beginOf(ranges, t, blocks)));
  }
}

/** Ends all claims under number `serial`. */
export function closeRanges(ranges: Ranges, serial: number): void {
  for (let t = 0; t < ranges.threads; t++) Atomics.store(ranges.words, wordOf(ranges, t), cursorOf(serial, CLOSED));
}

/**
 * When all of `blocks` under `serial` are claimed: distributes `next` blocks under the following number. A late thread,
 * whose words have been set already, changes nothing.
 */
export function turnRanges(ranges: Ranges, serial: number, blocks: number, next: number): void {
  for (let t = 0; t < ranges.threads; t++) {
    const claimed = cursorOf(serial, beginOf(ranges, t + 1, blocks));
    Atomics.compareExchange(ranges.words, wordOf(ranges, t), claimed, cursorOf(serial + 1, beginOf(ranges, t, next)));
  }
}

/** Claims a block of `blocks` under `serial` for thread `thread`. @returns its number, or NO_BLOCK if none is left */
export function claimInRanges(ranges: Ranges, serial: number, blocks: number, thread: number): number {
  const { threads } = ranges;
  for (let k = 0; k < threads; k++) {
    const t = thread + k < threads ? thread + k : thread + k - threads;
    const block = claimInRange(ranges, serial, blocks, t);
    if (block !== NO_BLOCK) return block;
  }
  return NO_BLOCK;
}

/** Claims a block of run `t`. @returns its number, or NO_BLOCK if none of this run is left */
export function claimInRange(ranges: Ranges, serial: number, blocks: number, t: number): number {
  const { words } = ranges;
  const at = wordOf(ranges, t);
  const end = beginOf(ranges, t + 1, blocks);
  for (;;) {
    const cursor = Atomics.load(words, at);
    if (cursor >>> BLOCK_BITS !== (serial & SERIAL_MASK)) return NO_BLOCK;
    const block = cursor & BLOCK_MASK;
    if (block >= end) return NO_BLOCK;
    if (Atomics.compareExchange(words, at, cursor, cursor + 1) === cursor) return block;
  }
}

/** A number that changes when a block is claimed or blocks are distributed. */
export function progressIn(ranges: Ranges): number {
  let sum = 0;
  for (let t = 0; t < ranges.threads; t++) sum = (sum + Atomics.load(ranges.words, wordOf(ranges, t))) | 0;
  return sum;
}
