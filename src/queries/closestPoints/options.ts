/** The arguments of `closestPoints`: points, checked and copied, and options, read without allocating. */
import { checkKeys, type Keys, lengthOf, unreadable } from '../../checks.ts';
import { fail, integerIn, refuse } from '../../errors.ts';

/** The parameters of `closestPoints` besides the points. */
export interface ClosestOptions {
  /** Colliders farther away than this (m) are not found. Default: Infinity. */
  readonly maxDistance?: number | undefined;
  /** Groups to search, one per bit. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
}

const KEYS: Keys<ClosestOptions> = { maxDistance: 0, mask: 0 };
const ALL_GROUPS = 0xffff;
const SHAPE = 'x y z per point';

export class ClosestOptionsReader {
  /** The last limit (m). In an array, because V8 may allocate for a double in a field. */
  readonly maxDistance = new Float64Array([Infinity]);
  mask = ALL_GROUPS;
  readonly #given = new Float64Array(1);
  /** The last options whose keys were checked. */
  #known: ClosestOptions | undefined;

  /** Reads `options`. @throws QueryError for a bad one */
  read(where: string, options: ClosestOptions | undefined): void {
    this.#given[0] = Infinity;
    this.mask = options === undefined ? ALL_GROUPS : this.#read(where, options);
    this.maxDistance[0] = this.#given[0];
  }

  /** @returns `mask` */
  #read(where: string, options: ClosestOptions): number {
    const given = this.#given;
    if (options !== this.#known) checkKeys(`${where}: options`, options, KEYS);
    try {
      const { maxDistance, mask } = options;
      if (maxDistance !== undefined) {
        if (typeof maxDistance === 'number') given[0] = maxDistance;
        if (typeof maxDistance !== 'number' || !(given[0] >= 0)) {
          refuse(`${where}: maxDistance`, 'a number ≥ 0 (m)', maxDistance);
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

/** Number of points in `given`. @throws QueryError if they are not whole, or more than `capacity` */
export function countPoints(where: string, given: ArrayLike<number>, capacity: number): number {
  const length = lengthOf(where, SHAPE, given, ': points');
  const count = length / 3;
  if (!Number.isInteger(count)) fail(`${where}: points`, SHAPE, `${length} numbers`);
  if (count > capacity) fail(`${where}: points`, `at most ${capacity} (raise capacity.points)`, count);
  return count;
}

/** Copies `count` points, 4 numbers each. NaN and infinity make a row invalid. */
export function readPoints(where: string, points: Float64Array, given: ArrayLike<number>, count: number): void {
  try {
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 3; c++) {
        const value = given[3 * k + c];
        if (typeof value !== 'number') refuse(`${where}: points[${3 * k + c}]`, 'a number (m)', value);
        points[4 * k + c] = value;
      }
    }
  } catch (cause) {
    unreadable(`${where}: points`, cause);
  }
}
