/**
 * What one pair list keeps from contact query to contact query: its contact table, which rows its pairs had, which
 * feature column is the last, and which pairs touched.
 */

import { carryPairs } from '../../pairs/carry.ts';
import type { PairTable } from '../../pairs/pairTable.ts';
import type { ResultScene } from '../../results/worldShape.ts';
import type { ResultTable } from '../distance/table.ts';
import { TouchEvents } from './events.ts';
import { type ContactList, ContactResults } from './results.ts';
import type { ContactTable } from './table.ts';

export class ContactKeeper {
  readonly table: ContactTable;
  readonly results: ContactResults;
  /** Whether the next query reads the even columns, of features, pairs and touching flags, and writes the odd ones. */
  even = true;
  /** All of the memory: a copy within it allocates no view. */
  readonly #words: Uint32Array;
  readonly #events: TouchEvents;
  /** Rows of the last query; their rows are still theirs until the list changes. */
  #count = 0;
  #isFresh = false;
  /** Whether `lastRow` says of each row itself: as long as the list stays. */
  #isOwn = false;

  constructor(list: ContactList, results: ResultTable, table: ContactTable, scene: ResultScene) {
    this.table = table;
    this.#words = new Uint32Array(table.idsEven.buffer);
    this.#events = new TouchEvents(table);
    this.results = new ContactResults(list, results, table, this.#events, scene);
    this.drop(list.count);
  }

  /** The list has changed, to `count` pairs: finds the rows they had in the last query. */
  carry({ ids, carried }: PairTable, count: number): void {
    const { lastRow, idsEven, idsOdd, capacity } = this.table;
    this.#events.lose();
    const rows = Math.min(count, capacity);
    if (this.#isFresh) {
      // the list before is the one of the last query, and what was carried is what is asked
      this.#copy(carried, lastRow, rows);
    } else carryPairs({ ids, previousIds: this.even ? idsEven : idsOdd, carried: lastRow }, rows, this.#count);
    this.#isFresh = false;
    this.#isOwn = false;
  }

  /** Nothing is known of the rows of the list: those of the last query are gone. */
  drop(count: number): void {
    this.#events.lose();
    this.table.lastRow.fill(-1, 0, Math.min(count, this.table.capacity));
    this.#count = 0;
    this.#isFresh = false;
    this.#isOwn = false;
  }

  /** Nothing known from before holds. */
  forget(count: number): void {
    this.drop(count);
    this.#events.forget();
  }

  /** Before a query of `count` rows. */
  begin(count: number): void {
    this.#events.lose();
    if (!this.#isFresh || this.#isOwn) return;
    const { lastRow } = this.table;
    for (let p = 0; p < count; p++) lastRow[p] = p;
    this.#isOwn = true;
  }

  /** After it. */
  finish(ids: Uint32Array, count: number): void {
    const { idsEven, idsOdd } = this.table;
    this.#copy(ids, this.even ? idsOdd : idsEven, 2 * count);
    this.#events.open(count, this.even);
    this.results.wroteOdd(this.even);
    this.even = !this.even;
    this.#count = count;
    this.#isFresh = true;
  }

  /** The first `words` of one column to another. */
  #copy(from: Uint32Array | Int32Array, to: Uint32Array | Int32Array, words: number): void {
    const first = from.byteOffset / 4;
    this.#words.copyWithin(to.byteOffset / 4, first, first + words);
  }
}
