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

export class TouchEvents {
  readonly #table: ContactTable;
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
  }

  /** Called before rows change: events that were not read are lost. */
  lose(): void {
    if (this.#state === OPEN) this.#state = LOST;
  }

  /** Called when earlier rows are void: no pair counts as touching in the last query. */
  forget(): void {
    this.#rows = 0;
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
      }
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
    this.#ended = found;
  }
}
