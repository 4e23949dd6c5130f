/**
 * A file of results. It has a temporary name until it is whole and on the disk, so a final name never holds a part of
 * one. Each row group stands for itself, with fixed encodings: its bytes depend on its rows alone, and `join` copies
 * them. The sidecar of a part says what its row groups hold.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { KeyValue, RowGroup, SchemaElement } from 'hyparquet';
import { diskError } from './failure.ts';
import { parquetWriter } from './packages.ts';
import type { Column, ColumnData, Columns, ColumnType } from './schema.ts';

/** A row group of a part. */
export interface Group {
  readonly block: number;
  readonly rows: number;
  readonly bytes: number;
  /** Of its bytes. */
  readonly sha256: string;
}

/** By the older of the format's two words for integers: hyparquet-writer 0.17 writes the newer one wrong. */
const integer = (converted_type: 'UINT_8' | 'UINT_16' | 'UINT_32' | 'INT_32') => ({
  type: 'INT32' as const,
  converted_type,
});
const ELEMENTS: Readonly<Record<Exclude<ColumnType, 'list<f64>'>, Partial<SchemaElement>>> = {
  u8: integer('UINT_8'),
  u16: integer('UINT_16'),
  u32: integer('UINT_32'),
  i32: integer('INT_32'),
  u64: { type: 'INT64', converted_type: 'UINT_64' },
  f32: { type: 'FLOAT' },
  f64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
  utf8: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
};

/** Of a list as the format wants it. */
const LIST: readonly SchemaElement[] = [
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'REQUIRED', type: 'DOUBLE' },
];

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  const leaves = columns.flatMap(({ name, type }): SchemaElement[] => {
    const required = { name, repetition_type: 'REQUIRED' as const };
    if (type !== 'list<f64>') return [{ ...required, ...ELEMENTS[type] }];
    return [{ ...required, converted_type: 'LIST', num_children: 1 }, ...LIST];
  });
  return [{ name: 'schema', num_children: columns.length }, ...leaves];
}

/** Bytes that are kept before they are written. */
const FLUSHED = 2 ** 22;

let attempts = 0;

/** A name beside `path` that no other process has. */
export function temporaryName(path: string): string {
  return `${path}.${hostname()}-${process.pid}-${attempts++}.tmp`;
}

