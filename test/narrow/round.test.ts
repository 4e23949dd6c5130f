/** Round shapes through the careful path, judged by a slow solver: status, signed distance, witness points, bound. */
import { afterAll, expect, test } from 'vitest';
import { Status } from '../../src/queries/distance/table.ts';
import { judge, offBody, sizeOf, spanError } from '../oracle/roundJudge.ts';
import { seeded } from '../support/random.ts';
import { CLASSES } from '../support/roundPairs.ts';
import { answerOf } from '../support/roundRow.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x0d15c;
const ROWS = sweep(40, 2000);
/** Part of the size. */
const CLOSE = 1e-6;
/** A bound above this part of the size is open: the bracket has not closed. */
const OPEN = 1e-5;
/** Classes whose depth may stay open: a ring of directions has nearly the same depth. */
const RINGS = /^coaxial|^apex/;

const table: Record<string, object> = {};
afterAll(() => {
  if (sweep(false, true)) console.table(table);
});

test.each(Object.entries(CLASSES))(`%s: right within 1e-6 of the size, seed ${SEED}`, (name, make) => {
  const random = seeded(SEED);
  const seen = { rows: 0, overlapping: 0, wrong: 0, open: 0, error: 0, bound: 0, witness: 0, iterations: 0 };
  for (let k = 0; k < ROWS; k++) {
    const { a, b, exact } = make(random);
    const answer = answerOf(a, b);
    const size = sizeOf(a, b);
    const { distance, errorBound } = answer;
    const { error, beyondBound, best } = judge(a, b, answer, random);
    const at = `row ${k}: ${JSON.stringify([a, b])}, distance ${distance}, bound ${errorBound}`;
    expect(answer.status, at).toBe(distance > 0 ? Status.Separated : Status.Overlapping);
    if (Math.abs(distance) > CLOSE * size) expect(answer.overlaps, at).toBe(distance < 0);
    if (exact !== undefined) expect(Math.abs(distance - exact), at).toBeLessThan(CLOSE * size);
    // no direction separates overlapping shapes by more than the tolerance
    if (distance <= 0) expect(best, at).toBeLessThan(CLOSE * size);
    const witness = Math.max(offBody(a, answer.offsetA), offBody(b, answer.offsetB)) / size;
    const span = spanError(a, b, answer, answer.normal as [number, number, number]) / size;
    const isOpen = errorBound > OPEN * size;
    if (!(beyondBound <= CLOSE && span <= CLOSE)) expect(beyondBound + span, at).toBeLessThan(CLOSE);
    if (!isOpen) expect(Math.max(error, witness), at).toBeLessThan(RINGS.test(name) ? OPEN : CLOSE);
    seen.rows++;
    if (distance <= 0) seen.overlapping++;
    if (beyondBound > CLOSE) seen.wrong++;
    if (isOpen) seen.open++;
    seen.error = Math.max(seen.error, error);
    seen.bound = Math.max(seen.bound, errorBound / size);
    seen.witness = Math.max(seen.witness, witness);
    seen.iterations = Math.max(seen.iterations, answer.iterations);
  }
  table[name] = seen;
  if (!RINGS.test(name)) expect(seen.open).toBe(0);
  expect(seen.bound).toBeLessThan(1e-3);
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
  table['random, without the judge'] = { overlapping, open, iterations: most };
});
