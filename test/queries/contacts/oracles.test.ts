/** The oracles of contacts before they check a kernel: they accept the oracle's answers and refuse spoilt ones. */
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../oracle/body.ts';
import { signedDistance } from '../../oracle/signedDistance.ts';
import { EXACT } from '../../support/checkAnswer.ts';
import { checkContact, checkCover } from '../../support/checkContacts.ts';
import type { BodyPair, ContactPoint, ContactRow } from '../../support/contactFixture.ts';
import { oracleRow } from '../../support/oracleRow.ts';
import { anyPose, facing, KINDS, type Kind, randomBody, randomTurn, rotated } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x10d9e;
const MARGIN = 0.05;
const NAMES = Object.keys(KINDS) as Kind[];

/** As the columns would hold it. */
function rounded(row: ContactRow): ContactRow {
  const round = (v: Vec3) => v.map(Math.fround) as Vec3;
  return {
    ...row,
    distance: Math.fround(row.distance),
    normal: round(row.normal),
    points: row.points.map((p) => ({
      ...p,
      pointA: round(p.pointA),
      pointB: round(p.pointB),
      separation: Math.fround(p.separation),
    })),
  };
}

const BOUNDS = { ...EXACT, distance: 1e-7, normal: 1e-6 };

describe(`what is right, seed ${SEED}`, () => {
  test.each(NAMES)('%s on everything', (kind) => {
    const random = seeded(SEED);
    const faults: string[] = [];
    let touching = 0;
    let all = 0;
    for (const other of NAMES) {
      for (let k = 0; k < 12; k++) {
        const pair = anyPose(randomBody(kind, random), randomBody(other, random), MARGIN, random);
        const truth = signedDistance(pair.a, pair.b).distance;
        const row = rounded(oracleRow(pair, MARGIN, 1e-6));
        const found = checkContact(pair, truth, row, MARGIN, BOUNDS);
        faults.push(...found.map((fault) => `${other} ${k}: ${fault}`));
        touching += Number(row.points.length > 0);
        all++;
      }
    }
    expect(faults).toEqual([]);
    expect(touching / all).toBeGreaterThan(0.5);
    expect(touching / all).toBeLessThan(0.98);
  });

  test('boxes and prisms face to face: corners, and the best four', () => {
    const random = seeded(SEED);
    const faults: string[] = [];
    let checked = 0;
    for (let k = 0; k < 200; k++) {
      const pair = flatPair(random);
      const verdict = checkCover(pair, rounded(oracleRow(pair, MARGIN, 4e-3)), MARGIN);
      faults.push(...verdict.faults.map((fault) => `${k}: ${fault}`));
      checked += Number(verdict.checked);
    }
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(140);
  });
});

function flatPair(random: () => number, shift = 0.5): BodyPair {
  const kind = () => (random() < 0.5 ? 'box' : 'prism');
  const gap = random() < 0.5 ? -0.02 * random() : 0.8 * MARGIN * random();
  const pose = { featureA: 'face', featureB: 'face', tilt: 1e-3 * random(), gap, shift } as const;
  return facing(randomBody(kind(), random), randomBody(kind(), random), pose, random);
}

type Spoil = (row: ContactRow) => ContactRow;

const move = (p: ContactPoint, by: Partial<Record<'pointA' | 'pointB', Vec3>>): ContactPoint => ({
  ...p,
  pointA: p.pointA.map((c, i) => c + (by.pointA?.[i] ?? 0)) as Vec3,
  pointB: p.pointB.map((c, i) => c + (by.pointB?.[i] ?? 0)) as Vec3,
});

const onPoint = (k: number, change: (p: ContactPoint, row: ContactRow) => ContactPoint): Spoil => {
  return (row) => ({ ...row, points: row.points.map((p, i) => (i === k ? change(p, row) : p)) });
};