/** Writes a small file whole: all of it, or nothing, is under its name. */
export function writeWhole(path: string, text: string): void {
  const temporary = temporaryName(path);
  try {
    writeFileSync(temporary, text, { flush: true });
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (cause) {
    rmSync(temporary, { force: true });
    diskError(path, 'a file that can be written', cause);
  }
}

export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export class PartFile {
  readonly groups: Group[] = [];
  readonly path: string;
  readonly #temporary: string;
  readonly #columns: readonly Column[];
  readonly #file: number;
  readonly #writer: InstanceType<Awaited<ReturnType<typeof parquetWriter>>['ParquetWriter']>;
  #isOpen = true;
  /** Of the group that is being written: its hash so far, and where it begins. */
  #hash: Hash = createHash('sha256');
  #begin = 0;

  /** @param metadata key and value, for the footer */
  static async create(path: string, columns: readonly Column[], metadata: readonly KeyValue[]): Promise<PartFile> {
    return new PartFile(path, columns, metadata, await parquetWriter());
  }

  private constructor(
    path: string,
    columns: readonly Column[],
    kvMetadata: readonly KeyValue[],
    { ByteWriter, ParquetWriter }: Awaited<ReturnType<typeof parquetWriter>>,
  ) {
    this.path = path;
    this.#columns = columns;
    this.#temporary = temporaryName(path);
    try {
      this.#file = openSync(this.#temporary, 'wx');
    } catch (cause) {
      diskError(path, 'a file that can be written', cause);
    }
    const writer = new ByteWriter(FLUSHED);
    const grow = writer.ensure.bind(writer);
    const flush = () => this.#flush(writer);
    this.#writer = new ParquetWriter({
      writer: Object.assign(writer, {
        finish: flush,
        ensure(size: number) {
          if (writer.index + size > FLUSHED) flush();
          grow(size);
        },
      }),
      schema: schemaOf(columns),
      codec: 'UNCOMPRESSED',
      statistics: false,
      kvMetadata: [...kvMetadata],
      createdBy: 'hullstorm',
    });
    flush(); // PAR1 belongs to no group
  }

  get rows(): number {
    return Number(this.#writer.num_rows);
  }

  /** Writes the rows of a block as a row group. */
  write(block: number, rows: number, columns: Columns): void {
    if (rows === 0) return;
    this.#beginGroup();
    void this.#writer.write({
      rowGroupSize: rows,
      columnData: this.#columns.map(({ name, type }) => ({
        name,
        data: valuesOf(type, columns[name], rows) as never,
        encoding: 'PLAIN' as const,
        offsetIndex: false,
      })),
    });
    this.#endGroup(block, rows);
  }

  /** Writes a row group that another file holds; it has no dictionaries. @param start where it begins there */
  copy(group: Group, bytes: Uint8Array, row: RowGroup, start: number): void {
    const by = BigInt(this.#writer.writer.offset - start);
    this.#beginGroup();
    this.#writer.writer.appendBytes(bytes);
    this.#writer.row_groups.push({
      ...row,
      columns: row.columns.map(({ meta_data, ...each }) => ({
        ...each,
        file_offset: each.file_offset + by,
        meta_data: { ...meta_data!, data_page_offset: meta_data!.data_page_offset + by },
      })),
    });
    this.#writer.num_rows += BigInt(group.rows);
    this.#endGroup(group.block, group.rows);
  }

  /** Writes the footer, and gives the file its name. */
  finish(): void {
    this.#beginGroup(); // the footer
    void this.#writer.finish();
    try {
      fsyncSync(this.#file);
      this.#close();
      renameSync(this.#temporary, this.path);
      syncFolder(dirname(this.path));
    } catch (cause) {
      this.drop();
      diskError(this.path, 'a file that can be written', cause);
    }
  }

  /** Leaves nothing behind, unless the file is finished. */
  drop(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #beginGroup(): void {
    this.#hash = createHash('sha256');
    this.#begin = this.#writer.writer.offset;
  }

  #endGroup(block: number, rows: number): void {
    void this.#writer.writer.finish();
    const bytes = this.#writer.writer.offset - this.#begin;
    this.groups.push({ block, rows, bytes, sha256: this.#hash.digest('hex') });
  }

  /** Writes what the writer holds to the file. */
  #flush(writer: { buffer: ArrayBuffer; index: number }): void {
    const bytes = new Uint8Array(writer.buffer, 0, writer.index);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    } catch (cause) {
      this.drop();
      diskError(this.path, 'a file that can be written', cause);
    }
    this.#hash.update(bytes);
    writer.index = 0;
  }
}

/** The first rows of a column, as the writer takes them. */
function valuesOf(type: ColumnType, column: ColumnData, rows: number): ArrayLike<unknown> {
  if (type === 'bool') return Array.from({ length: rows }, (_, k) => Boolean(column[k]));
  if (type !== 'u64') {
    const values = ArrayBuffer.isView(column) ? column.subarray(0, rows) : column.slice(0, rows);
    // the writer takes typed arrays of u32 up to 2^31 alone
    return type === 'u32' && (values as number[]).some((value) => value > 0x7fff_ffff) ? Array.from(values) : values;
  }
  const words = new Uint32Array(2 * rows); // without a bigint per value
  for (let k = 0; k < rows; k++) {
    const value = column[k] as number;
    words[2 * k] = value;
    words[2 * k + 1] = value / 2 ** 32;
  }
  return new BigUint64Array(words.buffer);
}

/** What a sidecar holds. */
export interface Sidecar {
  /** Hash of the plan that the part belongs to. */
  readonly plan: string;
  readonly shard: number;
  readonly shards: number;
  /** The first block, and the one behind the last. */
  readonly blocks: readonly [number, number];
  readonly rows: number;
  /** Questions that are answered `Invalid`. */
  readonly invalid: number;
  readonly groups: readonly Group[];
}

export const sidecarOf = (part: string) => part.replace(/\.parquet$/, '.json');

/** @returns undefined if there is none */
export function readSidecar(part: string): Sidecar | undefined {
  try {
    return JSON.parse(readFileSync(sidecarOf(part), 'utf8'));
  } catch {
    return undefined;
  }
}
