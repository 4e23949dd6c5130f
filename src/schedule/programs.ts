/**
 * Programs: stages are divided into blocks, and threads go from stage to stage by themselves. The thread that books the
 * last block of a stage opens the next stage. After the last stage comes a step of the calling thread, which adds more
 * stages or closes the program. A step has a serial number and no blocks.
 *
 * A claim succeeds only under the serial number that the thread has read before. So all words that it reads between
 * that read and the claim belong to one program, or the claim fails.
 */
import {
  ARGUMENT,
  BASE,
  BY_BLOCK,
  CLOSED,
  GO,
  PASS,
  PROGRAM,
  type ProgramTable,
  ROWS_DONE,
  SLEEPERS,
  STAGE,
  STAGE_BLOCK_ROWS,
  STAGE_BLOCKS,
  STAGE_COUNT,
  STAGE_DONE,
  STAGE_ROWS,
  STAGE_STRIDE,
  stageWord,
  threadWord,
} from '../tables/programTable.ts';
import { claimInRange, claimInRanges, closeRanges, openRanges, progressIn, turnRanges } from './ranges.ts';
import { LateError, within } from './waiting.ts';

const SERIAL_MASK = 0xffff;

/** A wait that did not settle. */
const DROPPED = new LateError();

/** Result of `stageAtHand` when the program is over for this thread. */
export const OVER = -1;

/**
 * Opens a program, at a step of the calling thread. The previous one is closed. Workers do not see the program before
 * `shareProgram`; if it is not shared, the next program gets the same number.
 * @param byBlock whether stages are added one by one, and their blocks may run again
 * @returns its number
 */
export function openProgram({ words }: ProgramTable, byBlock: boolean): number {
  const number = (Atomics.load(words, GO) + 1) | 0;
  const base = (Atomics.load(words, STAGE) + 1) & SERIAL_MASK;
  words[BASE] = base;
  words[STAGE_COUNT] = 0;
  words[BY_BLOCK] = byBlock ? 1 : 0;
  Atomics.store(words, PROGRAM, number);
  Atomics.store(words, STAGE, base);
  return number;
}

/** Shows workers the current program, and wakes `count` that sleep. */
export function shareProgram({ words }: ProgramTable, number: number, count: number): void {
  Atomics.store(words, GO, number);
  Atomics.notify(words, GO, count);
}

/**
 * Adds stages at a step; skips those without rows. The first opens at once.
 * @param stages STAGE_STRIDE words per stage: PASS, STAGE_ROWS, STAGE_BLOCK_ROWS, ARGUMENT
 */
export function addStages(table: ProgramTable, stages: Int32Array, count: number): void {
  const { words, ranges, finished } = table;
  const first = (Atomics.load(words, STAGE) + 1) & SERIAL_MASK;
  const from = (first - words[BASE]) & SERIAL_MASK;
  let last = from;
  for (let k = 0; k < STAGE_STRIDE * count; k += STAGE_STRIDE) {
    const rows = stages[k + STAGE_ROWS];
    if (rows === 0) continue;
    const at = stageWord(table, last++);
    words[at + PASS] = stages[k + PASS];
    words[at + STAGE_ROWS] = rows;
    words[at + STAGE_BLOCK_ROWS] = stages[k + STAGE_BLOCK_ROWS];
    words[at + ARGUMENT] = stages[k + ARGUMENT];
    words[at + STAGE_BLOCKS] = Math.ceil(rows / stages[k + STAGE_BLOCK_ROWS]);
    Atomics.store(words, at + STAGE_DONE, 0);
  }
  for (let t = 0; t < ranges.threads; t++) words[threadWord(t) + ROWS_DONE] = 0;
  if (last === from) return;
  words[STAGE_COUNT] = last;
  const blocks = words[stageWord(table, from) + STAGE_BLOCKS];
  if (words[BY_BLOCK] === 1) finished.fill(0, 0, blocks);
  openRanges(ranges, first, blocks);
  Atomics.store(words, STAGE, first);
  wakeSleepers(words);
}

/**
 * Ends the current program for all threads: waiting threads leave, running ones leave after their block. A thread that
 * claims at this moment may get one more block.
 */
export function closeProgram({ words, ranges }: ProgramTable): void {
  for (;;) {
    const stage = Atomics.load(words, STAGE);
    if (stage >= CLOSED) return;
    if (Atomics.compareExchange(words, STAGE, stage, stage + CLOSED) !== stage) continue;
    closeRanges(ranges, stage);
    wakeSleepers(words);
    return;
  }
}

