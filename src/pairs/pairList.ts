/** The public pair list: a view of one pair table, its count, and the checks at its edge. */
import { numberList } from '../checks.ts';
import { fail, integerIn } from '../errors.ts';
import { carryPairs } from './carry.ts';
import type { PairTable } from './pairTable.ts';

/** What a list needs of the engine that owns it. */
export interface PairListOwner {
  /** Fails if the engine is closed. */
  checkOpen(where: string): void;
  /** Fails unless `id` names a live collider. */
  checkCollider(where: string, id: number): void;
  /** Called after other rows were declared: nothing is known of them. */
  rowsDeclared(list: PairList): void;
  /**
   * Called after the rows changed: `carried` is set; `isDone`: their caches are in place already; `isMirrored`: some
   * pairs stood in the other order before.
   */
  rowsChanged(list: PairList, isDone: boolean, isMirrored: boolean): void;
}

/** Pairs of collider ids that a query runs over. Made by `engine.createPairList`; `engine.pairs` is one. */
export class PairList {
  /** Collider ids, two per pair: the shared memory itself. Rows written here are checked by the query, not before. */
  readonly ids: Uint32Array;
  /** The row each pair had in the list before the last change, as (a, b) or as (b, a), or −1. */
  readonly carried: Int32Array;
  /** Most pairs this list can hold. */
  readonly capacity: number;
  readonly #table: PairTable;
  readonly #owner: PairListOwner;
  #count = 0;
  #busy = false;
  #changes = 0;

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
   * Makes `ids` the list. What is kept of a pair goes along with it, whichever order it stands in. A pair that stands
   * several times is several: the first goes on from the first, the second from the second.
   * @param ids collider ids, two per pair (a, b); a and b must differ and be live
   * @throws QueryError for an odd length, an id that is not a live collider, a pair (a, a), more pairs than `capacity`,
   *   or while a query runs on this list; the list is then as it was
   */
  set(ids: ArrayLike<number>): void {
    const where = 'pairs.set';
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
   * Declares that the first `count` rows of `ids`, written straight into the column, are the list. Nothing is carried:
   * what the rows held before is gone.
   */
  resize(count: number): void {
    this.#checkIdle('pairs.resize');
    integerIn('pairs.resize: count', count, 0, this.capacity);
    this.#count = count;
    this.#changes++;
    this.carried.fill(-1, 0, count);
    this.#owner.rowsDeclared(this);
  }

  /** @internal Whether a value is a list, of any engine: proxies are none. */
  static is(value: unknown): value is PairList {
    return typeof value === 'object' && value !== null && #table in value;
  }

  /** @internal How often the rows changed: a reader that remembers rows compares it. */
  get changes(): number {
    return this.#changes;
  }

  /** @internal Fails if `count` pairs do not fit. */
  checkRoom(where: string, count: number): void {
    if (count > this.capacity) {
      fail(`${where}: pairs`, `at most ${this.capacity} (raise capacity.pairs, or the capacity of this list)`, count);
    }
  }

  /** @internal Before rows are written of which `replaced` is to find where they come from. */
  keepRows(): void {
    this.#table.previousIds.set(this.ids.subarray(0, 2 * this.#count));
  }

  /**
   * @internal Says that `count` rows have been written to `ids`, and `carried` and what is carried with them, unless
   * `keepRows` kept the rows for it. The engine sees to it that no query is running.
   */
  replaced(count: number, isCarried: boolean): void {
    const before = this.#count;
    this.#count = count;
    this.#changes++;
    const isMirrored = !isCarried && carryPairs(this.#table, count, before);
    this.#owner.rowsChanged(this, isCarried, isMirrored);
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
    if (this.#busy) fail(`${where}: pairs`, 'a list that no query is running on', 'one that is being queried');
  }
}
