/**
 * Stages are cut into blocks, and threads go from stage to stage by themselves: the one that books the last block of a stage
 * opens the next. Between programs, and when a thread is known to be lost, the program is closed, and whoever waits leaves.
 *
 * A claim holds good only under the serial number of the stage that was looked at. So all that is read between the look and the
 * claim is of one program, or the claim fails.
 */
import {
  ARGUMENT,
  BASE,
  CLOSED,
  FUNCTION,
  PROGRAM_JOB,
  type ProgramTable,
  SLEEPERS,
  STAGE,
  STAGE_BLOCK_ROWS,
  STAGE_BLOCKS,
  STAGE_COUNT,
  STAGE_DONE,
  STAGE_ROWS,
  stageWord,
} from './programTable.ts';
import { claimInRange, claimInRanges, closeRanges, openRanges, progressIn, turnRanges } from './ranges.ts';

const SERIAL_MASK = 0xffff;

/** Words of a stage as the engine keeps it: function, rows, rows per block, argument. */
export const STAGE_STRIDE = 4;

/** What `stageAtHand` gives when the program is over for this thread. */
export const OVER = -1;

/**
 * Ends the program at hand for all threads: who waits leaves, who is in a block leaves after it. A thread that claims at this moment may
 * get one more.
 * @returns false if it had come to its end
 */
export function closeProgram({ words, ranges }: ProgramTable): boolean {
  for (;;) {
    const stage = Atomics.load(words, STAGE);
    if (stage >= CLOSED) return false;
    if (Atomics.compareExchange(words, STAGE, stage, stage + CLOSED) !== stage) continue;
    closeRanges(ranges, stage);
    Atomics.notify(words, STAGE);
    return true;
  }
}

/**
 * Opens the program of `count` stages, of which those without rows are left out, for threads that were told of `job`.
 * @param stages STAGE_STRIDE words per stage
 */
export function openProgram(table: ProgramTable, job: number, stages: Int32Array, count: number): void {
  const { words } = table;
  const last = Atomics.load(words, STAGE) & SERIAL_MASK;
  Atomics.store(words, STAGE, last + CLOSED);
  let written = 0;
  for (let k = 0; k < STAGE_STRIDE * count; k += STAGE_STRIDE) {
    const rows = stages[k + STAGE_ROWS];
    if (rows === 0) continue;
    const at = stageWord(table, written++);
    words[at + FUNCTION] = stages[k + FUNCTION];
    words[at + STAGE_ROWS] = rows;
    words[at + STAGE_BLOCK_ROWS] = stages[k + STAGE_BLOCK_ROWS];
    words[at + ARGUMENT] = stages[k + ARGUMENT];
    words[at + STAGE_BLOCKS] = Math.ceil(rows / stages[k + STAGE_BLOCK_ROWS]);
    Atomics.store(words, at + STAGE_DONE, 0);
  }
  const base = (last + 1) & SERIAL_MASK;
  words[BASE] = base;
  words[STAGE_COUNT] = written;
  Atomics.store(words, PROGRAM_JOB, job);
  if (written > 0) openRanges(table.ranges, base, words[stageWord(table, 0) + STAGE_BLOCKS]);
  Atomics.store(words, STAGE, written > 0 ? base : base + CLOSED);
}

/** The serial number of the stage at hand, or OVER. */
export function stageAtHand({ words }: ProgramTable, job: number): number {
  const stage = Atomics.load(words, STAGE);
  // after the stage: that of another program comes with its job
  return stage >= CLOSED || Atomics.load(words, PROGRAM_JOB) !== job ? OVER : stage;
}

/** First word of the row of the stage that the program has come to, also when it is closed. */
export function lastRow(table: ProgramTable): number {
  return rowOf(table, Atomics.load(table.words, STAGE) & SERIAL_MASK);
}

/** First word of the row of the stage with this serial number. */
export function rowOf(table: ProgramTable, serial: number): number {
  return stageWord(table, (serial - table.words[BASE]) & SERIAL_MASK);
}

/** Claims a block of the stage with this serial number for `thread`. @returns its number, or NO_BLOCK */
export function claimPass(table: ProgramTable, serial: number, thread: number): number {
  return claimInRanges(table.ranges, serial, table.words[rowOf(table, serial) + STAGE_BLOCKS], thread);
}

/** The same of the thread's own run alone. */
export function claimOwnPass(table: ProgramTable, serial: number, thread: number): number {
  return claimInRange(table.ranges, serial, table.words[rowOf(table, serial) + STAGE_BLOCKS], thread);
}

/** Books `done` blocks of the stage as finished. Who books the last opens the next stage, or closes the program after the last. */
export function bookPasses(table: ProgramTable, job: number, serial: number, done: number): void {
  const { words, ranges } = table;
  // a thread that was given up and comes back is counted by nobody
  if (Atomics.load(words, PROGRAM_JOB) !== job) return;
  const at = rowOf(table, serial);
  const blocks = words[at + STAGE_BLOCKS];
  if (Atomics.add(words, at + STAGE_DONE, done) + done !== blocks) return;
  const next = (serial + 1) & SERIAL_MASK;
  const isLast = ((next - words[BASE]) & SERIAL_MASK) === words[STAGE_COUNT];
  if (!isLast) turnRanges(ranges, serial, blocks, words[rowOf(table, next) + STAGE_BLOCKS]);
  // fails if the program was closed meanwhile
  Atomics.compareExchange(words, STAGE, serial, isLast ? next + CLOSED : next);
  if (Atomics.load(words, SLEEPERS) > 0) Atomics.notify(words, STAGE);
}

/** Looks so often whether the stage of which nothing is left is over. @returns whether it is */
export function spinForStage({ words }: ProgramTable, serial: number, spins: number): boolean {
  for (let spin = 0; spin < spins; spin++) if (Atomics.load(words, STAGE) !== serial) return true;
  return false;
}

/** The same asleep, for at most `limit` ms. @returns whether they have passed */
export function sleepForStage({ words }: ProgramTable, serial: number, limit: number): boolean {
  Atomics.add(words, SLEEPERS, 1);
  const late = Atomics.wait(words, STAGE, serial, limit) === 'timed-out';
  Atomics.sub(words, SLEEPERS, 1);
  return late;
}

/** The same for a thread that must not block. */
export async function awaitStage({ words }: ProgramTable, serial: number, limit: number): Promise<void> {
  Atomics.add(words, SLEEPERS, 1);
  await Atomics.waitAsync(words, STAGE, serial, limit).value;
  Atomics.sub(words, SLEEPERS, 1);
}

/** A number that changes when a stage is opened or a block of it claimed. */
export function progressOf({ words, ranges }: ProgramTable): number {
  return (Atomics.load(words, STAGE) + progressIn(ranges)) | 0;
}
