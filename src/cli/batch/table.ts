/** A table of an input file: its columns are checked when it is opened, its rows when they are read. */
import { didYouMean, inputError } from './failure.ts';
import type { FileBytes } from './fileBytes.ts';
import {
  arrayOf,
  type Column,
  type ColumnData,
  type Columns,
  type ColumnType,
  type Numbers,
  RANGES,
} from './schema.ts';

/** Decoded bytes of a row group at most. */
const MOST_BYTES = 256 * 2 ** 20;

/** A column of a file, as its format declares it. */
export interface FileColumn {
  readonly name: string;
  /** undefined: a type that no table has. */
  readonly type: ColumnType | 'i8' | 'i16' | 'i64' | undefined;
  /** The type in the words of the format. */
  readonly said: string;
}

/** What a format knows about a file: rows in groups, which are decoded as a whole. */
export interface Source {
  readonly file: FileBytes;
  readonly columns: readonly FileColumn[];
  /** Rows of each group. */
  readonly groups: readonly number[];
  /** What makes smaller groups, for a sentence. */
  readonly smaller: string;
  /** Calls `take` with the values of each column of a group, in parts, in order. @param take `first` is a row */
  decode(
    group: number,
    names: readonly string[],
    take: (name: string, first: number, values: Part) => void,
  ): Promise<void>;
}
export type Part = ArrayLike<unknown>;

const WIDTHS: Readonly<Record<string, number>> = { u8: 1, bool: 1, u16: 2, u32: 4, i32: 4, f32: 4, utf8: 64 };
/** Types of files that a column takes besides its own: all values are checked. */
const INTEGERS = ['u8', 'u16', 'u32', 'u64', 'i8', 'i16', 'i32', 'i64'];

/** Time that this process has spent (ms), for the summary of a run. */
export const spent = { read: 0, write: 0 };

export class Table {
  readonly rows: number;
  readonly source: Source;
  /** Columns that are in the file, of the schema and of the user. */
  readonly columns: readonly Column[];
  readonly #absent: readonly Column[];
  /** First rows of the groups, and the end. */
  readonly #starts: number[] = [0];
  #decoded: { readonly group: number; readonly columns: Columns } | undefined;

  /**
   * @param keep names of columns that are passed on
   * @throws BatchError for columns that are missing, unknown, or of a wrong type
   */
  constructor(source: Source, schema: readonly Column[], keep: readonly string[] = []) {
    const { path } = source.file;
    this.source = source;
    const own = new Map(source.columns.map((column) => [column.name, column]));
    const known = schema.map(({ name }) => name);
    for (const { name } of source.columns) {
      if (known.includes(name) || keep.includes(name)) continue;
      inputError(path, `columns ${known.join(', ')}`, `the unknown column '${name}'${didYouMean(name, known)}`);
    }
    for (const name of keep) {
      if (!own.has(name) || known.includes(name)) {
        const free = source.columns.map((column) => column.name).filter((each) => !known.includes(each));
        inputError(path, `a column '${name}' to keep`, `the columns ${free.join(', ') || 'of the schema alone'}`);
      }
    }
    this.columns = [
      ...schema.filter(({ name }) => own.has(name)),
      ...keep.map((name) => ({ name, type: keptType(path, own.get(name)!) })),
    ];
    this.#absent = schema.filter(({ name }) => !own.has(name));
    for (const { name, type, absent } of this.#absent) {
      if (absent === undefined) inputError(path, `a column '${name}' (${type})`, [...own.keys()].join(', ') || 'none');
    }
    for (const { name, type } of this.columns) {
      const { type: had, said } = own.get(name)!;
      const fits = had === type || (type === 'f64' && had === 'f32') || (type in RANGES && INTEGERS.includes(had!));
      if (!fits) inputError(`${path}: column '${name}'`, type, said);
    }
    for (const rows of source.groups) this.#starts.push(this.#starts.at(-1)! + rows);
    this.rows = this.#starts.at(-1)!;
    const width = this.columns.reduce((sum, { type }) => sum + (WIDTHS[type] ?? 8), 0);
    for (const [k, rows] of source.groups.entries()) {
      if (rows * width > MOST_BYTES) {
        const size = `${Math.round((rows * width) / 2 ** 20)} MiB (${rows} rows)`;
        inputError(`${path}: row group ${k}`, 'at most 256 MiB when it is decoded', `${size}; ${source.smaller}`);
      }
    }
  }

  get path(): string {
    return this.source.file.path;
  }

  has(name: string): boolean {
    return this.columns.some((column) => column.name === name);
  }

  /** The place of a value, for sentences. */
  at(name: string, row: number): string {
    return `${this.path}: column '${name}', row ${row}`;
  }

