/**
 * Rows that lose their manifolds while others keep theirs are computed four at a time from a list. Their bytes are
 * those of the same rows in a list of their own, where they are consecutive.
 */
import { describe, expect, test } from 'vitest';
import { boxBody, hullBody, place, type Quat } from '../../oracle/body.ts';
import { type BodyPair, ContactFixture, type ContactRow, rowOf } from '../../support/contactFixture.ts';
import { SWEPT_KERNELS } from '../../support/kernels.ts';
import { anyPose, KINDS, type Kind, pick, type Random, randomBody } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x711e;
const MARGIN = 0.05;
const OPTIONS = { margin: MARGIN, recycle: 1e-3 };
const NAMES = Object.keys(KINDS) as Kind[];
const PAIRS = 330;
/** Farther than a row that keeps its manifold may move (m). */
const FAR = 0.01;

const half = (random: Random) => 0.2 + 0.3 * random();
const someBox = (random: Random) => boxBody(half(random), half(random), half(random));

const MAKERS = {
  boxes: (random: Random) => anyPose(someBox(random), someBox(random), MARGIN, random),
  hulls: (random: Random) =>
    anyPose(hullBody(someBox(random).vertices), hullBody(someBox(random).vertices), MARGIN, random),
  'bodies of all kinds': (random: Random) =>
    anyPose(randomBody(pick(random, NAMES), random), randomBody(pick(random, NAMES), random), MARGIN, random),
};

/** The same pairs, with the second body farther up. */
const lifted = (pairs: readonly BodyPair[], way: (i: number) => number): BodyPair[] =>
  pairs.map(({ a, b }, i) => {
    const [x, y, z] = b.position;
    return { a, b: place(b, [x, y + way(i), z], b.rotation as Quat) };
  });

/** A row without the places of its points, which depend on the list. */
const unplaced = ({ points, ...row }: ContactRow) => ({
  ...row,
  points: points.map(({ previous, ...point }) => point),
});

describe.each(SWEPT_KERNELS)(`kernel %s, seed ${SEED}`, (kernel) => {
  test.each(Object.entries(MAKERS))('%s', async (_, make) => {
    const random = seeded(SEED);
    const pairs = Array.from({ length: PAIRS }, () => make(random));
    // in the last round no row is left to keep
    for (const share of [0.01, 0.1, 0.5, 0.9, 1]) {
      const moves = pairs.map(() => random() < share);
      const rows = moves.flatMap((isMoved, i) => (isMoved ? [i] : []));
      const [fixture, few] = [await ContactFixture.create(kernel, pairs), await ContactFixture.create(kernel, pairs)];
      few.engine.pairs.set(rows.flatMap((i) => [few.ids[2 * i], few.ids[2 * i + 1]]));
      let compared = 0;
      for (let query = 0; query < 4; query++) {
        const now = lifted(pairs, (i) => (moves[i] ? (query % 2) * FAR : 0));
        fixture.poseAll(now);
        few.poseAll(now);
        const all = fixture.engine.contactsSync(fixture.engine.pairs, OPTIONS);
        const part = few.engine.contactsSync(few.engine.pairs, OPTIONS);
        for (const [row, i] of rows.entries()) {
          expect(all.recycled[i]).toBe(part.recycled[row]);
          if (all.recycled[i] === 1) continue;
          expect(unplaced(rowOf(all, i))).toEqual(unplaced(rowOf(part, row)));
          if (query > 0) compared++;
        }
        if (query > 0 && share < 1) expect(all.recycledCount).toBeGreaterThan(0);
      }
      expect(compared).toBeGreaterThan(rows.length);
      await fixture.close();
      await few.close();
    }
  });
});
