/** What `engine.loadPasses` gives: code that every thread has loaded, memory of its own, and programs of its passes. */

import { fail, integerIn, refuse } from '../../errors.ts';
import type { Dispatcher } from '../../schedule/dispatcher.ts';
import {
  ARGUMENT,
  FUNCTION,
  MAX_STAGE_BLOCKS,
  MAX_STAGES,
  STAGE_BLOCK_ROWS,
  STAGE_ROWS,
  STAGE_STRIDE,
} from '../../schedule/programTable.ts';
import type { QueryQueue } from '../queryQueue.ts';

/** Rows of a stage, and rows of a block. */
const MAX_ROWS = 2 ** 31 - 1;
/** Stages that a program has room for from the start. */
const FEW = 64;

/** @internal What passes run on. */
export interface PassParts {
  readonly dispatcher: Dispatcher;
  readonly queue: QueryQueue;
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Number of the first pass; the others follow in the order of `names`. */
  readonly first: number;
  readonly names: readonly string[];
}

/** Code that runs on all threads of an engine. Made by `engine.loadPasses`; lives as long as the engine. */
export class Passes {
  /** The engine's memory. Byte offsets of columns, such as `scene.positions.byteOffset`, are addresses in it. */
  readonly buffer: ArrayBufferLike;
  /** Where the memory of these passes begins: on a cache line, zeros at first. */
  readonly byteOffset: number;
  /** The bytes that were asked for, rounded up to whole cache lines. */
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

  /** Makes an empty program, to be filled and run as often as you like. */
  createProgram(): PassProgram {
    return new PassProgram(this, this.#numbers);
  }

  /**
   * Runs the stages of a program in order, on all threads. A stage begins when all blocks of the one before are
   * finished; blocks of one stage run in any order, on any thread. Queries and programs run one at a time, as they were
   * asked for.
   *
   * When a worker dies in the middle, the calling thread runs the whole program again **from its first stage**: what
   * the first stages read must be what the later ones leave alone. A worker whose block does not end within
   * `tuning.silenceLimit` (5 s) is terminated and replaced, and the program ends in the middle: to run such a block
   * again might keep the calling thread for ever.
   * @throws QueryError for a program of other passes, after `close`, from inside a pass, and for a block that does not
   *   end on a worker: the error names the pass and its rows. What a pass throws on the calling thread ends the program
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
   * `run` that returns when it is done; the calling thread takes part. Allocates nothing. A worker whose block does not
   * end within `tuning.silenceLimit` (5 s) is taken for dead: it is terminated and replaced, and the calling thread
   * runs the program again.
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
// It is a `Program` (schedule/dispatcher.ts), and does not say so: that type is internal.
export class PassProgram {
  /** @internal */
  readonly passes: Passes;
  /** @internal */
  readonly redo = 'program';
  /** @internal */
  stages = new Int32Array(STAGE_STRIDE * FEW);
  /** @internal Runs asked for and not finished. */
  running = 0;
  /** @internal Workers that find something to do: one less than the most blocks of a stage. */
  helpers = 0;
  readonly #numbers: ReadonlyMap<string, number>;
  #length = 0;

  /** @internal */
  constructor(passes: Passes, numbers: ReadonlyMap<string, number>) {
    this.passes = passes;
    this.#numbers = numbers;
  }

  /** @internal Whether a value is a program, of any passes: proxies are none. */
  static is(value: unknown): value is PassProgram {
    return typeof value === 'object' && value !== null && #numbers in value;
  }

  /** Stages so far. */
  get length(): number {
    return this.#length;
  }

  /** Removes all stages. */
  clear(): void {
    this.#checkRest('program.clear');
    this.#length = 0;
    this.helpers = 0;
  }

  /**
   * Adds a stage: `pass` over rows [0, rows), in blocks of `blockRows`, each of which one thread runs. No rows: the
   * stage is skipped.
   * @param pass name of an export
   * @param blockRows 1 or more; a stage has at most 65,534 blocks
   * @param argument a whole number of 32 bits that every call is given, by default 0; a byte offset beyond 2 GiB
   *   arrives negative
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
    stages[at + FUNCTION] = number;
    stages[at + STAGE_ROWS] = rows;
    stages[at + STAGE_BLOCK_ROWS] = blockRows;
    stages[at + ARGUMENT] = argument;
    if (blocks - 1 > this.helpers) this.helpers = blocks - 1;
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
