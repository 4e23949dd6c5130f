/** What README promises beside what its programs print (programs.test.ts): their sections, their length, scripts that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage, root } from './page.ts';

const { text: readme, programs } = readPage('README.md');

test('the program of the README says what it prints, and is short', () => {
  const said = [...readme.matchAll(/## ([^\n]+)\n\n```ts\n.*?```\n\nIt prints `/gs)].map(([, section]) => section);
  expect(said).toEqual(['Example']);
  expect(programs).toHaveLength(1);
  for (const { code } of programs) expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(16);
});

test('names only npm scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1]);
  expect(named.length).toBeGreaterThan(1);
  for (const script of named) expect(Object.keys(scripts)).toContain(script);
});
