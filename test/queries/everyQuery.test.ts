/** Every query with a mesh, a height field and a compound, alone and with a worker: the same flat ground from each. */
import {
  box,
  CastStatus,
  ClosestStatus,
  compound,
  createEngine,
  type Engine,
  type EngineOptions,
  heightField,
  mesh,
  ProbeStatus,
  RayStatus,
  SeparateStatus,
  type Shape,
  SlideStatus,
  Status,
  sphere,
  verify,
} from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { square } from '../../scenes/surfaces.ts';

/** 4 × 4 m, its top at y = 0. */
const GROUNDS: Readonly<Record<string, () => Shape>> = {
  mesh: () => mesh(square(4, 1)),
  'height field': () => heightField({ rows: 5, columns: 5, spacing: [1, 1], heights: new Float32Array(25) }),
  compound: () =>
    compound([-1, 1].flatMap((x) => [-1, 1].map((z) => ({ shape: box(1, 0.5, 1), position: [x, -0.5, z] })))),
};
const RADIUS = 0.5;
const AT = [0.3, 0.9, 0.2];
const near = (value: number) => expect.closeTo(value, 4);

describe.each(Object.entries(GROUNDS))('a %s', (_, makeGround) => {
  describe.each([
    ['Sync', { workers: 0 }],
    ['', { workers: 1, tuning: { shareFrom: 0 } }],
  ] as const)('%s', (suffix, options) => {
    let engine: Engine;
    let ground: number;
    let ball: number;
    let shape: number;
    beforeAll(async () => {
      engine = await createEngine(options as EngineOptions);
      const { scene } = engine;
      ground = scene.addCollider(scene.addShape(makeGround()), { static: true });
      shape = scene.addShape(sphere(RADIUS));
      ball = scene.addCollider(shape, { position: AT });
    });
    afterAll(() => engine.close());

    /** Calls a query of the engine, or its twin. */
    const ask = <N extends keyof Engine>(name: N, ...given: unknown[]) =>
      (engine as unknown as Record<string, (...all: unknown[]) => unknown>)[`${String(name)}${suffix}`]!(
        ...given,
      ) as Engine[N] extends (...all: never[]) => infer R ? R : never;
    const setBall = (y: number) => engine.scene.setPose(ball, [AT[0]!, y, AT[2]!], [0, 0, 0, 1]);

    test('pairs, flags and distances', async () => {
      setBall(0.9);
      const pairs = await ask('findPairs', { margin: 0.5 });
      expect([...pairs.ids.subarray(0, 2 * pairs.count)]).toEqual([ground, ball]);
      const gaps = await ask('distance', pairs);
      expect([...gaps.separation.subarray(0, 4)]).toEqual([near(0), near(1), near(0), near(0.4)]);
      expect(gaps.childA[0]).toBeGreaterThanOrEqual(0);
      expect(gaps.childB[0]).toBe(-1);
      const { checked, worstError } = verify(gaps);
      expect(checked).toBe(1);
      expect(worstError).toBeLessThan(1e-6);
      expect((await ask('intersect', pairs)).status[0]).toBe(Status.Separated);
      setBall(0.4);
      expect((await ask('intersect', pairs)).status[0]).toBe(Status.Overlapping);
      expect((await ask('distance', pairs)).distance(0)).toBeCloseTo(-0.1, 4);
    });

    test('contacts', async () => {
      setBall(0.9);
      const contacts = await ask('contacts', { margin: 0.5 });
      expect([contacts.count, contacts.rowCount, contacts.pointCount[0]]).toEqual([1, 8, 1]);
      expect([...contacts.separation.subarray(0, 4)]).toEqual([near(0), near(1), near(0), near(0.4)]);
      expect(contacts.childA[0]).toBeGreaterThanOrEqual(0);
    });

    test('rays', async () => {
      const rays = engine.createRayList(2);
      rays.set([0.3, 5, -0.7, 9, 5, 0], [0, -1, 0, 0, -1, 0]);
      const hits = await ask('castRays', rays);
      expect([...hits.status]).toEqual([RayStatus.Hit, RayStatus.Miss]);
      expect([hits.ids[0], hits.t[0]]).toEqual([ground, near(5)]);
      expect([...hits.normals.subarray(0, 3)]).toEqual([near(0), near(1), near(0)]);
      expect(hits.child[0]).toBeGreaterThanOrEqual(0);
    });

    test('casts', async () => {
      setBall(0.9);
      engine.pairs.set([ground, ball]);
      const motions = new Float64Array(8 * engine.scene.rows);
      motions[8 * ball + 1] = -2;
      const met = await ask('castPairs', engine.pairs, motions);
      expect([met.status[0], met.t[0]]).toEqual([CastStatus.Hit, near(0.2)]);
      expect(met.childA[0]).toBeGreaterThanOrEqual(0);
      const movers = engine.createCastList(1);
      movers.set(shape, [-0.7, 3, 0.4]);
      movers.moves.set([0, -4, 0]);
      const hit = await ask('castShapes', movers);
      expect([hit.status[0], hit.ids[0], hit.t[0]]).toEqual([CastStatus.Hit, ground, near(0.625)]);
      expect(hit.child[0]).toBeGreaterThanOrEqual(0);
    });

    test('points', async () => {
      setBall(40);
      const found = await ask('closestPoints', [-0.7, 1, -0.2]);
      expect([found.status[0], found.ids[0], found.distances[0]]).toEqual([ClosestStatus.Outside, ground, near(1)]);
      expect(found.child[0]).toBeGreaterThanOrEqual(0);
    });

    test('probes and boxes', async () => {
      setBall(40);
      const probes = engine.createProbeList(2);
      probes.set([shape, shape], [-0.7, 0.4, 0.2, -0.7, 0.6, 0.2]);
      const over = await ask('overlapShapes', probes);
      expect([...over.status.subarray(0, 2)]).toEqual([ProbeStatus.Answered, ProbeStatus.Answered]);
      expect([...over.ids.subarray(over.starts[0], over.starts[1])]).toEqual([ground]);
      expect([...over.ids.subarray(over.starts[1], over.starts[2])]).toEqual([]);
      const named = await ask('overlapShapes', probes, { children: true });
      expect([...named.ids.subarray(0, named.starts[1])]).toContain(ground);
      expect(Math.min(...named.child.subarray(0, named.starts[1]))).toBeGreaterThanOrEqual(0);
      const volumes = [...[-1, -0.1, -1, 1, 0.1, 1], ...[8, -9, 8, 9, 9, 9]];
      const within = await ask('overlapBox', volumes, { exact: true });
      expect([...within.starts.subarray(0, 3), within.ids[0]]).toEqual([0, 1, 1, ground]);
      const around = await ask('overlapSphere', [0.5, 0.5, 0.5, 0.501, 0.5, 0.5, 0.5, 0.499], { exact: true });
      expect([...around.starts.subarray(0, 3), around.ids[0]]).toEqual([0, 1, 1, ground]);
      const inBox = await ask('overlapBox', [-1, -0.1, -1, 1, 0.1, 1]);
      expect([...inBox.ids.subarray(0, inBox.starts[1])]).toEqual([ground]);
      const inBall = await ask('overlapSphere', [0, 0.5, 0, 0.6]);
      expect([...inBall.ids.subarray(0, inBall.starts[1])]).toEqual([ground]);
      setBall(0.9);
      const neighbors = await ask('nearest');
      expect(neighbors.read(ball)).toEqual([expect.objectContaining({ id: ground, distance: near(0.4) })]);
    });

    test('movers', async () => {
      setBall(40);
      const inside = engine.createProbeList(1);
      inside.set(shape, [-0.7, 0.3, 0.2]);
      const pushed = await ask('separate', inside, { skin: 0.01 });
      expect(pushed.status[0]).toBe(SeparateStatus.Moved);
      expect(0.3 + pushed.pushes[1]!).toBeCloseTo(RADIUS + 0.01, 3);
      expect(pushed.planeChildren[0]).toBeGreaterThanOrEqual(0);
      const movers = engine.createCastList(1);
      movers.set(shape, [-0.7, 1, 0.2]);
      movers.moves.set([1, -2, 0]);
      const slid = await ask('moveAndSlide', movers, { skin: 0.01 });
      expect(slid.status[0]).toBe(SlideStatus.Slid);
      expect(slid.planeChildren[0]).toBeGreaterThanOrEqual(0);
      expect([...slid.displacements.subarray(0, 3)]).toEqual([expect.closeTo(1, 2), expect.closeTo(-0.49, 2), near(0)]);
    });
  });
});
