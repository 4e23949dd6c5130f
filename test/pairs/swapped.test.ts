/**
 * (a, b) and (b, a) are the same pair: a list whose pairs change their order at random is answered like one whose pairs keep it,
 * mirrored to the bit, with the same carried rows, warm starts, features and events.
 */
import { type ContactResults, createEngine, type DistanceResults, type Engine, type PairList } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { type KERNELS, SWEPT_KERNELS } from '../support/kernels.ts';
import { fillMixed, randomPairs, SMALL, stir } from '../support/mixedScene.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const SEED = 0x5a9;
const COLLIDERS = 120;
const PAIRS = 400;
const FRAMES = sweep(30, 80);
const MARGIN = 0.1;

type Random = () => number;
type Pair = readonly [number, number];

/** Pairs near each other, some of them several times, in one order or both. */
function draw(random: Random): Pair[] {
  const ids = randomPairs(COLLIDERS, PAIRS, Math.trunc(2 ** 31 * random()));
  const pairs = Array.from({ length: PAIRS }, (_, p): Pair => [ids[2 * p], ids[2 * p + 1]]);
  return pairs.map((pair) => (random() < 0.05 ? pairs[Math.trunc(PAIRS * random())] : pair));
}

/** The next list: most of the last one stays; sometimes it is ordered, or is the beginning of the last one. */
function change(pairs: readonly Pair[], random: Random): Pair[] {
  if (random() < 0.2) return pairs.slice(0, Math.trunc((0.5 + random()) * pairs.length));
  const kept = pairs.filter(() => random() < 0.9);
  const next = [...kept, ...draw(random).filter(() => random() < 0.2)].slice(0, PAIRS);
  const lower = ([a, b]: Pair) => Math.min(a, b);
  return random() < 0.3 ? next.sort((p, q) => lower(p) - lower(q) || p[0] + p[1] - q[0] - q[1]) : next;
}

/** Row p as seen from its smaller id; equal texts are equal bits, but for the sign of zero. */
class RowReader {
  readonly #list: PairList;
  readonly #results: ContactResults | DistanceResults;

  constructor(list: PairList, results: ContactResults | DistanceResults) {
    this.#list = list;
    this.#results = results;
  }

  row(p: number): string {
    const { ids, carried } = this.#list;
    const isLarger = ids[2 * p] > ids[2 * p + 1];
    const [a, b] = isLarger ? [ids[2 * p + 1], ids[2 * p]] : [ids[2 * p], ids[2 * p + 1]];
    const { status, separation } = this.#results;
    const [x, y, z, distance] = separation.subarray(4 * p, 4 * p + 4);
    const normal = [x!, y!, z!].map((c) => (isLarger ? -c : c) + 0);
    const more = 'offsetA' in this.#results ? witness(this.#results, p, isLarger) : points(this.#results, p, isLarger);
    return `(${a}, ${b}) from ${carried[p]}: ${status[p]} ${normal} ${distance} ${more}`;
  }

