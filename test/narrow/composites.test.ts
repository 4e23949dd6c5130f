/** Sums and hulls of shapes through the careful path, checked by a slow solver. */
import { afterAll, expect, test } from 'vitest';
import { Status } from '../../src/tables/distanceStatus.ts';
import { sizeOf } from '../oracle/roundOracle.ts';
import { checkClass, OPEN } from '../support/checkClass.ts';
import { COMPOSITES } from '../support/compositePairs.ts';
import { seeded } from '../support/random.ts';
import { answerOf } from '../support/roundRow.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x5a3;
const ROWS = sweep(25, 1000);
/** Classes whose depth may stay open: a ring of directions has nearly the same depth. */
const RINGS = /^coaxial/;

const table: Record<string, object> = {};
afterAll(() => {
  if (sweep(false, true)) console.table(table);
});

test.each(Object.entries(COMPOSITES))(`%s: right within 1e-6 of the size, seed ${SEED}`, (name, make) => {
  table[name] = checkClass(make, ROWS, SEED, RINGS.test(name));
});

test(`random composites: none is NotConverged, less than 0.1 % of those that overlap stay open, seed ${SEED}`, () => {
  const random = seeded(SEED);
  const classes = ['composites, near', 'composites, deep', 'composites, anywhere'].map((name) => COMPOSITES[name]!);
  let [overlapping, open, most] = [0, 0, 0];
  for (let k = 0; k < sweep(600, 30_000); k++) {
    const { a, b } = classes[k % 3]!(random);
    const { status, errorBound, iterations } = answerOf(a, b);
    expect(status).not.toBe(Status.NotConverged);
    if (status === Status.Overlapping) overlapping++;
    if (errorBound > OPEN * sizeOf(a, b)) open++;
    most = Math.max(most, iterations);
  }
  expect(overlapping).toBeGreaterThan(200);
  expect(open).toBeLessThan(0.001 * overlapping);
  table['random, without the oracle'] = { overlapping, open, iterations: most };
});
