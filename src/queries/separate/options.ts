/** The options of `separate`, read without allocating. */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { integerIn, refuse } from '../../errors.ts';

/** The parameters of `separate` besides the movers. */
export interface SeparateOptions {
  /** Distance that movers keep from colliders, where there is room (m). A finite number ≥ 0, default 0.001. */
  readonly skin?: number | undefined;
  /** Most pushes of a mover, each of which is measured again. An integer in 1..64, default 16. */
  readonly rounds?: number | undefined;
  /** Longest sum of the pushes of a mover (m). Default: Infinity. */
  readonly maxPush?: number | undefined;
  /** Groups to search, besides the mask of each mover. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
}

const KEYS: Keys<SeparateOptions> = { skin: 0, rounds: 0, maxPush: 0, mask: 0 };
const ALL_GROUPS = 0xffff;
const SKIN = 1e-3;
/** Between two edges a round may leave half of the overlap: 16 rounds leave 2e-5 of it. */
const ROUNDS = 16;
const MOST_ROUNDS = 64;

export class SeparateOptionsReader {
  /** Skin and longest push (m): in an array, because V8 may allocate for doubles in fields. */
  readonly reals = new Float64Array([SKIN, Infinity]);
  rounds = ROUNDS;
  mask = ALL_GROUPS;
  readonly #given = new Float64Array(2);
  /** The last options whose keys were checked. */
  #known: SeparateOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: SeparateOptions | undefined): void {
    const given = this.#given;
    given[0] = SKIN;
    given[1] = Infinity;
    let rounds = ROUNDS;
    let mask = ALL_GROUPS;
    if (options !== undefined) {
      if (options !== this.#known) checkKeys(`${where}: options`, options, KEYS);
      try {
        this.#readLengths(where, options);
        if (options.rounds !== undefined) rounds = integerOf(where, ': rounds', options.rounds, 1, MOST_ROUNDS);
        if (options.mask !== undefined) mask = integerOf(where, ': mask', options.mask, 0, ALL_GROUPS);
        this.#known = options;
      } catch (cause) {
        unreadable(`${where}: options`, cause);
      }
    }
    this.reals.set(given);
    this.rounds = rounds;
    this.mask = mask;
  }

  #readLengths(where: string, { skin, maxPush }: SeparateOptions): void {
    const given = this.#given;
    if (skin !== undefined) {
      if (typeof skin === 'number') given[0] = skin;
      if (typeof skin !== 'number' || !(given[0] >= 0 && given[0] < Infinity)) {
        refuse(`${where}: skin`, 'a finite number ≥ 0 (m)', skin);
      }
    }
    if (maxPush !== undefined) {
      if (typeof maxPush === 'number') given[1] = maxPush;
      if (typeof maxPush !== 'number' || !(given[1] >= 0)) refuse(`${where}: maxPush`, 'a number ≥ 0 (m)', maxPush);
    }
  }
}

/** A checked integer. The sentence is a heap string: only where it is needed. */
function integerOf(where: string, part: string, value: number, low: number, high: number): number {
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  return integerIn(where + part, value, low, high);
}
