import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

interface Example {
  readonly section: string;
  readonly code: string;
  readonly prints: string;
}

/** The programs of the README, and what it says that they print. */
function examples(): Example[] {
  return [...readme.matchAll(/## ([^\n]+)\n\n```ts\n(.*?)```\n\nIt prints `([^`]+)`/gs)].map(
    ([, section, code, prints]) => ({ section: section!, code: code!, prints: prints! }),
  );
}

test('every program of the README says what it prints', () => {
  expect(examples().map(({ section }) => section)).toEqual(['Example']);
  expect(readme.match(/```ts\n/g)).toHaveLength(1);
});

test.each(examples())('the program under $section compiles, runs, and prints what it says', ({ code, prints }) => {
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(16);
  // inside the project, so that `hullstorm` resolves to the package by its own name
  const folder = mkdtempSync(join(root, 'test/docs/example-'));
  try {
    const file = join(folder, 'example.ts');
    writeFileSync(file, code);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../tsconfig.json',
        compilerOptions: { rootDir: '../../..' },
        include: ['example.ts', '../../../workers/*.d.ts'],
      }),
    );
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'pipe' });
    const output = execFileSync(process.execPath, ['--import', 'tsx', file], { cwd: root, encoding: 'utf8' });
    expect(output.trim()).toBe(prints);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([...readme.matchAll(/\]\(((?!https?:)[^)#]+)/g)].map((match) => match[1]!))(
  'links to %s, which exists',
  (link) => {
    expect(() => readFileSync(join(root, link))).not.toThrow();
  },
);

test('names only npm scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(2);
  for (const script of named) expect(Object.keys(scripts)).toContain(script);
});
