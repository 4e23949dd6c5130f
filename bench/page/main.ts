/**
 * `npm run bench:page`: measures the tables of docs/performance.md under Node 20 and Node 24, and writes them between
 * their markers. The figures are kept in bench/results/page.json, so that `--render` writes the page again without
 * measuring. A group whose benches fail keeps its former figures.
 *
 * `--help` lists the options. The machine should have nothing else to do: expected times are printed first.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandLine, flag, stopAt, UsageError, word, words } from '../../tools/commandLine.ts';
import type { Group } from './group.ts';
import { GROUPS } from './groups/all.ts';
import { findPrograms, measureGroup, secondsOf } from './measure.ts';
import { missingIn, type Results, renderPage } from './render.ts';

const COMMAND = 'npm run bench:page';
const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const RESULTS = fileURLToPath(new URL('../results/page.json', import.meta.url));
const NAMES = GROUPS.map(({ name }) => name);

const values = commandLine(COMMAND, 'The tables of docs/performance.md, under Node 20 and Node 24', {
  only: words([], 'groups of tables; all if none is named', NAMES),
  render: flag('measures nothing: writes the page from the figures that are there'),
  quick: flag('figures that mean nothing, in minutes: tries the benches; needs --out'),
  out: word('', 'FILE: the page, instead of docs/performance.md; its figures are beside it, in FILE.json'),
});
if (values.quick && values.out === '') stopAt(COMMAND, new UsageError('--quick: expected --out with it, got none'));

const page = values.out || PAGE;
const file = values.out ? `${values.out}.json` : RESULTS;
const results: Record<string, Results[string]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const text = readFileSync(existsSync(page) ? page : PAGE, 'utf8');
// an error if a marker is missing, before anything is measured
renderPage(text, GROUPS, results);
const failed: string[] = [];

/** Writes after each group: a later one may fail. */
function write(): void {
  const inOrder = NAMES.filter((name) => results[name]).map((name) => [name, results[name]]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
  writeFileSync(page, renderPage(text, GROUPS, results));
}

async function measure(groups: readonly Group[]): Promise<void> {
  const programs = findPrograms();
  let left = groups.reduce((sum, group) => sum + secondsOf(group), 0);
  for (const group of groups) {
    process.stderr.write(`\n${group.name}: ${secondsOf(group)} s of ${left} s that are left\n`);
    const result = await measureGroup(group, programs, values.quick, failed);
    left -= secondsOf(group);
    if (!result) continue;
    results[group.name] = result;
    write();
    const missing = missingIn(group, result);
    if (missing.length > 0) {
      process.stderr.write(`  ${missing.length} figures are missing: ${missing.slice(0, 5).join(', ')} …\n`);
    }
  }
}

if (values.render) write();
else await measure(GROUPS.filter(({ name }) => values.only.length === 0 || values.only.includes(name)));
for (const line of failed) console.error(`failed: ${line}`);
if (failed.length > 0) process.exitCode = 1;
