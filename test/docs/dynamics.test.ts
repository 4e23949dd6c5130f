/** `docs/dynamics.md` shows its example as it is, and the lines that it prints; its table has every call. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Dynamics } from 'hullstorm/dynamics';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/dynamics.md'), 'utf8');
const file = join(root, 'examples/brickWall.ts');

test('the page shows the example, but for its first comment', () => {
  const [, shown] = /```ts\n(.*?)```/s.exec(page)!;
  const example = readFileSync(file, 'utf8');
  expect(shown).toBe(example.slice(example.indexOf('*/\n') + 3));
});

test('the example prints what the page says, but for the numbers', () => {
  const [, prints] = /prints something like\n\n```\n(.*?)```/s.exec(page)!;
  const words = (text: string) => text.replace(/[\d.]+/g, '#');
  const output = execFileSync(process.execPath, ['--import', 'tsx', file], { cwd: root, encoding: 'utf8' });
  expect(words(output)).toBe(words(prints!));
  const [lift, crate, fallen, bricks] = [...output.matchAll(/[\d.]+/g)].map(Number) as [number, number, number, number];
  expect(crate - lift, 'the crate lies on the lift').toBeCloseTo(0.5, 2);
  expect(fallen).toBeGreaterThan(9);
  expect(fallen).toBeLessThan(bricks);
}, 60_000);

test('has every call and column of the stepper', () => {
  const names = Object.getOwnPropertyNames(Dynamics.prototype).filter((name) => name !== 'constructor');
  expect(names.length).toBeGreaterThan(9);
  for (const name of [...names, 'velocities', 'spins', 'awake', 'stats']) {
    expect(page).toMatch(new RegExp(`^\\| .*\\b${name}\\b.* \\|`, 'm'));
  }
});

test.each([...page.matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map((match) => match[1]!))(
  'links to %s, which exists',
  (link) => {
    expect(existsSync(join(root, 'docs', link))).toBe(true);
  },
);
