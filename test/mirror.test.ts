/** The folders of tests are those of `src`, and of the repository beside it. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Tests of the package as a whole, by what they need or how they ask; `oracle`: the tests of the oracles. */
const WHOLE = ['.', 'apps', 'arguments', 'browser', 'deep', 'oracle', 'package'];

test('the tests of a folder of src have its name', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const folders = new Set(files.filter((file) => file.endsWith('.test.ts')).map(dirname));
  expect(folders.size).toBeGreaterThan(40);
  const strays = [...folders].filter(
    (folder) => !WHOLE.includes(folder) && !['src', '.'].some((parent) => existsSync(join(ROOT, parent, folder))),
  );
  expect(strays).toEqual([]);
});
