/**
 * Pairs that broke our own kernels once, found by the million (class, seed of the task, number of the pair). What was
 * wrong is said with each group; every pair is asked in both orders and checked in full.
 */
import { describe, expect, test } from 'vitest';
import { distance } from '../../src/pair.ts';
import { type PairClass, pairAt } from '../oracle/generate.ts';
import { checkAnswer, columnAnswer, EXACT, pairAnswer, SCALAR, truthOf } from '../support/checkAnswer.ts';
import { seeded } from '../support/random.ts';
import { shapeOf, TableFixture } from '../support/tables.ts';

type Found = [cls: PairClass, seed: number, index: number];

const groups: [string, Found[]][] = [
  [
    'a witness 1e-6 … 1e-5 of the size beside its triangle, because lengths were compared and not the way along the plane',
    [
      ['box-hull', 1592590863, 1494],
      ['box-hull', 1592590873, 1207],
      ['hull-8', 1592590807, 137],
      ['hull-8', 1592590824, 940],
      ['hull-16', 1592590802, 1391],
      ['rounded-mix', 1592590713, 1558],
      ['size-ratio', 1592590693, 811],
      ['plate', 1592590650, 1358],
      ['tiny', 1592590628, 1121],
      ['off-centre', 1592590582, 36],
      ['duplicates', 1592590555, 391],
      ['identical', 1592590409, 325],
      ['coincident-centres', 1592590382, 1283],
    ],
  ],
  [
    'a witness in one face of the difference and the normal of another that is as deep',
    [
      ['parallel-faces', 1592590357, 823],
      ['parallel-faces', 1592590358, 1926],
      ['parallel-faces', 1592590365, 1945],
      ['parallel-faces', 1592590371, 142],
    ],
  ],
  [
    'a foot beyond the edge opposite the newest point, taken for a point of the simplex: near-parallel faces',
    [
      ['near-faces', 51729, 186],
      ['near-faces', 1592590342, 32],
      ['near-faces', 1592590342, 943],
    ],
  ],
  [
    'an error bound smaller than the error: edges a few f32 ulp from parallel',
    [
      ['near-parallel', 1592590531, 397],
      ['near-parallel', 1592590533, 348],
    ],
  ],
  ['a sphere 1e-9 m beside the axis of a capsule: the normal', [['far-origin', 7, 118]]],
];

describe.each(groups)('%s', (_, found) => {
  test.each(found)('%s, seed %i, pair %i', (cls, seed, index) => {
    const { a, b, size } = pairAt(cls, seeded(seed), index);
    const truth = truthOf(a, b, size);
    expect(checkAnswer(a, b, truth, pairAnswer(distance(shapeOf(a), a, shapeOf(b), b)), EXACT).faults).toEqual([]);
    expect(checkAnswer(b, a, truth, pairAnswer(distance(shapeOf(b), b, shapeOf(a), a)), EXACT).faults).toEqual([]);
    const fixture = new TableFixture();
    fixture.setPairs([fixture.addBody(a), fixture.addBody(b)]);
    for (const start of ['cold', 'warm']) {
      fixture.distance();
      expect(checkAnswer(a, b, truth, columnAnswer(fixture.results(), 0), SCALAR).faults, start).toEqual([]);
    }
  });
});
