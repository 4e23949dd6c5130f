/** What no answer may depend on: which of two is A, where and how the world lies, and in which unit it is measured. */
import { describe, expect, test } from 'vitest';
import { place, type Vec3 } from '../../oracle/body.ts';
import { signedDistance } from '../../oracle/signedDistance.ts';
import { sizeOf } from '../../oracle/surface.ts';
import { boundsOf } from '../../support/checkAnswer.ts';
import { checkContact, TOLERANCE } from '../../support/checkContacts.ts';
import { type BodyPair, ContactFixture, type ContactRow, usedBytes } from '../../support/contactFixture.ts';
import { type Kernel, SWEPT_KERNELS } from '../../support/kernels.ts';
import { mirroredRow, missing, samePoints, scaledBy, scaledRow, turnedBy, turnedRow } from '../../support/motions.ts';
import { anyPose, KINDS, type Kind, pick, randomBody, randomDirection, randomTurn } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0x9e0;
const PAIRS = sweep(150, 1500);
const MARGIN = 0.05;
const NAMES = Object.keys(KINDS) as Kind[];

function randomPairs(): BodyPair[] {
  const random = seeded(SEED);
  return Array.from({ length: PAIRS }, () =>
    anyPose(randomBody(pick(random, NAMES), random), randomBody(pick(random, NAMES), random), MARGIN, random),
  );
}

const pairs = randomPairs();

async function answersTo(kernel: Kernel, asked: readonly BodyPair[], margin = MARGIN): Promise<ContactRow[]> {
  const fixture = await ContactFixture.create(kernel, asked);
  const rows = fixture.rows(margin);
  await fixture.close();
  return rows;
}

/**
 * Rows that a rounding may change: a normal that is not the only one (two are as good to within the tolerance), a corner on
 * the margin, more corners than are kept. What they are held to is the oracle's.
 */
function isSharp(row: ContactRow, other: ContactRow, size: number): boolean {
  const sameNormal = Math.hypot(...row.normal.map((c, i) => c - other.normal[i])) < 1e-4;
  const onMargin = [...row.points, ...other.points].some(
    ({ separation }) => separation > MARGIN - 3 * TOLERANCE * size,
  );
  return sameNormal && !onMargin && row.points.length < 4;
}

/** The pairs, each moved by a motion of its own, with their signed distances. */
const moved = (() => {
  const random = seeded(SEED + 1);
  const motions = pairs.map(() => ({ q: randomTurn(random), at: randomDirection(random).map((c) => 10 * c) as Vec3 }));
  const after = pairs.map((pair, k) => turnedBy(pair, motions[k].q, motions[k].at));
  return { motions, pairs: after, truths: after.map(({ a, b }) => signedDistance(a, b).distance) };
})();

/** The pairs in other units, with their signed distances, by the factor. */
const scaled = new Map<number, { pairs: readonly BodyPair[]; truths: readonly number[] }>();

function scaledPairs(by: number) {
  let found = scaled.get(by);
  if (!found) {
    const others = pairs.map((pair) => scaledBy(pair, by));
    found = { pairs: others, truths: others.map(({ a, b }) => signedDistance(a, b).distance) };
    scaled.set(by, found);
  }
  return found;
}

