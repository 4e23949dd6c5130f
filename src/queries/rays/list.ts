/** The public ray list: views of consecutive rows of the ray table, their count, and the checks of `set`. */
import { numberList, type Vec3Like } from '../../checks.ts';
import { fail, integerIn, refuse } from '../../errors.ts';
import type { RayTable } from '../../tables/rayTable.ts';

const ALL_GROUPS = 0xffff;

/** Functions of the engine that owns the list. */
export interface RayListOwner {
  /** Fails if the engine is closed. */
  checkOpen(where: string): void;
}

/**
 * Rays of a query. Made by `engine.createRayList`. The columns are the shared memory itself: write them and `count`, or
 * call `set`. Queries check what is written here: a row with a bad number is `RayStatus.Invalid`.
 */
export class RayList {
  /** 4 per ray: origin x y z (m, world), and the largest t of a hit (≥ 0, or Infinity). */
  readonly origins: Float64Array;
  /** 4 per ray: direction x y z, world, of any length but zero; t counts in it. The fourth is spare. */
  readonly directions: Float64Array;
  /** Groups that the ray meets, one per bit: a collider must be a member of one of them. 0xffff at first. */
  readonly masks: Uint16Array;
  /** The id of one collider that the ray does not meet, or −1. −1 at first. */
  readonly ignored: Int32Array;
  /** Most rays this list can hold. */
  readonly capacity: number;
  /** @internal Its first row in the table. */
  readonly first: number;
  readonly #owner: RayListOwner;
  #count = 0;
  #busy = false;

  /** @internal Rows [first, first + capacity) of the table. */
  constructor(table: RayTable, first: number, capacity: number, owner: RayListOwner) {
    const end = first + capacity;
    this.first = first;
    this.capacity = capacity;
    this.origins = table.origins.subarray(4 * first, 4 * end);
    this.directions = table.directions.subarray(4 * first, 4 * end);
    this.masks = table.masks.subarray(first, end).fill(ALL_GROUPS);
    this.ignored = table.ignored.subarray(first, end).fill(-1);
    this.#owner = owner;
  }

  /** Rays of the list. Set it after the columns were written. */
  get count(): number {
    return this.#count;
  }

  /** @throws QueryError for a bad number, and while a query runs on this list */
  set count(count: number) {
    const where = 'rays.count';
    this.#checkIdle(where);
    this.#count = integerIn(where, count, 0, this.capacity);
  }

  /**
   * Makes these rays the list. They meet all groups and ignore nothing: write `masks` and `ignored` afterwards.
   * @param origins x y z of each ray (m, world); of one ray also a `Vector3`
   * @param directions x y z of each ray, world, as `origins`; t counts in it
   * @param maxT largest t of a hit: one number for all rays, or one for each. Default: Infinity
   * @throws QueryError for lengths that do not match, more rays than `capacity`, and while a query runs on this list;
   *   the list is then unchanged
   */
  set(origins: Vec3Like, directions: Vec3Like, maxT: number | ArrayLike<number> = Infinity): void {
    const where = 'rays.set';
    const from = numberList(`${where}: origins`, 'x y z of each ray', origins, 3);
    const vectors = numberList(`${where}: directions`, 'x y z of each ray', directions, 3);
    const ends = typeof maxT === 'number' ? undefined : numberList(`${where}: maxT`, 'a number or one per ray', maxT);
    this.#checkIdle(where);
    const { length } = from;
    const count = length / 3;
    if (length % 3 !== 0) fail(`${where}: origins`, 'x y z of each ray', `${length} numbers`);
    if (vectors.length !== length)
      fail(`${where}: directions`, `as many numbers as origins, ${length}`, vectors.length);
    if (ends && ends.length !== count) fail(`${where}: maxT`, `one number per ray, ${count}`, ends.length);
    this.checkRoom(where, count);
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 3; c++) {
        this.origins[4 * k + c] = from[3 * k + c];
        this.directions[4 * k + c] = vectors[3 * k + c];
      }
      this.origins[4 * k + 3] = ends ? ends[k] : (maxT as number);
    }
    this.masks.fill(ALL_GROUPS, 0, count);
    this.ignored.fill(-1, 0, count);
    this.#count = count;
  }

  /** @internal Fails if `count` rays do not fit. */
  checkRoom(where: string, count: number): void {
    if (count > this.capacity) {
      fail(`${where}: rays`, `at most ${this.capacity} (raise capacity.rays, or the capacity of this list)`, count);
    }
  }

  /** @internal Fails unless `value` is a list: proxies are not. */
  static check(where: string, value: unknown): asserts value is RayList {
    if (!(typeof value === 'object' && value !== null && #owner in value))
      refuse(`${where}: rays`, 'a ray list', value);
  }

  /** @internal Marks the list as being queried. */
  lock(where: string): void {
    this.#checkIdle(where);
    this.#busy = true;
  }

  /** @internal */
  unlock(): void {
    this.#busy = false;
  }

  #checkIdle(where: string): void {
    this.#owner.checkOpen(where);
    if (this.#busy) fail(`${where}: rays`, 'a list that no query is running on', 'one that is being queried');
  }
}
