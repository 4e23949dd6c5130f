/** Arrow IPC files and streams as tables are read from them: a record batch is a group of rows. */
import type { DataType, Field, RecordBatch, Vector } from 'apache-arrow';
import type { Footer } from 'apache-arrow/ipc/metadata/file';
import { BatchError, inputError } from './failure.ts';
import type { FileBytes } from './fileBytes.ts';
import { arrow as loadArrow, lz4, parquetCodecs } from './packages.ts';
import type { FileColumn, Part, Source } from './table.ts';

export const ARROW_MAGIC = 'ARROW1';
/** Begins each message, so a stream too. */
export const STREAM_MAGIC = '\xff\xff\xff\xff';
const SMALLER = 'write smaller ones: max_chunksize of write_table, chunksize of write_feather (pyarrow)';

type Arrow = Awaited<ReturnType<typeof loadArrow>>;
/** Bytes at the end of a stream. */
const END = 8;
/** Where a message is: from the first byte up to the last. */
type Range = readonly [start: number, end: number];

interface Batch {
  readonly rows: number;
  readonly range: Range;
  /** Messages before it that it needs: the schema and dictionaries. */
  readonly head: number;
}

interface Contents {
  readonly fields: readonly Field[];
  readonly head: readonly (Range | Uint8Array)[];
  readonly batches: readonly Batch[];
}

/** Opens a file. @throws BatchError for a file that is none, or is cut off */
export async function openArrow(file: FileBytes): Promise<Source> {
  const arrow = await loadArrow();
  const { fields, head, batches } = await contentsOf(file, arrow);
  const starts = [0];
  for (const { rows } of batches) starts.push(starts.at(-1)! + rows);
  return {
    file,
    columns: fields.map((field) => ({ name: field.name, ...typeOf(field.type, arrow) })),
    groups: batches.map(({ rows }) => rows),
    smaller: SMALLER,
    async decode(group, names, take) {
      const { range, head: count } = batches[group];
      const messages = [...head.slice(0, count), range].map((each) =>
        each instanceof Uint8Array ? each : new Uint8Array(file.slice(...each)),
      );
      const parts: [string, Part][] = [];
      try {
        const batch: RecordBatch = arrow.RecordBatchReader.from(messages).next().value;
        for (const name of names) parts.push([name, valuesOf(batch.getChild(name)!, arrow)]);
      } catch (cause) {
        const where = `${file.path}: rows ${starts[group]}..${starts[group + 1] - 1}`;
        inputError(where, 'a record batch that can be read', `an error: ${(cause as Error).message}`, cause);
      }
      for (const [name, values] of parts) take(name, starts[group], values);
    },
  };
}

/** Reads the head of each message. */
async function contentsOf(file: FileBytes, arrow: Arrow): Promise<Contents> {
  const textAt = (start: number, end: number) => Buffer.from(file.slice(Math.max(0, start), end)).toString('latin1');
  if (file.byteLength === 0) inputError(file.path, 'an Arrow file or stream', 'an empty file');
  const isFile = textAt(0, ARROW_MAGIC.length) === ARROW_MAGIC;
  if (!isFile && textAt(0, STREAM_MAGIC.length) !== STREAM_MAGIC) {
    inputError(file.path, 'an Arrow file or stream', `one that does not begin with ${ARROW_MAGIC} or a message`);
  }
  const cutOff: () => never = () => inputError(file.path, 'a whole Arrow stream', 'one that is cut off');
  const isCut = file.byteLength < 24 || textAt(file.byteLength - ARROW_MAGIC.length, file.byteLength) !== ARROW_MAGIC;
  if (isFile && isCut) inputError(file.path, 'an Arrow file', 'one that is cut off: it does not end with ARROW1');
  let fields: readonly Field[] | undefined;
  const head: (Range | Uint8Array)[] = [];
  const batches: Batch[] = [];
  const footer = isFile ? await footerOf(file) : undefined;
  if (footer) {
    fields = footer.schema.fields;
    head.push(arrow.tableToIPC(new arrow.Table(footer.schema), 'stream').slice(0, -END));
  }
  let start = 0;
  const blocks = footer && [...footer.dictionaryBatches(), ...footer.recordBatches()];
  for (let k = 0; blocks ? k < blocks.length : start < file.byteLength; k++) {
    if (blocks) start = blocks[k].offset;
    const words = new Int32Array(file.slice(start, start + 8));
    if (words.length < 2) cutOff();
    if (words[0] !== -1) inputError(file.path, `a message at byte ${start}`, 'other bytes');
    if (words[1] === 0) break;
    const message = atByte(file, start, () =>
      arrow.Message.decode(new Uint8Array(file.slice(start + 8, start + 8 + words[1]))),
    );
    const range = [start, start + 8 + words[1] + message.bodyLength] as const;
    if (range[1] > file.byteLength) cutOff();
    if (message.isSchema()) fields ??= message.header().fields;
    const batch = message.isDictionaryBatch() ? message.header().data : message.isRecordBatch() && message.header();
    if (batch) await useCodec(batch.compression?.type, arrow);
    if (!message.isRecordBatch()) head.push(range);
    else if (message.header().length > 0) batches.push({ rows: message.header().length, range, head: head.length });
    [, start] = range;
  }
  if (!fields?.every(({ name }) => typeof name === 'string'))
    inputError(file.path, 'a schema', 'none that can be read');
  return { fields, head, batches };
}

