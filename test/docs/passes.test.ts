/** The example of `docs/passes.md` prints what the page says, and its links lead somewhere. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/passes.md'), 'utf8');

test('the example prints what the page says', () => {
  const [, name, module] = /```js\n\/\/ (\S+)\n(.*?)```/s.exec(page)!;
  const [, program, prints] = /```ts\n(.*?)```\n\nIt prints `([^`]+)`/s.exec(page)!;
  // inside the project, so that `hullstorm` resolves to the package by its own name
  const folder = mkdtempSync(join(root, 'test/docs/example-'));
  try {
    writeFileSync(join(folder, name!), module!);
    writeFileSync(join(folder, 'example.ts'), program!);
    const run = ['--import', 'tsx', join(folder, 'example.ts')];
    expect(execFileSync(process.execPath, run, { cwd: root, encoding: 'utf8' }).trim()).toBe(prints);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
