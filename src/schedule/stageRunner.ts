/** One thread's passes, and how it runs its blocks of a program. The calling thread and workers share this code. */
import type { Frame } from '../tables/frame.ts';
import {
  ARGUMENT,
  BLOCK,
  BY_BLOCK,
  GO,
  JOINED,
  PASS,
  ROWS_DONE,
  STAGE_BLOCK_ROWS,
  STAGE_BLOCKS,
  STAGE_ROWS,
  STAGE_STRIDE,
  threadWord,
} from '../tables/programTable.ts';
import { loadFunctions, type PassCode, type PassFunction } from './passCode.ts';
import {
  bookBlocks,
  claimBlock,
  claimOwnBlock,
  isStep,
  lastRow,
  OVER,
  rowOf,
  sleepForStage,
  spinForStage,
  stageAtHand,
} from './programs.ts';
import { NO_BLOCK } from './ranges.ts';
import { joinProgram, leaveProgram } from './service.ts';
import { SLEEP_MS } from './waiting.ts';

/** Reads of STAGE before a thread that waits for the next stage sleeps: about 80 µs. */
const SPINS = 8000;
/**
 * Reads of STAGE before a thread without blocks of its own takes one of another thread: about 5 µs. The other thread
 * would later fetch these rows back from this thread's cache. Queries do not wait: they read all rows anew anyway.
 */
const STEAL_SPINS = 500;

/**
 * How a drain ends: the program is closed, the calling thread has a step, other threads run the last blocks, or the
 * deadline is over.
 */
export const PROGRAM_OVER = 0;
export const STEP = 1;
export const STAGE_PENDING = 2;
export const SLICE_OVER = 3;

export class StageRunner {
  /** The stage whose last blocks other threads run, after `drain` has returned STAGE_PENDING. */
  pending = 0;
  /** Whether a pass may be running on this thread: public calls fail meanwhile, since a pass makes them. */
  isInside = false;
  /** Where `runAlone` continues: the word of a stage, and a block of it. */
  #aloneAt = 0;
  #aloneBlock = 0;
  readonly #frame: Frame;
  readonly #thread: number;
  /** By number, which is the same on every thread. */
  readonly #passes: PassFunction[];
  readonly #names: string[] = [];
  /** Number of the first pass of users' code, which follows the engine's own passes: the same on every thread. */
  readonly firstUserPass: number;
  readonly #line: number;

  /** @param builtIn the engine's own passes, by number */
  constructor(frame: Frame, thread: number, builtIn: readonly PassFunction[]) {
    this.#frame = frame;
    this.#thread = thread;
    this.#passes = [...builtIn];
    this.firstUserPass = builtIn.length;
    this.#line = threadWord(thread);
  }

  /** Loads a set of passes that the calling thread has already loaded. */
  async load(where: string, { source, first, names }: PassCode, memory: WebAssembly.Memory): Promise<void> {
    this.enter(first, names, await loadFunctions(where, source, memory));
  }

  /** Registers passes from number `first` on, in the order of `names`. */
  enter(first: number, names: readonly string[], functions: ReadonlyMap<string, PassFunction>): void {
    for (const [k, name] of names.entries()) {
      this.#passes[first + k] = functions.get(name)!;
      this.#names[first + k] = name;
    }
  }

