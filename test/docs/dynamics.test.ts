/** `docs/dynamics.md` shows its example as it is, with an output that makes sense (programs.test.ts runs it); its table has every call. */
import { Dynamics } from 'hullstorm/dynamics';
import { expect, test } from 'vitest';
import { readPage } from './page.ts';

const { text: page, programs } = readPage('docs/dynamics.md');
const [example, shown] = programs;

test('the page shows the example, but for its first comment', () => {
  expect(example!.name).toBe('examples/brickWall.ts');
  expect(shown!.code).toBe(example!.code.slice(example!.code.indexOf('*/\n') + 3));
});

test('the crate lies on the lift, and some of the bricks have fallen', () => {
  const numbers = [...shown!.prints!.matchAll(/[\d.]+/g)].map(Number) as [number, number, number, number];
  const [lift, crate, fallen, bricks] = numbers;
  expect(crate - lift).toBeCloseTo(0.5, 2);
  expect(fallen).toBeGreaterThan(9);
  expect(fallen).toBeLessThan(bricks);
});

test('has every call and column of the stepper', () => {
  const names = Object.getOwnPropertyNames(Dynamics.prototype).filter((name) => name !== 'constructor');
  expect(names.length).toBeGreaterThan(9);
  for (const name of [...names, 'velocities', 'spins', 'awake', 'stats']) {
    expect(page).toMatch(new RegExp(`^\\| .*\\b${name}\\b.* \\|`, 'm'));
  }
});
