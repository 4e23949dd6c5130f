/** Tables of docs/mesh-counts.md: which rows stay, how they add up, and where they go. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joined, lastOf, pageWith, type Row, tableOf } from '../../tools/meshCounts.ts';

const rows: Row[] = [
  { table: 'contacts', of: 'flat, scalar', poses: 9, lost: 1, 'worst error': 1e-7 },
  { table: 'contacts', of: 'flat, scalar', poses: 1000, lost: 0, 'worst error': 2.4e-7 },
  { table: 'contacts', of: 'flat, simd', poses: 500, lost: 0, 'worst error': 1e-7 },
  { table: 'contacts', of: 'rough, simd', poses: 500, lost: 0, 'worst error': 3e-8 },
];
const TABLE = [
  '|  | poses | lost | worst error |',
  '| --- | --- | --- | --- |',
  '| flat | 1,500 | 0 | 2e-7 |',
  '| rough | 500 | 0 | 3e-8 |',
  '| all | 2,000 | 0 | 2e-7 |',
].join('\n');

test('the last run of a class counts; both kernels add up, and their worst error stays', () => {
  expect(tableOf(joined(lastOf(rows)))).toBe(TABLE);
});

test('a table goes between its marks, again and again; others stay', () => {
  const page = 'a\n<!-- counts: rays -->\nx\n<!-- end -->\n<!-- counts: contacts -->\n<!-- end -->\nb\n';
  const once = pageWith(page, rows);
  expect(once).toBe(page.replace('contacts -->\n', `contacts -->\n${TABLE}\n`));
  expect(pageWith(once, rows)).toBe(once);
  expect(() => pageWith(page, [{ table: 'other', of: 'flat' }])).toThrow('expected a place for counts of other');
});

test('the page has a place for each table of the deep tests', () => {
  const page = readFileSync(new URL('../../docs/mesh-counts.md', import.meta.url), 'utf8');
  for (const table of ['contacts', 'ghosts', 'rays', 'distances', 'closest points', 'casts', 'shots', 'scenes']) {
    expect(pageWith(page, [{ table, of: 'all', cases: 1 }])).toContain(`<!-- counts: ${table} -->\n|`);
  }
});