const SPOILT: [string, Spoil][] = [
  ['no points', (row) => ({ ...row, points: [] })],
  ['normal from B to A', (row) => ({ ...row, normal: row.normal.map((c) => -c) as Vec3 })],
  ['normal of another length', (row) => ({ ...row, normal: row.normal.map((c) => 1.001 * c) as Vec3 })],
  ['distance off', (row) => ({ ...row, distance: row.distance + 1e-4 })],
  [
    'A and B swapped',
    (row) => ({ ...row, points: row.points.map((p) => ({ ...p, pointA: p.pointB, pointB: p.pointA })) }),
  ],
  [
    'both points off their surfaces',
    onPoint(0, (p, { normal }) => {
      const by = normal.map((c) => 1e-4 * c) as Vec3;
      return move(p, { pointA: by, pointB: by });
    }),
  ],
  [
    'one point off its surface',
    onPoint(0, (p, { normal }) => move(p, { pointB: normal.map((c) => 1e-4 * c) as Vec3 })),
  ],
  ['one point aside', onPoint(0, (p, { normal }) => move(p, { pointA: [1e-4 * normal[1], -1e-4 * normal[0], 1e-4] }))],
  ['separation off', onPoint(0, (p) => ({ ...p, separation: p.separation - 1e-4 }))],
  ['a point beyond the margin', onPoint(0, (p) => ({ ...p, separation: 1.01 * MARGIN }))],
  ['NaN', onPoint(0, (p) => ({ ...p, separation: Number.NaN }))],
  ['NaN in a point', onPoint(0, (p) => move(p, { pointA: [Number.NaN, 0, 0] }))],
  ['an id twice', (row) => ({ ...row, points: row.points.map((p) => ({ ...p, feature: 7 })) })],
  [
    'a point too many',
    (row) => ({
      ...row,
      points: [...row.points, ...row.points.map((p) => ({ ...p, feature: 99 })), { ...row.points[0], feature: 100 }],
    }),
  ],
  ['Invalid', (row) => ({ ...row, status: 4 })],
];

describe(`what is not, seed ${SEED}`, () => {
  test.each(SPOILT)('%s', (_, spoil) => {
    const random = seeded(SEED);
    for (let k = 0; k < 30; k++) {
      const pair = flatPair(random, 0.3);
      const truth = signedDistance(pair.a, pair.b).distance;
      const row = rounded(oracleRow(pair, MARGIN, 4e-3));
      if (row.points.length < 3) continue;
      expect(checkContact(pair, truth, row, MARGIN, BOUNDS)).toEqual([]);
      expect(checkContact(pair, truth, spoil(row), MARGIN, BOUNDS), `pair ${k}`).not.toEqual([]);
    }
  });

  test('the deepest point left out', () => {
    const random = seeded(SEED);
    let tried = 0;
    for (let k = 0; k < 100; k++) {
      const pair = flatPair(random);
      const row = rounded(oracleRow(pair, MARGIN, 4e-3));
      const depths = row.points.map(({ separation }) => separation).sort((p, q) => p - q);
      if (depths.length < 3 || depths[1] - depths[0] < 1e-4) continue;
      const without = { ...row, points: row.points.filter(({ separation }) => separation > depths[0]) };
      const truth = signedDistance(pair.a, pair.b).distance;
      expect(checkContact(pair, truth, without, MARGIN, BOUNDS)).not.toEqual([]);
      tried++;
    }
    expect(tried).toBeGreaterThan(20);
  });

  test('a corner left out, a corner moved inwards', () => {
    const random = seeded(SEED);
    for (let k = 0; k < 60; k++) {
      const pair = flatPair(random, 0.2);
      const row = rounded(oracleRow(pair, MARGIN, 4e-3));
      const verdict = checkCover(pair, row, MARGIN);
      if (!verdict.checked || verdict.patch.corners.length > 4) continue;
      expect(checkCover(pair, { ...row, points: row.points.slice(1) }, MARGIN).faults).not.toEqual([]);
      const [p, q] = row.points as [ContactPoint, ContactPoint];
      const inwards = q.pointA.map((c, i) => p.pointA[i] + 0.1 * (c - p.pointA[i])) as Vec3;
      const moved = { ...row, points: [{ ...p, pointA: inwards }, ...row.points.slice(1)] };
      expect(checkCover(pair, moved, MARGIN).faults).not.toEqual([]);
    }
  });
});

test(`directions turn as bodies do, seed ${SEED}`, () => {
  const random = seeded(SEED);
  const q = randomTurn(random);
  const [x, y, z] = [rotated([1, 0, 0], q), rotated([0, 1, 0], q), rotated([0, 0, 1], q)];
  const triple =
    x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0]);
  expect(triple).toBeCloseTo(1, 12);
});
