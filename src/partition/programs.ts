/**
 * Stages are cut into blocks, and threads go from stage to stage by themselves: the one that books the last block of a stage
 * opens the next. Between programs, and when a thread is known to be lost, the cursor is closed, and whoever waits leaves.
 *
 * A claim holds good only while the cursor is the one that was looked at, and the cursor carries the serial number of its
 * stage. So all that is read between the look and the claim is of one program, or the claim fails.
 */
import {
  ARGUMENT,
  BASE,
  FUNCTION,
  PROGRAM_JOB,
  type ProgramTable,
  SLEEPERS,
  STAGE_BLOCK_ROWS,
  STAGE_BLOCKS,
  STAGE_COUNT,
  STAGE_CURSOR,
  STAGE_DONE,
  STAGE_ROWS,
  stageWord,
} from './programTable.ts';

const BLOCK_BITS = 16;
const BLOCK_MASK = 2 ** BLOCK_BITS - 1;
const SERIAL_MASK = 0xffff;
/** The block number no stage reaches: nothing can be claimed, and nothing will be. */
const CLOSED = BLOCK_MASK;

/** Words of a stage as the engine keeps it: function, rows, rows per block, argument. */
export const STAGE_STRIDE = 4;

/** What a claim gives instead of a block: all blocks of the stage are taken, or the program is over for this thread. */
export const WAIT = -1;
export const OVER = -2;

function cursorOf(serial: number, block: number): number {
  return ((serial & SERIAL_MASK) << BLOCK_BITS) | block;
}

/** Stage and block of a claim. */
export function claimedStage(claim: number): number {
  return claim >>> BLOCK_BITS;
}
export function claimedBlock(claim: number): number {
  return claim & BLOCK_MASK;
}

/**
 * Ends the program at hand for all threads: who waits leaves, who is in a block leaves after it.
 * @returns false if it had come to its end
 */
export function closeProgram({ words }: ProgramTable): boolean {
  for (;;) {
    const cursor = Atomics.load(words, STAGE_CURSOR);
    if ((cursor & BLOCK_MASK) === CLOSED) return false;
    if (Atomics.compareExchange(words, STAGE_CURSOR, cursor, cursor | CLOSED) !== cursor) continue;
    Atomics.notify(words, STAGE_CURSOR);
    return true;
  }
}

/**
 * Opens the program of `count` stages, of which those without rows are left out, for threads that were told of `job`.
 * @param stages STAGE_STRIDE words per stage
 */
export function openProgram(table: ProgramTable, job: number, stages: Int32Array, count: number): void {
  const { words } = table;
  const last = Atomics.load(words, STAGE_CURSOR) >>> BLOCK_BITS;
  Atomics.store(words, STAGE_CURSOR, cursorOf(last, CLOSED));
  let written = 0;
  for (let k = 0; k < STAGE_STRIDE * count; k += STAGE_STRIDE) {
    const rows = stages[k + STAGE_ROWS]!;
    if (rows === 0) continue;
    const at = stageWord(written++);
    words[at + FUNCTION] = stages[k + FUNCTION]!;
    words[at + STAGE_ROWS] = rows;
    words[at + STAGE_BLOCK_ROWS] = stages[k + STAGE_BLOCK_ROWS]!;
    words[at + ARGUMENT] = stages[k + ARGUMENT]!;
    words[at + STAGE_BLOCKS] = Math.ceil(rows / stages[k + STAGE_BLOCK_ROWS]!);
    Atomics.store(words, at + STAGE_DONE, 0);
  }
  words[BASE] = (last + 1) & SERIAL_MASK;
  words[STAGE_COUNT] = written;
  Atomics.store(words, PROGRAM_JOB, job);
  Atomics.store(words, STAGE_CURSOR, cursorOf(last + 1, written > 0 ? 0 : CLOSED));
}

/** Claims the next block of the stage at hand. @returns the claim, or WAIT, or OVER */
export function claimPass({ words }: ProgramTable, job: number): number {
  for (;;) {
    const cursor = Atomics.load(words, STAGE_CURSOR);
    // after the cursor: a cursor of another program comes with its job
    if (Atomics.load(words, PROGRAM_JOB) !== job) return OVER;
    const block = cursor & BLOCK_MASK;
    if (block === CLOSED) return OVER;
    const stage = ((cursor >>> BLOCK_BITS) - words[BASE]!) & SERIAL_MASK;
    if (block >= words[stageWord(stage) + STAGE_BLOCKS]!) return WAIT;
    if (Atomics.compareExchange(words, STAGE_CURSOR, cursor, cursor + 1) === cursor) {
      return (stage << BLOCK_BITS) | block;
    }
  }
}

/** Books `done` blocks of `stage` as finished. Who books the last opens the next stage, or closes the program after the last. */
export function bookPasses({ words }: ProgramTable, job: number, stage: number, done: number): void {
  // a thread that was given up and comes back is counted by nobody
  if (Atomics.load(words, PROGRAM_JOB) !== job) return;
  const at = stageWord(stage);
  const blocks = words[at + STAGE_BLOCKS]!;
  if (Atomics.add(words, at + STAGE_DONE, done) + done !== blocks) return;
  const serial = words[BASE]! + stage;
  const next = cursorOf(serial + 1, stage + 1 === words[STAGE_COUNT] ? CLOSED : 0);
  // fails if the program was closed meanwhile
  Atomics.compareExchange(words, STAGE_CURSOR, cursorOf(serial, blocks), next);
  if (Atomics.load(words, SLEEPERS) > 0) Atomics.notify(words, STAGE_CURSOR);
}

/** The cursor, if there is nothing to claim but will be; else 0, which no such cursor is. */
function waitingFor({ words }: ProgramTable, job: number): number {
  const cursor = Atomics.load(words, STAGE_CURSOR);
  if (Atomics.load(words, PROGRAM_JOB) !== job) return 0;
  const block = cursor & BLOCK_MASK;
  const stage = ((cursor >>> BLOCK_BITS) - words[BASE]!) & SERIAL_MASK;
  return block !== CLOSED && block >= words[stageWord(stage) + STAGE_BLOCKS]! ? cursor : 0;
}

/** Sleeps until the next stage opens, the program is over, or `limit` (ms) has passed. @returns whether it has passed */
export function sleepForStage(table: ProgramTable, job: number, limit: number): boolean {
  const { words } = table;
  Atomics.add(words, SLEEPERS, 1);
  const cursor = waitingFor(table, job);
  const late = cursor !== 0 && Atomics.wait(words, STAGE_CURSOR, cursor, limit) === 'timed-out';
  Atomics.sub(words, SLEEPERS, 1);
  return late;
}

/** The same for a thread that must not block. Resolves at once where there is nothing to wait for. */
export async function awaitStage(table: ProgramTable, job: number, limit: number): Promise<void> {
  const { words } = table;
  Atomics.add(words, SLEEPERS, 1);
  const cursor = waitingFor(table, job);
  if (cursor !== 0) await Atomics.waitAsync(words, STAGE_CURSOR, cursor, limit).value;
  Atomics.sub(words, SLEEPERS, 1);
}

/** A number that changes when a stage is opened or a block of it claimed. */
export function progressOf({ words }: ProgramTable): number {
  return Atomics.load(words, STAGE_CURSOR);
}
