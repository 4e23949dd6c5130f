/** `loadPasses`: code into every thread, and memory for it. What it promises is said in engine.ts. */
import { loadFunctions, readCode } from '../backend/passCode.ts';
import { PassRunner } from '../backend/passRunner.ts';
import type { Pool } from '../backend/pool.ts';
import { ProgramDispatcher } from '../backend/programDispatcher.ts';
import { type Keys, readOptions, unreadable } from '../checks.ts';
import { fail, integerIn, QueryError } from '../errors.ts';
import type { Frame, FrameCapacity } from '../frame.ts';
import { alignUp, CACHE_LINE_BYTES } from '../memory/units.ts';
import { Passes } from './passes.ts';
import type { PassOptions } from './passOptions.ts';
import type { QueryQueue } from './queryQueue.ts';

export interface PassLoaderParts {
  readonly frame: Frame;
  readonly memory: WebAssembly.Memory;
  readonly capacity: FrameCapacity;
  readonly shared: boolean;
  readonly pool: Pool | undefined;
  readonly queue: QueryQueue;
}

const WHERE = 'engine.loadPasses';
const OPTIONS: Keys<PassOptions> = { bytes: 0 };

export class PassLoader {
  readonly #parts: PassLoaderParts;
  readonly #runner: PassRunner;
  readonly #dispatcher: ProgramDispatcher;
  /** Passes so far. */
  #count = 0;
  /** Where free memory begins. */
  #free: number;

  constructor(parts: PassLoaderParts) {
    const { frame, capacity, pool } = parts;
    this.#parts = parts;
    this.#runner = new PassRunner(frame, 0);
    this.#dispatcher = new ProgramDispatcher(frame, capacity.threads, pool, this.#runner);
    this.#free = frame.passesBegin;
  }

  async load(code: unknown, options: PassOptions): Promise<Passes> {
    const { queue, shared } = this.#parts;
    queue.checkOpen(WHERE);
    const { bytes } = readOptions(`${WHERE}: options`, options, OPTIONS);
    const byteLength = alignUp(integerIn(`${WHERE}: bytes`, bytes, 1, 2 ** 32), CACHE_LINE_BYTES);
    this.#checkRoom(byteLength);
    const at = `${WHERE}: code`;
    const source = await readCode(at, code, shared).catch((cause: unknown) => unreadable(at, cause));
    queue.checkOpen(WHERE);
    return queue.enqueue(async () => {
      this.#checkRoom(byteLength);
      return this.#loadAll(source, byteLength);
    });
  }

  #checkRoom(byteLength: number): void {
    const left = this.#parts.frame.passesEnd - this.#free;
    if (byteLength > left) {
      fail(`${WHERE}: bytes`, `at most ${left}, which is what is left of capacity.passBytes (raise it)`, byteLength);
    }
  }

  async #loadAll(source: WebAssembly.Module | string, byteLength: number): Promise<Passes> {
    const { frame, memory, pool, queue } = this.#parts;
    const functions = await loadFunctions(`${WHERE}: code`, source, memory);
    const names = [...functions.keys()];
    const first = this.#count;
    try {
      await pool?.loadPasses({ source, first, names });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new QueryError(`${WHERE}: expected the code to load in every worker, got: ${reason}`, { cause });
    }
    this.#runner.enter(first, [...functions.values()]);
    const byteOffset = this.#free;
    this.#count += names.length;
    this.#free += byteLength;
    const { buffer } = frame;
    return new Passes({ dispatcher: this.#dispatcher, queue, buffer, byteOffset, byteLength, first, names });
  }
}