  /** The block of `thread` in the stage that the program has reached: the pass, and the rows. */
  blockOf(thread: number): string {
    const { words } = this.#frame.program;
    const row = lastRow(this.#frame.program);
    const begin = words[threadWord(thread) + BLOCK] * words[row + STAGE_BLOCK_ROWS];
    const end = Math.min(begin + words[row + STAGE_BLOCK_ROWS], words[row + STAGE_ROWS]);
    return `pass '${this.#names[words[row + PASS]]}', rows ${begin} to ${end}`;
  }

  /** Runs a worker's part of a program, to its end. */
  serve(number: number): void {
    const table = this.#frame.program;
    joinProgram(table, this.#thread, number);
    while (this.drain(number) !== PROGRAM_OVER) sleepForStage(table, this.pending, SLEEP_MS);
    leaveProgram(table, this.#thread, number);
  }

  /**
   * Runs blocks, stage by stage.
   * @param deadline ms of `performance.now`; a user's stage may overrun it by as long as the stage has run
   */
  drain(number: number, deadline = Infinity): number {
    this.isInside = true;
    try {
      return this.#drain(number, deadline);
    } finally {
      this.isInside = false;
    }
  }

  /** Starts stages that this thread runs alone, while no program is open. `runAlone` runs them. */
  beginAlone(): void {
    const { words, ranges } = this.#frame.program;
    for (let t = 0; t < ranges.threads; t++) words[threadWord(t) + ROWS_DONE] = 0;
    this.#aloneAt = 0;
    this.#aloneBlock = 0;
  }

  /**
   * Runs blocks, stage by stage, without a claim: they are in no table, and no other thread knows of them.
   * @param stages as `addStages` takes them: the same ones at each call
   * @param deadline as in `drain`
   * @returns whether all blocks are finished
   */
  runAlone(stages: Int32Array, count: number, deadline = Infinity): boolean {
    this.isInside = true;
    try {
      return this.#runAlone(stages, count, deadline);
    } finally {
      this.isInside = false;
    }
  }

  #runAlone(stages: Int32Array, count: number, deadline: number): boolean {
    const end = STAGE_STRIDE * count;
    for (; this.#aloneAt < end; this.#aloneAt += STAGE_STRIDE) {
      const row = this.#aloneAt;
      const rows = stages[row + STAGE_ROWS];
      const blocks = Math.ceil(rows / stages[row + STAGE_BLOCK_ROWS]);
      let done = 0;
      while (this.#aloneBlock < blocks) {
        this.#runBlock(stages, row, this.#aloneBlock++);
        done++;
        if (isLate(done, deadline)) return false;
      }
      this.#aloneBlock = 0;
    }
    return true;
  }

  /** Runs the unfinished blocks of the stage that a closed program has reached. No other thread writes. */
  redoBlocks(): void {
    const { words, finished } = this.#frame.program;
    const row = lastRow(this.#frame.program);
    const blocks = words[row + STAGE_BLOCKS];
    for (let block = 0; block < blocks; block++)
      if (Atomics.load(finished, block) === 0) this.#runBlock(words, row, block);
  }

  #drain(number: number, deadline: number): number {
    const table = this.#frame.program;
    const { words, finished } = table;
    const thread = this.#thread;
    const byBlock = words[BY_BLOCK] === 1;
    const takesAny = byBlock || Atomics.load(words, GO) !== number;
    let hasCompany = false;
    for (;;) {
      const stage = stageAtHand(table, number);
      if (stage === OVER) return PROGRAM_OVER;
      if (thread === 0 && isStep(table, stage)) return STEP;
      let block = takesAny ? claimBlock(table, stage, thread) : claimOwnBlock(table, stage, thread);
      if (block === NO_BLOCK && !takesAny) {
        hasCompany ||= this.#hasCompany(number);
        if (hasCompany && spinForStage(table, stage, STEAL_SPINS)) continue;
        block = claimBlock(table, stage, thread);
      }
      if (block === NO_BLOCK) {
        if (spinForStage(table, stage, SPINS)) continue;
        this.pending = stage;
        return STAGE_PENDING;
      }
      // all blocks of this thread are booked together: no other stage opens before that
      const row = rowOf(table, stage);
      let done = 0;
      let late = false;
      do {
        this.#runBlock(words, row, block);
        if (byBlock) Atomics.store(finished, block, 1);
        done++;
        late = isLate(byBlock ? 1 : done, deadline);
        if (late) break;
        block = takesAny ? claimBlock(table, stage, thread) : claimOwnBlock(table, stage, thread);
      } while (block !== NO_BLOCK);
      bookBlocks(table, number, stage, done);
      if (late) return SLICE_OVER;
    }
  }

  /** Whether another thread takes part in the program. A worker that wakes needs some stages to come. */
  #hasCompany(number: number): boolean {
    if (this.#thread > 0) return true;
    const { words, ranges } = this.#frame.program;
    for (let t = 1; t < ranges.threads; t++) if (Atomics.load(words, threadWord(t) + JOINED) === number) return true;
    return false;
  }

  /** @param row first word of the stage's row in `stages` */
  #runBlock(stages: Int32Array, row: number, block: number): void {
    const { words } = this.#frame.program;
    words[this.#line + BLOCK] = block;
    const rows = stages[row + STAGE_ROWS];
    const blockRows = stages[row + STAGE_BLOCK_ROWS];
    const begin = block * blockRows;
    // a difference, because a sum may exceed i32 and become a heap number
    const end = rows - begin < blockRows ? rows : begin + blockRows;
    this.#passes[stages[row + PASS]](begin, end, stages[row + ARGUMENT], this.#thread, this.#frame.buffer);
    words[this.#line + ROWS_DONE] += end - begin;
  }
}

/** Whether the time is over after `done` blocks. They may be short: the clock is read after blocks 1, 2, 4, 8, … */
function isLate(done: number, deadline: number): boolean {
  return deadline !== Infinity && (done & (done - 1)) === 0 && performance.now() > deadline;
}
