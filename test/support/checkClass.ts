/** Rows of a class through the careful path, checked by the slow solver: status, signed distance, witness points, bound. */
import { expect } from 'vitest';
import { Status } from '../../src/tables/distanceStatus.ts';
import { checkAnswer, offBody, sizeOf, spanError } from '../oracle/roundOracle.ts';
import { seeded } from './random.ts';
import type { Random, RoundPair } from './roundPairs.ts';
import { answerOf } from './roundRow.ts';

/** Part of the size. */
export const CLOSE = 1e-6;
/** A bound above this part of the size is open: the bracket has not closed. */
export const OPEN = 1e-5;

/** What the rows of a class have: counts, and the worst of each as a part of the size. */
export interface ClassCount {
  rows: number;
  overlapping: number;
  wrong: number;
  open: number;
  error: number;
  bound: number;
  witness: number;
  iterations: number;
}

/** Checks `rows` rows. @param mayOpen whether the depth of a row may stay open: then errors are bounded less */
export function checkClass(make: (r: Random) => RoundPair, rows: number, seed: number, mayOpen: boolean): ClassCount {
  const random = seeded(seed);
  const seen = { rows: 0, overlapping: 0, wrong: 0, open: 0, error: 0, bound: 0, witness: 0, iterations: 0 };
  for (let k = 0; k < rows; k++) {
    const { a, b, exact } = make(random);
    const answer = answerOf(a, b);
    const size = sizeOf(a, b);
    const { distance, errorBound } = answer;
    const { error, beyondBound, best } = checkAnswer(a, b, answer, random);
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
    if (!isOpen) expect(Math.max(error, witness), at).toBeLessThan(mayOpen ? OPEN : CLOSE);
    seen.rows++;
    if (distance <= 0) seen.overlapping++;
    if (beyondBound > CLOSE) seen.wrong++;
    if (isOpen) seen.open++;
    seen.error = Math.max(seen.error, error);
    seen.bound = Math.max(seen.bound, errorBound / size);
    seen.witness = Math.max(seen.witness, witness);
    seen.iterations = Math.max(seen.iterations, answer.iterations);
  }
  if (!mayOpen) expect(seen.open).toBe(0);
  // EPA ends after 1,024 supports. Spread over all directions, each has a cap of 2 / √1024 rad, and leaves
  // 1 − cos of it open: 1.95e-3 of the radius. 1.44e-3 has been seen
  expect(seen.bound).toBeLessThan(mayOpen ? 2e-3 : 1e-3);
  return seen;
}
