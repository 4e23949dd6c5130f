/** The colours of the page: a body takes its nearest neighbour's, and overlap looks different from nearness. */
import type { DistanceResults } from 'hullstorm';
import { expect, it } from 'vitest';
import { nearestDistances, writeColour } from '../../demo/page/palette.ts';

function colourOf(distance: number): number[] {
  const out = new Float32Array(3);
  writeColour(out, 0, distance);
  return [...out];
}

it('gives every collider the smallest distance of its pairs', () => {
  const separation = new Float32Array(4 * 4);
  [0.5, -0.25, 1, Number.NaN].forEach((distance, i) => {
    separation[4 * i + 3] = distance;
  });
  const pairs = { ids: Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 0), count: 4 };
  const out = new Float32Array(5);
  nearestDistances(out, { separation, pairs, count: 4 } as unknown as DistanceResults);
  expect([...out]).toEqual([0.5, -0.25, -0.25, 1, Infinity]);
});

it('changes colour at touch, and keeps it beyond both ends of the scale', () => {
  const [red, , blue] = colourOf(-1e-6);
  expect(red).toBeGreaterThan(2 * blue); // amber
  const [redNear, greenNear] = colourOf(0);
  expect(greenNear).toBeGreaterThan(redNear); // mint
  expect(colourOf(-5)).toEqual(colourOf(-0.8));
  expect(colourOf(Infinity)).toEqual(colourOf(0.1));
});
