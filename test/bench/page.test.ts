/** The tables of docs/performance.md: from the output of benches to the page. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Group, short } from '../../bench/page/group.ts';
import { GROUPS } from '../../bench/page/groups/all.ts';
import { kernels } from '../../bench/page/groups/kernels.ts';
import { largeHeaps } from '../../bench/page/groups/peersHeap.ts';
import { cellsOf, missingIn, type Result, type Results, renderGroup, renderPage } from '../../bench/page/render.ts';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PAGE = textOf('docs/performance.md');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

const resultOf = (older: Record<string, number>, newer: Record<string, number>): Result => ({
  date: '2026-11-23',
  machine: 'a machine, 2 threads',
  versions: { 20: '20.20.2', 24: '24.21.0' },
  figures: { 20: older, 24: newer },
});

const small: Group = {
  name: 'small',
  runs: [
    { script: 'bench', args: ['--time', '9'], quick: [], seconds: 1 },
    { script: 'start', args: [], quick: [], seconds: 1, nodes: ['20'] },
  ],
  read: () => ({}),
  tables: {
    one: ({ times, fact }) => [
      ['query', 'ms', 'count'],
      ['intersect', times('a', short), fact('count')],
    ],
    two: ({ times }) => [['ns'], [times('b')]],
  },
};
const CAPTION =
  '`npm run bench -- --time 9`, `npm start` (Node 20). Node 20.20.2 / 24.21.0, a machine, 2 threads, 23 November 2026.';

describe('a table', () => {
  test('has the figures of both versions of Node, with the commands below the first table', () => {
    const tables = renderGroup(small, resultOf({ a: 1.234, b: 1234.4, count: 30_000 }, { a: 123.4, b: 99, count: 1 }));
    expect(tables).toEqual({
      one: `| query | ms | count |\n|---|---|---|\n| intersect | 1.23 / 123 | 30,000 |\n\n${CAPTION}`,
      two: '| ns |\n|---|\n| 1,234 / 99 |',
    });
  });

  test('has a dash for a figure that is not there, and its name is known', () => {
    const result = resultOf({ a: 1 }, { a: Number.NaN, count: 7 });
    expect(renderGroup(small, result).one).toContain('| intersect | 1.00 / – | 7 |');
    expect(renderGroup(small, result).two).toContain('| – |');
    expect(missingIn(small, result)).toEqual(['b']);
    expect(missingIn(small, resultOf({ a: 1, b: 1 }, { count: 1 }))).toEqual([]);
  });

  test('has lines of at most 120 columns below it', () => {
    const args = Array.from({ length: 40 }, (_, k) => `--option${k}`);
    const [run] = small.runs;
    const caption = renderGroup({ ...small, runs: [{ ...run!, args }] }, resultOf({}, {}))
      .one!.split('\n')
      .slice(4);
    expect(caption.length).toBeGreaterThan(3);
    expect(Math.max(...caption.map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});

describe('a page', () => {
  const page = [
    'Words.\n<!-- table: one -->\nformer\n<!-- end: one -->',
    '<!-- table: two -->\nold\n<!-- end: two -->\nMore.',
  ].join('\n\n');

  test('keeps its words, and the tables without a result', () => {
    expect(renderPage(page, [small], {})).toBe(page);
    const text = renderPage(page, [small], { small: resultOf({ b: 5 }, { b: 4 }) });
    expect(text).toMatch(/^Words\.\n<!-- table: one -->\n\| query [\s\S]*\n<!-- end: one -->\n\n<!-- table: two -->\n/);
    expect(text).toMatch(/\| 5 \/ 4 \|\n<!-- end: two -->\nMore\.$/);
    expect(text).not.toMatch(/former|old/);
    // a second time changes nothing
    expect(renderPage(text, [small], { small: resultOf({ b: 5 }, { b: 4 }) })).toBe(text);
  });

  test.each([
    ['without a marker', page.replace('<!-- end: two -->', '')],
    ['without a table', page.replaceAll('two', 'other')],
    ['with a table twice', page + page],
  ])('%s is an error', (_, wrong) => expect(() => renderPage(wrong, [small], {})).toThrow(/expected one table/));
});

describe('docs/performance.md', () => {
  const results = JSON.parse(textOf('bench/results/page.json')) as Results;
  const names = GROUPS.flatMap(({ tables }) => Object.keys(tables));

  test('is what its figures in bench/results give', () => {
    expect(Object.keys(results).filter((name) => !GROUPS.some((group) => group.name === name))).toEqual([]);
    expect(renderPage(PAGE, GROUPS, results)).toBe(PAGE);
    const other = { ...results, kernels: resultOf({ 'random intersect simd': 1 }, {}) };
    expect(renderPage(PAGE, GROUPS, other)).not.toBe(PAGE);
  });

  test('has the markers of all tables, in their order, and of no others', () => {
    expect([...PAGE.matchAll(/<!-- table: (.*) -->/g)].map(([, name]) => name)).toEqual(names);
  });
});

describe('groups', () => {
  const text = (name: string) => `<${name}>`;

  test.each(GROUPS.map((group) => [group.name, group] as const))(
    '%s: scripts, and tables as wide as their heads',
    (_, group) => {
      for (const { script, seconds } of group.runs) {
        expect(scripts).toHaveProperty([script]);
        expect(seconds).toBeGreaterThan(0);
      }
      for (const rows of Object.values(group.tables)) {
        const [head, ...others] = rows({ times: text, fact: text });
        expect(others.length).toBeGreaterThan(0);
        expect(new Set(others.map((cells) => cells.length))).toEqual(new Set([head!.length]));
      }
    },
  );

  test('a bench with rows: each figure under the names of its row', () => {
    const row = (query: string, kernel: string, ns: number) => {
      return { workload: 'h16', query, kernel, 'ns/pair fastest': ns };
    };
    const rows = [row('intersect', 'scalar', 290), row('intersect', 'simd', 139), row('distance', 'simd', 194)];
    const figures = kernels.read({ tables: { kernels: rows } });
    const table = kernels.tables.kernels!(cellsOf(resultOf(figures, {})));
    expect(table).toContainEqual(['hulls of 16', '290 / –', '139 / –', '–', '194 / –']);
  });

  test('heaps of other engines: bounds of those with fewer steps, and no row for those without numbers', () => {
    const stats = (mean: number) => ({ mean, p50: 1, p95: 1, p99: 1, max: 1 });
    const verdict = {
      ...{ deepest: 0, p99: 0, deepestPart: 0.052, p99Part: 0, energy: 0, speed: 0 },
      ...{ escaped: 3, broken: 2 },
    };
    const rows = [
      { engine: 'jolt', steps: 600, first: 5, stats: stats(15.61), steady: stats(14), verdict },
      { engine: 'havok', steps: 420, first: 5, stats: stats(69), verdict },
      { engine: 'physx', reason: 'not done after 600 s' },
    ];
    const figures = largeHeaps.read({ heaps: [{ count: 10_000, rows }] });
    const cells = cellsOf(resultOf(figures, figures));
    const named = (table: string, label: string) => largeHeaps.tables[table]!(cells).find(([name]) => name === label);
    expect(named('heap large', 'jolt, multithreaded')!.slice(3, 5)).toEqual(['15.6 / 15.6', '14.0 / 14.0']);
    expect(named('heap large', 'havok')!.slice(3, 5)).toEqual(['≥ 69.0 / ≥ 69.0', '–']);
    expect(named('heap large', 'physx-js-webidl')!.slice(1)).toEqual(['–', '–', '–', '–', '–', '–']);
    expect(named('heap left', 'jolt, multithreaded')!.slice(3, 5)).toEqual(['5.2 %', '5']);
  });
});
