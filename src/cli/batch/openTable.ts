/** Opens a file of any format that tables are read from. */
import { ARROW_MAGIC, openArrow, STREAM_MAGIC } from './arrowFile.ts';
import { inputError, usageError } from './failure.ts';
import { FileBytes } from './fileBytes.ts';
import type { Values } from './options.ts';
import { openParquet } from './parquetFile.ts';
import type { Column } from './schema.ts';
import { spoolStdin } from './stdin.ts';
import { Table } from './table.ts';

/** @param path `-` is a stream of Arrow on stdin. @param keep names of columns that are passed on */
export async function openTable(path: string, schema: readonly Column[], keep?: readonly string[]): Promise<Table> {
  const file = path === '-' ? spoolStdin() : new FileBytes(path);
  if (file.byteLength === 0) inputError(file.path, 'a file of Parquet or Arrow', 'an empty file');
  const magic = Buffer.from(file.slice(0, 6)).toString('latin1');
  if (magic.startsWith('FEA1')) inputError(file.path, 'Feather of version 2', 'version 1');
  const isArrow = magic === ARROW_MAGIC || magic.startsWith(STREAM_MAGIC);
  return new Table(await (isArrow ? openArrow(file) : openParquet(file)), schema, keep);
}

/** Fails for several files from stdin, and for several shards that would read it. */
export function checkStdin(values: Values, shards: number): void {
  const count = Object.values(values).filter((value) => value === '-').length;
  if (count > 1) usageError('-', 'one file from stdin', `${count}`);
  if (count > 0 && shards > 1) usageError('-', 'stdin for one shard', `${shards} shards`);
}
