/** Counts of deferred rows, in words of the program table. */
import { DEFERRED, type ProgramTable, threadWord } from '../tables/programTable.ts';

const DEFERRED_BITS = 30;
const DEFERRED_MASK = 2 ** DEFERRED_BITS - 1;

/** Adds `rows` to the deferred rows that thread `t`'s scalar kernel computed. */
export function countDeferred({ words }: ProgramTable, t: number, rows: number): void {
  const at = threadWord(t) + DEFERRED;
  // 32-bit integers, because V8 may allocate for other numbers
  const sum = words[at] + rows;
  words[at] = sum & DEFERRED_MASK;
  words[at + 1] += sum >>> DEFERRED_BITS;
}

/** Deferred rows that the scalar kernels of all threads computed since the table was made. */
export function deferredRows({ words }: ProgramTable, threads: number): number {
  let rows = 0;
  for (let t = 0; t < threads; t++) {
    const at = threadWord(t) + DEFERRED;
    rows += words[at + 1] * 2 ** DEFERRED_BITS + words[at];
  }
  return rows;
}
