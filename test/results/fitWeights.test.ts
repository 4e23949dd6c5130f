/** The plain solver that explains and checks answers: closed forms, and the certificate of a closest point. */
import { vec3 } from 'gl-matrix';
import { describe, expect, test } from 'vitest';
import { blend, fitWeights } from '../../src/results/fitWeights.ts';
import { seeded } from '../support/random.ts';

const SEED = 0xf17;

describe('closed forms', () => {
  const rows: [string, vec3[], vec3, number[], number][] = [
    ['a point', [[1, 2, 3]], [1, 2, 5], [1], 2],
    [
      'beside a segment',
      [
        [0, 0, 0],
        [4, 0, 0],
      ],
      [1, 3, 4],
      [0.75, 0.25],
      5,
    ],
    [
      'behind the end of a segment',
      [
        [0, 0, 0],
        [4, 0, 0],
      ],
      [7, 4, 0],
      [0, 1],
      5,
    ],
    [
      'on a segment',
      [
        [0, 0, 0],
        [4, 0, 0],
      ],
      [2, 0, 0],
      [0.5, 0.5],
      0,
    ],
    [
      'over a triangle',
      [
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
      ],
      [1, 1, 2],
      [0.5, 0.25, 0.25],
      2,
    ],
    [
      'beside an edge of a triangle',
      [
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
      ],
      [2, -3, 4],
      [0.5, 0.5, 0],
      5,
    ],
    [
      'beyond a corner of a triangle',
      [
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
      ],
      [-3, -4, 0],
      [1, 0, 0],
      5,
    ],
    [
      'in a tetrahedron',
      [
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
        [0, 0, 4],
      ],
      [1, 1, 1],
      [0.25, 0.25, 0.25, 0.25],
      0,
    ],
    [
      'below a tetrahedron',
      [
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
        [0, 0, 4],
      ],
      [1, 1, -2],
      [0.5, 0.25, 0.25, 0],
      2,
    ],
  ];

  test.each(rows)('%s', (_, vertices, point, weights, distance) => {
    const fit = fitWeights(vertices, point);
    expect(Math.abs(fit.distance - distance)).toBeLessThanOrEqual(1e-14);
    weights.forEach((w, k) => {
      expect(Math.abs(fit.weights[k] - w)).toBeLessThanOrEqual(1e-14);
    });
  });

  test('repeated vertices and flat simplexes still have an answer', () => {
    const p: vec3 = [1, 1, 1];
    for (const vertices of [
      [p, p],
      [p, p, p],
      [p, p, p, p],
      [p, [2, 2, 2], [3, 3, 3]],
      [p, [2, 2, 2], [3, 3, 3], [4, 4, 4]],
      [p, [2, 1, 1], [1, 2, 1], [2, 2, 1]],
    ] as vec3[][]) {
      const fit = fitWeights(vertices, [1, 1, 0]);
      expect(Math.abs(fit.distance - 1)).toBeLessThanOrEqual(1e-14);
      expect(fit.weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 12);
    }
  });
});

describe.each([1, 2, 3, 4])(`%i vertices, seed ${SEED}`, (count) => {
  test('weights ≥ 0 that sum to 1, of a point that none in the simplex is nearer than', () => {
    const random = seeded(SEED + count);
    const any = (): vec3 => [random() - 0.5, random() - 0.5, random() - 0.5];
    for (let run = 0; run < 1000; run++) {
      const vertices = Array.from({ length: count }, any);
      const point = vec3.scale([0, 0, 0], any(), run % 2 ? 1 : 3);
      const { weights, distance } = fitWeights(vertices, point);
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
      // weights down to −1e-12 are taken for 0
      expect(Math.abs(weights.reduce((sum, w) => sum + w, -1))).toBeLessThanOrEqual(4e-12);
      const foot = blend(vertices, weights);
      expect(Math.abs(vec3.distance(foot, point) - distance)).toBeLessThanOrEqual(1e-15);
      const towards = vec3.sub([0, 0, 0], point, foot);
      // normal equations of random simplexes lose up to eight digits of sixteen
      for (const v of vertices) expect(vec3.dot(towards, vec3.sub([0, 0, 0], v, foot))).toBeLessThanOrEqual(1e-8);
    }
  });
});
