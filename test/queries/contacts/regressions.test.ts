/** Pairs whose manifolds were wrong once (class, seed, number of the pair), in both orders. */
import { describe, expect, test } from 'vitest';
import { distance } from '../../../src/pair.ts';
import { type PairClass, pairAt } from '../../oracle/generate.ts';
import { ContactRig } from '../../support/contactRig.ts';
import { boundsOf } from '../../support/judge.ts';
import { judgeContact } from '../../support/judgeContacts.ts';
import { PORTABLE } from '../../support/kernels.ts';
import { seeded } from '../../support/random.ts';
import { shapeOf } from '../../support/tables.ts';

const MARGIN = 0.05;

describe('a corner takes the deeper position of a crossing with its id, where another corner is', () => {
  const found: [cls: PairClass, seed: number, index: number][] = [
    ['needle', 0x5eed_0003, 1499],
    ['needle', 0x5eed_0003, 2156],
    ['needle', 77, 1955],
    ['plate', 77, 9817],
  ];
  test.each(PORTABLE.flatMap((kernel) => found.map((pair) => [kernel, ...pair] as const)))(
    'kernel %s: %s, seed %i, pair %i',
    async (kernel, cls, seed, index) => {
      const { a, b } = pairAt(cls, seeded(seed), index);
      for (const pair of [
        { a, b },
        { a: b, b: a },
      ]) {
        const rig = await ContactRig.create(kernel, [pair]);
        const [row] = rig.rows(MARGIN);
        const truth = distance(shapeOf(pair.a), pair.a, shapeOf(pair.b), pair.b).distance;
        expect(judgeContact(pair, truth, row, MARGIN, boundsOf(kernel))).toEqual([]);
        await rig.close();
      }
    },
  );
});
