/**
 * Arrow IPC files and streams as tables are read from them. Both are rows of messages, which are found by their heads
 * alone. A batch is decoded as a stream of its own: the messages of the schema and of dictionaries, and the batch.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Field } from 'apache-arrow';
import { BatchError, diskError, inputError } from './failure.ts';
import { FileBytes } from './fileBytes.ts';
import { arrow, lz4, parquetCodecs } from './packages.ts';
import { temporaryName } from './partFile.ts';
import type { FileColumn, Source } from './table.ts';

/** What a file begins and ends with. */
export const ARROW_MAGIC = 'ARROW1';
const SMALLER = 'write smaller batches: chunksize of write_feather, max_chunksize of write_table';
/** What a message begins with. */
const CONTINUATION = 0xffff_ffff;
/** An empty message: the end. */
const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);
const SCHEMA = 1;
const DICTIONARY = 2;
const BATCH = 3;
const CHUNK = 2 ** 20;

interface Message {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  /** Of a batch. */
  readonly rows: number;
  /** Codec of its body: 0 is LZ4, 1 zstd, undefined none. */
  readonly codec: number | undefined;
}

/** Opens a file or a stream in a file. @throws BatchError for a file that is none, or is cut off */
export async function openArrow(file: FileBytes): Promise<Source> {
  const { path } = file;
  const isFile = textOf(file, 0, 6) === ARROW_MAGIC;
  if (isFile && textOf(file, file.byteLength - 6, file.byteLength) !== ARROW_MAGIC) {
    inputError(path, 'an Arrow file', 'one that is cut off: it does not end with ARROW1');
  }
  const messages = [...messagesOf(file, isFile ? 8 : 0)];
  const batches = messages.filter(({ kind, rows }) => kind === BATCH && rows > 0);
  const head = messages.filter(({ kind }) => kind !== BATCH);
  if (head[0]?.kind !== SCHEMA) inputError(path, 'an Arrow file or stream', 'one without a schema');
  await registerCodecs(messages);
  const { tableFromIPC } = await arrow();
  const bytesOf = (parts: readonly Message[]) =>
    Buffer.concat([...parts.map(({ start, end }) => new Uint8Array(file.slice(start, end))), END]);
  const starts = [0];
  for (const { rows } of batches) starts.push(starts.at(-1)! + rows);
  const read = <R>(where: string, work: () => R): R => {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof BatchError) throw cause;
      return inputError(where, 'Arrow messages that can be read', `an error: ${(cause as Error).message}`, cause);
    }
  };
  const { fields } = read(path, () => tableFromIPC(bytesOf(head)).schema);
  return {
    file,
    columns: fields.map(columnOf),
    groups: batches.map(({ rows }) => rows),
    smaller: SMALLER,
    async decode(group, names, take) {
      const first = starts[group];
      const where = `${path}: rows ${first}..${starts[group + 1] - 1}`;
      const parts = read(where, () => {
        const table = tableFromIPC(bytesOf([...head, batches[group]]));
        return names.map((name) => {
          const vector = table.getChild(name)!;
          const { type } = columnOf(fields.find((field) => field.name === name)!);
          if (type === 'list<f64>') return Array.from(vector, (list) => list && Array.from(list as Iterable<number>));
          return vector.nullCount > 0 || type === 'bool' || type === 'utf8' ? Array.from(vector) : vector.toArray();
        });
      });
      for (const [k, name] of names.entries()) take(name, first, parts[k]);
    },
  };
}

/** Writes stdin to a file without a name, which its process alone can read. */
export function spoolStdin(): FileBytes {
  const path = temporaryName(join(tmpdir(), 'hullstorm-stdin'));
  const buffer = new Uint8Array(CHUNK);
  try {
    const file = openSync(path, 'wx');
    for (;;) {
      let read = 0;
      try {
        read = readSync(0, buffer);
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException;
        if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        else if (code !== 'EOF') throw cause;
        if (code === 'EAGAIN') continue;
      }
      if (read === 0) break;
      for (let done = 0; done < read; ) done += writeSync(file, buffer, done, read - done);
    }
    closeSync(file);
    return new FileBytes(path, 'stdin');
  } catch (cause) {
    return diskError(path, 'a file that can be written', cause);
  } finally {
    rmSync(path, { force: true }); // an open file stays readable
  }
}