  rows(): string[] {
    return Array.from({ length: this.#list.count }, (_, p) => this.row(p));
  }
}

function witness({ offsetA, offsetB, simplex }: DistanceResults, p: number, isLarger: boolean): string {
  const sides = [
    [...offsetA.subarray(4 * p, 4 * p + 3), ...simplex.subarray(8 * p, 8 * p + 4)],
    [...offsetB.subarray(4 * p, 4 * p + 3), ...simplex.subarray(8 * p + 4, 8 * p + 8)],
  ];
  return `${isLarger ? sides.reverse() : sides} ± ${offsetA[4 * p + 3]}`;
}

function points({ pointCount, pointsA, pointsB, features, previous }: ContactResults, p: number, isLarger: boolean) {
  return Array.from({ length: pointCount[p] }, (_, k) => {
    const at = 16 * p + 4 * k;
    const sides = [pointsA.subarray(at, at + 3), pointsB.subarray(at, at + 3)];
    return `${isLarger ? sides.reverse() : sides} ${pointsA[at + 3]} ${features[4 * p + k]} ${previous[4 * p + k]};`;
  });
}

function events({ began, beganCount, stayed, stayedCount, ended, endedIds, endedCount }: ContactResults): string[] {
  const gone = [...ended.subarray(0, endedCount)].map((row, k) => `${row} ${endedIds.slice(2 * k, 2 * k + 2).sort()}`);
  return [`${began.subarray(0, beganCount)}`, `${stayed.subarray(0, stayedCount)}`, `${gone}`];
}

/** Two engines over the same world, and a list of each. */
async function twins(kernel: (typeof KERNELS)[number]): Promise<[Engine, PairList][]> {
  const options = { workers: 0, kernel, capacity: SMALL };
  const engines = await Promise.all([createEngine(options), createEngine(options)]);
  for (const engine of engines) fillMixed(engine, COLLIDERS, SEED);
  return engines.map((engine) => [engine, engine.pairs]);
}

describe.each(SWEPT_KERNELS)(`kernel %s, ${FRAMES} frames, seed ${SEED}`, (kernel) => {
  test('distances, overlaps and contacts of pairs in any order', async () => {
    const random = seeded(SEED);
    const worlds = await twins(kernel);
    let pairs = draw(random);
    const faults: string[] = [];
    const seen = { turned: 0, previous: 0, stayed: 0, ended: 0 };
    /** Whether each pair was swapped, by row. */
    let before: boolean[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      for (const [engine] of worlds) stir(engine, 0.02, SEED + frame);
      const finds = random() < 0.2;
      if (!finds) pairs = change(pairs, random);
      const isSwapped = pairs.map(() => random() < 0.4);
      const asked = random();
      const [want, got] = worlds.map(([engine, list], k) => {
        if (finds) engine.findPairsSync({ margin: MARGIN });
        else list.set(pairs.flatMap(([a, b], p) => (k === 1 && isSwapped[p] ? [b, a] : [a, b])));
        if (asked < 0.2) return [...engine.intersectSync().status.subarray(0, list.count)].map(String);
        if (asked < 0.4) return new RowReader(list, engine.distanceSync()).rows();
        if (asked < 0.5) return new RowReader(list, engine.distanceSync(list, { maxDistance: MARGIN })).rows();
        const results = engine.contactsSync(list, { margin: MARGIN, touching: 0.01 });
        seen.stayed += results.stayedCount;
        seen.ended += results.endedCount;
        return [...new RowReader(list, results).rows(), ...events(results)];
      }) as [string[], string[]];
      const row = want.findIndex((text, p) => text !== got[p]);
      if (row >= 0) faults.push(`frame ${frame}, row ${row} of ${pairs.length}: ${got[row]}, not ${want[row]}`);
      const { carried, count } = worlds[1][1];
      const now = Array.from({ length: count }, (_, p) => !finds && isSwapped[p]);
      seen.turned += now.filter((swapped, p) => carried[p] >= 0 && swapped !== before[carried[p]]).length;
      seen.previous += want.filter((text) => / \d+ \d+;/.test(text)).length;
      before = now;
    }
    await Promise.all(worlds.map(([engine]) => engine.close()));
    expect(faults).toEqual([]);
    for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(500);
  });

  test('warm starts go along: other than from nothing', async () => {
    const [[engine, list], [cold, fresh]] = (await twins(kernel)) as [[Engine, PairList], [Engine, PairList]];
    const pairs = draw(seeded(SEED + 1));
    list.set(pairs.flat());
    engine.distanceSync();
    for (const each of [engine, cold]) stir(each, 0.02, SEED + 1);
    list.set(pairs.flatMap(([a, b]) => [b, a]));
    fresh.set(pairs.flatMap(([a, b]) => [b, a]));
    const simplexes = [engine, cold].map((each) => each.distanceSync().simplex);
    const differ = pairs.filter((_, p) => {
      const [one, two] = simplexes.map((simplex) => `${simplex.subarray(8 * p, 8 * p + 8)}`);
      return one !== two;
    });
    expect(differ.length).toBeGreaterThan(5);
    await Promise.all([engine.close(), cold.close()]);
  });
});
