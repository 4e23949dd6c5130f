/** The simplex column is a hint: whatever it holds, the answer is the cold one, and a good hint saves steps. */
import { describe, expect, test } from 'vitest';
import { Status } from '../../src/tables/distanceStatus.ts';
import { UNUSED } from '../../src/tables/simplexWords.ts';
import { type Body, place, type Quat, type Vec3 } from '../oracle/body.ts';
import { type GeneratedPair, generatePair, PAIR_CLASSES, type PairClass } from '../oracle/generate.ts';
import { checkAnswer, columnAnswer, SCALAR, type Truth, truthOf } from '../support/checkAnswer.ts';
import { seeded } from '../support/random.ts';
import { emptySimplexes, TableFixture } from '../support/tables.ts';

const SEED = 0x3a53;
/** Parts of the size, about the local origins: GJK stops at 1e-12 of the distance, the penetration search at 1e-10. */
const SAME = 1e-9;

function pairsOf(cls: PairClass): number {
  return cls === 'hull-256' || cls === 'hull-128' ? 6 : cls === 'hull-64' ? 15 : 40;
}

function load(cls: PairClass): { fixture: TableFixture; pairs: GeneratedPair[] } {
  const count = pairsOf(cls);
  const fixture = new TableFixture({ shapes: 2 * count, vertices: 600 * count, colliders: 2 * count, pairs: count });
  const random = seeded(SEED);
  const pairs = Array.from({ length: count }, () => generatePair(cls, random));
  fixture.setPairs(pairs.flatMap(({ a, b }) => [fixture.addBody(a), fixture.addBody(b)]));
  return { fixture, pairs };
}

/** Distances of all rows in f64, . */
function distances(fixture: TableFixture, from: Uint16Array, to: Uint16Array): number[] {
  return Array.from({ length: fixture.count }, (_, p) => {
    fixture.distanceFrom(from, to, p, p + 1);
    expect(fixture.exact.offsetA[4 * p + 3]).toBeGreaterThanOrEqual(0);
    return fixture.exact.separation[4 * p + 3];
  });
}

type Spoil = (row: Uint16Array, random: () => number, p: number, all: Uint16Array) => unknown;

const below = (random: () => number, n: number) => Math.floor(random() * n);

/** Every word of the row drawn anew. */
function fillWith(row: Uint16Array, random: () => number, words: number): void {
  for (let k = 0; k < row.length; k++) row[k] = below(random, words);
}

/** What a row can hold when it is not a simplex of this pair at this pose. */
const HINTS: [string, Spoil][] = [
  ['the simplex of the row before', (row, _, p, all) => row.set(all.subarray(8 * (p ? p - 1 : 0), 8 * (p ? p : 1)))],
  ['one wrong vertex', (row, random) => row.fill(UNUSED).set([0, ...[UNUSED, UNUSED, UNUSED], below(random, 4)])],
  ['four times one vertex', (row, random) => row.fill(below(random, 4), 0, 4).fill(below(random, 4), 4, 8)],
  ['small ids at random', (row, random) => fillWith(row, random, 4)],
  ['ids of eight corners', (row, random) => fillWith(row, random, 8)],
  ['ids out of range', (row, random) => fillWith(row, random, UNUSED)],
  ['any words', (row, random) => fillWith(row, random, 0x10000)],
  ['ids of A without ids of B', (row) => row.fill(0, 0, 4).fill(UNUSED, 4, 8)],
  ['ids of B without ids of A', (row) => row.fill(UNUSED, 0, 4).fill(0, 4, 8)],
  ['a hole', (row) => row.set([0, UNUSED, 1, 0, 0, 0, 1, 0])],
  ['an end only on A', (row) => row.set([0, 0, UNUSED, UNUSED, 0, 1, 2, 3])],
];

