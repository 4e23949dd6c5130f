/** The order of queries: asynchronous ones run one at a time, as they came; synchronous ones only while none of those is on its way. */
import { fail } from '../errors.ts';

export class QueryQueue {
  /** Queries asked for and not answered yet. */
  #running = 0;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  /** Runs `task` at once if nothing is running, else after what is. */
  enqueue<R>(task: () => Promise<R>): Promise<R> {
    const counted = async () => {
      try {
        return await task();
      } finally {
        this.#running--;
      }
    };
    const answer = this.#running++ === 0 ? counted() : this.#last.then(counted, counted);
    this.#last = answer;
    return answer;
  }

  /** Takes no more queries, and calls `end` after those that were asked before. */
  close(end: () => Promise<void> | undefined): Promise<void> {
    this.#closing ??= this.#close(end);
    return this.#closing;
  }

  async #close(end: () => Promise<void> | undefined): Promise<void> {
    await this.#last.catch(() => {});
    await end();
  }

  /** Fails once the engine is closed. */
  checkOpen(where: string): void {
    if (this.#closing) fail(where, 'an open engine', 'one that is closed');
  }

  /** Fails while a query is running, and once the engine is closed. */
  checkIdle(where: string): void {
    this.checkOpen(where);
    if (this.#running > 0) fail(where, 'an engine at rest', 'one that is running a query (await it first)');
  }
}
