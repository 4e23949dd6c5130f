/**
 * The state of one pair list between contact queries: its contact table, the last row of each pair, the last feature
 * column, and the touching pairs.
 */
import { carryPairs } from '../../pairs/carry.ts';
import type { ResultScene } from '../../results/worldShape.ts';
import type { SceneChanges } from '../../scene/sceneChanges.ts';
import type { ContactTable } from '../../tables/contactTable.ts';
import type { PairTable } from '../../tables/pairTable.ts';
import { HAS_SENSORS, type QueryTable } from '../../tables/queryTable.ts';
import { TouchEvents } from './events.ts';
import { Recycler } from './recycler.ts';
import { ContactResults, type ContactState } from './results.ts';

export class ContactHistory {
  readonly table: ContactTable;
  readonly results: ContactResults;
  /** Whether the next query reads the even columns, of features, pairs and touching flags, and writes the odd ones. */
  even = true;
  /** A view of all the memory: a copy within it allocates no view. */
  readonly #words: Uint32Array;
  readonly #events: TouchEvents;
  readonly #recycler: Recycler;
  readonly #changes: SceneChanges;
  /** `calls` of the scene at the start of the last query. In an array, as in sceneChanges.ts. */
  readonly #seen = new Float64Array(1);
  /** Rows of the last query. */
  #count = 0;
  #isFresh = false;
  /** How many of the two columns of pairs, from the last written one back, hold the pairs of the list. */
  #columns = 0;
  /** Whether `lastRow` of each row is the row itself: true while the list does not change. */
  #isOwn = false;
  /** Whether the last query wrote `sensors`: else all of it is 0. */
  #hadSensors = false;

  constructor(state: ContactState, table: ContactTable, scene: ResultScene, changes: SceneChanges) {
    this.table = table;
    this.#words = new Uint32Array(table.idsEven.buffer);
    this.#events = new TouchEvents(table);
    this.#recycler = new Recycler(table);
    this.#changes = changes;
    this.results = new ContactResults(state, table, this.#events, scene);
    this.drop(state.list.count);
  }

  /** Called when the list has changed to `count` pairs: finds their rows in the last query. */
  carry({ ids, carried }: PairTable, count: number): void {
    const { lastRow, idsEven, idsOdd, capacity } = this.table;
    this.#events.lose();
    const rows = Math.min(count, capacity);
    if (this.#isFresh) {
      // the list has changed once since the last query: `carried` holds these rows
      this.#copy(carried, lastRow, rows);
    } else carryPairs({ ids, previousIds: this.even ? idsEven : idsOdd, carried: lastRow }, rows, this.#count);
    this.#isFresh = false;
    this.#isOwn = false;
    this.#columns = 0;
  }

  /** Called when the list has got the pairs that it has, in the same rows. */
  samePairs(): void {
    this.#events.lose();
  }

  /** Drops the rows of the last query. */
  drop(count: number): void {
    this.#events.lose();
    this.table.lastRow.fill(-1, 0, Math.min(count, this.table.capacity));
    this.#count = 0;
    this.#isFresh = false;
    this.#isOwn = false;
    this.#columns = 0;
  }

  /** Drops all rows and events of earlier queries. */
  forget(count: number): void {
    this.drop(count);
    this.#events.forget();
  }

  /**
   * Called before a query of `count` rows.
   * @param recycles whether it may recycle manifolds
   */
  begin(query: QueryTable, recycles: boolean, ids: Uint32Array, count: number): void {
    this.#events.lose();
    if (this.#isFresh && !this.#isOwn) {
      const { lastRow } = this.table;
      for (let p = 0; p < count; p++) lastRow[p] = p;
      this.#isOwn = true;
    }
    this.#dropReborn(ids, count);
    this.#recycler.begin(query, recycles, this.#isOwn);
    const hasSensors = query.words[HAS_SENSORS] === 1;
    if (this.#hadSensors && !hasSensors) this.table.sensors.fill(0);
    this.#hadSensors = hasSensors;
  }

  /** Clears what the query writes of the `count` pairs: only those with children write it. */
  clearNormals(count: number): void {
    const { normalsEven, normalsOdd } = this.table;
    (this.even ? normalsOdd : normalsEven).fill(0, 0, 4 * count);
  }

  /** Called after a query of `count` pairs, which have `rows` rows, and for which it computed `children`. */
  finish(ids: Uint32Array, count: number, rows: number, children: number): void {
    const { idsEven, idsOdd } = this.table;
    if (this.#columns < 2) {
      this.#copy(ids, this.even ? idsOdd : idsEven, 2 * count);
      this.#columns++;
    }
    this.#events.open(count, this.even);
    this.#recycler.finish();
    this.results.wrote(this.even, rows, children);
    this.even = !this.even;
    this.#count = count;
    this.#isFresh = true;
  }

  /** Makes the rows of pairs new whose rows have got a collider, or another one, since the last query. */
  #dropReborn(ids: Uint32Array, count: number): void {
    const { lastBirth, calls } = this.#changes;
    const seen = this.#seen[0];
    this.#seen[0] = calls;
    if (lastBirth <= seen) return;
    const { lastRow } = this.table;
    for (let p = 0; p < count; p++) {
      if (lastRow[p] < 0 || !this.#changes.isReborn(ids, p, seen)) continue;
      lastRow[p] = -1;
      this.#isOwn = false;
    }
  }

  /** Copies the first `words` words of one column to another. */
  #copy(from: Uint32Array | Int32Array, to: Uint32Array | Int32Array, words: number): void {
    const first = from.byteOffset / 4;
    this.#words.copyWithin(to.byteOffset / 4, first, first + words);
  }
}
