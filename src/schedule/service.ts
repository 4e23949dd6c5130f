/**
 * The service of workers, in words of the program table: when it ends, which threads run a program, and how many rows.
 */
import { GO, JOINED, LEFT, PAUSE, type ProgramTable, ROWS_DONE, STOP, threadWord } from '../tables/programTable.ts';

/** Ends the service of all workers permanently: they neither sleep nor claim any more. */
export function stopWorkers({ words }: ProgramTable): void {
  Atomics.store(words, STOP, 1);
  Atomics.add(words, GO, 1);
  Atomics.notify(words, GO);
}

/** Whether workers have been stopped. */
export function isStopped({ words }: ProgramTable): boolean {
  return Atomics.load(words, STOP) !== 0;
}

/** Ends the service of all workers until `serve` is called again. While no program is running. */
export function pauseWorkers({ words }: ProgramTable): void {
  Atomics.add(words, PAUSE, 1);
  Atomics.add(words, GO, 1);
  Atomics.notify(words, GO);
}

/** The number of pauses so far. A service ends when the number differs from that at its start. */
export function pauseNumber({ words }: ProgramTable): number {
  return Atomics.load(words, PAUSE);
}

/** Marks thread `t` as working on a program, before its first claim. */
export function joinProgram({ words }: ProgramTable, t: number, number: number): void {
  Atomics.store(words, threadWord(t) + JOINED, number);
}

/** Marks thread `t` as done with a program: it neither claims blocks nor writes rows of it any more. */
export function leaveProgram({ words }: ProgramTable, t: number, number: number): void {
  Atomics.store(words, threadWord(t) + LEFT, number);
}

/** Whether thread `t` may still be writing rows. */
export function isWorking({ words }: ProgramTable, t: number): boolean {
  const at = threadWord(t);
  return Atomics.load(words, at + JOINED) !== Atomics.load(words, at + LEFT);
}

/** Fills `out` with the rows that each thread ran since stages were added last; entry 0 is the calling thread. */
export function rowsByThread({ words }: ProgramTable, out: number[]): void {
  for (let t = 0; t < out.length; t++) out[t] = words[threadWord(t) + ROWS_DONE];
}
