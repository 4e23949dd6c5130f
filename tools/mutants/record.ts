/** What is known of each mutant: a line of JSON for each in record.jsonl, without times and paths of a machine. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * found       a test fails: `by` is its file
 * times out   a test never ends, for an endless loop or a thread that waits forever: found, too
 * survives    the tests nearest to it pass, those in the folders of its area; with `all`, all tests
 * equivalent  no test can find it, for the reason in `why`, which is written by hand
 * not built   the compiler refuses it: nothing to find
 */
export type Result = 'found' | 'times out' | 'survives' | 'equivalent' | 'not built';

export interface Entry {
  readonly id: string;
  readonly area: string;
  readonly place: string;
  readonly what: string;
  readonly result: Result;
  readonly by?: string;
  readonly all?: true;
  readonly why?: string;
}

const FILE = join(import.meta.dirname, 'record.jsonl');

export const isFound = ({ result }: Entry): boolean => result === 'found' || result === 'times out';

export function readRecord(file = FILE): Map<string, Entry> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const entries = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** In the order of the ids, so that a new result changes one line. */
export function writeRecord(record: ReadonlyMap<string, Entry>, file = FILE): void {
  const lines = [...record.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map((entry) => JSON.stringify(entry));
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** A row for each area: how many of its mutants have which result. */
export function summary(entries: Iterable<Entry>): string {
  const areas = new Map<string, Entry[]>();
  for (const entry of entries) areas.set(entry.area, [...(areas.get(entry.area) ?? []), entry]);
  const rows = [...areas].sort().map(([area, own]) => rowOf(area, own));
  return [...rows, rowOf('all', [...areas.values()].flat())].join('\n');
}

function rowOf(area: string, own: readonly Entry[]): string {
  const count = (result: Result) => `${own.filter((entry) => entry.result === result).length} ${result}`;
  const results = (['found', 'times out', 'survives', 'equivalent', 'not built'] as const).map(count);
  return `${area.padEnd(9)} ${String(own.length).padStart(3)}: ${results.join(', ')}`;
}
