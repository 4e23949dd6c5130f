/** Rows of results: columns that grow. */
import { arrayOf, type Column, type ColumnData } from './schema.ts';

export class Rows {
  readonly schema: readonly Column[];
  readonly columns: Record<string, ColumnData> = {};
  count = 0;
  #capacity = 0;

  constructor(schema: readonly Column[]) {
    this.schema = schema;
    this.reserve(1024);
  }

  /** Makes room for `count` rows in all. */
  reserve(count: number): void {
    if (count <= this.#capacity) return;
    this.#capacity = Math.max(count, 2 * this.#capacity);
    for (const { name, type } of this.schema) {
      const before = this.columns[name];
      const column = arrayOf(type, this.#capacity);
      if (before && ArrayBuffer.isView(before)) (column as Float64Array).set(before as Float64Array);
      else if (before) for (let k = 0; k < this.count; k++) column[k] = before[k] as never;
      this.columns[name] = column;
    }
  }

  /** Copies a row of rows with the same schema. `to` may be the row behind the last. */
  take(from: Rows, row: number, to: number): void {
    this.reserve(to + 1);
    this.count = Math.max(this.count, to + 1);
    for (const { name } of this.schema) {
      if (name in from.columns) this.columns[name][to] = from.columns[name][row] as never;
    }
  }
}
