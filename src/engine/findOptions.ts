/** The options of `findPairs`: read once, checked, and kept without allocating, like those of `distance`. */
import { fail } from '../errors.ts';

export interface FindPairsOptions {
  /** Pairs whose bounding boxes are within this of each other along every axis (m, ≥ 0). Default: 0, touching boxes. */
  readonly margin?: number;
}

export class FindOptionsReader {
  /** The margin that was read last (m). */
  readonly margin = new Float64Array(1);
  readonly #given = new Float64Array(1);
  #checked: FindPairsOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: FindPairsOptions | undefined): void {
    if (options === undefined) {
      this.margin[0] = 0;
      this.#checked = undefined;
      return;
    }
    this.#given[0] = options.margin as number; // NaN if left out
    if (options !== this.#checked || this.#given[0] !== this.margin[0]) this.#check(where, options);
  }

  #check(where: string, options: FindPairsOptions): void {
    const margin = options.margin ?? 0;
    if (!(typeof margin === 'number' && margin >= 0 && margin < Infinity))
      fail(`${where}: margin`, 'a finite number ≥ 0 (m)', margin);
    this.margin[0] = margin;
    this.#checked = options;
  }
}
