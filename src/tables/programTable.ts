/**
 * Words by which threads run a program together: stages, each of which begins when all blocks of the one before are
 * finished. Hot words have cache lines of their own.
 *
 *   line    word(s)
 *   0       GO: number of the program that workers run; idle workers sleep on it. STOP: 1 = workers end their service.
 *           PAUSE: changes when workers leave their service for a while
 *   1       STAGE: serial number of the current stage (16 bits), and whether the program is closed (CLOSED). Serial
 *           numbers continue from program to program. Threads that wait for the next stage read it, and sleep on it
 *   2       PROGRAM: number of the program that is open. BASE: serial number of its start. STAGE_COUNT: serial numbers
 *           so far, without the current step. BY_BLOCK: 1 = blocks may be run again (see `finished`).
 *           Written only while nothing can be claimed
 *   3       SLEEPERS: threads that sleep on STAGE, or are about to
 *   4 + t   thread t: its run of the blocks of the current stage (schedule/ranges.ts); BLOCK: the block that it runs,
 *           or ran last; ROWS_DONE: rows that it ran since stages were added last; JOINED and LEFT: the program that it
 *           last entered and last left; DEFERRED: deferred rows that its scalar kernel computed in all programs, 30
 *           bits in this word, the rest in the next
 *   then    one row of 8 words per stage: PASS, STAGE_ROWS, STAGE_BLOCK_ROWS, ARGUMENT, STAGE_BLOCKS, and
 *           STAGE_DONE: how many blocks are finished
 *   then    `finished`: one byte per block of the current stage, 1 = finished. Written if BY_BLOCK
 */
import { MOST_BLOCKS, RANGE_STRIDE, type Ranges } from '../memory/rangeWords.ts';
import { alignUp, CACHE_LINE_BYTES } from '../memory/units.ts';

const LINE = CACHE_LINE_BYTES / 4;
const THREADS = 4 * LINE;
const STAGE_WORDS = 8;

export const GO = 0;
export const STOP = 1;
export const PAUSE = 2;
export const STAGE = LINE;
export const PROGRAM = 2 * LINE;
export const BASE = PROGRAM + 1;
export const STAGE_COUNT = PROGRAM + 2;
export const BY_BLOCK = PROGRAM + 3;
export const SLEEPERS = 3 * LINE;

/** Words of one thread's line, added to `threadWord`. */
export const BLOCK = 1;
export const ROWS_DONE = 2;
export const JOINED = 3;
export const LEFT = 4;
export const DEFERRED = 5;

/** Added to the serial number in STAGE. */
export const CLOSED = 2 ** 16;

/** Words of one stage's row, added to `stageWord`. The first STAGE_STRIDE of them describe the stage. */
export const PASS = 0;
export const STAGE_ROWS = 1;
export const STAGE_BLOCK_ROWS = 2;
export const ARGUMENT = 3;
export const STAGE_STRIDE = 4;
export const STAGE_BLOCKS = 4;
export const STAGE_DONE = 5;

/** Stages that are added at once. A power of two. */
export const MAX_STAGES = 4096;
/** Blocks of one stage. */
export const MAX_STAGE_BLOCKS = MOST_BLOCKS;

export interface ProgramTable {
  readonly words: Int32Array;
  readonly ranges: Ranges;
  readonly finished: Uint8Array;
}

/** First word of thread `t`'s line. Thread 0 is the calling thread. */
export function threadWord(t: number): number {
  return THREADS + RANGE_STRIDE * t;
}

/**
 * First word of the row of stage `stage`. Valid for any number: a late thread may read the row of a stage that is over.
 */
export function stageWord({ ranges }: ProgramTable, stage: number): number {
  return threadWord(ranges.threads) + STAGE_WORDS * (stage & (MAX_STAGES - 1));
}

function wordCount(threads: number): number {
  return threadWord(threads) + STAGE_WORDS * MAX_STAGES;
}

/** Bytes of the table for `threads` threads, and up to `blocks` blocks of a stage that may run again. */
export function programTableBytes(threads: number, blocks: number): number {
  return 4 * wordCount(threads) + alignUp(blocks, CACHE_LINE_BYTES);
}

/** The table that lies at `byteOffset`. */
export function bindPrograms(
  buffer: ArrayBufferLike,
  byteOffset: number,
  threads: number,
  blocks: number,
): ProgramTable {
  const words = new Int32Array(buffer, byteOffset, wordCount(threads));
  return {
    words,
    ranges: { words, first: threadWord(0), threads },
    finished: new Uint8Array(buffer, byteOffset + words.byteLength, blocks),
  };
}
