/**
 * The order of queries. Asynchronous queries run one at a time, in the order of their calls. A synchronous query runs
 * only while none of them is pending. A pass on the calling thread cannot start a query: the engine is in the middle of
 * a program.
 */
import { fail } from '../errors.ts';
import { holdProcess, letProcessEnd } from '../schedule/keepAlive.ts';
import { untilEnd } from '../untilEnd.ts';

/** The passes of the calling thread. */
export interface RunningPasses {
  /** Whether one may be running. */
  readonly isInside: boolean;
}

export class QueryQueue {
  readonly #passes: RunningPasses;
  /** Pending queries, the running one included. */
  #running = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Functions to call between two queries. */
  readonly #waiting: (() => void)[] = [];
  #closing: Promise<void> | undefined;
  #tellClosed = () => {};
  readonly #closed = new Promise<void>((resolve) => {
    this.#tellClosed = resolve;
  });

  constructor(passes: RunningPasses) {
    this.#passes = passes;
  }

  /** Runs `task` at once if no query is running, else after all earlier ones. The process lives until it settles. */
  enqueue<R>(task: () => Promise<R>): Promise<R> {
    const counted = async () => {
      try {
        return await task();
      } finally {
        this.#running--;
        letProcessEnd();
        for (const act of this.#waiting.splice(0)) act();
      }
    };
    holdProcess();
    const answer = this.#running++ === 0 ? counted() : this.#last.then(counted, counted);
    this.#last = answer;
    return answer;
  }

  /** Calls `act` when no query is running: at once, or after the current one. */
  between<R>(act: () => Promise<R>): Promise<R> {
    if (this.#running === 0) return act();
    return new Promise((resolve) => this.#waiting.push(() => resolve(act())));
  }

  /** Accepts no more queries, and calls `end` after the pending ones. */
  async close(where: string, end: () => Promise<void> | undefined): Promise<void> {
    this.#checkOutside(where);
    this.#closing ??= this.#close(end);
    this.#tellClosed();
    return this.#closing;
  }

  /** The result of `work`, or a rejection as soon as the engine is closed. */
  untilClosed<T>(where: string, work: Promise<T>): Promise<T> {
    return untilEnd(work, this.#closed, () => failClosed(where));
  }

  async #close(end: () => Promise<void> | undefined): Promise<void> {
    await this.#last.catch(() => {});
    await end();
  }

  /** Whether synchronous queries may run. */
  get isIdle(): boolean {
    return this.#running === 0 && !this.#closing && !this.#passes.isInside;
  }

  /** Fails once the engine is closed, and inside a pass. */
  checkOpen(where: string): void {
    this.#checkOutside(where);
    if (this.#closing) failClosed(where);
  }

  /** Fails while a query is running, once the engine is closed, and inside a pass. */
  checkIdle(where: string): void {
    this.checkOpen(where);
    if (this.#running > 0) fail(where, 'an engine at rest', 'one that is running a query (await it first)');
  }

  #checkOutside(where: string): void {
    if (this.#passes.isInside) fail(where, 'an engine at rest', 'a call from inside a pass');
  }
}

function failClosed(where: string): never {
  fail(where, 'an open engine', 'one that is closed');
}
