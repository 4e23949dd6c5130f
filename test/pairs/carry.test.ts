import { createEngine, type Engine, type PairList, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { sortPairs } from '../../src/broad/candidates/sortPairs.ts';
import { carryPairs } from '../../src/pairs/carry.ts';
import { bindPairs, pairTableBytes } from '../../src/tables/pairTable.ts';
import { fillMixed, randomPairs, SMALL, stir } from '../support/mixedScene.ts';
import { seeded } from '../support/random.ts';

const WIDTHS = [0, 1, 3, 4, 5, 63, 64, 65];

type Pair = readonly [number, number];

/** Oracle: the rows that each pair had before, by its smaller and larger id; each is taken once, the first one first. */
function expectedCarry(before: readonly Pair[], now: readonly Pair[]): number[] {
  const nameOf = ([a, b]: Pair) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  const rows = new Map<string, number[]>();
  for (const [row, pair] of before.entries()) rows.set(nameOf(pair), [...(rows.get(nameOf(pair)) ?? []), row]);
  return now.map((pair) => rows.get(nameOf(pair))?.shift() ?? -1);
}

function carry(before: readonly Pair[], now: readonly Pair[]): number[] {
  const capacity = Math.max(before.length, now.length) + 3;
  const table = bindPairs(new ArrayBuffer(pairTableBytes(capacity)), 0, capacity);
  table.carried.fill(77);
  table.previousIds.fill(5);
  table.previousIds.set(before.flat());
  table.ids.set(now.flat());
  carryPairs(table, now.length, before.length);
  expect([...table.carried.subarray(now.length)], 'rows behind the list').toEqual([
    77,
    77,
    77,
    ...new Array(capacity - 3 - now.length).fill(77),
  ]);
  return [...table.carried.subarray(0, now.length)];
}

const listed = (text: string) => text.split(', ').map((pair) => pair.split(' ').map(Number) as [number, number]);
const smallerFirst = ([a, b]: Pair): Pair => (a < b ? [a, b] : [b, a]);
const swapSome = (pairs: readonly Pair[], random: () => number) =>
  pairs.map(([a, b]): Pair => (random() < 0.5 ? [a, b] : [b, a]));
const ascending = (pairs: readonly Pair[]) => pairs.toSorted(([a, b], [c, d]) => a - c || b - d);

describe('carryPairs', () => {
  test.each(WIDTHS)('%i pairs now, any number before (seed 0xca44)', (width) => {
    const random = seeded(0xca44 + width);
    const draw = (count: number, ids: number): Pair[] =>
      Array.from({ length: count }, () => [Math.floor(ids * random()), Math.floor(ids * random())]);
    let hits = 0;
    for (const before of WIDTHS) {
      for (const ids of [3, 12, 4e9]) {
        // any order, pairs twice, (a, b) and (b, a)
        const old = draw(before, ids);
        const mixed = swapSome(
          draw(width, ids).map((pair, k) => (k % 3 === 1 && before > 0 ? old[k % before] : pair)),
          random,
        );
        const got = carry(old, mixed);
        hits += got.filter((row) => row >= 0).length;
        expect(got).toEqual(expectedCarry(old, mixed));
        // ordered and each pair once, as findPairs makes them
        const once = (pairs: Pair[]) =>
          ascending([...new Map(pairs.map(smallerFirst).map((p) => [`${p}`, p])).values()]);
        expect(carry(once(old), once(mixed))).toEqual(expectedCarry(once(old), once(mixed)));
        // so, but for the order within pairs
        const [ordered, again] = [swapSome(once(old), random), swapSome(once(mixed), random)];
        expect(carry(ordered, again)).toEqual(expectedCarry(ordered, again));
        expect(carry(once(old), swapSome(once(old), random))).toEqual(once(old).map((_, row) => row));
        // one of them ordered only
        expect(carry(once(old), mixed)).toEqual(expectedCarry(once(old), mixed));
        // the same again, its beginning, and one more
        expect(carry(old, old)).toEqual(old.map((_, row) => row));
        expect(carry(old, old.slice(1))).toEqual(expectedCarry(old, old.slice(1)));
        expect(carry(old.slice(0, -1), old)).toEqual(expectedCarry(old.slice(0, -1), old));
      }
    }
    if (width > 3) expect(hits).toBeGreaterThan(20);
  });

  test('(a, b) and (b, a) are the same pair', () => {
    expect(carry(listed('1 2, 5 4, 3 7'), listed('7 3, 2 1, 4 6'))).toEqual([2, 0, -1]);
  });

  test('a pair that stands several times, in either order: the first from the first, the second from the second', () => {
    const before = listed('5 6, 1 2, 2 1, 1 2');
    expect(carry(before, listed('2 1, 1 2, 6 5, 6 5'))).toEqual([1, 2, 0, -1]);
    expect(carry(before, before.toReversed())).toEqual([1, 2, 3, 0]);
    expect(carry(before, [...before, ...listed('1 2, 2 1')])).toEqual([0, 1, 2, 3, -1, -1]);
  });

  test('one pair in each of a hundred thousand rows: each row comes from its own', () => {
    const before = new Array<Pair>(100_000).fill([1, 2]);
    const now = [...listed('8 9'), ...before];
    expect(carry(before, now)).toEqual([-1, ...before.keys()]);
  });
});

describe('sortPairs', () => {
  const sorted = (pairs: readonly Pair[], idCount: number): number[] => {
    const count = pairs.length;
    const to = new Uint32Array(2 * count + 2).fill(9);
    const firsts = new Uint32Array(idCount + 1).fill(3);
    sortPairs(to, Uint32Array.from([...pairs.flat(), 8, 8]), new Uint32Array(2 * count), count, firsts, idCount);
    expect([...to.subarray(2 * count)], 'rows behind the list').toEqual([9, 9]);
    return [...to.subarray(0, 2 * count)];
  };

  test.each(WIDTHS)('%i pairs (seed 0x5047)', (width) => {
    const random = seeded(0x5047 + width);
    for (const ids of [1, 2, 10, 1000]) {
      const pairs = Array.from({ length: width }, (): Pair => [Math.floor(ids * random()), Math.floor(ids * random())]);
      expect(sorted(pairs, ids)).toEqual(ascending(pairs).flat());
    }
  });

  test.each([31, 32, 33, 34, 5000])('a run of %i pairs with one first id, among others', (length) => {
    const random = seeded(0x10ee + length);
    const pairs: Pair[] = [];
    for (let k = 0; k < length; k++) pairs.push([7, Math.floor(1e4 * random())], [k % 2 ? 6 : 8, k % 5]);
    expect(sorted(pairs, 1e4)).toEqual(ascending(pairs).flat());
  });
});

describe('lists of an engine', () => {
  const capacity = { shapes: 1, vertices: 4, colliders: 40, pairs: 1000 };
  const pairsOf = (list: PairList): Pair[] =>
    Array.from({ length: list.count }, (_, p): Pair => [list.ids[2 * p], list.ids[2 * p + 1]]);
  const carriedOf = (list: PairList) => [...list.carried.subarray(0, list.count)];

  test('findPairs in motion, with removals (seed 0x3074)', async () => {
    const random = seeded(0x3074);
    const engine = await createEngine({ workers: 0, capacity });
    const { scene, pairs } = engine;
    const shape = scene.addShape(sphere(0.5));
    scene.addColliders(shape, 40);
    scene.positions.forEach((_, k) => {
      scene.positions[k] = 3 * random();
    });
    let before: Pair[] = [];
    let carried = 0;
    for (let frame = 0; frame < 60; frame++) {
      if (frame % 7 === 3) scene.removeCollider(frame % 40);
      if (frame % 7 === 5) scene.addCollider(shape, { position: [1.5, 1.5, 3 * random()] });
      engine.findPairsSync({ margin: 0.02 * (frame % 3) });
      const now = pairsOf(pairs);
      expect(carriedOf(pairs)).toEqual(expectedCarry(before, now));
      carried += carriedOf(pairs).filter((row) => row >= 0).length;
      before = now;
      scene.positions.forEach((_, k) => {
        scene.positions[k] += 0.2 * (random() - 0.5);
      });
    }
    expect(carried).toBeGreaterThan(500);
    await engine.close();
  });

  test('set, resize, findPairs in turn', async () => {
    const engine = await createEngine({ workers: 0, capacity });
    engine.scene.addColliders(engine.scene.addShape(sphere(1)), 4);
    const { pairs } = engine;
    pairs.set([0, 1, 1, 0, 2, 3, 0, 1]);
    expect(carriedOf(pairs)).toEqual([-1, -1, -1, -1]);
    pairs.set([2, 3, 0, 1, 3, 2]);
    expect(carriedOf(pairs)).toEqual([2, 0, -1]); // (2, 3) stood once
    engine.findPairsSync();
    expect(pairsOf(pairs)).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
    expect(carriedOf(pairs)).toEqual([1, -1, -1, -1, -1, 0]);
    pairs.ids.set([3, 0, 0, 1]);
    pairs.resize(2);
    expect(carriedOf(pairs)).toEqual([-1, -1]);
    pairs.set(pairs.ids.subarray(2, 4)); // from the column itself
    expect(pairsOf(pairs)).toEqual([[0, 1]]);
    expect(carriedOf(pairs)).toEqual([1]);
    pairs.set([]);
    expect(pairs.count).toBe(0);
    await engine.close();
  });

  test('warm starts go with their pairs: a shuffled list is answered like the list it was', async () => {
    const engines = await Promise.all([0, 0].map(() => createEngine({ workers: 0, capacity: SMALL })));
    const [steady, shuffled] = engines as [Engine, Engine];
    const random = seeded(0x5417);
    const drawn = randomPairs(200, 600, 0x5417);
    for (const engine of engines) {
      fillMixed(engine, 200, 0x5417);
      engine.pairs.set(drawn);
      engine.distanceSync();
    }
    const order = Array.from({ length: 600 }, (_, p) => p).sort(() => random() - 0.5);
    shuffled.pairs.set(order.flatMap((p) => [drawn[2 * p], drawn[2 * p + 1]]));
    for (const engine of engines) stir(engine, 0.02, 0x5417);
    const rows = (engine: Engine) => {
      const { separation, offsetA, simplex } = engine.distanceSync();
      return Array.from({ length: 600 }, (_, p) =>
        [
          separation.subarray(4 * p, 4 * p + 4),
          offsetA.subarray(4 * p, 4 * p + 4),
          simplex.subarray(8 * p, 8 * p + 8),
        ].join(),
      );
    };
    const want = rows(steady);
    const got = rows(shuffled);
    // a pair that stands twice starts from one or the other: leave it out
    const keys = order.map((p) => `${smallerFirst([drawn[2 * p], drawn[2 * p + 1]])}`);
    const single = keys.map((key) => keys.indexOf(key) === keys.lastIndexOf(key));
    expect(order.filter((p, row) => single[row] && got[row] !== want[p])).toEqual([]);
    // and it shows: some cold answers end on another simplex
    steady.pairs.set([]);
    steady.pairs.set(drawn);
    const cold = rows(steady);
    expect(cold.filter((row, p) => row !== want[p]).length).toBeGreaterThan(10);
    await Promise.all(engines.map((engine) => engine.close()));
  });

  test('a list does not touch another', async () => {
    const engine = await createEngine({ workers: 0, capacity });
    engine.scene.addColliders(engine.scene.addShape(sphere(1)), 4);
    const one = engine.createPairList(3);
    const two = engine.createPairList(3);
    one.set([0, 1, 1, 2, 2, 3]);
    two.set([3, 2, 2, 1, 1, 0]);
    engine.distanceSync(two);
    engine.findPairsSync();
    expect(pairsOf(one)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(pairsOf(two)).toEqual([
      [3, 2],
      [2, 1],
      [1, 0],
    ]);
    await engine.close();
  });
});
