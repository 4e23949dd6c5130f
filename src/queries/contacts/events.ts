/**
 * Pairs that began to touch, stayed touching and ended touching since the last contact query on a list. They are booked
 * at the first read: most callers do not read them, and one thread books while the others wait.
 *
 *   reads    contacts.lastRow; touches and ids of the last query and of the one before (even and odd columns)
 *   writes   contacts.began, .stayed, .ended, .endedIds, and marks in the older touches column
 */
import { fail } from '../../errors.ts';
import type { ContactTable } from '../../tables/contactTable.ts';

const TOUCHED = 1;
/** Added to the mark of a row that touched and still does. */
const STILL = 2;

/** State of the events: booked, to be booked at the first read, or lost. */
const BOOKED = 0;
const OPEN = 1;
const LOST = 2;

type GonePairs = ReadonlyMap<number, GonePair>;

const NONE: GonePairs = new Map();
/** More than all ids: a collider takes more than 64 bytes of at most 4 GiB. The number of a pair is exact. */
const MOST_IDS = 2 ** 26;

/** A pair that touched, and is not in the query that is repeated. */
interface GonePair {
  readonly row: number;
  readonly a: number;
  readonly b: number;
  /** Whether the repetition has it. */
  isListed: boolean;
  isTouching: boolean;
}

export class TouchEvents {
  readonly #table: ContactTable;
  /** Of the query that the last one repeats. */
  #gone: GonePairs = NONE;
  /** Of the last query, which the next one repeats. */
  #nextGone: GonePairs = NONE;
  #state = BOOKED;
  #isOdd = false;
  /** Rows of the last query, and of the one before. */
  #rows = 0;
  #rowsBefore = 0;
  #began = 0;
  #stayed = 0;
  #ended = 0;

  constructor(table: ContactTable) {
    this.#table = table;
  }

  /** Called after a query of `rows` rows. @param isOdd whether it wrote the odd columns */
  open(rows: number, isOdd: boolean): void {
    this.#state = OPEN;
    this.#isOdd = isOdd;
    this.#rowsBefore = this.#rows;
    this.#rows = rows;
    this.#gone = this.#nextGone;
    this.#nextGone = NONE;
  }

  /**
   * Called after a query that the next one repeats, at the same poses: events of the next one are those since the query
   * before this one. So the rows get the touches of the rows that they carry on.
   */
  repeat(): void {
    this.#book();
    const { lastRow, touchesEven, touchesOdd, idsEven, idsOdd } = this.#table;
    const touches = this.#isOdd ? touchesOdd : touchesEven;
    const before = this.#isOdd ? touchesEven : touchesOdd;
    const ids = this.#isOdd ? idsEven : idsOdd;
    for (let p = 0; p < this.#rows; p++) {
      const last = lastRow[p];
      touches[p] = Number(last >= 0 ? before[last] !== 0 : this.#goneAt(p) !== undefined);
      if (last >= 0) before[last] = 0;
    }
    const gone = new Map<number, GonePair>();
    for (const [key, pair] of this.#gone) if (!pair.isListed) gone.set(key, pair);
    for (let row = 0; row < this.#rowsBefore; row++) {
      if (before[row] === 0) continue;
      const [a, b] = [ids[2 * row], ids[2 * row + 1]];
      gone.set(MOST_IDS * a + b, { row, a, b, isListed: false, isTouching: false });
    }
    this.#nextGone = gone;
  }

  /** Called before rows change: events that were not read are lost. */
  lose(): void {
    if (this.#state === OPEN) this.#state = LOST;
  }

  /** Called when earlier rows are void: no pair counts as touching in the last query. */
  forget(): void {
    this.#rows = 0;
    this.#nextGone = NONE;
  }

  /** Number of rows in `began`. @throws QueryError after the list has changed or was queried again; so do the others */
  get began(): number {
    this.#book();
    return this.#began;
  }

  get stayed(): number {
    this.#book();
    return this.#stayed;
  }

  get ended(): number {
    this.#book();
    return this.#ended;
  }

  #book(): void {
    if (this.#state === BOOKED) return;
    if (this.#state === LOST) {
      fail('contacts: events', 'to be asked for before the list changes or is queried again', 'asked for afterwards');
    }
    this.#state = BOOKED;
    this.#bookTouching();
    this.#bookEnded();
  }

  #bookTouching(): void {
    const { lastRow, began, stayed, touchesEven, touchesOdd } = this.#table;
    const touches = this.#isOdd ? touchesOdd : touchesEven;
    const before = this.#isOdd ? touchesEven : touchesOdd;
    const rows = this.#rows;
    const hasGone = this.#gone.size > 0;
    let beganCount = 0;
    let stayedCount = 0;
    // no branch on touching, which is unpredictable: each row is written, and the next one overwrites it unless the
    // count has advanced
    for (let p = 0; p < rows; p++) {
      const isTouching = touches[p];
      const last = lastRow[p];
      let stays = 0;
      if (last >= 0) {
        const mark = before[last];
        stays = isTouching & mark;
        before[last] = mark | (STILL * stays);
      } else if (hasGone) stays = this.#takeBack(p, isTouching);
      began[beganCount] = p;
      stayed[stayedCount] = p;
      beganCount += isTouching - stays;
      stayedCount += stays;
    }
    this.#began = beganCount;
    this.#stayed = stayedCount;
  }

  /** Books the rows of the previous query that do not touch any more. */
  #bookEnded(): void {
    const { ended, endedIds, touchesEven, touchesOdd, idsEven, idsOdd } = this.#table;
    const marks = this.#isOdd ? touchesEven : touchesOdd;
    const ids = this.#isOdd ? idsEven : idsOdd;
    let found = 0;
    for (let row = 0; row < this.#rowsBefore; row++) {
      if (marks[row] !== TOUCHED) continue;
      ended[found] = row;
      endedIds[2 * found] = ids[2 * row];
      endedIds[2 * found + 1] = ids[2 * row + 1];
      found++;
    }
    for (const { row, a, b, isTouching } of this.#gone.values()) {
      if (isTouching) continue;
      ended[found] = row;
      endedIds[2 * found] = a;
      endedIds[2 * found + 1] = b;
      found++;
    }
    this.#ended = found;
  }

  /** Finds a new row among the pairs that were gone. @returns 1 if it is one of them, and touches */
  #takeBack(p: number, isTouching: number): number {
    const pair = this.#goneAt(p);
    if (!pair) return 0;
    pair.isListed = true;
    pair.isTouching = isTouching === 1;
    return isTouching;
  }

  /** The gone pair that row p of the last query holds. */
  #goneAt(p: number): GonePair | undefined {
    const { idsEven, idsOdd } = this.#table;
    const ids = this.#isOdd ? idsOdd : idsEven;
    return this.#gone.get(MOST_IDS * ids[2 * p] + ids[2 * p + 1]);
  }
}
