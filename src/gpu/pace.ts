/**
 * How many rows a dispatch has: Windows resets a GPU that computes for two seconds. A list is computed in chunks, each
 * of which takes 25 to 50 ms, if the list is that long.
 */
const LEAST_MS = 25;
const MOST_MS = 50;
const LEAST_ROWS = 256;
const MOST_ROWS = 2 ** 20;
/** Rows of the first chunk, until a measurement says more. */
const FIRST_ROWS = 2 ** 14;

export class Pace {
  /** Rows of the next chunk: a multiple of 256, so that offsets of bindings are, too. */
  rows: number;
  readonly #most: number;

  /** @param most rows of a dispatch: those of a binding, or fewer */
  constructor(most: number) {
    this.#most = Math.max(LEAST_ROWS, LEAST_ROWS * Math.floor(Math.min(most, MOST_ROWS) / LEAST_ROWS));
    this.rows = Math.min(FIRST_ROWS, this.#most);
  }

  /** After a chunk of `rows` rows that took `ms`. */
  took(rows: number, ms: number): void {
    if (ms > MOST_MS) this.#set((rows * LEAST_MS) / ms);
    else if (ms < LEAST_MS && rows >= this.rows) this.#set(2 * rows);
  }

  /** Sets the first chunk: what was measured, for the least time of a chunk. */
  measured(rows: number, ms: number): void {
    this.#set((rows * LEAST_MS) / ms);
  }

  #set(rows: number): void {
    const whole = LEAST_ROWS * Math.floor(rows / LEAST_ROWS);
    this.rows = Math.min(Math.max(whole, LEAST_ROWS), this.#most);
  }
}
