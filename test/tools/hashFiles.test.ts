import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFiles } from '../../tools/hashFiles.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hullstorm-hash-'));
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'one');
  writeFileSync(join(root, 'src/deep/b.ts'), 'two');
  writeFileSync(join(root, 'config.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const hash = () => hashFiles(root, ['src', 'config.json']);

test('a folder counts with everything in it, once', () => {
  expect(hash()).toBe(hashFiles(root, ['config.json', 'src/deep', 'src/a.ts', 'src']));
});

test.each<[string, () => void]>([
  ['an edited file', () => writeFileSync(join(root, 'src/deep/b.ts'), 'two!')],
  ['a deleted file', () => rmSync(join(root, 'src/a.ts'))],
  ['a new file', () => writeFileSync(join(root, 'src/c.ts'), '')],
  ['a deleted folder', () => rmSync(join(root, 'src'), { recursive: true })],
])('%s changes the hash', (_, change) => {
  const before = hash();
  expect(hash()).toBe(before);
  change();
  expect(hash()).not.toBe(before);
});
