import {
  box,
  createEngine,
  type Engine,
  halfSpace,
  type NearestResults,
  ProbeStatus,
  QueryError,
  rounded,
  sphere,
} from 'hullstorm';
import { createPairDistance, distance } from 'hullstorm/pair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PORTABLE } from '../../support/kernels.ts';
import { stir } from '../../support/mixedScene.ts';
import { type ProbeWorld, probeWorld } from '../../support/probeWorld.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const BODIES = sweep(120, 600);
const FRAMES = sweep(3, 12);
const MOST = 8;

const bytesOf = ({ count, k, status, counts, ids, separation, offsetA, offsetB }: NearestResults) => {
  const rows: number[] = [];
  for (let i = 0; i < count; i++) {
    rows.push(status[i]!, counts[i]!, ...ids.subarray(k * i, k * i + counts[i]!));
    for (const column of [separation, offsetA, offsetB]) {
      rows.push(...column.subarray(4 * k * i, 4 * (k * i + counts[i]!)));
    }
  }
  return rows.join();
};

/** Distance of colliders a and b by `hullstorm/pair`, or undefined where that has none (two half-spaces). */
function oracle({ engine: { scene }, shapes }: ProbeWorld, a: number, b: number) {
  const out = createPairDistance();
  const pose = (id: number) => ({
    position: scene.positions.subarray(4 * id, 4 * id + 3),
    rotation: scene.rotations.subarray(4 * id, 4 * id + 4),
  });
  const [shapeA, shapeB] = [shapes[scene.shapes[a]!]!, shapes[scene.shapes[b]!]!];
  if (shapeA.kind === 'halfSpace' && shapeB.kind === 'halfSpace') return undefined;
  distance(shapeA, pose(a), shapeB, pose(b), out);
  return { distance: out.distance, slack: out.errorBound };
}

/** Compares each row with all others of the scene. @returns how many neighbors overlap their collider */
function check(world: ProbeWorld, results: NearestResults, maxDistance: number): number {
  const { scene } = world.engine;
  let overlaps = 0;
  for (let i = 0; i < scene.rows; i++) {
    const others: { id: number; distance: number; slack: number }[] = [];
    for (let id = 0; id < scene.rows; id++) {
      const sees = scene.groups[2 * i]! & scene.groups[2 * id + 1]! && scene.groups[2 * id]! & scene.groups[2 * i + 1]!;
      const found = id !== i && sees ? oracle(world, i, id) : undefined;
      if (found) others.push({ id, ...found });
    }
    others.sort((a, b) => a.distance - b.distance || a.id - b.id);
    const found = results.read(i);
    const why = `collider ${i}`;
    const within = others.filter((each) => each.distance <= maxDistance - 1e-4).slice(0, results.k);
    expect(found.length, why).toBeGreaterThanOrEqual(within.length);
    expect(new Set(found.map(({ id }) => id)).size, why).toBe(found.length);
    for (const [n, { id, distance: got, errorBound, normal, pointA, pointB }] of found.entries()) {
      const own = others.find((each) => each.id === id)!;
      const tolerance = 1e-6 + errorBound + own.slack;
      expect(Math.abs(got - own.distance), why).toBeLessThan(tolerance);
      // the n-th smallest distance, whichever of equal ones it is
      expect(Math.abs(got - others[n]!.distance), why).toBeLessThan(tolerance);
      expect(got, why).toBeLessThanOrEqual(maxDistance);
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(pointA[c]! + got * normal[c]! - pointB[c]!), why).toBeLessThan(1e-4);
      }
      if (n > 0) expect(got, why).toBeGreaterThanOrEqual(found[n - 1]!.distance);
      if (got < 0) overlaps++;
    }
  }
  return overlaps;
}

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test('finds what brute force finds, through motion (seed 0xf1d)', async () => {
    const world = await probeWorld(BODIES, { neighbors: MOST * (BODIES + 8) }, kernel, 1);
    const { engine } = world;
    let overlaps = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const options = { k: [1, 3, MOST][frame % 3]!, maxDistance: frame % 3 === 1 ? 0.25 : Infinity };
      const results = frame % 2 === 0 ? engine.nearestSync(options) : await engine.nearest(options);
      expect(results.count).toBe(engine.scene.rows);
      overlaps += check(world, results, options.maxDistance);
      stir(engine, 0.05, frame);
    }
    expect(overlaps).toBeGreaterThan(FRAMES);
    await engine.close();
  });

  test('the same bytes with 0, 1 and 3 workers (seed 0xf1d)', async () => {
    const bytes: string[] = [];
    for (const workers of [0, 1, 3]) {
      const { engine } = await probeWorld(BODIES, { neighbors: MOST * (BODIES + 8) }, kernel, workers);
      bytes.push(bytesOf(await engine.nearest({ k: MOST })), bytesOf(engine.nearestSync({ k: MOST })));
      await engine.close();
    }
    expect(new Set(bytes).size).toBe(1);
  });

  test('clusters that are far apart, and a scene that is scaled by a power of two', async () => {
    const ids: string[] = [];
    for (const scale of [1, 2 ** 20, 2 ** -20]) {
      const engine = await createEngine({ workers: 0, kernel, capacity: { colliders: 300, pairs: 300, shapes: 4 } });
      const random = seeded(0xc1);
      const ball = engine.scene.addShape(sphere(0.1 * scale));
      for (let id = 0; id < 300; id++) {
        const far = 1000 * Math.trunc(id / 100);
        engine.scene.addCollider(ball, { position: [far + random(), random(), random()].map((c) => scale * c) });
      }
      const results = engine.nearestSync({ k: 2 });
      for (let id = 0; id < 300; id++) {
        expect(results.counts[id]).toBe(2);
        expect(Math.trunc(results.ids[2 * id]! / 100)).toBe(Math.trunc(id / 100));
      }
      ids.push(results.ids.subarray(0, 600).join());
      await engine.close();
    }
    expect(new Set(ids).size).toBe(1);
  });
});

