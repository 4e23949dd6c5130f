/**
 * The tables of docs/mesh-counts.md, from the counts of the deep tests (test/support/counts.ts):
 *
 *   HULLSTORM_COUNTS=counts.jsonl npm run test:deep -- meshes surfaceScenes surfaceDistances children sweeps
 *   npx tsx tools/meshCounts.ts --file counts.jsonl
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine, word } from './commandLine.ts';

export interface Row {
  readonly table: string;
  readonly of: string;
  readonly [column: string]: number | string;
}

/** Columns that are the most, or the least, of the rows of a kind; others are sums. */
const MOST = /^(worst|most|highest|speedLost|spin|after)/;
const LEAST = /^(lowest|deepest)/;
/** Names of columns on the page. */
const NAMES: Readonly<Record<string, string>> = { speedLost: 'speed lost, part', spin: 'spin rad/s' };

/** The last count of each kind: deep tests may have run in pieces, and again. */
export function lastOf(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [`${row.table}|${row.of}`, row])).values()];
}

/** Adds the rows of a kind that the scalar and the wide kernel have made. */
export function joined(rows: readonly Row[]): Row[] {
  const kinds = new Map<string, Row>();
  for (const row of rows) {
    const of = row.of.replace(/, (scalar|simd)$/, '');
    const known = kinds.get(of);
    kinds.set(of, known ? added(known, row) : { ...row, of });
  }
  return [...kinds.values()];
}

function added(a: Row, b: Row): Row {
  const columns = Object.keys(a).filter((column) => typeof a[column] === 'number');
  const sums = columns.map((column) => {
    const both = [Number(a[column]), Number(b[column])] as const;
    if (MOST.test(column)) return [column, Math.max(...both)];
    return [column, LEAST.test(column) ? Math.min(...both) : both[0] + both[1]];
  });
  return { ...a, ...Object.fromEntries(sums) };
}

/** A table in Markdown, with a last row for all. */
export function tableOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((column) => column !== 'table' && column !== 'of');
  const all = rows.reduce(added);
  const lines = rows.map((row) => [row.of, ...columns.map((column) => cell(row[column]))]);
  if (rows.length > 1) lines.push(['all', ...columns.map((column) => cell(all[column]))]);
  const head = ['', ...columns.map((column) => NAMES[column] ?? column)];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell(value: number | string | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return value.toExponential(0);
}

/** The page with the tables that there are rows for. */
export function pageWith(page: string, rows: readonly Row[]): string {
  let text = page;
  for (const name of new Set(rows.map(({ table }) => table))) {
    const [begin, end] = [`<!-- counts: ${name} -->\n`, '\n<!-- end -->'];
    const from = text.indexOf(begin);
    if (from < 0) throw new Error(`docs/mesh-counts.md: expected a place for counts of ${name}`);
    const to = text.indexOf(end, from);
    const table = tableOf(joined(lastOf(rows.filter((row) => row.table === name))));
    text = `${text.slice(0, from)}${begin}${table}${text.slice(to)}`;
  }
  return text;
}

if (process.argv[1] === import.meta.filename) {
  const { file } = commandLine('npx tsx tools/meshCounts.ts', 'Writes the tables of docs/mesh-counts.md', {
    file: word('counts.jsonl', 'that HULLSTORM_COUNTS named in the deep run'),
  });
  const page = new URL('../docs/mesh-counts.md', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
  writeFileSync(page, pageWith(readFileSync(page, 'utf8'), rows));
}
