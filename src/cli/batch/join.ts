/** `hullstorm batch join`: the parts of a run as one file, byte for byte that of a run with one shard. */
import type { FileMetaData } from 'hyparquet';
import { inputError, usageError } from './failure.ts';
import { FileBytes } from './fileBytes.ts';
import { openTable } from './openTable.ts';
import { readOptions } from './options.ts';
import { columnsOf, readMetadata } from './parquetFile.ts';
import { groupsOf, rowsOf } from './partCheck.ts';
import { PartFile } from './partFile.ts';
import { Reduction } from './reduce.ts';
import { Rows } from './rows.ts';
import { type Part, partsOf, readRun } from './runFolder.ts';
import type { Column } from './schema.ts';
import type { Table } from './table.ts';

/** @returns the exit code */
export async function join(args: readonly string[]): Promise<number> {
  const { values, rest } = readOptions('join', args, ['out', 'json']);
  const [folder] = rest;
  if (rest.length !== 1) usageError('join', 'the folder of a run', rest.length === 0 ? 'none' : `'${rest.join(' ')}'`);
  if (!values.out) usageError('--out', 'a file', 'none');
  const run = readRun(folder);
  if (!run) inputError(folder, 'the folder of a run, with run.json', 'none');
  const parts = partsOf(folder, run);
  const files = parts.map(({ path }) => new FileBytes(path));
  const footers: FileMetaData[] = [];
  for (const file of files) footers.push(await readMetadata(file));
  const { schema, key_value_metadata: metadata = [] } = footers[0];
  const columns = columnsOf(schema) as readonly Column[];
  const file = await PartFile.create(values.out as string, columns, metadata as { key: string; value: string }[]);
  try {
    const { reduceBy } = (run.of as { options: { reduceBy?: string } }).options;
    if (reduceBy === 'collider') await mergeColliders(file, parts, columns);
    else {
      for (const [k, { path, sidecar }] of parts.entries()) {
        const rows = rowsOf(path, footers[k], sidecar);
        let group = 0;
        for (const each of groupsOf(files[k], sidecar)) file.copy(each.group, each.bytes, rows[group++], each.start);
      }
    }
    file.finish();
  } catch (cause) {
    file.drop();
    throw cause;
  }
  for (const each of files) each.close();
  const invalid = parts.reduce((sum, { sidecar }) => sum + sidecar.invalid, 0);
  if (values.json) console.log(JSON.stringify({ parts: parts.length, rows: file.rows, invalid }));
  else console.error(`joined ${parts.length} parts: ${file.rows} rows in ${values.out}`);
  return 0;
}

/** Least distances by collider: the least of all parts, in one row group. */
async function mergeColliders(file: PartFile, parts: readonly Part[], columns: readonly Column[]): Promise<void> {
  const tables: Table[] = [];
  for (const { path } of parts) tables.push(await openTable(path, columns));
  let colliders = 0;
  const read: Rows[] = [];
  for (const table of tables) {
    const rows = new Rows(columns);
    Object.assign(rows.columns, await table.read(0, table.rows));
    rows.count = table.rows;
    for (const id of rows.columns.collider as Uint32Array) colliders = Math.max(colliders, id + 1);
    read.push(rows);
    table.source.file.close();
  }
  const reduction = new Reduction(columns, 'collider', colliders);
  for (const rows of read) reduction.merge(rows);
  const { count, columns: merged } = reduction.rest()!;
  file.write(0, count, merged);
}
