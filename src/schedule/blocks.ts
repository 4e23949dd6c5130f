/**
 * Rows are cut into blocks, and a thread claims a block with one compare-and-swap (ranges.ts), so that a slow block delays one
 * thread and not all. A block writes only its own rows: who ran it never changes a byte of the answer.
 *
 * A claim carries the number of its job: a thread that wakes late finds another number and claims nothing.
 */
import {
  type BlockTable,
  DONE,
  GO,
  JOINED,
  LEFT,
  MAX_BLOCKS,
  RECALL,
  REFINED,
  ROWS_DONE,
  STOP,
  threadWord,
} from './blockTable.ts';
import { claimInRanges, closeRanges, openRanges } from './ranges.ts';

/** Rows per block. Measured: docs/lab/threads.md. */
export const BLOCK_ROWS = 256;

const REFINED_BITS = 30;
const REFINED_MASK = 2 ** REFINED_BITS - 1;
/** Rows per block for `rows` rows, so that a job has no more blocks than can be counted. */
export function blockRowsFor(rows: number, wanted: number): number {
  return Math.max(wanted, Math.ceil(rows / MAX_BLOCKS));
}

/** Shuts the current job: no block of it can be claimed any more. */
export function closeJob({ words, ranges }: BlockTable): void {
  closeRanges(ranges, Atomics.load(words, GO));
}

/**
 * Opens a job of `blocks` blocks that has been described in the job words. `closeJob` came before. Workers, awake or
 * asleep, learn only of a `shared` one; the number of another is used again by the next.
 * @returns its number
 */
export function openJob(table: BlockTable, blocks: number, threads: number, shared: boolean): number {
  const { words, finished } = table;
  const job = (Atomics.load(words, GO) + 1) | 0;
  finished.fill(0, 0, blocks);
  for (let t = 0; t < threads; t++) words[threadWord(t) + ROWS_DONE] = 0;
  Atomics.store(words, DONE, 0);
  openRanges(table.ranges, job, blocks);
  if (shared) writeJob(table, job);
  return job;
}

/** Tells workers of the job that `openJob` opened as one that is not shared. Those that sleep are not woken. */
export function writeJob({ words }: BlockTable, job: number): void {
  Atomics.store(words, GO, job);
}

/** Sends all workers home: they sleep no more and claim no more. For good. */
export function stopWorkers({ words }: BlockTable): void {
  Atomics.store(words, STOP, 1);
  Atomics.add(words, GO, 1);
  Atomics.notify(words, GO);
}

/** Calls all workers out of their service, which they take up again when they are told to. While no job is running. */
export function recallWorkers({ words }: BlockTable): void {
  Atomics.add(words, RECALL, 1);
  Atomics.add(words, GO, 1);
  Atomics.notify(words, GO);
}

/** How often workers have been called out. A service ends when the number is another than when it began. */
export function recallNumber({ words }: BlockTable): number {
  return Atomics.load(words, RECALL);
}

/** Whether workers have been sent home. */
export function isStopped({ words }: BlockTable): boolean {
  return Atomics.load(words, STOP) !== 0;
}

/** Claims a block of `job` for thread `t`. @returns its number, or NO_BLOCK if there is none or the job is over */
export function claimBlock({ ranges }: BlockTable, job: number, t: number, blocks: number): number {
  return claimInRanges(ranges, job, blocks, t);
}

/** Books block `block` as finished by thread `t`. Booking it twice counts once. */
export function finishBlock(
  { words, finished }: BlockTable,
  t: number,
  block: number,
  rows: number,
  blocks: number,
): void {
  if (Atomics.compareExchange(finished, block, 0, 1) !== 0) return;
  words[threadWord(t) + ROWS_DONE] += rows;
  if (Atomics.add(words, DONE, 1) + 1 === blocks) Atomics.notify(words, DONE);
}

/** Books `rows` more that thread `t`'s scalar kernel did for the wide one. */
export function countDeferred({ words }: BlockTable, t: number, rows: number): void {
  const at = threadWord(t) + REFINED;
  // whole numbers of 32 bits, because V8 may allocate for others
  const sum = words[at] + rows;
  words[at] = sum & REFINED_MASK;
  words[at + 1] += sum >>> REFINED_BITS;
}

/** Rows that the scalar kernels of all threads did for the wide ones, since the table was made. */
export function deferredRows({ words }: BlockTable, threads: number): number {
  let rows = 0;
  for (let t = 0; t < threads; t++) {
    const at = threadWord(t) + REFINED;
    rows += words[at + 1] * 2 ** REFINED_BITS + words[at];
  }
  return rows;
}

/** Marks thread `t` as working on `job`, before its first claim. */
export function joinJob({ words }: BlockTable, t: number, job: number): void {
  Atomics.store(words, threadWord(t) + JOINED, job);
}

/** Marks thread `t` as done with `job`: it claims no more and writes no more rows of it. */
export function leaveJob({ words }: BlockTable, t: number, job: number): void {
  Atomics.store(words, threadWord(t) + LEFT, job);
  Atomics.notify(words, threadWord(t) + LEFT);
}

/** Whether thread `t` may still be writing rows. */
export function isWorking({ words }: BlockTable, t: number): boolean {
  const at = threadWord(t);
  return Atomics.load(words, at + JOINED) !== Atomics.load(words, at + LEFT);
}