/** The end of a file says where its batches are. */
async function footerOf(file: FileBytes): Promise<Footer> {
  const { Footer } = await import('apache-arrow/ipc/metadata/file');
  const end = file.byteLength - ARROW_MAGIC.length - 4;
  const [length] = new Int32Array(file.slice(end, end + 4));
  const start = Math.max(0, end - length);
  return atByte(file, start, () => Footer.decode(new Uint8Array(file.slice(start, end))));
}

/** Names the place of an error of the library. */
function atByte<R>(file: FileBytes, start: number, decode: () => R): R {
  try {
    return decode();
  } catch (cause) {
    if (cause instanceof BatchError) throw cause;
    return inputError(file.path, `a message at byte ${start}`, `an error: ${(cause as Error).message}`, cause);
  }
}

/** Tells the library how a codec is decoded. */
async function useCodec(codec: number | undefined, arrow: Arrow): Promise<void> {
  const { compressionRegistry, CompressionType } = arrow;
  if (codec === undefined || compressionRegistry.get(codec)?.decode) return;
  if (codec === CompressionType.LZ4_FRAME) {
    const { decompress } = await lz4();
    compressionRegistry.set(codec, { decode: (bytes) => decompress(bytes) });
    return;
  }
  const { compressors } = await parquetCodecs('zstd');
  // copied: columns begin at multiples of 8 bytes
  compressionRegistry.set(codec, { decode: (bytes) => compressors.ZSTD!(bytes, 0).slice() });
}

function typeOf(type: DataType, arrow: Arrow): Omit<FileColumn, 'name'> {
  const { DataType, Precision } = arrow;
  const known = (name: FileColumn['type']) => ({ type: name, said: String(name) });
  if (DataType.isInt(type)) return known(`${type.isSigned ? 'i' : 'u'}${type.bitWidth}` as 'i32');
  if (DataType.isFloat(type) && type.precision === Precision.SINGLE) return known('f32');
  if (DataType.isFloat(type) && type.precision === Precision.DOUBLE) return known('f64');
  if (DataType.isBool(type)) return known('bool');
  const text = DataType.isDictionary(type) ? type.dictionary : type;
  if (DataType.isUtf8(text) || DataType.isLargeUtf8(text) || DataType.isUtf8View(text)) return known('utf8');
  if (DataType.isList(type) || DataType.isLargeList(type)) {
    const { type: of, said } = typeOf(type.children[0].type, arrow);
    return of === 'f64' ? known('list<f64>') : { type: undefined, said: `a list of ${said}` };
  }
  return { type: undefined, said: String(type) };
}

/** The values of a column: the bytes of the file themselves, if they are numbers without nulls. */
function valuesOf(vector: Vector, { DataType }: Arrow): Part {
  const { type } = vector;
  if (DataType.isList(type) || DataType.isLargeList(type)) {
    return Array.from(vector, (list: Vector | null) => list && [...list]);
  }
  if (vector.nullCount > 0 || !(DataType.isInt(type) || DataType.isFloat(type))) return [...vector];
  return vector.toArray();
}
