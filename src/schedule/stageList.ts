/**
 * A query as a list: stages, which all threads share, and steps, which are short work of the calling thread between
 * them. One list serves the asynchronous and the synchronous call. Running it allocates nothing.
 */
import type { StageDescription } from './stageDescription.ts';

export interface Stage {
  /** Number of its pass. */
  readonly operation: number;
  /** Items per block. */
  readonly blockRows: number;
  /** Prepares the pass. @returns its items; 0 skips the stage in this call */
  prepare(): number;
}

/** Work of the calling thread. @returns the stage to go back to, or nothing to continue */
export type Step = (() => void) | (() => Stage | undefined);

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
      stage.operation = next.operation;
      stage.rows = items;
      stage.blockRows = next.blockRows;
      return true;
    }
    return false;
  }
}
