/** The result of `engine.loadPasses`: code that every thread has loaded, its memory, and programs of its passes. */
import { fail, integerIn, refuse } from '../../errors.ts';
import type { Dispatcher } from '../../schedule/dispatcher.ts';
import { helpersFor } from '../../schedule/stageDescription.ts';
import {
  ARGUMENT,
  MAX_STAGE_BLOCKS,
  MAX_STAGES,
  PASS,
  STAGE_BLOCK_ROWS,
  STAGE_ROWS,
  STAGE_STRIDE,
} from '../../tables/programTable.ts';
import type { QueryQueue } from '../queryQueue.ts';

/** Maximum of rows per stage, and of rows per block. */
const MAX_ROWS = 2 ** 31 - 1;
/** Initial room for stages in a program. */
const FEW = 64;
/** More pairs than any query has: a small integer of V8. */
const MOST_PAIRS = 2 ** 30 - 1;

/** @internal The parts of the engine that passes use. */
export interface PassParts {
  readonly dispatcher: Dispatcher;
  readonly queue: QueryQueue;
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Number of the first pass; the others follow in the order of `names`. */
  readonly first: number;
  readonly names: readonly string[];
  /** `tuning.shareFrom` of the engine. */
  readonly shareFrom: number;
}

/** Code that runs on all threads of an engine. Made by `engine.loadPasses`; lives as long as the engine. */
export class Passes {
  /** The engine's memory. Byte offsets of columns, such as `scene.positions.byteOffset`, are addresses in it. */
  readonly buffer: ArrayBufferLike;
  /** Begin of the memory of these passes: on a cache line, zeros at first. */
  readonly byteOffset: number;
  /** The requested bytes, rounded up to whole cache lines. */
  readonly byteLength: number;
  readonly #parts: PassParts;
  readonly #numbers: ReadonlyMap<string, number>;

  /** @internal */
  constructor(parts: PassParts) {
    this.#parts = parts;
    this.buffer = parts.buffer;
    this.byteOffset = parts.byteOffset;
    this.byteLength = parts.byteLength;
    this.#numbers = new Map(parts.names.map((name, k) => [name, parts.first + k]));
  }

  /** Names of the passes, sorted. */
  get names(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  /** Makes an empty program. Add stages, and run it as often as you like. */
  createProgram(): PassProgram {
    return new PassProgram(this, this.#numbers, this.#parts.shareFrom);
  }

  /**
   * Runs the stages of a program in order, on all threads. A stage begins when all blocks of the one before are
   * finished; blocks of one stage run in any order, on any thread. Queries and programs run one at a time, in the order
   * of their calls.
   *
   * When a worker dies in the middle, the calling thread runs the whole program again **from its first stage**: later
   * stages must not write the data that the first stages read. A worker whose block does not end within
   * `tuning.silenceLimit` (5 s) is terminated and replaced, and the program ends in the middle: running such a block
   * again might block the calling thread forever.
   * @throws QueryError for a program of other passes, after `close`, from inside a pass, and for a block that does not
   *   end on a worker: the error names the pass and its rows. An error that a pass throws on the calling thread ends
   *   the program
   */
  async run(program: PassProgram): Promise<void> {
    const where = 'passes.run';
    const { queue, dispatcher } = this.#parts;
    queue.checkOpen(where);
    this.#check(where, program);
    program.running++;
    return queue.enqueue(async () => {
      try {
        await dispatcher.run(program);
      } finally {
        program.running--;
      }
    });
  }

  /**
   * `run` that blocks until the program is done; the calling thread takes part. Allocates nothing. A worker whose block
   * does not end within `tuning.silenceLimit` (5 s) counts as dead: it is terminated and replaced, and the calling
   * thread runs the program again.
   * @throws QueryError as `run`, and while a query or program is running
   */
  runSync(program: PassProgram): void {
    const where = 'passes.runSync';
    const { queue, dispatcher } = this.#parts;
    queue.checkIdle(where);
    this.#check(where, program);
    dispatcher.runSync(program);
  }

  #check(where: string, program: unknown): void {
    if (!PassProgram.is(program)) refuse(`${where}: program`, 'a program made by createProgram', program);
    if (program.passes !== this) fail(`${where}: program`, 'a program of these passes', 'one of others');
  }
}

/** A list of stages. Made by `passes.createProgram`. */
// a `Program` (schedule/dispatcher.ts) without an `implements` clause: that type is internal
export class PassProgram {
  /** @internal */
  readonly passes: Passes;
  /** @internal */
  readonly redo = 'program';
  /** @internal */
  stages = new Int32Array(STAGE_STRIDE * FEW);
  /** @internal Pending runs. */
  running = 0;
  /**
   * The work of one run, as a number of pairs: a run wakes as many workers as a query of this many pairs (about 0.3 µs
   * each), and at most one less than the most blocks of a stage. Default: more pairs than any query has.
   */
  worth = MOST_PAIRS;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #shareFrom: number;
  #length = 0;
  /** The most blocks of a stage. */
  #blocks = 0;

