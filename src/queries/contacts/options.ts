/** The options of contact queries: checked once, kept without allocating (see distance/options.ts). */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { refuse } from '../../errors.ts';

/** The parameters of a contact query besides the pairs. */
export interface ContactOptions {
  /** Points up to this far apart are in the manifold (m, ≥ 0): speculative ones, for solvers. Default: 0. */
  readonly margin?: number | undefined;
  /** For the events: a pair touches while its signed distance is at most this (m, at most the margin). Default: 0. */
  readonly touching?: number | undefined;
  /**
   * A pair that has moved by at most this part of its smaller shape's extent (0 … 0.01), and by at most `mostMotion`,
   * since its manifold was computed keeps it, with separations that follow the motion: several times faster for bodies
   * at rest. Its distance is within `recycle` times that extent of a fresh one. Contacts then depend on earlier
   * queries, within that motion. 0 computes every manifold. Default: 0.
   */
  readonly recycle?: number | undefined;
  /** With `recycle`: the longest motion of a pair that keeps its manifold (m, ≥ 0, or Infinity). Default: 0.0005. */
  readonly mostMotion?: number | undefined;
}

/** The largest `recycle`. */
const MOST_RECYCLE = 0.01;
/** The default of `mostMotion` (m). */
const MOST_MOTION = 5e-4;

const KEYS: Keys<ContactOptions> = { margin: 0, touching: 0, recycle: 0, mostMotion: 0 };

/** The numbers of a query, one in each array. */
export interface ContactNumbers {
  /** m */
  readonly margin: Float64Array;
  /** The largest signed distance of a pair that touches (m). */
  readonly touching: Float64Array;
  /** The largest motion of a pair that keeps its manifold, as a part of its smaller shape. */
  readonly recycle: Float64Array;
  /** The same (m). */
  readonly mostMotion: Float64Array;
}

export class ContactOptionsReader implements ContactNumbers {
  readonly margin = new Float64Array(1);
  readonly touching = new Float64Array(1);
  readonly recycle = new Float64Array(1);
  readonly mostMotion = new Float64Array(1);
  readonly #given = new Float64Array(4);
  /** The last options whose keys were checked. */
  #known: ContactOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: ContactOptions | undefined): void {
    const given = this.#given;
    given[0] = 0;
    given[1] = 0;
    given[2] = 0;
    given[3] = MOST_MOTION;
    if (options !== undefined) this.#read(where, options);
    this.margin[0] = given[0];
    this.touching[0] = given[1];
    this.recycle[0] = given[2];
    this.mostMotion[0] = given[3];
  }

  #read(where: string, options: ContactOptions): void {
    const given = this.#given;
    if (options !== this.#known) {
      if (typeof options !== 'object') refuse(where, 'a pair list or options', options);
      checkKeys(`${where}: options`, options, KEYS);
    }
    try {
      const { margin, touching, recycle, mostMotion } = options;
      if (margin !== undefined) {
        if (typeof margin === 'number') given[0] = margin;
        if (typeof margin !== 'number' || !(given[0] >= 0 && given[0] < Infinity)) {
          refuse(`${where}: margin`, 'a finite number ≥ 0 (m)', margin);
        }
      }
      if (touching !== undefined) {
        if (typeof touching === 'number') given[1] = touching;
        if (typeof touching !== 'number' || !(given[1] > -Infinity && given[1] <= given[0])) {
          refuse(`${where}: touching`, `a number up to the margin, ${given[0]} (m)`, touching);
        }
      }
      if (recycle !== undefined) {
        if (typeof recycle === 'number') given[2] = recycle;
        if (typeof recycle !== 'number' || !(given[2] >= 0 && given[2] <= MOST_RECYCLE)) {
          refuse(`${where}: recycle`, `a number from 0 to ${MOST_RECYCLE}`, recycle);
        }
      }
      if (mostMotion !== undefined) {
        if (typeof mostMotion === 'number') given[3] = mostMotion;
        if (typeof mostMotion !== 'number' || !(given[3] >= 0)) {
          refuse(`${where}: mostMotion`, 'a number ≥ 0 (m)', mostMotion);
        }
      }
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
    this.#known = options;
  }
}
