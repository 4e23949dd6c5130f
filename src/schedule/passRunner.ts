/** One thread's passes, and how it runs its blocks of a program: the same code for the caller and for workers. */
import type { Frame } from '../memory/frame.ts';
import { loadFunctions, type PassCode, type PassFunction } from './passCode.ts';
import {
  bookPasses,
  claimOwnPass,
  claimPass,
  lastRow,
  OVER,
  rowOf,
  sleepForStage,
  spinForStage,
  stageAtHand,
} from './programs.ts';
import { ARGUMENT, BLOCK, FUNCTION, lineWord, STAGE_BLOCK_ROWS, STAGE_ROWS } from './programTable.ts';
import { NO_BLOCK } from './ranges.ts';
import { SLEEP_MS } from './waiting.ts';

/** Looks at the stage before a thread that waits for the next stage goes to sleep, some 80 µs. */
const SPINS = 8000;
/**
 * Looks before a thread that is through with its own blocks takes one of another's, some 5 µs: the other would have to fetch back what
 * this one then has in its cache.
 */
const MANNERS = 500;

/** How a drain ends: the program is over, or others are slow with the last blocks of a stage, or the deadline is behind. */
export const PROGRAM_OVER = 0;
export const STAGE_PENDING = 1;
export const SLICE_OVER = 2;

export class PassRunner {
  /** The stage whose last blocks `drain` found others at. */
  pending = 0;
  /** Whether others run the program, too: threads that do not are not waited for. */
  isShared = true;
  /** Whether a pass may be running on this thread: what is called meanwhile is called by it. */
  isInside = false;
  readonly #frame: Frame;
  readonly #thread: number;
  /** By number, the same on every thread. */
  readonly #functions: PassFunction[] = [];
  readonly #names: string[] = [];
  readonly #blockWord: number;

  constructor(frame: Frame, thread: number) {
    this.#frame = frame;
    this.#thread = thread;
    this.#blockWord = lineWord(frame.program, thread) + BLOCK;
  }

  /** Loads a set of passes that the calling thread has loaded before. */
  async load(where: string, { source, first, names }: PassCode, memory: WebAssembly.Memory): Promise<void> {
    this.enter(first, names, await loadFunctions(where, source, memory));
  }

  /** Takes passes up from number `first` on, in the order of `names`. */
  enter(first: number, names: readonly string[], functions: ReadonlyMap<string, PassFunction>): void {
    for (const [k, name] of names.entries()) {
      this.#functions[first + k] = functions.get(name)!;
      this.#names[first + k] = name;
    }
  }

  /** What `thread` is at in the stage that the program has come to: the pass, and the rows of its block. */
  blockOf(thread: number): string {
    const table = this.#frame.program;
    const { words } = table;
    const row = lastRow(table);
    const begin = words[lineWord(table, thread) + BLOCK] * words[row + STAGE_BLOCK_ROWS];
    const end = Math.min(begin + words[row + STAGE_BLOCK_ROWS], words[row + STAGE_ROWS]);
    return `pass '${this.#names[words[row + FUNCTION]]}', rows ${begin} to ${end}`;
  }

  /** A worker's part in the program that is `job`, to its end. */
  serve(job: number): void {
    while (this.drain(job) !== PROGRAM_OVER) sleepForStage(this.#frame.program, this.pending, SLEEP_MS);
  }

  /** Runs blocks, stage by stage. @param deadline ms of `performance.now`; a stage may go on for twice as long as it was in time */
  drain(job: number, deadline = Infinity): number {
    this.isInside = true;
    try {
      return this.#drain(job, deadline);
    } finally {
      this.isInside = false;
    }
  }

  #drain(job: number, deadline: number): number {
    const table = this.#frame.program;
    const thread = this.#thread;
    for (;;) {
      const stage = stageAtHand(table, job);
      if (stage === OVER) return PROGRAM_OVER;
      let block = claimOwnPass(table, stage, thread);
      if (block === NO_BLOCK) {
        if (this.isShared && spinForStage(table, stage, MANNERS)) continue;
        block = claimPass(table, stage, thread);
      }
      if (block === NO_BLOCK) {
        if (spinForStage(table, stage, SPINS)) continue;
        this.pending = stage;
        return STAGE_PENDING;
      }
      // while blocks of this thread are not booked, no other stage opens: they are booked together
      const row = rowOf(table, stage);
      let done = 0;
      let late = false;
      do {
        this.#runBlock(row, block);
        done++;
        // blocks may be short: the clock is read after the first, the second, the fourth, …
        late = deadline !== Infinity && (done & (done - 1)) === 0 && performance.now() > deadline;
        block = late ? NO_BLOCK : claimOwnPass(table, stage, thread);
      } while (block !== NO_BLOCK);
      bookPasses(table, job, stage, done);
      if (late) return SLICE_OVER;
    }
  }

  /** @param row first word of the stage's */
  #runBlock(row: number, block: number): void {
    const { words } = this.#frame.program;
    words[this.#blockWord] = block;
    const rows = words[row + STAGE_ROWS];
    const blockRows = words[row + STAGE_BLOCK_ROWS];
    const begin = block * blockRows;
    // a difference, because a sum may be no i32, and a number on the heap
    const end = rows - begin < blockRows ? rows : begin + blockRows;
    this.#functions[words[row + FUNCTION]](begin, end, words[row + ARGUMENT], this.#thread, this.#frame.buffer);
  }
}
