/** The options of `findPairs`: read once, checked, and kept without allocating, like those of `distance`. */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { refuse } from '../../errors.ts';

export interface FindPairsOptions {
  /** Pairs whose bounding boxes are within this of each other along every axis (m, ≥ 0). Default: 0, touching boxes. */
  readonly margin?: number | undefined;
}

const KEYS: Keys<FindPairsOptions> = { margin: 0 };

export class FindOptionsReader {
  /** The last margin (m). */
  readonly margin = new Float64Array(1);
  readonly #given = new Float64Array(1);
  /** The last options whose keys were checked. */
  #known: FindPairsOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: FindPairsOptions | undefined): void {
    this.#given[0] = 0;
    if (options !== undefined) this.#read(where, options);
    this.margin[0] = this.#given[0];
  }

  #read(where: string, options: FindPairsOptions): void {
    const given = this.#given;
    if (options !== this.#known) checkKeys(`${where}: options`, options, KEYS);
    try {
      const { margin } = options;
      if (margin !== undefined) {
        if (typeof margin === 'number') given[0] = margin;
        if (typeof margin !== 'number' || !(given[0] >= 0 && given[0] < Infinity)) {
          refuse(`${where}: margin`, 'a finite number ≥ 0 (m)', margin);
        }
      }
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
    this.#known = options;
  }
}
