/**
 * Searches with any number of answers per row. Threads stage what they find, in any order, and count it. If all of it
 * fits, each row gets its place, and a second pass moves the answers there.
 */
import { passNumber, type Stage, type Step } from '../broad/pass.ts';
import { fail } from '../errors.ts';
import type { QueryPass } from '../narrow/threadTools.ts';
import type { Frame } from '../tables/frame.ts';

/** Where answers are staged. */
interface Staging {
  /** Answers by row. */
  readonly counts: Uint32Array;
  /** The words of the query. That at `cursor` counts the staged answers. */
  readonly words: Int32Array;
  readonly cursor: number;
  /** Most answers. */
  readonly room: number;
  /** What the answers are, and the capacity that limits them: for errors. */
  readonly what: string;
  readonly capacity: string;
  readonly find: QueryPass;
  /** Moves staged answers to their columns. */
  readonly place: QueryPass;
  /** Rows per block. */
  readonly blockRows: number;
}

export class StagedSearch {
  readonly stages: readonly (Stage | Step)[];
  readonly #staging: Staging;
  #where = '';
  #count = 0;
  /** Begin of each row's answers, and the end. Undefined: the call has no such search. */
  #starts: Uint32Array | undefined;

  constructor(frame: Frame, staging: Staging) {
    const { blockRows, words, cursor } = staging;
    this.#staging = staging;
    const find: Stage = {
      pass: passNumber(frame, staging.find),
      blockRows,
      prepare: () => {
        words[cursor] = 0;
        return this.#count;
      },
    };
    const place: Stage = { pass: passNumber(frame, staging.place), blockRows, prepare: () => this.#count };
    this.stages = [find, () => this.#check(find), () => this.#layStarts(), place];
  }

  /** Starts a call of `count` rows. @param starts where it writes the begin of each row's answers, and the end */
  begin(where: string, count: number, starts: Uint32Array | undefined): void {
    this.#where = where;
    this.#starts = starts;
    this.#count = starts ? count : 0;
  }

  /**
   * Fails if the answers do not fit: the results are then unchanged.
   * @returns the stage to go back to, if a worker that died in the search has staged answers twice
   */
  #check(find: Stage): Stage | undefined {
    const { capacity, counts, cursor, room, what, words } = this.#staging;
    let total = 0;
    for (let k = 0; k < this.#count; k++) total += counts[k];
    if (total > room) fail(`${this.#where}: ${what}`, `at most ${room} (raise capacity.${capacity})`, total);
    return this.#count > 0 && words[cursor] !== total ? find : undefined;
  }

  #layStarts(): void {
    const starts = this.#starts;
    if (!starts) return;
    const { counts } = this.#staging;
    let at = 0;
    for (let k = 0; k < this.#count; k++) {
      starts[k] = at;
      at += counts[k];
    }
    starts[this.#count] = at;
  }
}
