/** Round shapes through the careful path, checked by a slow solver: status, signed distance, witness points, bound. */
import { afterAll, expect, test } from 'vitest';
import { Status } from '../../src/tables/distanceStatus.ts';
import { sizeOf } from '../oracle/roundOracle.ts';
import { checkClass, OPEN } from '../support/checkClass.ts';
import { seeded } from '../support/random.ts';
import { CLASSES } from '../support/roundPairs.ts';
import { answerOf } from '../support/roundRow.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x0d15c;
const ROWS = sweep(40, 2000);
/** Classes whose depth may stay open: a ring of directions has nearly the same depth. */
const RINGS = /^coaxial|^apex/;

const table: Record<string, object> = {};
afterAll(() => {
  if (sweep(false, true)) console.table(table);
});

test.each(Object.entries(CLASSES))(`%s: right within 1e-6 of the size, seed ${SEED}`, (name, make) => {
  table[name] = checkClass(make, ROWS, SEED, RINGS.test(name));
});

test(`random pairs: none is NotConverged, less than 0.1 % of those that overlap stay open, seed ${SEED}`, () => {
  const random = seeded(SEED);
  const classes = ['random, near', 'random, deep', 'random, anywhere'].map((name) => CLASSES[name]!);
  let [overlapping, open, most] = [0, 0, 0];
  for (let k = 0; k < sweep(1500, 1_000_000); k++) {
    const { a, b } = classes[k % 3]!(random);
    const { status, errorBound, iterations } = answerOf(a, b);
    expect(status).not.toBe(Status.NotConverged);
    if (status === Status.Overlapping) overlapping++;
    if (errorBound > OPEN * sizeOf(a, b)) open++;
    most = Math.max(most, iterations);
  }
  expect(overlapping).toBeGreaterThan(500);
  expect(open).toBeLessThan(0.001 * overlapping);
  table['random, without the oracle'] = { overlapping, open, iterations: most };
});
