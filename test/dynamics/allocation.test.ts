import { expect, test } from 'vitest';
import { probe } from '../support/probe.ts';

/** A number on the heap: a map word and eight bytes. */
const NUMBER = 16;
/**
 * What a step may leave: less than one number for each of the 20 bodies. The clock readings that `stats` is made of are
 * 17 numbers as a rule, and a few more where V8 compiles the step at another moment.
 */
const MOST = 20 * NUMBER - 1;

test('stepSync allocates a few numbers, whatever goes on: bodies at rest, asleep, rolling, rocking, on children', async () => {
  const of = (found: Record<string, number>, name: string) =>
    Object.entries(found).flatMap(([label, bytes]) => (label.startsWith(name) ? [bytes] : []));
  const isSteady = (found: Record<string, number>) => of(found, 'step').every((bytes) => bytes < MOST);
  const found = await probe(new URL('stepProbe.mjs', import.meta.url), [String(MOST - 1)], isSteady);
  const steps = of(found, 'step');
  const more = of(found, 'control').map((bytes, n) => bytes - steps[n]);
  expect([steps.length, more.length]).toEqual([9, 9]);
  expect(Math.min(...steps)).toBeGreaterThan(-1);
  expect(Math.max(...steps)).toBeLessThan(MOST);
  // the counter sees one number more
  expect(more.some((bytes) => Math.abs(bytes - NUMBER) < 1)).toBe(true);
});
