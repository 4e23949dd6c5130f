import { expect, test } from 'vitest';
import { leastPush } from '../../../src/queries/separate/leastPush.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

type Vec = [number, number, number];
const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** By how much the oracle may stay behind a plane. */
const BEHIND = 1e-5;

/**
 * Oracle: Hildreth's method, which projects onto the planes in turn; slow, and without any set of planes. `slack` bounds
 * how much its square is too small, because it is a little behind its planes.
 */
function hildreth(normals: Vec[], b: number[]): { x: Vec; slack: number } | undefined {
  const weights = b.map(() => 0);
  const x: Vec = [0, 0, 0];
  for (let round = 0; round < 20_000; round++) {
    for (const [k, n] of normals.entries()) {
      const step = Math.max(-weights[k]!, b[k]! - dot(n, x));
      weights[k]! += step;
      for (let c = 0; c < 3; c++) x[c] += step * n[c]!;
    }
  }
  if (!normals.every((n, k) => dot(n, x) >= b[k]! - BEHIND)) return undefined;
  return { x, slack: 2 * BEHIND * weights.reduce((sum, weight) => sum + weight, 0) };
}

test('the shortest push is that of a slow solver (seed 0x1ea57)', () => {
  const random = seeded(0x1ea57);
  const x = new Float64Array(3);
  const seen = { solved: 0, none: 0, free: 0 };
  for (let round = 0; round < sweep(150, 3000); round++) {
    const count = 1 + Math.floor(7 * random());
    const normals = Array.from({ length: count }, (): Vec => {
      const v: Vec = [random() - 0.5, random() - (round % 2 === 0 ? 0.2 : 0.5), random() - 0.5];
      const length = Math.sqrt(dot(v, v));
      return [v[0] / length, v[1] / length, v[2] / length];
    });
    const b = normals.map(() => random() - 0.4);
    const planes = Float64Array.from(normals.flatMap((n, k) => [...n, b[k]!]));
    const slow = hildreth(normals, b);
    const isFound = leastPush(x, planes, count);
    if (isFound) for (const [k, n] of normals.entries()) expect(dot(n, [...x] as Vec)).toBeGreaterThan(b[k]! - 1e-6);
    if (!slow) {
      // the slow solver converges slowly where planes are nearly parallel
      if (!isFound) seen.none++;
      continue;
    }
    expect(isFound).toBe(true);
    for (let c = 0; c < 3; c++) expect(Math.abs(x[c]! - slow.x[c]!)).toBeLessThan(1e-3);
    expect(dot([...x] as Vec, [...x] as Vec)).toBeLessThan(dot(slow.x, slow.x) + slow.slack + 1e-9);
    if (b.every((value) => value <= 0)) seen.free++;
    else seen.solved++;
  }
  expect(seen.solved).toBeGreaterThan(30);
  expect(seen.none).toBeGreaterThan(10);
  expect(seen.free).toBeGreaterThan(5);
});
