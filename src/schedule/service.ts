/**
 * The service of workers, in words of the program table: when it ends, which threads are at work, and what they have
 * counted.
 */
import { DEFERRED, GO, JOINED, LEFT, PAUSE, type ProgramTable, ROWS_DONE, STOP, threadWord } from './programTable.ts';

const DEFERRED_BITS = 30;
const DEFERRED_MASK = 2 ** DEFERRED_BITS - 1;

/** Ends the service of all workers for good: they sleep no more and claim no more. */
export function stopWorkers({ words }: ProgramTable): void {
  Atomics.store(words, STOP, 1);
  Atomics.add(words, GO, 1);
  Atomics.notify(words, GO);
}

/** Whether workers have been stopped. */
export function isStopped({ words }: ProgramTable): boolean {
  return Atomics.load(words, STOP) !== 0;
}

/** Ends the service of all workers until they are told to serve again. While no program is running. */
export function pauseWorkers({ words }: ProgramTable): void {
  Atomics.add(words, PAUSE, 1);
  Atomics.add(words, GO, 1);
  Atomics.notify(words, GO);
}

/** How often workers have been paused. A service ends when the number is another than when it began. */
export function pauseNumber({ words }: ProgramTable): number {
  return Atomics.load(words, PAUSE);
}

/** Marks thread `t` as working on a program, before its first claim. */
export function joinProgram({ words }: ProgramTable, t: number, number: number): void {
  Atomics.store(words, threadWord(t) + JOINED, number);
}

/** Marks thread `t` as done with a program: it claims no more and writes no more rows of it. */
export function leaveProgram({ words }: ProgramTable, t: number, number: number): void {
  Atomics.store(words, threadWord(t) + LEFT, number);
}

/** Whether thread `t` may still be writing rows. */
export function isWorking({ words }: ProgramTable, t: number): boolean {
  const at = threadWord(t);
  return Atomics.load(words, at + JOINED) !== Atomics.load(words, at + LEFT);
}

/** Fills `out` with the rows that each thread did since stages were added last; the calling thread is entry 0. */
export function rowsByThread({ words }: ProgramTable, out: number[]): void {
  for (let t = 0; t < out.length; t++) out[t] = words[threadWord(t) + ROWS_DONE];
}

/** Books `rows` more that thread `t`'s scalar kernel did for the wide one. */
export function countDeferred({ words }: ProgramTable, t: number, rows: number): void {
  const at = threadWord(t) + DEFERRED;
  // whole numbers of 32 bits, because V8 may allocate for others
  const sum = words[at] + rows;
  words[at] = sum & DEFERRED_MASK;
  words[at + 1] += sum >>> DEFERRED_BITS;
}

/** Rows that the scalar kernels of all threads did for the wide ones, since the table was made. */
export function deferredRows({ words }: ProgramTable, threads: number): number {
  let rows = 0;
  for (let t = 0; t < threads; t++) {
    const at = threadWord(t) + DEFERRED;
    rows += words[at + 1] * 2 ** DEFERRED_BITS + words[at];
  }
  return rows;
}
