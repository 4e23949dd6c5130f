/** `docs/contacts.md` shows parts of the example as they are, and the lines that it prints. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/contacts.md'), 'utf8');
const example = readFileSync(join(root, 'examples/tinySolver.ts'), 'utf8');

const SHOWN = [...page.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]!);

/** Without indentation, which differs by how deep a part lies. */
const flat = (code: string) => code.replace(/^ +/gm, '');

test('there is something shown', () => {
  expect(SHOWN).toHaveLength(3);
});

test.each(SHOWN)('the example has %s', (code) => {
  expect(code.split('\n').length).toBeGreaterThan(5);
  expect(flat(example)).toContain(flat(code));
});

test('the example prints what the page says, but for the numbers', () => {
  const prints = /and prints something like\n\n```\n(.*?)```/s.exec(page)?.[1] ?? '';
  const words = (text: string) => text.replace(/[\d.]+/g, '#');
  expect(words(prints)).toContain('# of which were there');
  const output = execFileSync(process.execPath, ['--import', 'tsx', join(root, 'examples/tinySolver.ts')], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(words(output)).toBe(words(prints));
}, 60_000);

test.each([...page.matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map((match) => match[1]!))(
  'links to %s, which exists',
  (link) => {
    expect(existsSync(join(root, 'docs', link))).toBe(true);
  },
);
