/** What contact queries promise at their edges: rows, bad rows, bad options, what is read and what is left alone. */
import { box, createEngine, QueryError, Status, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import {
  boxBody,
  capsuleBody,
  hullBody,
  IDENTITY,
  place,
  type Quat,
  sphereBody,
  type Vec3,
} from '../../oracle/body.ts';
import {
  type ContactEngine,
  type ContactOptions,
  type ContactResults,
  createContactEngine,
} from '../../support/contactApi.ts';
import { type BodyPair, ContactFixture, rowOf, rowsOf, usedBytes } from '../../support/contactFixture.ts';
import { SWEPT_KERNELS } from '../../support/kernels.ts';
import { messageOf } from '../../support/messageOf.ts';
import { anyPose, KINDS, type Kind, pick, randomBody } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0xc0de;
const MARGIN = 0.05;
const NAMES = Object.keys(KINDS) as Kind[];

function somePairs(count: number): BodyPair[] {
  const random = seeded(SEED);
  return Array.from({ length: count }, () =>
    anyPose(randomBody(pick(random, NAMES), random), randomBody(pick(random, NAMES), random), MARGIN, random),
  );
}

/** Column by column: elements per row. */
const STRIDES = {
  status: 1,
  separation: 4,
  pointCount: 1,
  pointsA: 16,
  pointsB: 16,
  features: 4,
  previous: 4,
} as const;
const NAMES_OF_COLUMNS = Object.keys(STRIDES) as (keyof typeof STRIDES)[];
const UNTOUCHED = 77;

describe.each(SWEPT_KERNELS)(`kernel %s, seed ${SEED}`, (kernel) => {
  test.each([1, 3, 4, 5, 63, 64, 65])(
    '%i pairs: rows behind the list are left alone, rows in it depend on no other',
    async (width) => {
      const pairs = somePairs(65);
      const fixture = await ContactFixture.create(kernel, pairs, { capacity: 100 });
      const { engine } = fixture;
      const all = engine.contactsSync(engine.pairs, { margin: MARGIN });
      const want = Array.from({ length: width }, (_, i) => rowOf(all, i));
      const other = await ContactFixture.create(kernel, pairs, { capacity: 100 });
      const list = other.engine.pairs;
      list.set(other.ids.subarray(0, 2 * width));
      const columns = (results: ContactResults) =>
        NAMES_OF_COLUMNS.map((name) => results[name].subarray(STRIDES[name] * width, STRIDES[name] * 80));
      for (let round = 0; round < 4; round++) {
        const results = other.engine.contactsSync(list, { margin: MARGIN });
        expect(results.count).toBe(width);
        // features and simplexes are written in turns: the first two rounds fill both, the last two look
        if (round === 0) expect(Array.from({ length: width }, (_, i) => rowOf(results, i))).toEqual(want);
        if (round < 2) for (const column of columns(results)) column.fill(UNTOUCHED);
        else
          for (const [k, column] of columns(results).entries()) {
            expect(
              column.every((x) => x === UNTOUCHED),
              NAMES_OF_COLUMNS[k],
            ).toBe(true);
          }
      }
      await Promise.all([fixture.close(), other.close()]);
    },
  );

  test('no pairs', async () => {
    const fixture = await ContactFixture.create(kernel, somePairs(3));
    fixture.engine.contactsSync(fixture.engine.pairs, { margin: MARGIN });
    fixture.engine.pairs.set([]);
    const results = fixture.engine.contactsSync(fixture.engine.pairs);
    expect([results.count, results.beganCount, results.stayedCount]).toEqual([0, 0, 0]);
    await fixture.close();
  });

  const poses: [string, Vec3, Quat][] = [
    ['NaN in x', [Number.NaN, 0, 0], IDENTITY],
    ['an infinite z', [0, 0, Infinity], IDENTITY],
    ['a zero quaternion', [0, 0, 0], [0, 0, 0, 0]],
    ['NaN in a quaternion', [0, 0, 0], [0, Number.NaN, 0, 1]],
  ];

  test.each(poses)('%s: Invalid, no points, neighbors as they are', async (_, position, rotation) => {
    const bodies = [
      boxBody(1, 1, 1),
      sphereBody(1),
      capsuleBody(1, 0.5),
      hullBody([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    ];
    for (const body of bodies) {
      const good = { a: boxBody(1, 1, 1), b: place(boxBody(1, 1, 1), [0, 1.99, 0]) };
      const fixture = await ContactFixture.create(
        kernel,
        [good, { a: body, b: place(boxBody(1, 1, 1), [0, 1, 0]) }, good],
        {
          capacity: 8,
        },
      );
      const { engine, ids } = fixture;
      engine.pairs.set([...ids.subarray(0, 4), ids[3], ids[2], ...ids.subarray(4, 6)]);
      const before = engine.contactsSync(engine.pairs);
      expect(before.pointCount[1]).toBeGreaterThan(0);
      expect(before.beganCount).toBe(4);
      fixture.pose(2, { position, rotation });
      const results = engine.contactsSync(engine.pairs);
      for (const row of [1, 2]) {
        expect(results.status[row]).toBe(Status.Invalid);
        expect(results.pointCount[row]).toBe(0);
        expect(results.separation.subarray(4 * row, 4 * row + 4).every(Number.isNaN)).toBe(true);
        expect(results.read(row).points).toEqual([]);
      }
      for (const row of [0, 3]) expect(results.pointCount[row]).toBe(4);
      expect([results.beganCount, results.stayedCount, results.endedCount]).toEqual([0, 2, 2]);
      expect([...results.ended.subarray(0, 2)]).toEqual([1, 2]);
      fixture.pose(2, { position: [0, 0, 0], rotation: IDENTITY });
      const after = engine.contactsSync(engine.pairs);
      expect([after.beganCount, after.stayedCount, after.endedCount]).toEqual([2, 2, 0]);
      expect(after.pointCount[1]).toBe(before.pointCount[1]);
      await fixture.close();
    }
  });

  test.each([
    [0, 0],
    [0, 4],
    [4, 0],
    [0, 0xffff_ffff],
    [0xffff_ffff, 0xffff_fffe],
    [0x8000_0000, 1],
  ])('ids (%i, %i) written into the list: Invalid', async (p, q) => {
    const engine = await createContactEngine({
      workers: 0,
      kernel,
      capacity: { shapes: 2, vertices: 8, colliders: 8, pairs: 8 },
    });
    engine.scene.addColliders(engine.scene.addShape(box(1, 1, 1)), 4);
    for (let id = 0; id < 4; id++) engine.scene.positions[4 * id] = 1.9 * id;
    engine.pairs.ids.set([0, 1, p, q, 2, 3]);
    engine.pairs.resize(3);
    const results = engine.contactsSync(engine.pairs, { margin: MARGIN });
    expect([...results.status.subarray(0, 3)]).toEqual([Status.Overlapping, Status.Invalid, Status.Overlapping]);
    expect([...results.pointCount.subarray(0, 3)]).toEqual([4, 0, 4]);
    expect([results.beganCount, ...results.began.subarray(0, 2)]).toEqual([2, 0, 2]);
    await engine.close();
  });

  test.each([1e-40, 1e-30, 1e-22, 1e-12, 1e-5, 1e5, 1e12, 1e20])(
    'a rotation of length %f, written into its column, is as good as a unit one',
    async (length) => {
      // as the column rounds it: the shortest are denormal numbers of few digits
      const written = [0.48, -0.36, 0, 0.8].map((c) => Math.fround(c * length));
      const norm = Math.hypot(...written);
      const turned = written.map((c) => c / norm) as unknown as Quat;
      const corners = [1, -1].flatMap((x) => [1, -1].flatMap((y) => [1, -1].flatMap((z) => [x, y, z])));
      const pairs = [boxBody(1, 1, 1), hullBody(corners), capsuleBody(1, 0.5)].map((a) => ({
        a: place(a, [0, 0, 0], turned),
        b: place(boxBody(0.5, 0.4, 0.3), [0.9, 0.3, 0.2], turned),
      }));
      const fixture = await ContactFixture.create(kernel, pairs);
      const { engine } = fixture;
      const rows = () => rowsOf(engine.contactsSync(engine.pairs, { margin: MARGIN }));
      const want = rows();
      const { rotations } = engine.scene;
      for (let row = 0; row < pairs.length; row++)
        rotations.set(
          turned.map((c) => c * length),
          4 * fixture.ids[2 * row],
        );
      for (const [i, { distance, points }] of rows().entries()) {
        expect(Math.abs(distance - want[i].distance)).toBeLessThan(1e-3);
        expect(points.length).toBe(want[i].points.length);
        expect(points.length).toBeGreaterThan(0);
        for (const { pointA } of want[i].points) {
          const nearest = Math.min(...points.map((p) => Math.hypot(...p.pointA.map((c, k) => c - pointA[k]))));
          expect(nearest).toBeLessThan(1e-3);
        }
      }
      await fixture.close();
    },
  );

  test('a removed collider', async () => {
    const fixture = await ContactFixture.create(kernel, somePairs(2));
    const { engine, ids } = fixture;
    engine.contactsSync(engine.pairs, { margin: MARGIN });
    engine.scene.removeCollider(ids[0]);
    const results = engine.contactsSync(engine.pairs, { margin: MARGIN });
    expect([results.status[0], results.pointCount[0]]).toEqual([Status.Invalid, 0]);
    expect(results.status[1]).not.toBe(Status.Invalid);
    await fixture.close();
  });
});

describe('what is read', () => {
  test('read(i) is row i, in world coordinates', async () => {
    const pairs = somePairs(40);
    const fixture = await ContactFixture.create('simd', pairs);
    const { engine, ids } = fixture;
    const results = engine.contactsSync(engine.pairs, { margin: MARGIN });
    pairs.forEach(({ a, b }, i) => {
      const row = rowOf(results, i);
      const reading = results.read(i);
      expect(reading).toMatchObject({ a: ids[2 * i], b: ids[2 * i + 1], status: row.status, normal: row.normal });
      expect(reading.distance).toBe(row.distance);
      expect(reading.points).toEqual(
        row.points.map(({ pointA, pointB, separation, feature }) => ({
          pointA: pointA.map((c, k) => a.position[k] + c),
          pointB: pointB.map((c, k) => b.position[k] + c),
          separation,
          feature,
        })),
      );
      for (let k = 0; k < row.points.length; k++) expect(results.pointsB[16 * i + 4 * k + 3]).toBe(0);
    });
    for (const row of [-1, 40, 0.5, Number.NaN]) expect(() => results.read(row)).toThrow(QueryError);
    await fixture.close();
  });

  test('contacts() finds the pairs that findPairs does', async () => {
    const [found, asked] = await Promise.all(
      [0, 0].map(() => ContactFixture.create('simd', somePairs(50), { capacity: 3000 })),
    );
    for (const margin of [0, MARGIN, 0.3]) {
      const pairs = found!.engine.findPairsSync({ margin });
      const want = [...pairs.ids.subarray(0, 2 * pairs.count)];
      const results = asked!.engine.contactsSync({ margin });
      expect([...asked!.engine.pairs.ids.subarray(0, 2 * asked!.engine.pairs.count)]).toEqual(want);
      expect(results.count).toBe(pairs.count);
      const over = found!.engine.contactsSync(pairs, { margin });
      expect(usedBytes(results)).toEqual(usedBytes(over));
    }
    const none = asked!.engine.contactsSync();
    expect(none.count).toBe(found!.engine.findPairsSync().count);
    await Promise.all([found!.close(), asked!.close()]);
  });

  test('the asynchronous twins give the same bytes', async () => {
    const [sync, async] = await Promise.all(
      [0, 0].map(() => ContactFixture.create('simd', somePairs(50), { capacity: 3000 })),
    );
    for (const options of [{ margin: MARGIN }, { margin: MARGIN, touching: 0.02 }, {}, undefined] as ContactOptions[]) {
      const left = usedBytes(sync!.engine.contactsSync(sync!.engine.pairs, options));
      expect(usedBytes(await async!.engine.contacts(async!.engine.pairs, options))).toEqual(left);
    }
    for (const options of [{ margin: MARGIN }, undefined] as ContactOptions[]) {
      const left = usedBytes(sync!.engine.contactsSync(options));
      expect(usedBytes(await async!.engine.contacts(options))).toEqual(left);
    }
    await Promise.all([sync!.close(), async!.close()]);
  });

  test('distances and flags asked in between are right, and change no point', async () => {
    const [plain, mixed] = await Promise.all([0, 0].map(() => ContactFixture.create('simd', somePairs(50))));
    const want = plain!.engine.distanceSync().separation.slice(0, 200);
    for (let round = 0; round < 3; round++) {
      const left = usedBytes(plain!.engine.contactsSync(plain!.engine.pairs, { margin: 10 }));
      expect(usedBytes(mixed!.engine.contactsSync(mixed!.engine.pairs, { margin: 10 })).length).toBe(left.length);
      const got = mixed!.engine.distanceSync().separation.slice(0, 200);
      for (let k = 3; k < 200; k += 4) expect(Math.abs(got[k] - want[k])).toBeLessThan(5e-5);
      mixed!.engine.intersectSync();
    }
    await Promise.all([plain!.close(), mixed!.close()]);
  });
});

describe('errors', () => {
  async function smallEngine(): Promise<ContactEngine> {
    const engine = await createContactEngine({
      workers: 0,
      capacity: { shapes: 2, vertices: 8, colliders: 8, pairs: 8 },
    });
    engine.scene.addColliders(engine.scene.addShape(sphere(1)), 3);
    engine.pairs.set([0, 1, 1, 2]);
    return engine;
  }

  const bad: [string, ContactOptions, string][] = [
    ['NaN', { margin: Number.NaN }, 'margin: expected '],
    ['a negative margin', { margin: -1e-9 }, 'margin: expected '],
    ['an infinite margin', { margin: Infinity }, 'margin: expected '],
    ['a margin that is no number', { margin: '0.1' as never }, 'margin: expected '],
    ['touching beyond the margin', { margin: 0.1, touching: 0.2 }, 'touching: expected '],
    ['touching beyond no margin', { touching: 0.01 }, 'touching: expected '],
    ['touching NaN', { margin: 0.1, touching: Number.NaN }, 'touching: expected '],
    ['recycle below 0', { recycle: -1e-3 }, 'recycle: expected a number from 0 to 0.01, got -0.001'],
    ['recycle too large', { recycle: 0.02 }, 'recycle: expected a number from 0 to 0.01, got 0.02'],
    ['recycle NaN', { recycle: Number.NaN }, 'recycle: expected a number from 0 to 0.01, got NaN'],
    ['recycle that is no number', { recycle: true as never }, 'recycle: expected a number from 0 to 0.01, got true'],
    ['mostMotion below 0', { mostMotion: -1e-9 }, 'mostMotion: expected a number ≥ 0 (m), got -1e-9'],
    ['mostMotion NaN', { recycle: 1e-3, mostMotion: Number.NaN }, 'mostMotion: expected a number ≥ 0 (m), got NaN'],
    ['mostMotion that is no number', { mostMotion: '1' as never }, "mostMotion: expected a number ≥ 0 (m), got '1'"],
    ['touching that is no number', { margin: 0.1, touching: '0' as never }, 'touching: expected '],
  ];

  test.each(bad)('%s', async (_, options, message) => {
    const engine = await smallEngine();
    const before = [...engine.pairs.ids.subarray(0, 4), engine.pairs.count];
    expect(messageOf(() => engine.contactsSync(engine.pairs, options))).toMatch(`engine.contactsSync: ${message}`);
    expect(messageOf(() => engine.contactsSync(options))).toMatch(`engine.contactsSync: ${message}`);
    await expect(engine.contacts(engine.pairs, options)).rejects.toThrow(`engine.contacts: ${message}`);
    await expect(engine.contacts(options)).rejects.toThrow(`engine.contacts: ${message}`);
    expect([...engine.pairs.ids.subarray(0, 4), engine.pairs.count]).toEqual(before);
    // and the next good one is answered
    expect(engine.contactsSync(engine.pairs, { margin: 0.1 }).count).toBe(2);
    await engine.close();
  });

  test("another engine's list, and things that are none", async () => {
    const engine = await smallEngine();
    const other = await createEngine({ workers: 0, capacity: { shapes: 1, vertices: 4, colliders: 4, pairs: 4 } });
    expect(messageOf(() => engine.contactsSync(other.pairs))).toBe(
      "engine.contactsSync: pairs: expected a pair list of this engine, got another engine's",
    );
    await expect(engine.contacts(other.pairs)).rejects.toThrow(
      'engine.contacts: pairs: expected a pair list of this engine',
    );
    for (const thing of [5, 'pairs', null, true]) {
      expect(messageOf(() => engine.contactsSync(thing as never))).toMatch(
        /^engine.contactsSync: (options: )?expected /,
      );
    }
    await Promise.all([engine.close(), other.close()]);
  });

  test('while a query runs, and after close', async () => {
    const engine = await smallEngine();
    const answer = engine.contacts(engine.pairs, { margin: 0.1 });
    expect(messageOf(() => engine.contactsSync())).toMatch('engine.contactsSync: expected an engine at rest');
    await expect(engine.contacts()).rejects.toThrow(
      'engine.contacts: pairs: expected a list that no query is running on',
    );
    expect((await answer).count).toBe(2);
    await engine.close();
    expect(messageOf(() => engine.contactsSync())).toMatch('engine.contactsSync: expected an open engine');
    expect(messageOf(() => engine.contactsSync(engine.pairs))).toMatch('engine.contactsSync: expected an open engine');
    await expect(engine.contacts()).rejects.toThrow('engine.contacts: expected an open engine');
  });
});

test('more pairs than capacity.contacts: an error that says so, and the list as it was', async () => {
  const engine = await createContactEngine({ workers: 0, capacity: { colliders: 16, pairs: 64, contacts: 4 } });
  const { scene } = engine;
  const shape = scene.addShape(box(1, 1, 1));
  const ids = Array.from({ length: 4 }, () => scene.addCollider(shape));
  expect(() => engine.contactsSync({ margin: 0.1 })).toThrow(
    'engine.contactsSync: pairs: expected at most 4 (raise capacity.contacts), got 6',
  );
  expect(engine.pairs.count).toBe(0);
  scene.removeCollider(ids[3]);
  expect(engine.contactsSync({ margin: 0.1 }).count).toBe(3);
  const list = engine.createPairList(5);
  expect(() => engine.contactsSync(list)).toThrow('raise capacity.contacts');
  await engine.close();
});
