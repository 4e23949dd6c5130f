/**
 * Words by which threads run a program together: a list of stages, each of which begins when all blocks of the one before are
 * finished. Hot words have cache lines of their own.
 *
 *   line       word(s)
 *   0          CURSOR: serial number of the stage at hand (16 bits) and next block (16 bits), claimed by compare-and-swap. Serial
 *              numbers go on from program to program. Threads that wait for the next stage look at it, and sleep on it
 *   1          PROGRAM_JOB: number of the job that the program is. BASE: serial number of its first stage. STAGE_COUNT.
 *              Written only while nothing can be claimed
 *   2          SLEEPERS: threads that sleep on the cursor, or are about to
 *   3 …        one row of 8 words per stage: FUNCTION, STAGE_ROWS, STAGE_BLOCK_ROWS, ARGUMENT, STAGE_BLOCKS, and STAGE_DONE: how
 *              many blocks are finished
 */
import { CACHE_LINE_BYTES } from '../memory/units.ts';

const LINE = CACHE_LINE_BYTES / 4;
const STAGES = 3 * LINE;
const STAGE_WORDS = 8;

export const STAGE_CURSOR = 0;
export const PROGRAM_JOB = LINE;
export const BASE = LINE + 1;
export const STAGE_COUNT = LINE + 2;
export const SLEEPERS = 2 * LINE;

/** Words of one stage's row, added to `stageWord(stage)`. */
export const FUNCTION = 0;
export const STAGE_ROWS = 1;
export const STAGE_BLOCK_ROWS = 2;
export const ARGUMENT = 3;
export const STAGE_BLOCKS = 4;
export const STAGE_DONE = 5;

/** Stages of one program. A power of two. */
export const MAX_STAGES = 4096;
/** Blocks of one stage: what a cursor counts, but for the number that says closed. */
export const MAX_STAGE_BLOCKS = 2 ** 16 - 2;

export const PROGRAM_TABLE_BYTES = 4 * (STAGES + STAGE_WORDS * MAX_STAGES);

export interface ProgramTable {
  readonly words: Int32Array;
}

/** First word of the row of stage `stage`. Whole for any number: a thread that comes late may ask for one that is no more. */
export function stageWord(stage: number): number {
  return STAGES + STAGE_WORDS * (stage & (MAX_STAGES - 1));
}

/** The table that lies at `byteOffset`. */
export function bindPrograms(buffer: ArrayBufferLike, byteOffset: number): ProgramTable {
  return { words: new Int32Array(buffer, byteOffset, PROGRAM_TABLE_BYTES / 4) };
}
