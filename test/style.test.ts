/** Functions and files are short, so that a reader can take them in. words.test.ts has the length of lines. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAX_FUNCTION_LINES = 120;
/** Of the longest file. New files have 60–200 lines. */
const MAX_FILE_LINES = 290;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}

const linesOf = (text: string) => text.trimEnd().split('\n').length;

function longFunctions(path: string, text: string): string[] {
  if (linesOf(text) <= MAX_FUNCTION_LINES) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const line = (position: number) => file.getLineAndCharacterOfPosition(position).line;
      const lines = line(node.end) - line(node.getStart()) + 1;
      if (lines > MAX_FUNCTION_LINES) found.push(`${path} ${node.name?.getText() ?? 'without a name'}`);
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

const files = ['src', 'workers', 'tools', 'scenes', 'demo', 'bench']
  .flatMap(sources)
  .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(longFunctions('a.ts', `function long() {${'\n'.repeat(120)}}`)).toEqual(['a.ts long']);
  expect(longFunctions('a.ts', `function short() {${'\n'.repeat(119)}}`)).toEqual([]);
  expect(linesOf('a\nb\n')).toBe(2);
});

test(`no function is longer than ${MAX_FUNCTION_LINES} lines`, () => {
  const long = files.flatMap(([path, text]) => longFunctions(path, text));
  expect(long).toEqual([]);
});

test(`no file is longer than ${MAX_FILE_LINES} lines`, () => {
  const long = files.filter(([, text]) => linesOf(text) > MAX_FILE_LINES);
  expect(long.map(([path, text]) => `${path}: ${linesOf(text)}`)).toEqual([]);
});
