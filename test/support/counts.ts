/** Counts of long runs, for docs/mesh-counts.md. */
import { appendFileSync } from 'node:fs';
import { sweep } from './sweep.ts';

/** A row of a table: what was asked, and what came out. */
export type Counts = Readonly<Record<string, number | string>>;

/** Prints a row of a long run. With HULLSTORM_COUNTS=FILE it goes there, too: tools/meshCounts.ts makes tables of it. */
export function noteCounts(table: string, of: string, counts: Counts): void {
  if (sweep(true, false)) return;
  const row = JSON.stringify({ table, of, ...counts });
  const { HULLSTORM_COUNTS: file } = process.env;
  if (file) appendFileSync(file, `${row}\n`);
  console.log(row);
}
