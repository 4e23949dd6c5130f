/** Which columns of results the last query has filled, and how the others are filled after it. */
import { fail, refuse } from '../../errors.ts';
import type { PairList } from '../../pairs/pairList.ts';
import type { ResultTable } from '../../tables/resultTable.ts';
import type { GpuColumns, Read, ReadColumn } from '../gpu.ts';

const BITS: { readonly [K in ReadColumn]: number } = { status: 1, separation: 2, offsetA: 4, offsetB: 8, simplex: 16 };
const FILLED: { readonly [K in Read]: number } = { all: 31, separation: 3, status: 1, none: 0 };

/** What a GPU knows of the last query. @internal */
export interface GpuResults {
  readonly columns: GpuColumns;
  /** Fills a column of the table. */
  fetch(column: ReadColumn): Promise<void>;
}

/** @internal */
export class ReadColumns {
  readonly #list: PairList;
  readonly #table: ResultTable;
  #read: Read = 'all';
  #filled = FILLED.all;
  #isLast = false;
  #gpu: GpuResults | undefined;

  constructor(list: PairList, table: ResultTable) {
    this.#list = list;
    this.#table = table;
  }

  /** The columns on the GPU that ran the last query. */
  get gpu(): GpuColumns | undefined {
    return this.#isLast ? this.#gpu?.columns : undefined;
  }

  /** Called before a query on the list. */
  begin(): void {
    this.#isLast = false;
  }

  /** Called after the query of these results. @param gpu if it ran on one */
  finish(read: Read, gpu: GpuResults | undefined): void {
    this.#isLast = true;
    this.#read = read;
    this.#filled = FILLED[read];
    this.#gpu = gpu;
  }

  /** @returns the table, for a column that was read */
  with(column: ReadColumn): ResultTable {
    if ((this.#filled & BITS[column]) !== 0) return this.#table;
    const got = `read: '${this.#read}' (await results.load('${column}'))`;
    fail(`results.${column}`, 'a column that was read', got);
  }

  /** Fills a column. @param names those of the results */
  async load(column: ReadColumn, names: readonly ReadColumn[]): Promise<void> {
    const where = 'results.load';
    if (!names.includes(column)) refuse(`${where}: column`, names.map((name) => `'${name}'`).join(', '), column);
    this.#list.lock(where);
    try {
      if (!this.#isLast) fail(where, 'results of the last query on the list', 'those of an earlier one');
      if ((this.#filled & BITS[column]) === 0) await this.#gpu?.fetch(column);
      this.#filled |= BITS[column];
    } finally {
      this.#list.unlock();
    }
  }
}
