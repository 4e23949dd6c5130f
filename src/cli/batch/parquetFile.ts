/** Parquet files as tables are read from them. */
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { BatchError, inputError } from './failure.ts';
import type { FileBytes } from './fileBytes.ts';
import { parquetCodecs, parquetReader } from './packages.ts';
import type { FileColumn, Part, Source } from './table.ts';

/** The codecs that hyparquet has itself. */
const BUILT_IN = ['UNCOMPRESSED', 'SNAPPY'];
const SMALLER = 'write smaller ones: row_group_size of pyarrow, ROW_GROUP_SIZE of DuckDB';

/** Opens a file. @throws BatchError for a file that is none, or is cut off */
export async function openParquet(file: FileBytes): Promise<Source> {
  const { path } = file;
  const { parquetRead } = await parquetReader();
  const metadata = await readMetadata(file);
  const codecs = new Set(metadata.row_groups.flatMap(({ columns }) => columns.map((each) => each.meta_data!.codec)));
  const others = [...codecs].filter((codec) => !BUILT_IN.includes(codec));
  const compressors = others.length > 0 ? (await parquetCodecs(others[0])).compressors : {};
  const starts = [0];
  for (const { num_rows } of metadata.row_groups) starts.push(starts.at(-1)! + Number(num_rows));
  return {
    file,
    columns: columnsOf(metadata.schema),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
    smaller: SMALLER,
    async decode(group, names, take) {
      for (const name of names) {
        const parts: [number, Part][] = [];
        try {
          await parquetRead({
            file: { byteLength: file.byteLength, slice: (start, end) => file.slice(start, end) },
            metadata,
            columns: [name],
            rowStart: starts[group],
            rowEnd: starts[group + 1],
            compressors,
            // not `take` itself: what it throws would be lost
            onChunk: ({ columnData, rowStart }) => void parts.push([rowStart, columnData]),
          });
        } catch (cause) {
          if (cause instanceof BatchError) throw cause;
          const where = `${path}: column '${name}', rows ${starts[group]}..${starts[group + 1] - 1}`;
          inputError(where, 'pages that can be read', `an error: ${(cause as Error).message}`, cause);
        }
        for (const [first, values] of parts) take(name, first, values);
      }
    },
  };
}

/** The footer of a file. */
export async function readMetadata(file: FileBytes): Promise<FileMetaData> {
  const { parquetMetadataAsync } = await parquetReader();
  const magic = Buffer.from(file.slice(0, 4)).toString('latin1');
  if (magic !== 'PAR1')
    inputError(file.path, 'a file of Parquet or Arrow', 'one that begins with neither PAR1 nor ARROW1');
  const end = Buffer.from(file.slice(Math.max(0, file.byteLength - 4))).toString('latin1');
  if (end !== 'PAR1') inputError(file.path, 'a Parquet file', 'one that is cut off: it does not end with PAR1');
  try {
    const metadata = await parquetMetadataAsync({
      byteLength: file.byteLength,
      slice: (start, stop) => file.slice(start, stop),
    });
    return { ...metadata, row_groups: metadata.row_groups.filter(({ num_rows }) => num_rows > 0n) };
  } catch (cause) {
    if (cause instanceof BatchError) throw cause;
    return inputError(file.path, 'a Parquet footer', `an error: ${(cause as Error).message}`, cause);
  }
}

/** Top-level columns, with the types of tables. */
export function columnsOf(schema: readonly SchemaElement[]): FileColumn[] {
  const columns: FileColumn[] = [];
  for (let k = 1; k < schema.length; ) {
    const end = endOf(schema, k);
    const { name } = schema[k];
    if (end === k + 1) columns.push({ name, ...typeOf(schema[k]) });
    else columns.push({ name, ...listType(schema, k, end) });
    k = end;
  }
  return columns;
}

/** The row behind an element and its children. */
function endOf(schema: readonly SchemaElement[], k: number): number {
  let end = k + 1;
  for (let child = 0; child < (schema[k].num_children ?? 0); child++) end = endOf(schema, end);
  return end;
}

function listType(schema: readonly SchemaElement[], k: number, end: number): Omit<FileColumn, 'name'> {
  const leaf = schema[end - 1];
  const isList = schema[k].converted_type === 'LIST' || schema[k].logical_type?.type === 'LIST';
  if (isList && end === k + 3 && leaf.type === 'DOUBLE') return { type: 'list<f64>', said: 'list<f64>' };
  return { type: undefined, said: isList ? `a list of ${typeOf(leaf).said}` : 'a nested column' };
}

function typeOf({ type, converted_type, logical_type, repetition_type }: SchemaElement): Omit<FileColumn, 'name'> {
  const known = (name: FileColumn['type']) => ({ type: name, said: String(name) });
  if (repetition_type === 'REPEATED') return { type: undefined, said: 'a repeated column' };
  if (type === 'BOOLEAN') return known('bool');
  if (type === 'FLOAT') return known('f32');
  if (type === 'DOUBLE') return known('f64');
  if (type === 'BYTE_ARRAY' && (converted_type === 'UTF8' || logical_type?.type === 'STRING')) return known('utf8');
  if (type === 'INT32' || type === 'INT64') {
    if (logical_type?.type === 'INTEGER') {
      const { bitWidth, isSigned } = logical_type;
      return known(`${isSigned ? 'i' : 'u'}${bitWidth}` as 'i32');
    }
    const [, unsigned, bits] = /^(U?)INT_(\d+)$/.exec(converted_type ?? '') ?? [];
    if (bits) return known(`${unsigned ? 'u' : 'i'}${bits}` as 'i32');
    if (converted_type === undefined && logical_type === undefined) return known(type === 'INT32' ? 'i32' : 'i64');
  }
  return { type: undefined, said: logical_type?.type ?? converted_type ?? String(type) };
}
