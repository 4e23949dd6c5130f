/**
 * Replaces dead workers. A failed worker is terminated, and its successor starts when the worker has ended: two workers
 * must never run as the same thread. If a worker does not end in time, it might run forever, and the pool ends.
 */
import { JOINED, type ProgramTable, threadWord } from '../tables/programTable.ts';
import type { WorkerHandle } from './protocol.ts';
import type { Roster } from './roster.ts';
import { stopWorkers } from './service.ts';
import { reasonOf, type Starter } from './starter.ts';
import { delay, LateError, within } from './waiting.ts';

/**
 * Workers of one thread that may fail in a row, at their start or before they join a program. Then the engine gives the
 * thread up.
 */
const MOST_FAILURES = 5;
/** Wait before the second attempt to start a worker (ms); doubled before each further one. */
const FIRST_DELAY = 50;

export class Recovery {
  /** Deaths so far, replaced workers, and replacements in progress. */
  deaths = 0;
  restarts = 0;
  replacing = 0;
  /** One sentence for each time that threads were given up permanently. */
  readonly fallbacks: string[] = [];
  readonly #program: ProgramTable;
  readonly #roster: Roster;
  readonly #starter: Starter;
  readonly #endLimit: number;
  /** The last program of the thread before this worker served. */
  readonly #joined = new WeakMap<WorkerHandle, number>();
  /** Per thread: workers in a row that failed before they joined a program. */
  readonly #failures: number[] = [];

  /** @param endLimit ms within which a terminated worker must end */
  constructor(program: ProgramTable, roster: Roster, starter: Starter, endLimit: number) {
    this.#program = program;
    this.#roster = roster;
    this.#starter = starter;
    this.#endLimit = endLimit;
  }

  /** Registers a worker, which serves from now on. */
  watch(thread: number, worker: WorkerHandle): void {
    this.#joined.set(worker, this.#joinedBy(thread));
  }

  /** Treats a worker as dead: `start` starts its successor. Does nothing for a worker that counts as dead already. */
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

  /** Terminates a worker, waits for its end, and frees its place. If it runs on, all other workers end, too. */
  async #terminateWorker(thread: number, worker: WorkerHandle, reason: string): Promise<void> {
    const late = new LateError(`no sign of its end ${this.#endLimit / 1000} s after terminate()`);
    try {
      await within(this.#endLimit, Promise.all([worker.terminate(), worker.gone]), late, false);
    } catch (cause) {
      const sentence = `worker ${thread} cannot be replaced (${reason}): ${reasonOf(cause)}`;
      this.giveUp(`${sentence}; the engine goes on with the calling thread alone`);
    }
    this.#roster.remove(thread, worker);
  }

  /**
   * Gives up all workers, unless the engine ends anyway. A worker that may run forever must see no program, so no
   * program is shared any more.
   */
  giveUp(sentence: string): void {
    if (this.#starter.isOver) return;
    stopWorkers(this.#program);
    void this.#starter.stop();
    this.#fallBack(sentence);
    for (const [thread, worker] of this.#roster.live) {
      // they may be running blocks: no program may continue before they have ended
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
