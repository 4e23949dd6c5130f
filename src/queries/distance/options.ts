/**
 * The options of distance queries: each is read once, checked, and kept without allocating. V8 allocates for a double
 * whose type is not certain, like an optional property. So the number goes straight to a typed array, and the keys of
 * the last object are not checked again.
 */
import { checkKeys, type Keys, unreadable } from '../../checks.ts';
import { flag, refuse } from '../../errors.ts';

/** The parameters of a distance query besides the pairs. */
export interface DistanceOptions {
  /** Pairs proven farther apart than this (m) stop early and become `BeyondMaxDistance`. Default: Infinity. */
  readonly maxDistance?: number | undefined;
  /**
   * Whether penetration is measured. Default: true. With false, all pairs that touch or overlap, of cores or of radii
   * alone, are `Overlapping` with distance 0, and NaN for normal, witness points and error bound: distances are ≥ 0.
   */
  readonly depth?: boolean | undefined;
}

const KEYS: Keys<DistanceOptions> = { maxDistance: 0, depth: 0 };

export class DistanceOptionsReader {
  /** The last limit (m). */
  readonly maxDistance = new Float64Array([Infinity]);
  depth = true;
  readonly #given = new Float64Array(1);
  /** The last options whose keys were checked. */
  #known: DistanceOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: DistanceOptions | undefined): void {
    this.#given[0] = Infinity;
    this.depth = options === undefined || this.#read(where, options);
    this.maxDistance[0] = this.#given[0];
  }

  /** @returns `depth` */
  #read(where: string, options: DistanceOptions): boolean {
    const given = this.#given;
    if (options !== this.#known) checkKeys(`${where}: options`, options, KEYS);
    try {
      const { maxDistance, depth } = options;
      if (maxDistance !== undefined) {
        if (typeof maxDistance === 'number') given[0] = maxDistance;
        if (typeof maxDistance !== 'number' || !(given[0] >= 0)) {
          refuse(`${where}: maxDistance`, 'a number ≥ 0 (m)', maxDistance);
        }
      }
      if (depth !== undefined && typeof depth !== 'boolean') flag(`${where}: depth`, depth);
      this.#known = options;
      return depth === undefined || depth;
    } catch (cause) {
      unreadable(`${where}: options`, cause);
    }
  }
}
