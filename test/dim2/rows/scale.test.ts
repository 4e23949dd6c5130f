/** Scenes and pairs of the plane times 2^k give the same answers times 2^k, to the bit. */
import { expect, test } from 'vitest';
import { castRay, castShapes, contacts, distance, intersect } from '../../../src/pair2d.ts';
import { AnswerSheet, columnsOf, LENGTH, NORMAL, POINT, PURE, scaled, usedSlots } from '../../support/answerSheet.ts';
import { type Body, fixtureOf, pairedBodies, randomBodies } from '../../support/planarFixture.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const POWERS = sweep(
  [-10, 10],
  Array.from({ length: 21 }, (_, k) => k - 10).filter((k) => k !== 0),
);
const SEEDS = sweep([1], [1, 2, 3, 4, 5]);
const MEASURES = {
  status: PURE,
  distance: LENGTH,
  errorBound: LENGTH,
  normal: [0, 0],
  offsetA: [1, 1],
  offsetB: [1, 1],
};
const RAY = { status: PURE, t: PURE, normal: [0, 0], offset: [1, 1], errorBound: LENGTH };

/** Angles have no unit. */
const atUnit = ({ shape, pose }: Body, unit: number): Body => ({
  shape: scaled(shape, unit),
  pose: { ...pose, x: pose.x * unit, y: pose.y * unit },
});

async function askScene(seed: number, unit: number): Promise<AnswerSheet> {
  const bodies = randomBodies(seeded(seed), 150, 5);
  const { engine } = await fixtureOf(
    bodies.map((body) => atUnit(body, unit)),
    { pairs: 8192 },
  );
  const sheet = new AnswerSheet();
  const { count, ids } = engine.findPairsSync({ margin: 0.3 * unit });
  sheet.add('findPairs', count, { ids }, { ids: [0, 0] });
  sheet.add('intersect', count, engine.intersectSync(), { status: PURE });
  const powers = { status: PURE, separation: NORMAL, offsetA: POINT, offsetB: POINT };
  for (const [name, options] of Object.entries({
    'signed distance': {},
    'distance without depth': { depth: false },
    'distance up to 0.1': { maxDistance: 0.1 * unit },
    'distance up to 0': { maxDistance: 0 },
  })) {
    sheet.add(name, count, engine.distanceSync(undefined, options), powers);
  }
  for (const margin of [0, 0.02, 0.25]) {
    const found = engine.contactsSync({ margin: margin * unit });
    const rows = found.count;
    const question = `contacts, margin ${margin}`;
    sheet.add(question, rows, found, { status: PURE, separation: NORMAL, pointCount: PURE });
    const used = (column: ArrayLike<number>, per: number) => usedSlots(column, found.pointCount, rows, 4, per);
    const [pointsA, pointsB] = [used(found.pointsA, 4), used(found.pointsB, 4)];
    const features = used(found.features, 1);
    sheet.add(
      `points of ${question}`,
      features.length,
      { pointsA, pointsB, features },
      { pointsA: POINT, pointsB: POINT, features: PURE },
    );
  }
  const boxes = engine.overlapBoxSync(scaled([-1, -1, -1, 1, 1, 1, 0, 0, 0, 4, 1, 0], unit));
  sheet.add('overlapBox', boxes.starts[2], boxes, { ids: PURE });
  const spheres = engine.overlapSphereSync(scaled([-1, -1, 0, 2, 3, 1, 1, 3], unit));
  sheet.add('overlapSphere', spheres.starts[2], spheres, { ids: PURE });
  await engine.close();
  return sheet;
}

test('a scene', async () => {
  for (const seed of SEEDS) {
    const plain = await askScene(seed, 1);
    expect(plain.sumOf('pointCount')).toBeGreaterThan(100);
    for (const k of POWERS) {
      const sheet = await askScene(seed, 2 ** k);
      expect(sheet.differencesTo(plain, 2 ** k), `times 2^${k}, seed ${seed}`).toEqual([]);
    }
  }
});

function askPairs(seed: number, unit: number): AnswerSheet {
  const random = seeded(seed);
  const sheet = new AnswerSheet();
  const bodies = pairedBodies(random, 1).map((body) => atUnit(body, unit));
  for (let k = 0; k < bodies.length; k += 2) {
    const [a, b] = [bodies[k], bodies[k + 1]];
    const both = [a.shape, a.pose, b.shape, b.pose] as const;
    sheet.add(`distance ${k}`, 1, columnsOf(distance(...both)), MEASURES);
    sheet.add(`near ${k}`, 1, columnsOf(distance(...both, undefined, { maxDistance: 0.1 * unit })), MEASURES);
    sheet.add(`intersect ${k}`, 1, { overlaps: [Number(intersect(...both))] }, { overlaps: PURE });
    const found = contacts(...both, undefined, { margin: 0.1 * unit });
    const powers = { status: PURE, distance: LENGTH, errorBound: LENGTH, normal: [0, 0], pointCount: PURE };
    sheet.add(`contacts ${k}`, 1, columnsOf(found), powers);
    sheet.add(`points ${k}`, found.pointCount, found, { pointsA: [1, 1], pointsB: [1, 1], separations: LENGTH });
    const [x, y] = [unit * (4 * random() - 2), unit * (4 * random() - 2)];
    const turn = k % 4 === 0 ? random() : 0;
    const hit = castShapes(a.shape, a.pose, { x, y, turn }, b.shape, b.pose, {}, undefined, { skin: 0.01 * unit });
    sheet.add(`cast ${k}`, 1, columnsOf(hit), { ...MEASURES, t: PURE });
    sheet.add(`ray ${k}`, 1, columnsOf(castRay(a.shape, a.pose, [2 * x, 2 * y], [-x, -y])), RAY);
  }
  return sheet;
}

test('pairs of all kinds', () => {
  for (const seed of SEEDS) {
    const plain = askPairs(seed, 1);
    for (const k of POWERS) {
      expect(askPairs(seed, 2 ** k).differencesTo(plain, 2 ** k), `times 2^${k}, seed ${seed}`).toEqual([]);
    }
  }
});