describe.each(PAIR_CLASSES)(`%s, seed ${SEED}`, (cls) => {
  const { fixture, pairs } = load(cls);
  const none = emptySimplexes(fixture.count);
  const ended = emptySimplexes(fixture.count);
  const cold = distances(fixture, none, ended);
  const statuses = fixture.list.results.status.slice();
  const truths: Truth[] = pairs.map(({ a, b, size }) => truthOf(a, b, size));
  const reach = pairs.map(({ a, b, size }) => Math.max(size, far(a) + far(b)));

  test.each(HINTS)('%s: the answer is the same', (_, spoil) => {
    const random = seeded(SEED + 1);
    const from = ended.slice();
    for (let p = 0; p < fixture.count; p++) spoil(from.subarray(8 * p, 8 * p + 8), random, p, ended);
    const to = emptySimplexes(fixture.count);
    const faults: string[] = [];
    distances(fixture, from, to).forEach((distance, p) => {
      const row = [...from.subarray(8 * p, 8 * p + 8)].join(' ');
      if (!(Math.abs(distance - cold[p]) <= SAME * reach[p]))
        faults.push(`row ${p} [${row}]: ${distance} for ${cold[p]}`);
      const contact = Math.abs(truths[p].distance) <= SAME * reach[p];
      if (fixture.list.results.status[p] !== statuses[p] && !contact) faults.push(`row ${p} [${row}]: status`);
      const verdict = checkAnswer(pairs[p].a, pairs[p].b, truths[p], columnAnswer(fixture.results(), p), SCALAR);
      faults.push(...verdict.faults.map((fault) => `row ${p} [${row}]: ${fault}`));
    });
    expect(faults).toEqual([]);
    fixture.intersectFrom(from, to);
    for (let p = 0; p < fixture.count; p++) {
      if (Math.abs(truths[p].distance) <= SAME * reach[p]) continue;
      expect(fixture.list.results.status[p], `intersect, row ${p}`).toBe(
        truths[p].distance > 0 ? Status.Separated : Status.Overlapping,
      );
    }
  });
});

/** Largest distance of a vertex from the local origin. */
function far({ vertices }: Body): number {
  let most = 0;
  for (let k = 0; k < vertices.length; k += 3) most = Math.max(most, Math.hypot(...vertices.subarray(k, k + 3)));
  return most;
}

describe('a coherent scene', () => {
  test.each(['box-hull', 'hull-8', 'hull-16', 'hull-64', 'rounded-mix'] as const)(
    `%s, seed ${SEED}: fewer steps from the last simplex than from none`,
    (cls) => {
      const { fixture, pairs } = load(cls);
      const random = seeded(SEED + 2);
      let [coldSteps, warmSteps] = [0, 0];
      const none = emptySimplexes(fixture.count);
      const unused = emptySimplexes(fixture.count);
      let from = emptySimplexes(fixture.count);
      let to = emptySimplexes(fixture.count);
      fixture.distanceFrom(none, from, 0, fixture.count);
      const poses = pairs.map(({ b }) => ({ position: [...b.position] as Vec3, rotation: [...b.rotation] as Quat }));
      for (let frame = 0; frame < 20; frame++) {
        poses.forEach((pose, k) => {
          for (let c = 0; c < 3; c++) pose.position[c] += 0.01 * pairs[k].size * (random() - 0.5);
          for (let c = 0; c < 4; c++) pose.rotation[c] = Math.fround(pose.rotation[c] + 0.005 * (random() - 0.5));
          fixture.pose(2 * k + 1, pose.position, pose.rotation);
        });
        for (let p = 0; p < fixture.count; p++) {
          fixture.distanceFrom(none, unused, p, p + 1);
          const cold = fixture.exact.separation[4 * p + 3];
          // an overlap's last search is not GJK's, and counts for neither
          const apart = fixture.list.results.status[p] === Status.Separated;
          if (apart) coldSteps += fixture.effort().steps;
          fixture.distanceFrom(from, to, p, p + 1);
          if (apart) warmSteps += fixture.effort().steps;
          expect(Math.abs(fixture.exact.separation[4 * p + 3] - cold)).toBeLessThanOrEqual(SAME * pairs[p].size * 2);
        }
        [from, to] = [to, from];
      }
      expect(coldSteps).toBeGreaterThan(0);
      expect(warmSteps).toBeLessThan(0.6 * coldSteps);
      const last = pairs.map(({ a, b, size }, k) => ({ a, b: place(b, poses[k].position, poses[k].rotation), size }));
      last.slice(0, 10).forEach(({ a, b, size }, p) => {
        expect(checkAnswer(a, b, truthOf(a, b, size), columnAnswer(fixture.results(), p), SCALAR).faults).toEqual([]);
      });
    },
  );
});
