import { expect, test } from 'vitest';
import { Histogram } from '../../src/dynamics/histogram.ts';
import { seeded } from '../support/random.ts';

const SEED = 0x415;
/** The lower edge of the half octave of a number. */
const edge = (value: number) => 2 ** (Math.floor(2 * Math.log2(value) + 1e-3) / 2);

function filled(values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

test('without numbers each rank is 1', () => {
  const histogram = new Histogram();
  expect([0, 0.5, 1].map((part) => histogram.rank(part))).toEqual([1, 1, 1]);
  histogram.add(8);
  histogram.remove(8);
  expect(histogram.count).toBe(0);
  expect([0, 0.5, 1].map((part) => histogram.rank(part))).toEqual([1, 1, 1]);
});

test('powers of two and of their roots are their own ranks, rounding or not', () => {
  for (let k = -60; k <= 60; k++) expect(filled([2 ** (k / 2)]).rank(0.5), `2^${k / 2}`).toBe(2 ** (k / 2));
  expect(filled([1 - 2 ** -40]).rank(0)).toBe(1);
  expect(filled([0.99]).rank(0)).toBe(2 ** -0.5);
});

test('numbers beyond the bins are in the first and the last one', () => {
  const histogram = filled([1e-300, 1e300]);
  expect([0, 1].map((part) => histogram.rank(part))).toEqual([2 ** -128, 2 ** 127.5]);
});

test(`the smallest, the median and the largest of a set that changes (seed 0x${SEED.toString(16)})`, () => {
  const random = seeded(SEED);
  const histogram = new Histogram();
  const values: number[] = [];
  for (let round = 0; round < 300; round++) {
    if (values.length > 0 && random() < 0.45) {
      const [gone] = values.splice(Math.floor(random() * values.length), 1);
      histogram.remove(gone!);
    } else {
      values.push(2 ** (20 * random() - 10));
      histogram.add(values.at(-1)!);
    }
    expect(histogram.count).toBe(values.length);
    if (values.length === 0) continue;
    const sorted = values.map(edge).sort((a, b) => a - b);
    for (const part of [0, 0.25, 0.5, 1]) {
      const want = sorted[Math.max(1, Math.ceil(part * sorted.length)) - 1];
      expect(histogram.rank(part), `round ${round}, rank ${part}`).toBe(want);
    }
  }
});
