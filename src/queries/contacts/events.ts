/**
 * Pairs that began to touch, stayed and ended touching since the last contact query on a list. Booked when a caller
 * reads them: most do not, and it is one thread's work while the others wait.
 *
 *   reads    contacts.lastRow; of touchesEven and touchesOdd, and of idsEven and idsOdd, those of the query and of the one before
 *   writes   contacts.began, .stayed, .ended, .endedIds, and marks in what is that of the query before
 */
import { fail } from '../../errors.ts';
import type { ContactTable } from './table.ts';

const TOUCHED = 1;
/** Added to the mark of a row that touched and does so still. */
const STILL = 2;

/** Whether events are booked, are to be booked when they are asked for, or never will be. */
const BOOKED = 0;
const OPEN = 1;
const LOST = 2;

export class TouchEvents {
  readonly #table: ContactTable;
  #state = BOOKED;
  #isOdd = false;
  /** Rows of the query, and of the one before. */
  #rows = 0;
  #rowsBefore = 0;
  #began = 0;
  #stayed = 0;
  #ended = 0;

  constructor(table: ContactTable) {
    this.#table = table;
  }

  /** A query of `rows` rows is done. @param isOdd whether it wrote the odd columns */
  open(rows: number, isOdd: boolean): void {
    this.#state = OPEN;
    this.#isOdd = isOdd;
    this.#rowsBefore = this.#rows;
    this.#rows = rows;
  }

  /** Rows are about to change: what has not been asked for cannot be booked any more. */
  lose(): void {
    if (this.#state === OPEN) this.#state = LOST;
  }

  /** No pair touched in the last query. */
  forget(): void {
    this.#rows = 0;
  }

  /** How many rows `began` has. @throws QueryError if they are asked for too late; so do the others */
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
    // no branch on touching, which no processor predicts: each row is written, and stays if the next is written behind
    // it
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

  /** The rows of the query before that touch no more. */
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
