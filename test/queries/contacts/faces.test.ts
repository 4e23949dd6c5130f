/**
 * Faces that lie on each other, where a contact patch has corners: boxes and prisms, sharp and rounded, at any yaw and shift,
 * tilted by up to 1e-3, from 5 % deep to beyond the margin. Points on both surfaces, corners of the patch, the best four of it.
 */
import { describe, expect, test } from 'vitest';
import { signedDistance } from '../../oracle/signedDistance.ts';
import { sizeOf } from '../../oracle/surface.ts';
import { boundsOf } from '../../support/checkAnswer.ts';
import { checkContact, checkCover } from '../../support/checkContacts.ts';
import { type BodyPair, ContactFixture } from '../../support/contactFixture.ts';
import { SWEPT_KERNELS } from '../../support/kernels.ts';
import { facing, type Kind, type Random, randomBody } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xface;
const PAIRS = sweep(100, 1000);
const MARGIN = 0.05;

type Case = BodyPair & { truth: number };

const made = new Map<string, Case[]>();

function casesOf(kindA: Kind, kindB: Kind): Case[] {
  const key = `${kindA} ${kindB}`;
  let cases = made.get(key);
  if (!cases) {
    const random = seeded(SEED);
    cases = Array.from({ length: PAIRS }, (_, k) => {
      const pair = flatPair(kindA, kindB, k, random);
      return { ...pair, truth: signedDistance(pair.a, pair.b).distance };
    });
    made.set(key, cases);
  }
  return cases;
}

/** A third without tilt, a third without yaw to speak of; as many apart as in each other. */
function flatPair(kindA: Kind, kindB: Kind, k: number, random: Random): BodyPair {
  const [shapeA, shapeB] = [randomBody(kindA, random), randomBody(kindB, random)];
  const tilt = k % 3 === 0 ? 0 : k % 3 === 1 ? 1e-3 * random() : 10 ** (-3 - 4 * random());
  const size = sizeOf(shapeA, shapeB);
  const gap = random() < 0.5 ? -0.05 * size * random() : 1.1 * MARGIN * random();
  return facing(shapeA, shapeB, { featureA: 'face', featureB: 'face', tilt, gap, shift: 0.6 }, random);
}

const KIND_PAIRS: [Kind, Kind][] = [
  ['box', 'box'],
  ['box', 'prism'],
  ['prism', 'box'],
  ['prism', 'prism'],
  ['rounded box', 'box'],
  ['rounded box', 'rounded prism'],
  ['polygon', 'box'],
  ['polygon', 'polygon'],
];

describe.each(SWEPT_KERNELS)(`kernel %s, seed ${SEED}`, (kernel) => {
  const bounds = boundsOf(kernel);

  test.each(KIND_PAIRS)(`%s and %s: margin ${MARGIN}, and 0`, async (kindA, kindB) => {
    const cases = casesOf(kindA, kindB);
    const fixture = await ContactFixture.create(kernel, cases);
    const faults: string[] = [];
    const corners = new Array<number>(17).fill(0);
    let [checked, touching, beyond] = [0, 0, 0];
    for (const margin of [MARGIN, 0, MARGIN]) {
      fixture.rows(margin).forEach((row, k) => {
        const pair = cases[k];
        const found = checkContact(pair, pair.truth, row, margin, bounds);
        if (row.points.length > 0) {
          touching++;
          const cover = checkCover(pair, row, margin);
          found.push(...cover.faults);
          if (cover.checked) {
            checked++;
            corners[cover.patch.corners.length]++;
          }
        } else beyond++;
        faults.push(...found.map((fault) => `margin ${margin}, pair ${k}: ${fault}`));
      });
    }
    await fixture.close();
    expect(faults).toEqual([]);
    // what the generator is for: patches of all sizes, and pairs beyond the margin as well
    expect(beyond).toBeGreaterThan(0.1 * PAIRS);
    expect(checked).toBeGreaterThan(0.6 * touching);
    expect(corners[3] + corners[4]).toBeGreaterThan(0.1 * checked);
    expect(checked - corners[3] - corners[4]).toBeGreaterThan(0.1 * checked);
  });
});
