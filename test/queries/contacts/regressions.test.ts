/** Pairs whose manifolds were wrong once (class, seed, number of the pair), in both orders. */
import { describe, expect, test } from 'vitest';
import { distance } from '../../../src/pair.ts';
import { place, type Vec3 } from '../../oracle/body.ts';
import { type PairClass, pairAt } from '../../oracle/generate.ts';
import { sizeOf } from '../../oracle/surface.ts';
import { boundsOf } from '../../support/checkAnswer.ts';
import { checkContact } from '../../support/checkContacts.ts';
import { ContactFixture } from '../../support/contactFixture.ts';
import { PORTABLE } from '../../support/kernels.ts';
import { seeded } from '../../support/random.ts';
import { shapeOf } from '../../support/tables.ts';

const MARGIN = 0.05;

type Found = [cls: PairClass, seed: number, index: number];

const groups: [string, Found[]][] = [
  [
    'a corner takes the deeper position of a crossing with its id, where another corner is',
    [
      ['needle', 0x5eed_0003, 1499],
      ['needle', 0x5eed_0003, 2156],
      ['needle', 77, 1955],
      ['plate', 77, 9817],
    ],
  ],
  ['two corners of a tiny shape at one place of the large one, for f32', [['size-ratio', 0x5eed_0003, 2747]]],
  [
    'a corner 1e-5 of the size deeper than the pair: the sum of half extents is up to three sizes of a hull',
    [['needle', 0x5eed_0003, 2392]],
  ],
];

describe.each(groups)('%s', (_, found) => {
  test.each(PORTABLE.flatMap((kernel) => found.map((pair) => [kernel, ...pair] as const)))(
    'kernel %s: %s, seed %i, pair %i',
    async (kernel, cls, seed, index) => {
      const { a, b } = pairAt(cls, seeded(seed), index);
      // apart by a little more or less, as in the sweep
      const by = 0.02 * Math.min(sizeOf(a, a), sizeOf(b, b));
      for (const axis of [-1, 0, 1, 2]) {
        const moved = place(a, a.position.map((c, i) => (i === axis ? c + by : c)) as Vec3, a.rotation);
        for (const pair of [
          { a: moved, b },
          { a: b, b: moved },
        ]) {
          const fixture = await ContactFixture.create(kernel, [pair]);
          const [row] = fixture.rows(MARGIN);
          const truth = distance(shapeOf(pair.a), pair.a, shapeOf(pair.b), pair.b).distance;
          expect(checkContact(pair, truth, row, MARGIN, boundsOf(kernel))).toEqual([]);
          await fixture.close();
        }
      }
    },
  );
});
