/** `loadPasses`: loads code into every thread, and reserves memory for it. engine.ts has the contract. */
import { type Keys, readOptions, unreadable } from '../../checks.ts';
import { fail, integerIn, QueryError } from '../../errors.ts';
import { alignUp, CACHE_LINE_BYTES } from '../../memory/units.ts';
import type { Dispatcher } from '../../schedule/dispatcher.ts';
import { loadFunctions, type PassCode, type PassFunction, readCode } from '../../schedule/passCode.ts';
import type { Pool } from '../../schedule/pool.ts';
import type { StageRunner } from '../../schedule/stageRunner.ts';
import type { EngineTuning } from '../../schedule/tuning.ts';
import { within } from '../../schedule/waiting.ts';
import type { Frame } from '../../tables/frame.ts';
import type { QueryQueue } from '../queryQueue.ts';
import type { PassOptions } from './options.ts';
import { Passes } from './passes.ts';

export interface PassLoaderParts {
  readonly frame: Frame;
  readonly memory: WebAssembly.Memory;
  readonly tuning: EngineTuning;
  readonly shared: boolean;
  readonly pool: Pool | undefined;
  readonly queue: QueryQueue;
  readonly dispatcher: Dispatcher;
  /** The calling thread's runner. */
  readonly runner: StageRunner;
}

const WHERE = 'engine.loadPasses';
const OPTIONS: Keys<PassOptions> = { bytes: 0 };

export class PassLoader {
  readonly #parts: PassLoaderParts;
  /** Number of the next pass. */
  #next: number;
  /** Begin of the free memory. */
  #free: number;
  /** The last load on the workers, which load one set at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: PassLoaderParts) {
    this.#parts = parts;
    this.#free = parts.frame.passesBegin;
    this.#next = parts.runner.firstUserPass;
  }

  async load(code: unknown, options: PassOptions): Promise<Passes> {
    const { queue } = this.#parts;
    queue.checkOpen(WHERE);
    const { bytes } = readOptions(`${WHERE}: options`, options, OPTIONS);
    const byteLength = alignUp(integerIn(`${WHERE}: bytes`, bytes, 1, 2 ** 32), CACHE_LINE_BYTES);
    this.#checkRoom(byteLength);
    // sets of passes get memory in the order of their calls
    const passes = Promise.all([this.#loadHere(code), this.#last]).then(([{ source, functions }]) =>
      this.#loadInWorkers(source, functions, byteLength),
    );
    this.#last = Promise.allSettled([passes, this.#last]);
    return queue.untilClosed(WHERE, passes);
  }

  /** Loads code on the calling thread. Queries may run meanwhile. */
  async #loadHere(
    code: unknown,
  ): Promise<{ source: PassCode['source']; functions: ReadonlyMap<string, PassFunction> }> {
    const { memory, shared, tuning } = this.#parts;
    const at = `${WHERE}: code`;
    const source = await readCode(at, code, shared).catch((cause: unknown) => unreadable(at, cause));
    const name = typeof source === 'string' ? `the module at ${source}` : 'the wasm';
    const wanted = `${name} to load in ${tuning.startLimit / 1000} s`;
    const late = new QueryError(`${at}: expected ${wanted}, got no end of it (does it await for ever?)`);
    const functions = await within(tuning.startLimit, loadFunctions(at, source, memory), late);
    return { source, functions };
  }

  #checkRoom(byteLength: number): void {
    const left = this.#parts.frame.passesEnd - this.#free;
    if (byteLength > left) {
      fail(`${WHERE}: bytes`, `at most ${left}, which is what is left of capacity.passBytes (raise it)`, byteLength);
    }
  }

  async #loadInWorkers(
    source: PassCode['source'],
    functions: ReadonlyMap<string, PassFunction>,
    byteLength: number,
  ): Promise<Passes> {
    const { frame, pool, queue, dispatcher, runner, tuning } = this.#parts;
    this.#checkRoom(byteLength);
    const names = [...functions.keys()];
    const first = this.#next;
    if (pool) {
      // workers are paused between two queries; the next queries run without them
      await queue
        .between(() => pool.loadPasses({ source, first, names }))
        .catch((cause: Error) => {
          const wanted = 'the code to load in every worker';
          throw new QueryError(`${WHERE}: expected ${wanted}, got: ${cause.message}`, { cause });
        });
    }
    runner.enter(first, names, functions);
    const byteOffset = this.#free;
    this.#next += names.length;
    this.#free += byteLength;
    const { buffer } = frame;
    const { shareFrom } = tuning;
    return new Passes({ dispatcher, queue, buffer, byteOffset, byteLength, first, names, shareFrom });
  }
}
