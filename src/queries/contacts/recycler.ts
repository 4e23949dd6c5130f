/** Whether the contact queries of one list keep manifolds: the state between queries (tables/contactStamps.ts). */
import { FRESH, RECYCLING, STAMPING } from '../../tables/contactStamps.ts';
import type { ContactTable } from '../../tables/contactTable.ts';
import { type QueryTable, setRecycling } from '../../tables/queryTable.ts';

export class Recycler {
  readonly #table: ContactTable;
  /** Whether the last query wrote stamps. */
  #isStamped = false;
  #mode = FRESH;
  /** Queries so far. */
  #queries = 0;
  /** Whether the last query wrote the odd stamps. */
  #isOdd = false;

  constructor(table: ContactTable) {
    this.#table = table;
  }

  /**
   * Called before a query, after `lastRow` is set: writes the mode of the query.
   * @param recycles whether the query may keep manifolds
   * @param isSame whether each pair is in the row that it had in the last query
   */
  begin(query: QueryTable, recycles: boolean, isSame: boolean): void {
    const isOdd = this.#isOdd;
    if (!recycles) {
      if (this.#mode !== FRESH) this.#table.recycled.fill(0);
      this.#mode = FRESH;
    } else if (this.#isStamped) {
      this.#mode = RECYCLING;
    } else this.#mode = STAMPING;
    if (this.#mode !== RECYCLING || !isSame) this.#isOdd = !isOdd;
    this.#queries++;
    setRecycling(query, this.#mode, this.#queries, isOdd, this.#isOdd);
  }

  /** Called after a query. */
  finish(): void {
    this.#isStamped = this.#mode !== FRESH;
  }
}
