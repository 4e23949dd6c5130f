/** What calls are about: rows of numbers, which are copied, and lists, which stay locked until the call is over. */
import { lengthOf, type MaybeVector, unreadable, type Vec3Like, vectorList } from '../checks.ts';
import { fail } from '../errors.ts';
import type { PairList } from '../pairs/pairList.ts';
import type { Input } from './define.ts';
import type { ListState, PairLists } from './pairLists.ts';

/** Rows of numbers: points, boxes, spheres. @internal */
export interface Rows {
  /** What they are, as a part of a call's name: `': points'`. */
  readonly part: string;
  /** The numbers of a row, for errors. */
  readonly expected: string;
  /** Numbers per row: in the argument, and in the column. */
  readonly given: number;
  readonly stride: number;
  /** The capacity that limits their number. */
  readonly capacity: string;
  /** Checks and copies `count` rows. */
  read(where: string, to: Float64Array, given: ArrayLike<number>, count: number): void;
}

/** Rows of numbers, copied before the first await. @internal */
export class RowsInput implements Input<unknown> {
  count = 0;
  readonly #rows: Rows;
  readonly #column: Float64Array;
  readonly #isOwn: boolean;
  #copy: Float64Array;

  /** @param isOwn whether they go to the column at once */
  constructor(rows: Rows, column: Float64Array, isOwn: boolean) {
    this.#rows = rows;
    this.#column = column;
    this.#isOwn = isOwn;
    this.#copy = column;
  }

  check(where: string, rows: Vec3Like): void {
    const { capacity, expected, part, stride, given: perRow } = this.#rows;
    const most = this.#column.length / stride;
    try {
      const given = perRow === 3 ? vectorList(rows as MaybeVector, perRow) : rows;
      const length = lengthOf(where, expected, given, part);
      const count = length / perRow;
      if (!Number.isInteger(count)) fail(where + part, expected, `${length} numbers`);
      if (count > most) fail(where + part, `at most ${most} (raise capacity.${capacity})`, count);
      if (!this.#isOwn) this.#copy = new Float64Array(stride * count);
      this.#rows.read(where, this.#copy, given as ArrayLike<number>, count);
      this.count = count;
    } catch (cause) {
      unreadable(where + part, cause);
    }
  }

  /** Moves the rows to the column. */
  enter(): void {
    if (!this.#isOwn) this.#column.set(this.#copy);
  }
}

/** A list of probes, rays or casts. */
interface Lockable {
  lock(where: string): void;
  unlock(): void;
}

/** @internal */
export class ListInput<List extends Lockable> implements Input<unknown> {
  list!: List;
  readonly #part: string;
  readonly #checkList: (where: string, part: string, list: List) => void;

  /**
   * @param part the list, as a part of a call's name: `': probes'`
   * @param checkList fails unless a value is a list of this engine
   */
  constructor(part: string, checkList: (where: string, part: string, list: List) => void) {
    this.#part = part;
    this.#checkList = checkList;
  }

  check(where: string, list: List): void {
    this.#checkList(where, this.#part, list);
    this.list = list;
  }

  lock(where: string): void {
    this.list.lock(where + this.#part);
  }

  unlock(): void {
    this.list.unlock();
  }
}

/** A list of pairs: the engine's own, if none is given. @internal */
export class PairsInput implements Input<unknown> {
  state: ListState;
  readonly #lists: PairLists;

  constructor(lists: PairLists) {
    this.#lists = lists;
    this.state = lists.own;
  }

  check(where: string, pairs: PairList | undefined): void {
    const { own } = this.#lists;
    this.state = pairs === undefined ? own : this.#lists.stateOf(where, pairs);
  }

  lock(where: string): void {
    this.state.list.lock(where);
  }

  unlock(): void {
    this.state.list.unlock();
  }
}
