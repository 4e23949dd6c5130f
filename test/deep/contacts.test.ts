/**
 * Contacts of all classes of pairs, a hundred thousand of them, and of kinds whose features face each other: what holds of
 * every point, cold, warm, moved, and moved back. The truth is `hullstorm/pair`, which the million holds against the oracle.
 */
import { describe, expect, test } from 'vitest';
import { distance } from '../../src/pair.ts';
import { place, type Vec3 } from '../oracle/body.ts';
import { generatePair, PAIR_CLASSES, type PairClass } from '../oracle/generate.ts';
import { sizeOf } from '../oracle/surface.ts';
import { boundsOf } from '../support/checkAnswer.ts';
import { checkContact } from '../support/checkContacts.ts';
import { type BodyPair, ContactFixture } from '../support/contactFixture.ts';
import { PORTABLE } from '../support/kernels.ts';
import { anyPose, KINDS, type Kind, pick, type Random, randomBody } from '../support/poses.ts';
import { seeded } from '../support/random.ts';
import { shapeOf } from '../support/tables.ts';

const SEED = 0x5eed_0003;
/** As for the million: a part of the pairs, to try a change. */
const SHARE = Number(process.env.HULLSTORM_PAIRS ?? 1);
const PAIRS: Partial<Record<PairClass, number>> = { 'hull-64': 1500, 'hull-128': 600, 'hull-256': 300 };
const PAIRS_OF_OTHERS = 3200;
const FACING_PAIRS = 15_000;
const BATCH = 500;
/** Of the middle size of a batch: the margin is one number for all its pairs. */
const MARGIN = 0.05;
const NAMES = Object.keys(KINDS) as Kind[];

type Case = BodyPair & { truth: number };

function withTruth({ a, b }: BodyPair): Case {
  return { a, b, truth: distance(shapeOf(a), a, shapeOf(b), b).distance };
}

async function faultsOf(
  kernel: (typeof PORTABLE)[number],
  pairs: readonly BodyPair[],
  first: number,
): Promise<string[]> {
  const sizes = pairs.map(({ a, b }) => sizeOf(a, b)).sort((p, q) => p - q);
  const margin = MARGIN * sizes[sizes.length >> 1];
  const still = pairs.map(withTruth);
  // some that overlapped come apart, and some that were apart meet
  const moved = pairs.map(({ a, b }, k) => {
    const by = 0.02 * Math.min(sizeOf(a, a), sizeOf(b, b));
    const position = a.position.map((c, i) => c + (i === k % 3 ? by : 0)) as Vec3;
    return withTruth({ a: place(a, position, a.rotation), b });
  });
  const fixture = await ContactFixture.create(kernel, pairs);
  const faults: string[] = [];
  for (const [what, cases] of [
    ['cold', still],
    ['warm', still],
    ['moved', moved],
    ['moved back', still],
  ] as const) {
    fixture.poseAll(cases);
    fixture.rows(margin).forEach((row, k) => {
      const found = checkContact(cases[k], cases[k].truth, row, margin, boundsOf(kernel));
      faults.push(...found.map((fault) => `${what}, margin ${margin}, pair ${first + k}: ${fault}`));
    });
  }
  await fixture.close();
  return faults;
}

async function faultsOfAll(
  kernel: (typeof PORTABLE)[number],
  total: number,
  draw: (random: Random) => BodyPair,
): Promise<string[]> {
  const random = seeded(SEED);
  const faults: string[] = [];
  for (let begin = 0; begin < total; begin += BATCH) {
    const pairs = Array.from({ length: Math.min(BATCH, total - begin) }, () => draw(random));
    faults.push(...(await faultsOf(kernel, pairs, begin)));
  }
  return faults;
}

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test.each(PAIR_CLASSES)(`%s, seed ${SEED}`, async (cls) => {
    const total = Math.ceil((PAIRS[cls] ?? PAIRS_OF_OTHERS) * SHARE);
    expect(await faultsOfAll(kernel, total, (random) => generatePair(cls, random))).toEqual([]);
  });

  test(`features that face each other, seed ${SEED}`, async () => {
    const draw = (random: Random) =>
      anyPose(randomBody(pick(random, NAMES), random), randomBody(pick(random, NAMES), random), MARGIN, random);
    expect(await faultsOfAll(kernel, Math.ceil(FACING_PAIRS * SHARE), draw)).toEqual([]);
  });
});
