import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { candidates, choose } from '../../tools/mutants/flips.ts';
import { Imports } from '../../tools/mutants/imports.ts';
import { listMutants, ROOT, readReverts, readSources, revertMutant } from '../../tools/mutants/list.ts';
import { filesOf, mutated } from '../../tools/mutants/mutant.ts';
import { isFound, readRecord, writeRecord } from '../../tools/mutants/record.ts';
import { RelatedTests } from '../../tools/mutants/relatedTests.ts';

const texts = readSources();
const record = readRecord();
const { chosen, byId } = listMutants(texts, new Set(record.keys()));
/** Mutants of the record that edits of their expressions may have taken away, as a part. */
const GONE = 0.05;

const flipsIn = (text: string, file = 'src/dim2/a.ts') => {
  return candidates(new Map([[file, text]])).map((flip) => [flip.place, mutated(file, text, flip)]);
};

test('there are at least 30 reverted fixes and 200 flipped operators, each once', () => {
  const reverts = chosen.filter(({ id }) => id.startsWith('revert-'));
  const flips = chosen.filter(({ id }) => id.startsWith('flip-'));
  expect(reverts.length).toBeGreaterThanOrEqual(30);
  expect(flips.length).toBeGreaterThanOrEqual(200);
  expect(reverts.length + flips.length).toBe(chosen.length);
  expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length);
});

test('each mutant applies to the sources of today, and differs from them', () => {
  for (const mutant of chosen) {
    for (const file of filesOf(mutant)) {
      const text = texts.get(file);
      expect(text, mutant.id).toBeDefined();
      expect(mutated(file, text!, mutant), mutant.id).not.toBe(text);
    }
  }
});

test('each area has its flips, and each mutant has tests that load it', { timeout: 300_000 }, () => {
  for (const area of ['checks', 'schedule', 'dynamics', 'planar', 'scalar', 'shapes', 'broad', 'wide']) {
    expect(chosen.filter((mutant) => mutant.area === area).length, area).toBeGreaterThanOrEqual(15);
  }
  const related = new RelatedTests(ROOT, new Imports(ROOT));
  for (const file of new Set(chosen.flatMap(filesOf))) expect(related.of(file).length, file).toBeGreaterThan(0);
  expect(related.of('src/schedule/ranges.ts')[0]).toBe('test/schedule/ranges.test.ts');
});

test('a seed fixes the choice, which edits elsewhere leave as it is', () => {
  const own = new Map([...texts].filter(([file]) => file.startsWith('src/dim2/pair/')));
  const ids = (from: ReadonlyMap<string, string>, seed?: number) =>
    choose(candidates(from), new Set(), seed).map(({ id }) => id);
  const before = ids(own);
  expect(before).toHaveLength(18);
  expect(ids(own)).toEqual(before);
  expect(ids(own, 31)).not.toEqual(before);
  const moved = new Map([...own].map(([file, text]) => [file, `/** A line more. */\n${text}`]));
  expect(ids(moved)).toEqual(before);
});

test('those of the record come first', () => {
  const all = candidates(new Map([['src/dim2/pair/search.ts', texts.get('src/dim2/pair/search.ts')!]]));
  const last = choose(all).at(-1)!;
  const unchosen = all.find((flip) => !choose(all).includes(flip))!;
  const kept = choose(all, new Set([unchosen.id]));
  expect(kept[0]).toBe(unchosen);
  expect(kept).not.toContain(last);
});

test('operators are flipped, but not in types, texts of errors, templates and steps of loops', () => {
  expect(flipsIn('export function f(a: number) { return a < 1; }')).toEqual([
    ['src/dim2/a.ts f', 'export function f(a: number) { return a <= 1; }'],
  ]);
  expect(flipsIn('const m = Math.min(1, 2);')).toEqual([['src/dim2/a.ts m', 'const m = Math.max(1, 2);']]);
  expect(flipsIn('function f(a: boolean) { return !a; }').map(([, text]) => text)).toEqual([
    'function f(a: boolean) { return a; }',
  ]);
  for (const none of [
    'type A = 1 | 2;',
    'let a: 1 | 2;',
    `function f(k: number) { fail(\`at \${k + 1}\`, k + 1); }`,
    'function f(k: number) { throw new Error(String(k + 1)); }',
    "const a = 'b' + c;",
    'function f() { for (let k = 0; ; k += 1); }',
    'const a = -1;',
    '/** a < b */',
  ]) {
    expect(flipsIn(none), none).toEqual([]);
  }
});

test('equal expressions of a function are different mutants', () => {
  const all = candidates(new Map([['src/dim2/a.ts', 'function f(a: number) { g(a < 1); g(a < 1); }']]));
  expect(all.map(({ what }) => what)).toEqual(['a < → <= 1', 'a < → <= 1 (2)']);
  expect(new Set(all.map(({ id }) => id)).size).toBe(2);
});

test('a reverted fix whose text is gone, or stands twice, is an error', () => {
  const [revert] = readReverts();
  const { file, find } = revert!.edits[0]!;
  expect(() => revertMutant(revert!, new Map([[file, 'other']]))).toThrow(
    `expected its text once in ${file}, got none`,
  );
  expect(() => revertMutant(revert!, new Map([[file, find + find]]))).toThrow('got several');
});

test('the record names mutants of today', () => {
  const gone = [...record.keys()].filter((id) => !byId.has(id));
  // `npm run mutants -- --renew` takes them out, and a run with --resume tries those that come in their place
  expect(gone.length).toBeLessThanOrEqual(GONE * record.size);
  for (const entry of record.values()) {
    if (entry.result === 'found') expect(entry.by, entry.id).toMatch(/^test\/.*\.test\.ts$/);
    if (entry.result === 'equivalent') expect(entry.why, entry.id).toBeTruthy();
  }
});

test('a record that is written is read again, in the order of the ids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hullstorm-record-'));
  const file = join(folder, 'record.jsonl');
  const entry = { area: 'planar', place: 'src/a.ts f', what: 'a < → <= b' };
  const entries = [
    { id: 'b', ...entry, result: 'survives' },
    { id: 'a', ...entry, result: 'times out' },
  ] as const;
  writeRecord(new Map(entries.map((each) => [each.id, each])), file);
  expect([...readRecord(file).values()]).toEqual([entries[1], entries[0]]);
  expect(entries.map(isFound)).toEqual([false, true]);
  rmSync(folder, { recursive: true });
});
