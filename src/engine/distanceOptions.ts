/**
 * The options of distance queries: read once, checked, and kept without allocating. V8 allocates for a double that may
 * be something else as well, like one in an object that some callers leave out: so the number goes straight to a typed
 * array, and an object that was checked before and says the same is not checked again.
 */
import { fail } from '../errors.ts';

/** What a distance query can be asked besides the pairs. */
export interface DistanceOptions {
  /** Pairs proven farther apart than this (m) stop early and become `BeyondMaxDistance`. Default: Infinity. */
  readonly maxDistance?: number;
  /**
   * Whether penetration is measured. Default: true. With false, pairs whose cores overlap are `Overlapping` with
   * distance 0, and NaN for normal and witness points.
   */
  readonly depth?: boolean;
}

export class DistanceOptionsReader {
  /** The limit that was read last (m). */
  readonly maxDistance = new Float64Array([Infinity]);
  depth = true;
  readonly #given = new Float64Array(1);
  #checked: DistanceOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: DistanceOptions | undefined): void {
    const depth = options?.depth ?? true;
    if (typeof depth !== 'boolean') fail(`${where}: depth`, 'true or false', depth);
    if (options === undefined) {
      this.maxDistance[0] = Infinity;
      this.#checked = undefined;
    } else {
      this.#given[0] = options.maxDistance as number; // NaN if left out
      if (options !== this.#checked || !this.#isSame(options)) this.#check(where, options);
    }
    this.depth = depth;
  }

  #isSame(options: DistanceOptions): boolean {
    const given = this.#given[0]!;
    if (!Number.isNaN(given)) return given === this.maxDistance[0];
    return options.maxDistance === undefined && this.maxDistance[0] === Infinity;
  }

  #check(where: string, options: DistanceOptions): void {
    const maxDistance = options.maxDistance ?? Infinity;
    if (!(typeof maxDistance === 'number' && maxDistance >= 0))
      fail(`${where}: maxDistance`, 'a number ≥ 0 (m)', maxDistance);
    this.maxDistance[0] = maxDistance;
    this.#checked = options;
  }
}
