/**
 * A file of results. It has a temporary name until it is whole and on the disk, so a final name never holds a part of
 * one. Each row group stands for itself, with fixed encodings: its bytes depend on its rows alone, and `join` copies
 * them. The sidecar of a part says what its row groups hold.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { ColumnChunk, KeyValue, ParquetType, RowGroup, SchemaElement } from 'hyparquet';
import { diskError } from './failure.ts';
import { parquetWriter } from './packages.ts';
import { arrayOf, type Column, type ColumnData, type Columns, type ColumnType } from './schema.ts';

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

  /** Writes the rows of a block as a row group: a page per column, as the columns lie in memory. */
  write(block: number, rows: number, columns: Columns): void {
    if (rows === 0) return;
    this.#beginGroup();
    const { writer } = this.#writer;
    const chunks: ColumnChunk[] = [];
    let leaf = 1;
    for (const { name, type } of this.#columns) {
      const element = this.#writer.schema[leaf++];
      if (type === 'list<f64>') {
        leaf += LIST.length;
        const path = [name, ...LIST.map((each) => each.name)];
        const { values, bytes } = listBytes(columns[name] as number[][], rows);
        chunks.push(this.#writePage('DOUBLE', path, values, bytes));
      } else chunks.push(this.#writePage(element.type!, [name], rows, bytesOf(type, columns[name], rows)));
    }
    const size = BigInt(writer.offset - this.#begin);
    const group = { columns: chunks, total_byte_size: size, total_compressed_size: size, num_rows: BigInt(rows) };
    this.#writer.row_groups.push(group);
    this.#writer.num_rows += BigInt(rows);
    this.#endGroup(block, rows);
  }

  #writePage(type: ParquetType, path: string[], values: number, bytes: Uint8Array): ColumnChunk {
    const { writer } = this.#writer;
    const begin = BigInt(writer.offset);
    writer.appendBytes(pageHeader(values, bytes.length));
    writer.appendBytes(bytes);
    const size = BigInt(writer.offset) - begin;
    return {
      file_offset: begin,
      meta_data: {
        type,
        encodings: ['PLAIN', 'RLE'],
        path_in_schema: path,
        codec: 'UNCOMPRESSED',
        num_values: BigInt(values),
        total_uncompressed_size: size,
        total_compressed_size: size,
        data_page_offset: begin,
      },
    };
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

/** The header of a data page without compression: a struct of Thrift's compact protocol. */
function pageHeader(values: number, size: number): Uint8Array {
  const bytes: number[] = [];
  /** The field `by` behind the last, an i32. */
  const field = (by: number, value: number) => {
    bytes.push((by << 4) | 5);
    let left = 2 * value; // zigzag
    for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
    bytes.push(left);
  };
  field(1, 0); // a data page
  field(1, size);
  field(1, size);
  bytes.push((2 << 4) | 12); // field 5, a struct
  field(1, values);
  field(1, 0); // encoded PLAIN
  field(1, 3); // levels RLE
  field(1, 3);
  bytes.push(0, 0);
  return Uint8Array.from(bytes);
}

/** The first rows of a column as the format has them. */
function bytesOf(type: ColumnType, column: ColumnData, rows: number): Uint8Array {
  switch (type) {
    case 'bool': {
      const bits = new Uint8Array(Math.ceil(rows / 8));
      for (let k = 0; k < rows; k++) if (column[k]) bits[k >> 3] |= 1 << (k & 7);
      return bits;
    }
    case 'utf8': {
      const texts = (column as string[]).slice(0, rows).map((text) => Buffer.from(text));
      return Buffer.concat(texts.flatMap((text) => [lengthBytes(text.length), text]));
    }
    case 'u64': {
      const words = new Uint32Array(2 * rows); // without a bigint per value
      for (let k = 0; k < rows; k++) {
        const value = column[k] as number;
        words[2 * k] = value;
        words[2 * k + 1] = value / 2 ** 32;
      }
      return new Uint8Array(words.buffer);
    }
    default: {
      const wide = type === 'u8' || type === 'u16' ? 'u32' : type;
      const own = arrayOf(wide, 0).constructor as typeof Float64Array;
      const values = column instanceof own ? column.subarray(0, rows) : own.from(column.slice(0, rows) as number[]);
      return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    }
  }
}

function lengthBytes(length: number): Uint8Array {
  return new Uint8Array(Uint32Array.of(length).buffer);
}

/** Lists, with their levels: how a value repeats, and whether there is one. */
function listBytes(lists: readonly (readonly number[])[], rows: number): { values: number; bytes: Uint8Array } {
  const repeats: number[] = [];
  const defined: number[] = [];
  for (const list of lists.slice(0, rows)) {
    for (let k = 0; k < Math.max(1, list.length); k++) {
      repeats.push(k === 0 ? 0 : 1);
      defined.push(list.length > 0 ? 1 : 0);
    }
  }
  const numbers = bytesOf('f64', lists.slice(0, rows).flat(), Infinity);
  return { values: repeats.length, bytes: Buffer.concat([levelBytes(repeats), levelBytes(defined), numbers]) };
}

/** Levels of 0 and 1, as one run of packed bits. */
function levelBytes(levels: readonly number[]): Uint8Array {
  const groups = Math.ceil(levels.length / 8);
  const head: number[] = [];
  let left = 2 * groups + 1;
  for (; left > 127; left >>>= 7) head.push((left & 127) | 128);
  head.push(left);
  const bits = bytesOf('bool', [...levels], levels.length);
  return Buffer.concat([lengthBytes(head.length + bits.length), Uint8Array.from(head), bits]);
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
