/**
 * Replaces workers that died. A worker that failed is terminated, and its successor starts when it is known to be gone:
 * two workers must never run as the same thread. If one is not known to be gone, it might run for ever, and the pool
 * ends.
 */
import { JOINED, type ProgramTable, threadWord } from './programTable.ts';
import type { WorkerHandle } from './protocol.ts';
import type { Roster } from './roster.ts';
import { stopWorkers } from './service.ts';
import { LateError, reasonOf, type Starter } from './starter.ts';
import { delay, within } from './waiting.ts';

/**
 * Workers of one thread that may fail in a row, at their start or before they joined a program, until the thread is
 * given up.
 */
const MOST_FAILURES = 5;
/** Before a second attempt to start a worker (ms); twice as long before each that follows. */
const FIRST_DELAY = 50;

export class Recovery {
  /** Deaths so far, deaths that were made good, and deaths that are neither made good nor given up. */
  deaths = 0;
  restarts = 0;
  replacing = 0;
  /** One sentence for each time that threads were given up for good. */
  readonly fallbacks: string[] = [];
  readonly #program: ProgramTable;
  readonly #roster: Roster;
  readonly #starter: Starter;
  readonly #endLimit: number;
  /** The program that the thread had joined when the worker came to it. */
  readonly #joined = new WeakMap<WorkerHandle, number>();
  /** By thread: workers in a row that failed before they joined a program. */
  readonly #failures: number[] = [];

  /** @param endLimit ms until a terminated worker must be gone */
  constructor(program: ProgramTable, roster: Roster, starter: Starter, endLimit: number) {
    this.#program = program;
    this.#roster = roster;
    this.#starter = starter;
    this.#endLimit = endLimit;
  }

  /** Begins to watch a worker, which serves from now on. */
  watch(thread: number, worker: WorkerHandle): void {
    this.#joined.set(worker, this.#joinedBy(thread));
  }

  /** Takes a worker for dead: it is replaced by what `start` starts. Nothing happens if it is known to be dead. */
  replaceWorker(thread: number, worker: WorkerHandle, reason: string, start: (thread: number) => Promise<void>): void {
    if (this.#starter.isOver || !this.#roster.has(thread, worker)) return;
    this.#roster.leave(worker);
    this.deaths++;
    const hasJoined = this.#joinedBy(thread) !== this.#joined.get(worker);
    this.#failures[thread] = hasJoined ? 0 : (this.#failures[thread] ?? 0) + 1;
    this.replacing++;
    void this.#replace(thread, worker, reason, start).finally(() => this.replacing--);
  }

  #joinedBy(thread: number): number {
    return Atomics.load(this.#program.words, threadWord(thread) + JOINED);
  }

  async #replace(
    thread: number,
    worker: WorkerHandle,
    reason: string,
    start: (thread: number) => Promise<void>,
  ): Promise<void> {
    await this.#terminateWorker(thread, worker, reason);
    let last = reason;
    for (let attempt = 0; !this.#starter.isOver; attempt++) {
      if (this.#failures[thread] >= MOST_FAILURES) {
        const failures = `${MOST_FAILURES} workers in a row failed as thread ${thread}, the last with: ${last}`;
        this.#fallBack(`${failures}; the engine goes on without this thread`);
        return;
      }
      if (attempt > 0) await delay(FIRST_DELAY * 2 ** (attempt - 1));
      if (this.#starter.isOver) return;
      try {
        await start(thread);
        this.restarts++;
        return;
      } catch (cause) {
        last = reasonOf(cause);
        this.#failures[thread]++;
      }
    }
  }

  /** Terminates a worker, and waits until it is gone. Its place is free then. If it runs on, the others end, too. */
  async #terminateWorker(thread: number, worker: WorkerHandle, reason: string): Promise<void> {
    const late = new LateError(`no sign of its end ${this.#endLimit / 1000} s after terminate()`);
    try {
      await within(this.#endLimit, Promise.all([worker.terminate(), worker.gone]), late, false);
    } catch (cause) {
      if (!this.#starter.isOver) this.#stopAll(`worker ${thread} cannot be replaced (${reason}): ${reasonOf(cause)}`);
    }
    this.#roster.remove(thread, worker);
  }

  /** When a worker may run for ever: it must hear of no program, so none is shared any more. */
  #stopAll(sentence: string): void {
    stopWorkers(this.#program);
    void this.#starter.stop();
    this.#fallBack(`${sentence}; the engine goes on with the calling thread alone`);
    for (const [thread, worker] of this.#roster.live) {
      // they may be at work: what they write is not left to chance before they are gone
      this.#roster.leave(worker);
      this.deaths++;
      void this.#terminateWorker(thread, worker, sentence);
    }
  }

  #fallBack(sentence: string): void {
    this.fallbacks.push(sentence);
    console.warn(`hullstorm: ${sentence}`);
  }
}
