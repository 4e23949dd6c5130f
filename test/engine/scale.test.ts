/** A scene times 2^k gives the same answers times 2^k, to the bit, from the same rows of the same kernels. */
import { box, capsule, rounded, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { PORTABLE } from '../support/kernels.ts';
import { ball } from '../support/mixedScene.ts';
import { allShapes, askScene, type SceneSpec } from '../support/scaledScene.ts';
import { sweep } from '../support/sweep.ts';

const POWERS = sweep(
  [-10, 10],
  Array.from({ length: 21 }, (_, k) => k - 10).filter((k) => k !== 0),
);
const COUNT = sweep(32, 210);
const SIDE = 0.6 * Math.cbrt(COUNT);
const CUBE = box(0.25, 0.25, 0.25);
const ROCKS = [ball(24, 0.5, 1), ball(24, 0.4, 2), ball(120, 0.4, 3), box(0.4, 0.4, 0.3)];

/** Those of `npm test` first. */
const SCENES: Record<string, SceneSpec> = {
  'all shapes': { shapes: allShapes(), count: COUNT, side: SIDE, seed: 1, plane: true },
  'faces that touch': {
    shapes: [CUBE, ball(24, 0.25, 1), box(0.5, 0.25, 0.25), rounded(box(0.125, 0.125, 0.125), 0.125)],
    count: COUNT,
    side: 0.8 * SIDE,
    seed: 5,
    grid: 0.5,
    plane: true,
  },
  hulls: { shapes: ROCKS, count: COUNT, side: SIDE, seed: 3 },
  boxes: { shapes: [box(0.5, 0.3, 0.2), CUBE], count: COUNT, side: 0.8 * SIDE, seed: 2 },
  'round boxes': { shapes: [sphere(0.3), capsule(0.3, 0.2), rounded(CUBE, 0.1)], count: COUNT, side: SIDE, seed: 4 },
};

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test.each(Object.entries(SCENES).slice(0, sweep(2, 5)))('%s', async (_, spec) => {
    const plain = await askScene(spec, kernel, 1);
    expect(plain.sumOf('status')).toBeGreaterThan(0);
    for (const k of POWERS) {
      const scaled = await askScene(spec, kernel, 2 ** k);
      expect(scaled.differencesTo(plain, 2 ** k), `times 2^${k}, seed ${spec.seed}`).toEqual([]);
    }
  });
});
