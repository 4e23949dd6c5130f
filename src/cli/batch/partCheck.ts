/** Checks a part against its sidecar. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { FileMetaData, RowGroup } from 'hyparquet';
import { BatchError, inputError } from './failure.ts';
import { FileBytes } from './fileBytes.ts';
import { type Group, readSidecar, type Sidecar } from './partFile.ts';

/** PAR1 */
const HEAD = 4;

/**
 * The row groups of a part, in order, each with its bytes.
 * @throws BatchError for groups that are not those of the sidecar
 */
export function* groupsOf(
  file: FileBytes,
  { groups }: Sidecar,
): Generator<{ readonly group: Group; readonly bytes: Uint8Array; readonly start: number }> {
  let start = HEAD;
  for (const [k, group] of groups.entries()) {
    const where = `${file.path}: row group ${k}`;
    const end = start + group.bytes;
    if (end > file.byteLength) inputError(where, `${group.bytes} bytes, as its sidecar says`, 'a file that is cut off');
    const bytes = new Uint8Array(file.slice(start, end));
    if (createHash('sha256').update(bytes).digest('hex') !== group.sha256) {
      inputError(where, 'the bytes that its sidecar names', 'a damaged file');
    }
    yield { group, bytes, start };
    start = end;
  }
}

/** Whether a part is whole: its sidecar is there, of this plan, and all row groups have their checksums. */
export function isWhole(path: string, plan: string): boolean {
  const sidecar = readSidecar(path);
  if (sidecar?.plan !== plan || !existsSync(path)) return false;
  const file = new FileBytes(path);
  try {
    for (const _ of groupsOf(file, sidecar));
    return Buffer.from(file.slice(file.byteLength - HEAD)).toString('latin1') === 'PAR1';
  } catch (cause) {
    if (!(cause instanceof BatchError)) throw cause;
    return false;
  } finally {
    file.close();
  }
}

/** The footer's words for the row groups of a part. @throws BatchError if they are not those of the sidecar */
export function rowsOf(path: string, { row_groups }: FileMetaData, { groups }: Sidecar): readonly RowGroup[] {
  const same =
    row_groups.length === groups.length && groups.every(({ rows }, k) => Number(row_groups[k].num_rows) === rows);
  if (!same) inputError(path, 'the row groups that its sidecar names', 'others');
  return row_groups;
}
