/** Whether the contact queries of one list keep manifolds: the state between queries (stamps.ts). */
import type { SceneChanges } from '../../scene/sceneChanges.ts';
import { type QueryTable, setRecycling } from '../queryTable.ts';
import { FRESH, REACH, RECYCLING, STAMP_STRIDE, STAMPING } from './stamps.ts';
import type { ContactTable } from './table.ts';

export class Recycler {
  readonly #table: ContactTable;
  readonly #changes: SceneChanges;
  /** Whether the last query wrote stamps. */
  #isStamped = false;
  #mode = FRESH;
  /** Queries so far. */
  #queries = 0;
  /** Whether the last query wrote the odd stamps. */
  #isOdd = false;
  /** `calls` of the scene at the start of the last query. In an array, as in sceneChanges.ts. */
  readonly #seen = new Float64Array(1);

  constructor(table: ContactTable, changes: SceneChanges) {
    this.#table = table;
    this.#changes = changes;
  }

  /**
   * Called before a query of `count` rows, after `lastRow` is set: writes the mode of the query.
   * @param recycles whether the query may keep manifolds
   * @param isSame whether each pair is in the row that it had in the last query
   */
  begin(query: QueryTable, recycles: boolean, ids: Uint32Array, count: number, isSame: boolean): void {
    const isOdd = this.#isOdd;
    if (!recycles) {
      if (this.#mode !== FRESH) this.#table.recycled.fill(0);
      this.#mode = FRESH;
    } else if (this.#isStamped) {
      this.#dropChanged(ids, count);
      this.#mode = RECYCLING;
    } else this.#mode = STAMPING;
    this.#seen[0] = this.#changes.calls;
    if (this.#mode !== RECYCLING || !isSame) this.#isOdd = !isOdd;
    this.#queries++;
    setRecycling(query, this.#mode, this.#queries, isOdd, this.#isOdd);
  }

  /** Called after a query. */
  finish(): void {
    this.#isStamped = this.#mode !== FRESH;
  }

  /** Drops the stamps of pairs with a row that has got its collider, or another one, since the last query. */
  #dropChanged(ids: Uint32Array, count: number): void {
    const { lastBirth, bornAt } = this.#changes;
    const seen = this.#seen[0];
    if (lastBirth <= seen) return;
    const { lastRow, stampsEven, stampsOdd } = this.#table;
    const stamps = this.#isOdd ? stampsOdd : stampsEven;
    for (let p = 0; p < count; p++) {
      const last = lastRow[p];
      if (last >= 0 && (bornAt[ids[2 * p]] > seen || bornAt[ids[2 * p + 1]] > seen)) {
        stamps[STAMP_STRIDE * last + REACH] = Number.NaN;
      }
    }
  }
}
