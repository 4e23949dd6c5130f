/**
 * The option `recycle`: which rows keep their manifolds, how far these are from fresh ones, and what ends them. The
 * twin is an engine with the same poses that computes every manifold.
 */
import { box, Status, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { boxBody, hullBody, place, type Quat, sphereBody, type Vec3 } from '../../oracle/body.ts';
import { boundingRadius } from '../../oracle/surface.ts';
import { createContactEngine } from '../../support/contactApi.ts';
import {
  type BodyPair,
  ContactFixture,
  type ContactRow,
  rowOf,
  rowsOf,
  usedBytes,
} from '../../support/contactFixture.ts';
import { cast, dying } from '../../support/deaths.ts';
import { type Kernel, SWEPT_KERNELS } from '../../support/kernels.ts';
import { fillMixed, SMALL, same } from '../../support/mixedScene.ts';
import { anyPose, KINDS, type Kind, pick, type Random, randomBody } from '../../support/poses.ts';
import { seeded } from '../../support/random.ts';
import { nextTask, repeatUntil } from '../../support/waiting.ts';

const SEED = 0x4ecc;
const MARGIN = 0.05;
const RECYCLE = 1e-3;
const OPTIONS = { margin: MARGIN, recycle: RECYCLE };
/** Queries in which each row with points is fresh once. */
const REFRESH = 32;
const NAMES = Object.keys(KINDS) as Kind[];
const PAIRS = 150;

function somePairs(random: Random): BodyPair[] {
  return Array.from({ length: PAIRS }, () =>
    anyPose(randomBody(pick(random, NAMES), random), randomBody(pick(random, NAMES), random), MARGIN, random),
  );
}

/** Bodies that rest on each other's faces or are a little apart. */
function boxes(random: Random): BodyPair[] {
  return Array.from({ length: PAIRS }, (_, k) => {
    const half = () => 0.25 + 0.25 * random();
    const [a, b] = [boxBody(half(), half(), half()), boxBody(half(), half(), half())];
    const other = k % 3 === 0 ? hullBody(b.vertices) : b;
    const gap = [-2e-3, 0.01, 0.04, 0.2][k % 4];
    const height = Math.max(...everyThird(a.vertices)) + Math.max(...everyThird(other.vertices)) + gap;
    const turn = 3 * random();
    return {
      a: place(a, [0, 0, 0], [0, 0, 0, 1]),
      b: place(other, [0.2 * random(), height, 0.2 * random()], [0, Math.sin(turn), 0, Math.cos(turn)]),
    };
  });
}

const everyThird = (vertices: ArrayLike<number>) => Array.from(vertices).filter((_, k) => k % 3 === 1);

/** A rotation, turned by a small vector (rad): q + ½ ω q, of about unit length. */
function turned([x, y, z, w]: Quat, [u, v, t]: Vec3): Quat {
  const h = 0.5;
  return [
    x + h * (u * w + v * z - t * y),
    y + h * (v * w + t * x - u * z),
    z + h * (t * w + u * y - v * x),
    w - h * (u * x + v * y + t * z),
  ];
}

/** The size of a pair, and the extent of its smaller body. */
const sizeOf = ({ a, b }: BodyPair) => boundingRadius(a) + boundingRadius(b);
const reachOf = ({ a, b }: BodyPair) => Math.min(boundingRadius(a), boundingRadius(b));

/** Both bodies of each pair, moved by up to `motion` of its smaller extent and turned by as many rad. */
function moved(pairs: readonly BodyPair[], motion: number, random: Random): BodyPair[] {
  return pairs.map((pair) => {
    const shift = () => (2 * random() - 1) * motion * reachOf(pair) * 0.57;
    const turn = () => (2 * random() - 1) * motion * 0.57;
    const nudge = (body: BodyPair['a']) =>
      place(
        body,
        body.position.map((x) => x + shift()) as Vec3,
        turned(body.rotation as Quat, [turn(), turn(), turn()]),
      );
    return { a: nudge(pair.a), b: nudge(pair.b) };
  });
}

async function twins(
  kernel: Kernel,
  pairs: readonly BodyPair[],
): Promise<{ fixture: ContactFixture; fresh: ContactFixture }> {
  return { fixture: await ContactFixture.create(kernel, pairs), fresh: await ContactFixture.create(kernel, pairs) };
}

/** How far a kept row is from the fresh row, as parts of the pair's size. Points are compared by their features. */
function errorsOf(row: ContactRow, fresh: ContactRow, size: number): { distance: number; point: number } {
  const errors = { distance: Math.abs(row.distance - fresh.distance) / size, point: 0 };
  for (const point of row.points) {
    const twin = fresh.points.find(({ feature }) => feature === point.feature);
    if (!twin) continue;
    errors.point = Math.max(errors.point, Math.abs(point.separation - twin.separation) / size);
    for (const side of ['pointA', 'pointB'] as const) {
      errors.point = Math.max(errors.point, Math.hypot(...point[side].map((x, c) => x - twin[side][c])) / size);
    }
  }
  return errors;
}

type Errors = ReturnType<typeof errorsOf>;

/** Keeps the larger of each. */
function raise(worst: Errors, errors: Errors): void {
  worst.distance = Math.max(worst.distance, errors.distance);
  worst.point = Math.max(worst.point, errors.point);
}

describe.each(SWEPT_KERNELS)(`kernel %s, seed ${SEED}`, (kernel) => {
  test.each([
    ['boxes', boxes],
    ['bodies of all kinds', somePairs],
  ])('%s that hardly move keep manifolds near fresh ones', async (name, make) => {
    const random = seeded(SEED);
    const pairs = make(random);
    const { fixture, fresh } = await twins(kernel, pairs);
    fixture.engine.contactsSync(fixture.engine.pairs, OPTIONS);
    let [rows, kept, points, matched] = [0, 0, 0, 0];
    const worst = { distance: 0, point: 0 };
    for (let frame = 0; frame < 8; frame++) {
      const now = moved(pairs, 2e-4, random);
      fixture.poseAll(now);
      fresh.poseAll(now);
      const results = fixture.engine.contactsSync(fixture.engine.pairs, OPTIONS);
      const truth = fresh.engine.contactsSync(fresh.engine.pairs, { margin: MARGIN });
      rows += results.count;
      kept += results.recycledCount;
      for (let i = 0; i < results.count; i++) {
        if (results.recycled[i] === 0) continue;
        const [row, want] = [rowOf(results, i), rowOf(truth, i)];
        const size = sizeOf(now[i]);
        points += row.points.length;
        if (row.points.length === 0) {
          // a lower bound
          expect(row.status).toBe(Status.BeyondMaxDistance);
          expect(row.distance).toBeGreaterThan(MARGIN);
          expect(want.points.length).toBe(0);
          continue;
        }
        expect(row.status).toBe(row.distance > 0 ? Status.Separated : Status.Overlapping);
        expect(row.distance).toBe(Math.min(...row.points.map(({ separation }) => separation)));
        matched += row.points.filter(({ feature }) => want.points.some((other) => other.feature === feature)).length;
        raise(worst, errorsOf(row, want, size));
        for (const [k, point] of row.points.entries()) {
          expect(point.separation).toBeLessThanOrEqual(MARGIN);
          expect(point.previous).toBe(4 * i + k);
          // the points differ by the separation, along the normal
          for (let c = 0; c < 3; c++) {
            const between = now[i].b.position[c] - now[i].a.position[c];
            const apart = between + point.pointB[c] - point.pointA[c];
            expect(Math.abs(apart - point.separation * row.normal[c])).toBeLessThan(1e-5 * size);
          }
        }
        expect(Math.abs(Math.hypot(...row.normal) - 1)).toBeLessThan(1e-6);
      }
    }
    // recycleBound.test.ts goes up to the bound, which is half of `recycle`
    expect(worst.distance).toBeLessThan(name === 'boxes' ? 1e-4 : 5e-4);
    // a crossing of edges moves farther than the edges, and another deepest axis turns the whole patch
    expect(worst.point).toBeLessThan(name === 'boxes' ? 5e-4 : 1.5e-3);
    expect(kept / rows).toBeGreaterThan(name === 'boxes' ? 0.9 : 0.3);
    expect(points).toBeGreaterThan(kept / 4);
    expect(matched / points).toBeGreaterThan(0.9);
    await fixture.close();
    await fresh.close();
  });

  test('a row is kept up to the bound, and not beyond it; no more than 0.5 mm for any size', async () => {
    const bodies = [0.2, 2].flatMap((half) =>
      [0.45, 0.9, 1.1, 4].map((part) => {
        const cube = boxBody(half, half, half);
        return {
          a: place(cube, [0, 0, 0], [0, 0, 0, 1]),
          b: place(cube, [0, 2 * half, 0], [0, 0, 0, 1]),
          way: part * Math.min(RECYCLE * Math.hypot(half, half, half), 5e-4),
          part,
        };
      }),
    );
    const { fixture } = await twins(kernel, bodies);
    const list = fixture.engine.pairs;
    // most queries refresh none of them
    let kept = 0;
    for (let frame = 0; frame < 4; frame++) {
      fixture.poseAll(bodies);
      fixture.engine.contactsSync(list, { margin: MARGIN });
      fixture.engine.contactsSync(list, OPTIONS);
      fixture.poseAll(
        bodies.map(({ a, b, way }) => {
          const [x, y, z] = b.position;
          return { a, b: place(b, [x + 0.6 * way, y, z + 0.8 * way], b.rotation as Quat) };
        }),
      );
      const { recycled, count } = fixture.engine.contactsSync(list, OPTIONS);
      for (let i = 0; i < count; i++) {
        if (bodies[i].part > 1) expect(recycled[i]).toBe(0);
        else kept += recycled[i];
      }
    }
    expect(kept).toBeGreaterThan(12);
    await fixture.close();
  });

  test(`at rest each row with points is fresh once in ${REFRESH} queries, and rows without points never`, async () => {
    const pairs = boxes(seeded(SEED));
    const { fixture, fresh } = await twins(kernel, pairs);
    const list = fixture.engine.pairs;
    const first = rowsOf(fixture.engine.contactsSync(list, OPTIONS));
    const kept = new Array<number>(pairs.length).fill(0);
    for (let query = 0; query < REFRESH; query++) {
      const { recycled } = fixture.engine.contactsSync(list, OPTIONS);
      for (let i = 0; i < pairs.length; i++) kept[i] += recycled[i];
    }
    for (const [i, { points }] of first.entries()) expect(kept[i]).toBe(points.length > 0 ? REFRESH - 1 : REFRESH);
    expect(first.some(({ points }) => points.length === 0)).toBe(true);
    await fixture.close();
    await fresh.close();
  });

  test('bodies that creep do not drift: rows stay near fresh ones, query after query', async () => {
    const random = seeded(SEED);
    const start = boxes(random);
    const { fixture, fresh } = await twins(kernel, start);
    let now: readonly BodyPair[] = start;
    let [kept, deeper] = [0, 0];
    const worst = { distance: 0, point: 0 };
    for (let frame = 0; frame < 100; frame++) {
      // down by 0.02 mm per query, and a little aside
      now = now.map(({ a, b }) => {
        const [x, y, z] = b.position;
        const rotation = turned(b.rotation as Quat, [1e-5, 3e-5 * random(), 1e-5]);
        return { a, b: place(b, [x + 2e-5 * random(), y - 2e-5, z], rotation) };
      });
      fixture.poseAll(now);
      fresh.poseAll(now);
      const results = fixture.engine.contactsSync(fixture.engine.pairs, OPTIONS);
      const truth = fresh.engine.contactsSync(fresh.engine.pairs, { margin: MARGIN });
      kept += results.recycledCount;
      for (let i = 0; i < results.count; i++) {
        if (results.recycled[i] === 0 || results.pointCount[i] === 0) continue;
        const [row, want] = [rowOf(results, i), rowOf(truth, i)];
        raise(worst, errorsOf(row, want, sizeOf(now[i])));
        deeper = Math.max(deeper, row.distance - want.distance);
      }
    }
    expect(kept / (100 * PAIRS)).toBeGreaterThan(0.5);
    expect(worst.distance).toBeLessThan(1e-5);
    expect(worst.point).toBeLessThan(5e-4);
    // separations are those of the poses, not of the stamp
    expect(deeper).toBeLessThan(2e-6);
    await fixture.close();
    await fresh.close();
  });

  test('spheres that roll, and removed and replaced colliders, get fresh manifolds', async () => {
    const engine = await createContactEngine({ workers: 0, kernel, capacity: SMALL });
    const { scene, pairs } = engine;
    const cube = scene.addShape(box(1, 1, 1));
    const ground = scene.addCollider(cube);
    const ball = scene.addCollider(scene.addShape(sphere(0.5)), { position: [0, 1.5, 0] });
    const crate = scene.addCollider(scene.addShape(box(0.5, 0.5, 0.5)), { position: [0, -1.5, 0] });
    const low = scene.addShape(box(0.5, 0.4, 0.5));
    pairs.set([ground, ball, crate, ground]);
    engine.contactsSync(pairs, OPTIONS);
    const again = engine.contactsSync(pairs, OPTIONS);
    expect([...again.recycled.subarray(0, 2)]).toEqual([0, 1]);
    scene.removeCollider(crate);
    expect(scene.addCollider(low, { position: [0, -1.5, 0] })).toBe(crate);
    const replaced = engine.contactsSync(pairs, OPTIONS);
    expect(replaced.recycled[1]).toBe(0);
    expect(replaced.separation[7]).toBeCloseTo(0.1, 6);
    scene.removeCollider(crate);
    expect(engine.contactsSync(pairs, OPTIONS).status[1]).toBe(Status.Invalid);
    expect(engine.contactsSync(pairs, OPTIONS).recycled[1]).toBe(0);
    await engine.close();
  });

  test('rows move with the list, in either order; resize and a query without recycling end them', async () => {
    const all = boxes(seeded(SEED));
    const { fixture } = await twins(kernel, all);
    const { engine, ids } = fixture;
    const list = engine.pairs;
    engine.contactsSync(list, OPTIONS);
    const before = rowsOf(engine.contactsSync(list, OPTIONS));
    // every other pair, from the end, in the other order
    const order = before.map((_, i) => before.length - 1 - i).filter((i) => i % 2 === 0);
    list.set(order.flatMap((i) => [ids[2 * i + 1], ids[2 * i]]));
    const results = engine.contactsSync(list, OPTIONS);
    expect(results.recycledCount).toBeGreaterThan(0.9 * order.length);
    for (const [row, i] of order.entries()) {
      if (results.recycled[row] === 0) continue;
      const [now, was] = [rowOf(results, row), before[i]];
      expect(now.points.length).toBe(was.points.length);
      for (const [k, point] of now.points.entries()) {
        expect(point.feature).toBe(was.points[k].feature);
        expect(point.previous).toBe(4 * i + k);
        expect(point.separation).toBeCloseTo(was.points[k].separation, 6);
        for (let c = 0; c < 3; c++) expect(point.pointA[c]).toBeCloseTo(was.points[k].pointB[c], 5);
      }
      for (let c = 0; c < 3; c++) expect(now.normal[c]).toBeCloseTo(-was.normal[c], 5);
    }
    list.resize(order.length);
    expect(engine.contactsSync(list, OPTIONS).recycledCount).toBe(0);
    expect(engine.contactsSync(list, OPTIONS).recycledCount).toBeGreaterThan(0);
    const fresh = engine.contactsSync(list, { margin: MARGIN });
    expect(fresh.recycledCount).toBe(0);
    expect(engine.contactsSync(list, OPTIONS).recycledCount).toBe(0);
    await fixture.close();
  });

  test('a block that runs again after the death of its worker gives the same bytes', async () => {
    const tuning = { shareFrom: 0, blockPairs: 4 };
    const { createWorker } = cast([dying({ moment: 'computed', block: 30, how: 'exit' })]);
    const alone = await createContactEngine({ workers: 0, kernel, capacity: SMALL, tuning });
    const doomed = await createContactEngine({ workers: 1, kernel, capacity: SMALL, tuning, createWorker });
    const engines = [alone, doomed];
    for (const engine of engines) fillMixed(engine, 200, SEED);
    const random = seeded(SEED);
    let [query, kept] = [0, 0];
    await repeatUntil(
      'a restart, and rows that are kept: the worker may die in the first query',
      () => doomed.info.restarts > 0 && kept > 0,
      async () => {
        const [want, got] = [await alone.contacts(OPTIONS), await doomed.contacts(OPTIONS)];
        expect(same(usedBytes(got), usedBytes(want)), `query ${query}`).toBe(true);
        expect(got.recycledCount).toBe(want.recycledCount);
        kept += got.recycledCount;
        query++;
        for (let k = 0; k < 800; k++) {
          const way = (random() - 0.5) * (k % 40 < 4 ? 0.02 : 1e-4);
          for (const { scene } of engines) scene.positions[k] += way;
        }
        await nextTask();
      },
    );
    for (const engine of engines) await engine.close();
  });

  test('the same bytes on any number of threads and in blocks of any size', async () => {
    const run = async (workers: number, blockPairs: number) => {
      const engine = await createContactEngine({
        workers,
        kernel,
        capacity: SMALL,
        tuning: { shareFrom: 0, blockPairs },
      });
      fillMixed(engine, 200, SEED);
      const random = seeded(SEED);
      const bytes: Uint8Array[] = [];
      let kept = 0;
      for (let frame = 0; frame < 6; frame++) {
        const results = frame % 2 === 0 ? engine.contactsSync(OPTIONS) : await engine.contacts(OPTIONS);
        bytes.push(usedBytes(results), results.recycled.slice(0, results.count));
        kept += results.recycledCount;
        const { positions } = engine.scene;
        // some of the bodies move far
        for (let k = 0; k < 800; k++) positions[k] += (random() - 0.5) * (k % 40 < 4 ? 0.02 : 1e-4);
      }
      await engine.close();
      return { bytes, kept };
    };
    const want = await run(0, 256);
    expect(want.kept).toBeGreaterThan(300);
    for (const [workers, blockPairs] of [
      [0, 1],
      [1, 7],
      [2, 64],
    ]) {
      const got = await run(workers, blockPairs);
      for (const [k, bytes] of got.bytes.entries()) expect(same(bytes, want.bytes[k]), `query ${k}`).toBe(true);
      expect(got.kept).toBe(want.kept);
    }
  });
});

test('bodies without a pose, and rows that are no pairs, keep nothing', async () => {
  const bodies = [
    { a: place(sphereBody(0.5), [0, 0, 0], [0, 0, 0, 1]), b: place(boxBody(1, 1, 1), [0, 1.5, 0], [0, 0, 0, 1]) },
  ];
  const fixture = await ContactFixture.create('simd', bodies);
  const { positions } = fixture.engine.scene;
  fixture.engine.contactsSync(fixture.engine.pairs, OPTIONS);
  positions[4 * fixture.ids[0]] = Number.NaN;
  const results = fixture.engine.contactsSync(fixture.engine.pairs, OPTIONS);
  expect([results.recycled[0], results.status[0]]).toEqual([0, Status.Invalid]);
  await fixture.close();
});
