/** The public pair list: a view of one pair table, its count, and its argument checks. */
import { numberList } from '../checks.ts';
import { fail, integerIn } from '../errors.ts';
import type { PairTable } from '../tables/pairTable.ts';
import { carryPairs } from './carry.ts';

/** Functions of the engine that owns the list. */
export interface PairListOwner {
  /** Fails if the engine is closed. */
  checkOpen(where: string): void;
  /** Fails unless `id` names a live collider. */
  checkCollider(where: string, id: number): void;
  /** Whether `given` has the first `count` rows of `ids`, and all of them are pairs of two live colliders. */
  areSame(given: ArrayLike<number>, ids: Uint32Array, count: number): boolean;
  /** Called after a user has declared new rows: no results belong to them. */
  rowsDeclared(list: PairList): void;
  /**
   * Called after the rows changed and `carried` was set. `isDone`: simplexes are in place already. `isMirrored`: some
   * pairs stood in the other order before.
   */
  rowsChanged(list: PairList, isDone: boolean, isMirrored: boolean): void;
  /** Called after `set` with the rows that the list has already; `carried` is set. */
  rowsKept(list: PairList): void;
}

/** Pairs of collider ids that a query runs over. Made by `engine.createPairList`; `engine.pairs` is one. */
export class PairList {
  /** Collider ids, two per pair: the shared memory itself. The query checks rows that are written here. */
  readonly ids: Uint32Array;
  /** The row of each pair in the list before the last change, as (a, b) or as (b, a), or −1. */
  readonly carried: Int32Array;
  /** Most pairs this list can hold. */
  readonly capacity: number;
  readonly #table: PairTable;
  readonly #owner: PairListOwner;
  #count = 0;
  #busy = false;
  #changes = 0;
  /** Whether `carried` of each row is the row itself. */
  #isInPlace = false;

  /** @internal */
  constructor(table: PairTable, owner: PairListOwner) {
    this.#table = table;
    this.#owner = owner;
    this.ids = table.ids;
    this.carried = table.carried;
    this.capacity = table.capacity;
  }

  /** Pairs in the list. */
  get count(): number {
    return this.#count;
  }

  /**
   * Makes `ids` the list. Results of a pair move to its new row, in either order of the pair. A pair may occur several
   * times: the first occurrence continues the first, the second the second.
   * @param ids collider ids, two per pair (a, b); a and b must differ and be live
   * @throws QueryError for an odd length, an id that is not a live collider, a pair (a, a), more pairs than `capacity`,
   *   or while a query runs on this list; the list is then unchanged
   */
  set(ids: ArrayLike<number>): void {
    const where = 'pairs.set';
    if (this.#isSame(ids)) {
      this.#checkIdle(where);
      this.kept();
      return;
    }
    const own = numberList(`${where}: ids`, 'two collider ids per pair', ids);
    const { length } = own;
    this.#checkIdle(where);
    if (length % 2 !== 0) fail(`${where}: ids`, 'two collider ids per pair', `${length} ids`);
    this.checkRoom(where, length / 2);
    for (let k = 0; k < length; k += 2) {
      this.#owner.checkCollider(`${where}: ids[${k}]`, own[k]);
      this.#owner.checkCollider(`${where}: ids[${k + 1}]`, own[k + 1]);
      if (own[k] === own[k + 1]) fail(`${where}: ids[${k}]`, 'two different colliders', `(${own[k]}, ${own[k + 1]})`);
    }
    this.keepRows();
    for (let k = 0; k < length; k++) this.ids[k] = own[k];
    this.replaced(length / 2, false);
  }

  /**
   * Declares the first `count` rows of `ids`, written straight into the column, as the list. Nothing is carried:
   * earlier results of the rows are dropped.
   */
  resize(count: number): void {
    this.#checkIdle('pairs.resize');
    integerIn('pairs.resize: count', count, 0, this.capacity);
    this.#count = count;
    this.#changes++;
    this.carried.fill(-1, 0, count);
    this.#isInPlace = false;
    this.#owner.rowsDeclared(this);
  }

  /** @internal Whether a value is a list, of any engine: proxies are not. */
  static is(value: unknown): value is PairList {
    return typeof value === 'object' && value !== null && #table in value;
  }

  /** @internal Number of changes of the rows: readers compare it to detect a change. */
  get changes(): number {
    return this.#changes;
  }

  /** @internal Fails if `count` pairs do not fit. */
  checkRoom(where: string, count: number): void {
    if (count > this.capacity) {
      fail(`${where}: pairs`, `at most ${this.capacity} (raise capacity.pairs, or the capacity of this list)`, count);
    }
  }

  /** @internal Called before rows are written whose origin `replaced` finds. */
  keepRows(): void {
    this.#table.previousIds.set(this.ids.subarray(0, 2 * this.#count));
  }

  /**
   * @internal Called after `count` rows have been written to `ids`. With `isCarried`, `carried` and the simplexes are
   *   set as well; else `keepRows` has kept the old rows. The engine ensures that no query is running.
   */
  replaced(count: number, isCarried: boolean): void {
    const before = this.#count;
    this.#isInPlace = false;
    this.#count = count;
    this.#changes++;
    const isMirrored = !isCarried && carryPairs(this.#table, count, before);
    this.#owner.rowsChanged(this, isCarried, isMirrored);
  }

  /** @internal The list has the same rows again: simplexes stay in place. No query runs on it but the caller's. */
  kept(): void {
    this.#changes++;
    this.#carryInPlace();
    this.#owner.rowsKept(this);
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

  /** Sets `carried` of each row to the row itself. */
  #carryInPlace(): void {
    if (this.#isInPlace) return;
    for (let p = 0; p < this.#count; p++) this.carried[p] = p;
    this.#isInPlace = true;
  }

  /** Whether `ids` are the rows of the list, and all of them are legal. Never throws. */
  #isSame(ids: ArrayLike<number>): boolean {
    const count = this.#count;
    try {
      return count > 0 && ids.length === 2 * count && this.#owner.areSame(ids, this.ids, count);
    } catch {
      return false;
    }
  }

  #checkIdle(where: string): void {
    this.#owner.checkOpen(where);
    if (this.#busy) fail(`${where}: pairs`, 'a list that no query is running on', 'one that is being queried');
  }
}