function textOf(file: FileBytes, start: number, end: number): string {
  return Buffer.from(file.slice(Math.max(0, start), end)).toString('latin1');
}

/** The messages from a byte on, up to the end of the stream. */
function* messagesOf(file: FileBytes, start: number): Generator<Message> {
  const cutOff = () => inputError(file.path, 'a whole Arrow stream', 'one that is cut off');
  for (let at = start; at + 8 <= file.byteLength; ) {
    const head = new DataView(file.slice(at, at + 8));
    if (head.getUint32(0, true) !== CONTINUATION) {
      inputError(file.path, 'a file of Parquet or Arrow', `other bytes at ${at}`);
    }
    const length = head.getInt32(4, true);
    if (length === 0) return;
    if (length < 0 || at + 8 + length > file.byteLength) cutOff();
    const view = new DataView(file.slice(at + 8, at + 8 + length));
    const table = view.getUint32(0, true);
    const fieldOf = (of: number, field: number) => fieldAt(view, of, field);
    const kind = fieldOf(table, 1) ? view.getUint8(fieldOf(table, 1)) : 0;
    const body = fieldOf(table, 3) ? Number(view.getBigInt64(fieldOf(table, 3), true)) : 0;
    const end = at + 8 + length + body;
    if (end > file.byteLength) cutOff();
    const header = fieldOf(table, 2) + view.getUint32(fieldOf(table, 2), true);
    // a dictionary holds a batch
    const batch = kind === DICTIONARY ? fieldOf(header, 1) + view.getUint32(fieldOf(header, 1), true) : header;
    const rows = kind === BATCH && fieldOf(batch, 0) ? Number(view.getBigInt64(fieldOf(batch, 0), true)) : 0;
    const packed = kind === SCHEMA ? 0 : fieldOf(batch, 3);
    const compression = packed ? packed + view.getUint32(packed, true) : 0;
    const codecAt = compression ? fieldOf(compression, 0) : 0;
    const codec = compression ? (codecAt ? view.getInt8(codecAt) : 0) : undefined;
    yield { kind, start: at, end, rows, codec };
    at = end;
  }
}

/** The place of a field of a flatbuffer's table; 0 if it is not there. */
function fieldAt(view: DataView, table: number, field: number): number {
  const fields = table - view.getInt32(table, true);
  const slot = 4 + 2 * field;
  if (slot >= view.getUint16(fields, true)) return 0;
  const offset = view.getUint16(fields + slot, true);
  return offset === 0 ? 0 : table + offset;
}

async function registerCodecs(messages: readonly Message[]): Promise<void> {
  const codecs = new Set(messages.map(({ codec }) => codec));
  const { compressionRegistry, CompressionType } = await arrow();
  if (codecs.has(0)) {
    const { decompress } = await lz4();
    compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: (bytes) => decompress(bytes) });
  }
  if (codecs.has(1)) {
    const { compressors } = await parquetCodecs('zstd');
    // copied: columns begin at multiples of 8 bytes
    compressionRegistry.set(CompressionType.ZSTD, { decode: (bytes) => compressors.ZSTD!(bytes, 0).slice() });
  }
}

function columnOf({ name, type }: Field): FileColumn {
  const said = String(type);
  const known = (own: FileColumn['type']) => ({ name, type: own, said: String(own) });
  const [, sign, bits] = /^(Ui|I)nt(8|16|32|64)$/.exec(said) ?? [];
  if (bits) return known(`${sign === 'I' ? 'i' : 'u'}${bits}` as 'i32');
  if (said === 'Float32') return known('f32');
  if (said === 'Float64') return known('f64');
  if (said === 'Bool') return known('bool');
  if (/^(Large)?Utf8$|^Dictionary<.*, (Large)?Utf8>$/.test(said)) return known('utf8');
  if (said === 'List<Float64>') return known('list<f64>');
  return { name, type: undefined, said };
}
