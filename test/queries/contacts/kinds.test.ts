/** Every kind of shape against every other, in every way they can meet: what holds of each point. Cold, warm, and moved a little. */
import { describe, expect, test } from 'vitest';
import { place, type Quat, type Vec3 } from '../../oracle/body.ts';
import { signedDistance } from '../../oracle/signedDistance.ts';
import { sizeOf } from '../../oracle/surface.ts';
import { boundsOf } from '../../support/checkAnswer.ts';
import { checkContact } from '../../support/checkContacts.ts';
import { type BodyPair, ContactFixture } from '../../support/contactFixture.ts';
import { KERNELS } from '../../support/kernels.ts';
import { anyPose, KINDS, type Kind, type Random, randomBody } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x41d5;
/** Of each two kinds; half of them as (b, a). */
const POSES = sweep(10, 200);
const MARGIN = 0.05;

const NAMES = Object.keys(KINDS) as Kind[];
const TABLE = NAMES.flatMap((kind, k) => NAMES.slice(k).map((other): [Kind, Kind] => [kind, other]));

type Case = BodyPair & { truth: number };

const made = new Map<string, { still: Case[]; moved: Case[] }>();

function withTruth(pair: BodyPair): Case {
  return { ...pair, truth: signedDistance(pair.a, pair.b).distance };
}

function casesOf(kind: Kind, other: Kind): { still: Case[]; moved: Case[] } {
  const key = `${kind} ${other}`;
  let cases = made.get(key);
  if (!cases) {
    const random = seeded(SEED);
    const still = Array.from({ length: POSES }, (_, k) => {
      const [first, second] = k % 2 === 0 ? [kind, other] : [other, kind];
      return withTruth(anyPose(randomBody(first, random), randomBody(second, random), MARGIN, random));
    });
    cases = { still, moved: still.map((pair) => withTruth(nudged(pair, random))) };
    made.set(key, cases);
  }
  return cases;
}

/** B moved and turned by up to a thousandth. */
function nudged({ a, b }: BodyPair, random: Random): BodyPair {
  const by = () => 1e-3 * (2 * random() - 1);
  const size = sizeOf(a, b);
  const rotation = b.rotation.map((c) => c + 0.5 * by()) as Quat;
  return { a, b: place(b, b.position.map((c) => c + size * by()) as Vec3, rotation) };
}

describe.each(KERNELS)(`kernel %s, seed ${SEED}, ${POSES} poses`, (kernel) => {
  test.each(TABLE)('%s and %s', async (kind, other) => {
    const { still, moved } = casesOf(kind, other);
    const fixture = await ContactFixture.create(kernel, still);
    const faults: string[] = [];
    const ask = (what: string, cases: readonly Case[], margin: number) => {
      fixture.rows(margin).forEach((row, k) => {
        const { truth } = cases[k];
        const found = checkContact(cases[k], truth, row, margin, boundsOf(kernel));
        faults.push(...found.map((fault) => `${what}, margin ${margin}, pair ${k}: ${fault}`));
      });
    };
    ask('cold', still, MARGIN);
    ask('warm', still, MARGIN);
    fixture.poseAll(moved);
    ask('moved', moved, MARGIN);
    ask('moved', moved, 0);
    fixture.poseAll(still);
    ask('back', still, MARGIN);
    await fixture.close();
    expect(faults).toEqual([]);
  });
});

test('more than half of the poses are within the margin, and some are beyond', () => {
  const shares = TABLE.map(([kind, other]) => {
    const { still } = casesOf(kind, other);
    return still.filter(({ truth }) => truth <= MARGIN).length / POSES;
  });
  expect(Math.min(...shares)).toBeGreaterThan(sweep(0.1, 0.5));
  expect(Math.max(...shares)).toBeLessThan(sweep(1.01, 0.99)); // of 10 poses all may be
  const mean = shares.reduce((sum, share) => sum + share) / shares.length;
  expect(mean).toBeGreaterThan(0.5);
  expect(mean).toBeLessThan(0.95);
});