/** The serial number of the current stage, or OVER. */
export function stageAtHand({ words }: ProgramTable, number: number): number {
  const stage = Atomics.load(words, STAGE);
  // read after the stage: the stage of another program comes with its number
  return stage >= CLOSED || Atomics.load(words, PROGRAM) !== number ? OVER : stage;
}

/** Whether the serial number is that of a step: all stages are finished. */
export function isStep({ words }: ProgramTable, serial: number): boolean {
  const steps = (serial - words[BASE]) & SERIAL_MASK;
  return steps === words[STAGE_COUNT];
}

/** Whether the program, open or closed, has reached a step. */
export function isFinished(table: ProgramTable): boolean {
  return isStep(table, Atomics.load(table.words, STAGE));
}

/** First word of the row of the stage that the program has reached, also when it is closed. */
export function lastRow(table: ProgramTable): number {
  return rowOf(table, Atomics.load(table.words, STAGE) & SERIAL_MASK);
}

/** First word of the row of the stage with this serial number. */
export function rowOf(table: ProgramTable, serial: number): number {
  return stageWord(table, (serial - table.words[BASE]) & SERIAL_MASK);
}

/** Claims a block of the stage with this serial number for `thread`. @returns its number, or NO_BLOCK */
export function claimBlock(table: ProgramTable, serial: number, thread: number): number {
  return claimInRanges(table.ranges, serial, table.words[rowOf(table, serial) + STAGE_BLOCKS], thread);
}

/** The same, from the thread's own run alone. */
export function claimOwnBlock(table: ProgramTable, serial: number, thread: number): number {
  return claimInRange(table.ranges, serial, table.words[rowOf(table, serial) + STAGE_BLOCKS], thread);
}

/**
 * Books `done` blocks of the stage as finished. The thread that books the last block opens the next stage, or the step
 * after the last.
 */
export function bookBlocks(table: ProgramTable, number: number, serial: number, done: number): void {
  const { words, ranges } = table;
  // blocks of an abandoned thread are not counted
  if (Atomics.load(words, PROGRAM) !== number) return;
  const at = rowOf(table, serial);
  const blocks = words[at + STAGE_BLOCKS];
  if (Atomics.add(words, at + STAGE_DONE, done) + done !== blocks) return;
  const next = (serial + 1) & SERIAL_MASK;
  if (!isStep(table, next)) turnRanges(ranges, serial, blocks, words[rowOf(table, next) + STAGE_BLOCKS]);
  // fails if the program was closed meanwhile
  Atomics.compareExchange(words, STAGE, serial, next);
  wakeSleepers(words);
}

function wakeSleepers(words: Int32Array): void {
  if (Atomics.load(words, SLEEPERS) > 0) Atomics.notify(words, STAGE);
}

/** Spins while the stage with this serial number is current, at most `spins` times. @returns whether it is over */
export function spinForStage({ words }: ProgramTable, serial: number, spins: number): boolean {
  for (let spin = 0; spin < spins; spin++) if (Atomics.load(words, STAGE) !== serial) return true;
  return false;
}

/** Sleeps while the stage with this serial number is current, at most `limit` ms. @returns whether the time ran out */
export function sleepForStage({ words }: ProgramTable, serial: number, limit: number): boolean {
  Atomics.add(words, SLEEPERS, 1);
  const late = Atomics.wait(words, STAGE, serial, limit) === 'timed-out';
  Atomics.sub(words, SLEEPERS, 1);
  return late;
}

/**
 * `sleepForStage` for a thread that must not block. In WebKit such a wait may never settle once another worker has
 * ended, so a timer ends it, too.
 */
export async function awaitStage({ words }: ProgramTable, serial: number, limit: number): Promise<void> {
  Atomics.add(words, SLEEPERS, 1);
  const { async: isPending, value } = Atomics.waitAsync(words, STAGE, serial, limit);
  if (isPending) await within(2 * limit, value, DROPPED, false).catch(() => {});
  Atomics.sub(words, SLEEPERS, 1);
}

/** A number that changes when a stage opens or a block is claimed. */
export function progressOf({ words, ranges }: ProgramTable): number {
  return (Atomics.load(words, STAGE) + progressIn(ranges)) | 0;
}