  /** Rows from `start` up to `end`, copied. Columns that the file does not have hold what their absence means. */
  async read(start: number, end: number): Promise<Record<string, ColumnData>> {
    const all: Record<string, ColumnData> = {};
    for (const { name, type } of this.columns) all[name] = arrayOf(type, end - start);
    for (const { name, type, absent } of this.#absent) {
      all[name] = arrayOf(type, end - start);
      all[name].fill((type === 'list<f64>' ? [] : absent) as never);
    }
    for (let row = start; row < end; ) {
      const group = this.groupOf(row);
      const columns = await this.#group(group);
      const from = row - this.#starts[group];
      const to = Math.min(end, this.#starts[group + 1]) - this.#starts[group];
      for (const { name } of this.columns) copy(columns[name], from, to, all[name], row - start);
      row += to - from;
    }
    return all;
  }

  /** The group of a row. */
  groupOf(row: number): number {
    let [low, high] = [0, this.#starts.length - 2];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The first row of a group. */
  startOf(group: number): number {
    return this.#starts[group];
  }

  async #group(group: number): Promise<Columns> {
    if (this.#decoded?.group === group) return this.#decoded.columns;
    this.#decoded = undefined; // one group at a time is in memory
    const columns = await this.decode(group, this.columns);
    this.#decoded = { group, columns };
    return columns;
  }

  /** Some columns of a group. */
  async decode(group: number, wanted: readonly Column[]): Promise<Columns> {
    const start = performance.now();
    const columns = await this.#decode(group, wanted);
    spent.read += performance.now() - start;
    return columns;
  }

  async #decode(group: number, wanted: readonly Column[]): Promise<Columns> {
    const { source } = this;
    const rows = source.groups[group];
    const columns: Record<string, ColumnData> = {};
    const filled: Record<string, number> = {};
    for (const { name, type } of wanted) {
      columns[name] = arrayOf(type, rows);
      filled[name] = 0;
    }
    const types = new Map(wanted.map(({ name, type }) => [name, type]));
    const names = wanted.map(({ name }) => name);
    await source.decode(group, names, (name, first, values) => {
      const begin = first - this.#starts[group];
      if (begin !== filled[name] || begin + values.length > rows) return; // counted below
      filled[name] += values.length;
      if (values.length === rows && isOf(values, columns[name])) {
        columns[name] = values; // not copied
        return;
      }
      this.#take(name, types.get(name)!, values, columns[name], begin, first);
    });
    for (const { name } of wanted) {
      if (filled[name] !== rows) {
        inputError(this.at(name, this.#starts[group]), `${rows} values in row group ${group}`, `${filled[name]}`);
      }
    }
    return columns;
  }

  /** Copies values into a column. @throws BatchError for nulls and for integers that do not fit */
  #take(name: string, type: ColumnType, values: Part, to: ColumnData, begin: number, row: number): void {
    if (isOf(values, to)) {
      (to as Float64Array).set(values as Float64Array, begin);
      return;
    }
    if (values instanceof BigInt64Array || values instanceof BigUint64Array)
      values = this.#numbersOf(name, values, row);
    const range = RANGES[type];
    for (let k = 0; k < values.length; k++) {
      const value = values[k];
      if (value === null || value === undefined) inputError(this.at(name, row + k), type, 'a null');
      if (range && !(Number(value) >= range[0] && Number(value) <= range[1])) {
        inputError(this.at(name, row + k), `${type}, ${range[0]}..${range[1]}`, String(value));
      }
      to[begin + k] = (typeof value === 'bigint' ? Number(value) : value) as number;
    }
  }

  /** 64-bit integers as f64, without a bigint per value. */
  #numbersOf(name: string, values: BigInt64Array | BigUint64Array, row: number): Float64Array {
    const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
    const numbers = new Float64Array(values.length);
    const isSigned = values instanceof BigInt64Array;
    for (let k = 0; k < numbers.length; k++) {
      const high = isSigned ? words[2 * k + 1] | 0 : words[2 * k + 1];
      if (high > 0x1f_ffff || high < -0x20_0000) {
        inputError(this.at(name, row + k), 'an integer that f64 holds, up to 2^53', String(values[k]));
      }
      numbers[k] = high * 2 ** 32 + words[2 * k];
    }
    return numbers;
  }
}

/** Whether values are a typed array of the type of a column. */
function isOf(values: Part, column: ColumnData): values is Numbers {
  return values instanceof column.constructor && ArrayBuffer.isView(values);
}

function copy(from: ColumnData, start: number, end: number, to: ColumnData, at: number): void {
  if (ArrayBuffer.isView(from)) (to as Float64Array).set((from as Float64Array).subarray(start, end), at);
  else for (let k = start; k < end; k++) to[at + k - start] = from[k] as never;
}

/** The type of a column that is passed on. */
function keptType(path: string, { name, type, said }: FileColumn): ColumnType {
  if (type === 'list<f64>' || type === undefined) inputError(`${path}: column '${name}'`, 'a scalar to keep', said);
  if (type === 'i8' || type === 'i16') return 'i32';
  return type === 'i64' ? 'u64' : type;
}