  /** @internal */
  constructor(passes: Passes, numbers: ReadonlyMap<string, number>, shareFrom: number) {
    this.passes = passes;
    this.#numbers = numbers;
    this.#shareFrom = shareFrom;
  }

  /** @internal Whether a value is a program, of any passes: proxies are not. */
  static is(value: unknown): value is PassProgram {
    return typeof value === 'object' && value !== null && #numbers in value;
  }

  /** @internal Workers that have blocks to run: at most one less than the most blocks of a stage. */
  get helpers(): number {
    return this.#blocks < 2 ? 0 : Math.min(this.#blocks - 1, helpersFor(this.worth, this.#shareFrom));
  }

  /** Stages so far. */
  get length(): number {
    return this.#length;
  }

  /** Removes all stages. */
  clear(): void {
    this.#checkRest('program.clear');
    this.#length = 0;
    this.#blocks = 0;
  }

  /**
   * Adds a stage: `pass` over rows [0, rows), in blocks of `blockRows`; one thread runs each block. A stage without
   * rows is skipped.
   * @param pass name of an export
   * @param blockRows 1 or more; a stage has at most 65,534 blocks
   * @param argument a 32-bit integer that every call receives, by default 0; a byte offset beyond 2 GiB arrives
   *   negative
   * @throws QueryError for bad input, at more than 4,096 stages, and while the program runs
   */
  add(pass: string, rows: number, blockRows: number, argument = 0): void {
    this.#checkRest('program.add');
    const number = this.#numbers.get(pass);
    if (number === undefined) refuse('program.add: pass', `one of ${[...this.#numbers.keys()].join(', ')}`, pass);
    integerIn('program.add: rows', rows, 0, MAX_ROWS);
    integerIn('program.add: blockRows', blockRows, 1, MAX_ROWS);
    integerIn('program.add: argument', argument, -(2 ** 31), 2 ** 32 - 1);
    const blocks = Math.ceil(rows / blockRows);
    if (blocks > MAX_STAGE_BLOCKS) {
      fail('program.add: blockRows', `${Math.ceil(rows / MAX_STAGE_BLOCKS)} or more for ${rows} rows`, blockRows);
    }
    if (this.#length === MAX_STAGES) fail('program.add', `at most ${MAX_STAGES} stages`, 'one more');
    const at = STAGE_STRIDE * this.#length;
    if (at === this.stages.length) this.#grow();
    const { stages } = this;
    stages[at + PASS] = number;
    stages[at + STAGE_ROWS] = rows;
    stages[at + STAGE_BLOCK_ROWS] = blockRows;
    stages[at + ARGUMENT] = argument;
    if (blocks > this.#blocks) this.#blocks = blocks;
    this.#length++;
  }

  #grow(): void {
    const stages = new Int32Array(2 * this.stages.length);
    stages.set(this.stages);
    this.stages = stages;
  }

  #checkRest(where: string): void {
    if (this.running > 0) fail(where, 'a program at rest', 'one that is running (await it first)');
  }
}
