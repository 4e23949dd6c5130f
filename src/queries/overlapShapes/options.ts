/** The options of `overlapShapes`, read without allocating. */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { integerIn, refuse } from '../../errors.ts';

/** The parameters of `overlapShapes` besides the probes. */
export interface OverlapShapesOptions {
  /** Colliders farther from a probe than this (m) are not found. Default 0: shapes that touch or overlap are found. */
  readonly margin?: number | undefined;
  /** Groups to search, besides the mask of each probe. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
}

const KEYS: Keys<OverlapShapesOptions> = { margin: 0, mask: 0 };
const ALL_GROUPS = 0xffff;

export class OverlapShapesOptionsReader {
  /** The last margin (m). In an array, because V8 may allocate for a double in a field. */
  readonly margin = new Float64Array(1);
  mask = ALL_GROUPS;
  readonly #given = new Float64Array(1);
  /** The last options whose keys were checked. */
  #known: OverlapShapesOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: OverlapShapesOptions | undefined): void {
    this.#given[0] = 0;
    this.mask = options === undefined ? ALL_GROUPS : this.#read(where, options);
    this.margin[0] = this.#given[0];
  }

  /** @returns `mask` */
  #read(where: string, options: OverlapShapesOptions): number {
    const given = this.#given;
    if (options !== this.#known) checkKeys(`${where}: options`, options, KEYS);
    try {
      const { margin, mask } = options;
      if (margin !== undefined) {
        if (typeof margin === 'number') given[0] = margin;
        if (typeof margin !== 'number' || !(given[0] >= 0 && given[0] < Infinity)) {
          refuse(`${where}: margin`, 'a finite number ≥ 0 (m)', margin);
        }
      }
      this.#known = options;
      if (mask === undefined) return ALL_GROUPS;
      if (typeof mask === 'number' && mask === (mask & ALL_GROUPS)) return mask;
      return integerIn(`${where}: mask`, mask, 0, ALL_GROUPS);
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
  }
}
