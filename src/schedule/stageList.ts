/**
 * A query as a list: stages, which all threads share, and steps, which are short work of the calling thread between
 * them. One list serves the asynchronous and the synchronous call. Running it allocates nothing.
 */
import type { Stage, Step } from '../broad/pass.ts';
import type { StageDescription } from './stageDescription.ts';

export class StageList {
  readonly #list: readonly (Stage | Step)[];
  #at: number;

  constructor(list: readonly (Stage | Step)[]) {
    this.#list = list;
    this.#at = list.length;
  }

  /** Starts a call. */
  begin(): void {
    this.#at = 0;
  }

  /**
   * Describes the next stage. The previous one must be complete. @returns whether there is one: if not, the call is
   * done
   */
  next(stage: StageDescription): boolean {
    while (this.#at < this.#list.length) {
      const next = this.#list[this.#at++];
      if (typeof next === 'function') {
        const back = next();
        if (back) this.#at = this.#list.indexOf(back);
        continue;
      }
      const items = next.prepare();
      if (items === 0) continue;
      stage.pass = next.pass;
      stage.rows = items;
      stage.blockRows = next.blockRows;
      return true;
    }
    return false;
  }
}
