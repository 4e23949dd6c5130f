/** Convex polygons cut by half-planes: what is computed without a polygon is what the polygon would give, bit for bit. */
import { expect, test } from 'vitest';
import { Clipper } from '../../src/shapes/hull/clipper.ts';
import { seeded } from '../support/random.ts';

const SEED = 0xc119;

/** A polygon that a few random lines have cut; the same for the same seed. */
function polygon(seed: number): Clipper {
  const random = seeded(seed);
  const made = new Clipper();
  made.setTriangle(-1e-6, 1 + 3e-6);
  for (let cuts = Math.floor(6 * random()); cuts > 0; cuts--) {
    made.line.set([2 * random() - 1, 2 * random() - 1, random() - 0.3]);
    made.clip();
  }
  return made;
}

test(`the range between two lines is that of the polygon cut by both, seeds from ${SEED}`, () => {
  let empty = 0;
  let cut = 0;
  for (let seed = SEED; seed < SEED + 5000; seed++) {
    const whole = polygon(seed);
    if (whole.count === 0) continue;
    const row = seed % 10;
    // the lines pass through corners in every third case
    const border = seed % 3 === 0 ? whole.low(1) : row / 10;
    const range = Float64Array.of(1e-6 - border, 1e-6 + border + 0.1);
    const twin = polygon(seed);
    twin.line.set([0, 1, range[0]]);
    twin.clip();
    twin.line.set([0, -1, range[1]]);
    twin.clip();
    whole.rangeBetween(range);
    const want = twin.count === 0 ? [Infinity, -Infinity] : [twin.low(0), twin.high(0)];
    expect([...range], `seed ${seed}`).toEqual(want);
    if (twin.count === 0) empty++;
    else cut++;
  }
  expect(empty).toBeGreaterThan(500);
  expect(cut).toBeGreaterThan(1500);
});