describe.each(SWEPT_KERNELS)(`kernel %s, seed ${SEED}`, (kernel) => {
  test('(b, a) has the points of (a, b), mirrored', async () => {
    const fixture = await ContactFixture.create(kernel, pairs);
    const rows = fixture.rows(MARGIN);
    const { ids } = fixture;
    fixture.engine.pairs.resize(0); // carries nothing: the next query is a cold one again
    fixture.engine.pairs.set(pairs.flatMap((_, k) => [ids[2 * k + 1], ids[2 * k]]));
    const back = fixture.rows(MARGIN);
    await fixture.close();
    const faults: string[] = [];
    rows.forEach((row, k) => {
      const { a, b } = pairs[k];
      const mirror = mirroredRow(back[k]);
      if (row.points.length !== mirror.points.length)
        faults.push(`pair ${k}: ${row.points.length} ${mirror.points.length} points`);
      else if (!samePoints(row, mirror, TOLERANCE * sizeOf(a, b))) {
        faults.push(
          `pair ${k}: points ${missing(row, mirror, TOLERANCE * sizeOf(a, b))} of ${row.points.length} differ`,
        );
      }
    });
    expect(faults).toEqual([]);
  });

  test('(b, a) has the feature ids of (a, b): the smaller collider id is their A', async () => {
    const fixture = await ContactFixture.create(kernel, pairs);
    const idsOf = () => fixture.rows(MARGIN).map(({ points }) => points.map(({ feature }) => feature));
    const { ids } = fixture;
    const there = idsOf();
    fixture.engine.pairs.resize(0); // carries nothing: the next query is a cold one again
    fixture.engine.pairs.set(pairs.flatMap((_, k) => [ids[2 * k + 1], ids[2 * k]]));
    const back = idsOf();
    await fixture.close();
    expect(there.flat().some((id) => id >>> 30 === 1) && there.flat().some((id) => id >>> 30 === 2)).toBe(true);
    expect(there.flatMap((row, k) => (`${row}` === `${back[k]}` ? [] : [`pair ${k}: ${row}; ${back[k]}`]))).toEqual([]);
  });

  test('a rigid motion of the world moves the points', async () => {
    const { motions, truths } = moved;
    const rows = await answersTo(kernel, pairs);
    const after = await answersTo(kernel, moved.pairs);
    const faults: string[] = [];
    let sharp = 0;
    rows.forEach((row, k) => {
      const size = sizeOf(pairs[k].a, pairs[k].b);
      const found = checkContact(moved.pairs[k], truths[k], after[k], MARGIN, boundsOf(kernel));
      const turned = turnedRow(row, motions[k].q);
      // where segments cross at a flat angle nobody can tell
      const isCrossing = row.points.length === 3 && pairs[k].a.faces.length === 0 && pairs[k].b.faces.length === 0;
      if (!isCrossing && isSharp(turned, after[k], size)) {
        sharp++;
        // normals that differ by up to 1e-4 roll a point by as much of the radius, and shift it by as much of its depth
        const tolerance = 3e-4 * size;
        if (!samePoints(turned, after[k], tolerance))
          found.push(`${row.points.length} points, ${missing(turned, after[k], tolerance)} differ`);
      }
      faults.push(...found.map((fault) => `pair ${k}: ${fault}`));
    });
    expect(faults).toEqual([]);
    expect(sharp).toBeGreaterThan(0.4 * PAIRS);
  });

  test.each([2 ** -10, 1e-3, 1e3, 2 ** 10])('the same in another unit: lengths times %d', async (by) => {
    const { pairs: scaled, truths } = scaledPairs(by);
    const rows = await answersTo(kernel, pairs);
    const after = await answersTo(kernel, scaled, MARGIN * by);
    const faults: string[] = [];
    rows.forEach((row, k) => {
      const found = checkContact(scaled[k], truths[k], after[k], MARGIN * by, boundsOf(kernel));
      const size = sizeOf(pairs[k].a, pairs[k].b);
      // powers of two round nothing: the answer is the same, point by point
      const exact = Math.log2(by) % 1 === 0;
      if (exact && !samePoints(row, scaledRow(after[k], 1 / by), TOLERANCE * size)) {
        found.push(`${row.points.length} points are ${after[k].points.length} others`);
      }
      faults.push(...found.map((fault) => `pair ${k}: ${fault}`));
    });
    expect(faults).toEqual([]);
  });

  test('1e7 m away, to the bit', async () => {
    // on a lattice of 2^-26 m, which f64 holds up to 2^27 m
    const onLattice = (v: Vec3) => v.map((c) => Math.round(c * 2 ** 26) / 2 ** 26) as Vec3;
    const near = pairs.map(({ a, b }) => ({
      a: place(a, onLattice(a.position), a.rotation),
      b: place(b, onLattice(b.position), b.rotation),
    }));
    const random = seeded(SEED + 2);
    const far = near.map(({ a, b }) => {
      const by = onLattice(randomDirection(random).map((c) => 1e7 * c) as Vec3);
      const moved = (v: Vec3) => v.map((c, i) => c + by[i]) as Vec3;
      return { a: place(a, moved(a.position), a.rotation), b: place(b, moved(b.position), b.rotation) };
    });
    const [here, there] = [await ContactFixture.create(kernel, near), await ContactFixture.create(kernel, far)];
    for (const margin of [MARGIN, 0]) {
      const [left, right] = [here, there].map((fixture) =>
        usedBytes(fixture.engine.contactsSync(fixture.engine.pairs, { margin })),
      );
      expect(left).toEqual(right);
    }
    await Promise.all([here.close(), there.close()]);
  });
});