test('a collider far away from all others changes no neighbors (seed 0xfa2)', async () => {
  const ids: string[] = [];
  for (const far of [0, 1e6]) {
    const engine = await createEngine({
      workers: 0,
      capacity: { colliders: 401, pairs: 1, neighbors: 401, shapes: 1 },
    });
    const random = seeded(0xfa2);
    const ball = engine.scene.addShape(sphere(0.3));
    for (let id = 0; id < 400; id++)
      engine.scene.addCollider(ball, { position: [8 * random(), 8 * random(), 8 * random()] });
    if (far > 0) engine.scene.addCollider(ball, { position: [far, 0, 0] });
    ids.push(engine.nearestSync().ids.subarray(0, 400).join());
    await engine.close();
  }
  expect(ids[1]).toBe(ids[0]);
});

describe('rows', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 0, capacity: { colliders: 16, pairs: 16, neighbors: 64, shapes: 8 } });
    const { scene } = engine;
    const ball = scene.addShape(sphere(0.5));
    for (const x of [0, 2, 5, 9]) scene.addCollider(ball, { position: [x, 0, 0] });
  });
  afterAll(() => engine.close());

  const idsOf = (i: number, options: object) =>
    engine
      .nearestSync(options)
      .read(i)
      .map(({ id, distance: d }) => [id, d]);

  test('closed form: balls on a line, by distance', () => {
    expect(idsOf(0, { k: 3 })).toEqual([
      [1, 1],
      [2, 4],
      [3, 8],
    ]);
    expect(idsOf(2, { k: 2 })).toEqual([
      [1, 2],
      [3, 3],
    ]);
    expect(idsOf(3, {})).toEqual([[2, 3]]);
    const [first] = engine.nearestSync().read(0);
    expect(first).toMatchObject({ pointA: [0.5, 0, 0], pointB: [1.5, 0, 0], normal: [1, 0, 0] });
  });

  test('fewer than k: all there are, and none beyond the limit', () => {
    expect(idsOf(0, { k: 8 })).toHaveLength(3);
    expect(idsOf(3, { k: 8, maxDistance: 3 })).toEqual([[2, 3]]);
    expect(idsOf(0, { k: 8, maxDistance: 0.5 })).toEqual([]);
    expect(idsOf(0, { k: 8, maxDistance: 0 })).toEqual([]);
  });

  test('equal distances by id; overlaps first, the deepest first', () => {
    const { scene } = engine;
    const crate = scene.addShape(box(0.5, 0.5, 0.5));
    const added = [
      scene.addCollider(crate, { position: [2, 1.75, 0] }),
      scene.addCollider(crate, { position: [2, -1.75, 0] }),
      scene.addCollider(crate, { position: [2.9, 0, 0] }),
      scene.addCollider(scene.addShape(rounded(box(0.25, 0.25, 0.25), 0.25)), { position: [2, 0.75, 0] }),
    ];
    const found = engine.nearestSync({ k: 4 }).read(1);
    expect(found.map(({ id }) => id)).toEqual([added[3], added[2], added[0], added[1]]);
    expect(found[0]!.distance).toBeCloseTo(-0.25, 6);
    expect(found[1]!.distance).toBeCloseTo(-0.1, 6);
    expect(found[2]!.distance).toBe(found[3]!.distance);
    for (const id of added) scene.removeCollider(id);
  });

  test('groups, removed colliders, invalid poses and half-spaces', () => {
    const { scene } = engine;
    const ground = scene.addCollider(scene.addShape(halfSpace()), { static: true, position: [0, -0.75, 0] });
    expect(idsOf(0, { k: 2 })).toEqual([
      [ground, 0.25],
      [1, 1],
    ]);
    expect(
      engine
        .nearestSync({ k: 4 })
        .read(ground)
        .map(({ distance: d }) => d),
    ).toEqual([0.25, 0.25, 0.25, 0.25]);
    // 1 does not see 0, so they are no neighbors
    scene.setGroups(0, 2, 0xffff);
    scene.setGroups(1, 1, 1);
    expect(idsOf(0, { k: 1, maxDistance: 5 })).toEqual([[ground, 0.25]]);
    expect(idsOf(1, { k: 8 }).map(([id]) => id)).not.toContain(0);
    scene.setGroups(0, 1, 0xffff);
    scene.setGroups(1, 1, 0xffff);
    scene.removeCollider(ground);
    const gone = scene.addCollider(0, { position: [0, 3, 0] });
    const results = engine.nearestSync();
    expect(results.statusOf(gone)).toBe(ProbeStatus.Answered);
    scene.positions[4 * gone] = Number.NaN;
    expect(engine.nearestSync().statusOf(gone)).toBe(ProbeStatus.Invalid);
    expect(idsOf(0, { k: 8 }).map(([id]) => id)).not.toContain(gone);
    scene.removeCollider(gone);
    expect(engine.nearestSync().statusOf(gone)).toBe(ProbeStatus.Invalid);
    expect(engine.nearestSync().read(gone)).toEqual([]);
  });

  test('bad input: a sentence, and the results of before stay', async () => {
    const bad: [object, string][] = [
      [{ k: 0 }, 'k: expected an integer in 1..64, got 0'],
      [{ k: 65 }, 'k: expected an integer in 1..64, got 65'],
      [{ k: 1.5 }, 'k: expected an integer in 1..64, got 1.5'],
      [{ maxDistance: -1 }, 'maxDistance: expected a number ≥ 0 (m), got -1'],
      [{ maxDistance: Number.NaN }, 'maxDistance: expected a number ≥ 0 (m), got NaN'],
      [{ radius: 1 }, 'options: expected k, maxDistance, sensors, got the unknown option `radius`'],
    ];
    const before = bytesOf(engine.nearestSync());
    for (const [options, sentence] of bad) {
      expect(() => engine.nearestSync(options)).toThrow(new QueryError(`engine.nearestSync: ${sentence}`));
      await expect(engine.nearest(options)).rejects.toThrow(new QueryError(`engine.nearest: ${sentence}`));
    }
    const rows = engine.scene.rows;
    expect(() => engine.nearestSync({ k: 16 })).toThrow(
      `engine.nearestSync: expected at most 64 neighbors (raise capacity.neighbors), got ${16 * rows}`,
    );
    const first = engine.nearest();
    await expect(engine.nearest()).rejects.toThrow('expected results that no query is filling');
    expect(bytesOf(await first)).toBe(before);
    expect(() => engine.nearestSync().read(rows)).toThrow(
      `nearest.read: collider: expected an integer in 0..${rows - 1}`,
    );
    const flat = await createEngine({ workers: 0, planar: true });
    await expect(flat.nearest()).rejects.toThrow('expected an engine whose scene is in space');
    await flat.close();
  });

  test('an empty scene', async () => {
    const empty = await createEngine({ workers: 0 });
    expect(empty.nearestSync({ k: 5 }).count).toBe(0);
    await empty.close();
  });
});
