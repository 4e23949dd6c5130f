/**
 * Words by which threads run a program together: a list of stages, each of which begins when all blocks of the one before are
 * finished. Hot words have cache lines of their own.
 *
 *   line       word(s)
 *   0          STAGE: serial number of the stage at hand (16 bits), and whether the program is closed (CLOSED). Serial numbers go on
 *              from program to program. Threads that wait for the next stage look at it, and sleep on it
 *   1          PROGRAM_JOB: number of the job that the program is. BASE: serial number of its first stage. STAGE_COUNT.
 *              Written only while nothing can be claimed
 *   2          SLEEPERS: threads that sleep on STAGE, or are about to
 *   3 …        a line per thread: its run of the blocks of the stage at hand (ranges.ts), and BLOCK: the block that it runs, or ran last
 *   then       one row of 8 words per stage: FUNCTION, STAGE_ROWS, STAGE_BLOCK_ROWS, ARGUMENT, STAGE_BLOCKS, and STAGE_DONE: how
 *              many blocks are finished
 */

import { MOST_BLOCKS, RANGE_STRIDE, type Ranges } from '../memory/rangeWords.ts';
import { CACHE_LINE_BYTES } from '../memory/units.ts';

const LINE = CACHE_LINE_BYTES / 4;
const RANGES = 3 * LINE;
const STAGE_WORDS = 8;

export const STAGE = 0;
export const PROGRAM_JOB = LINE;
export const BASE = LINE + 1;
export const STAGE_COUNT = LINE + 2;
export const SLEEPERS = 2 * LINE;

/** Word of one thread's line, added to `lineWord`. */
export const BLOCK = 1;

/** Added to the serial number in STAGE. */
export const CLOSED = 2 ** 16;

/** Words of one stage's row, added to `stageWord`. */
export const FUNCTION = 0;
export const STAGE_ROWS = 1;
export const STAGE_BLOCK_ROWS = 2;
export const ARGUMENT = 3;
export const STAGE_BLOCKS = 4;
export const STAGE_DONE = 5;

/** Stages of one program. A power of two. */
export const MAX_STAGES = 4096;
/** Blocks of one stage. */
export const MAX_STAGE_BLOCKS = MOST_BLOCKS;

export interface ProgramTable {
  readonly words: Int32Array;
  readonly ranges: Ranges;
}

/** First word of the line of thread `t`. */
export function lineWord({ ranges }: ProgramTable, t: number): number {
  return ranges.first + RANGE_STRIDE * t;
}

/** First word of the row of stage `stage`. Whole for any number: a thread that comes late may ask for one that is no more. */
export function stageWord({ ranges }: ProgramTable, stage: number): number {
  return RANGES + RANGE_STRIDE * ranges.threads + STAGE_WORDS * (stage & (MAX_STAGES - 1));
}

/** Bytes for programs that `threads` threads run. */
export function programTableBytes(threads: number): number {
  return 4 * (RANGES + RANGE_STRIDE * threads + STAGE_WORDS * MAX_STAGES);
}

/** The table that lies at `byteOffset`. */
export function bindPrograms(buffer: ArrayBufferLike, byteOffset: number, threads: number): ProgramTable {
  const words = new Int32Array(buffer, byteOffset, programTableBytes(threads) / 4);
  return { words, ranges: { words, first: RANGES, threads } };
}
