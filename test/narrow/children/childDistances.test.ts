/** Flags and distances of shapes with children, against every child by a solver that shares no code with the kernels. */
import {
  box,
  compound,
  createEngine,
  type DistanceResults,
  type Engine,
  halfSpace,
  hull,
  mesh,
  type Shape,
  Status,
  sphere,
  verify,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { trianglesOf } from '../../../scenes/bruteForce.ts';
import { type Body, boxBody, hullBody, place, type Quat, sphereBody, type Vec3 } from '../../oracle/body.ts';
import { signedDistance } from '../../oracle/signedDistance.ts';
import { nearestGap } from '../../oracle/triangles.ts';
import { seeded } from '../../support/random.ts';
import { makeSurface } from '../../support/surfaces.ts';

const SEED = 0x34c1;
const PAIRS = 60;
const POINTS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const CAPACITY = { shapes: 64, vertices: 2048, colliders: 256, pairs: 512, compoundParts: 64, meshTriangles: 4096 };

const BODIES: readonly (readonly [Shape, () => Body])[] = [
  [box(0.5, 0.25, 0.4), () => boxBody(0.5, 0.25, 0.4)],
  [sphere(0.3), () => sphereBody(0.3)],
  [hull(POINTS), () => hullBody(POINTS)],
];
const PARTS = [
  { shape: box(0.4, 0.1, 0.4), body: boxBody(0.4, 0.1, 0.4), position: [0, 0, 0] as const },
  ...[-1, 1].flatMap((x) =>
    [-1, 1].map((z) => ({
      shape: box(0.05, 0.3, 0.05),
      body: boxBody(0.05, 0.3, 0.05),
      position: [Math.fround(0.35 * x), Math.fround(-0.4), Math.fround(0.35 * z)] as const,
    })),
  ),
  { shape: sphere(0.2), body: sphereBody(0.2), position: [0, Math.fround(0.3), 0] as const },
];

const aTurn = (random: () => number): Quat => [0, 1, 2, 3].map(() => Math.fround(random() - 0.5)) as Quat;

/** The parts of the compound as bodies in the world. */
function partsAt(position: Vec3, rotation: Quat): Body[] {
  const [x, y, z, w] = rotation;
  const length = Math.hypot(x, y, z, w);
  const q = [x / length, y / length, z / length];
  const turn = (v: readonly number[]): Vec3 => {
    const t = [0, 1, 2].map((c) => 2 * (q[(c + 1) % 3] * v[(c + 2) % 3] - q[(c + 2) % 3] * v[(c + 1) % 3]));
    return [0, 1, 2].map(
      (c) => v[c] + (w / length) * t[c] + q[(c + 1) % 3] * t[(c + 2) % 3] - q[(c + 2) % 3] * t[(c + 1) % 3],
    ) as Vec3;
  };
  return PARTS.map(({ body, position: own }) => {
    const moved = turn(own);
    return place(body, position.map((p, c) => p + moved[c]) as Vec3, rotation);
  });
}

/** Engines with the same pairs of a mesh with bodies: half of them in the other order. */
async function meshPairs(kernel: 'scalar' | 'simd', workers: number) {
  const random = seeded(SEED);
  const surface = makeSurface('rough', seeded(SEED + 1));
  const engine = await createEngine({ kernel, workers, capacity: CAPACITY, tuning: { shareFrom: 0, blockPairs: 8 } });
  const { scene } = engine;
  const ground = scene.addCollider(scene.addShape(mesh(surface)), { static: true });
  const list = engine.createPairList(PAIRS);
  const bodies: Body[] = [];
  const ids: number[] = [];
  for (let k = 0; k < PAIRS; k++) {
    const [shape, body] = BODIES[k % BODIES.length];
    const position: Vec3 = [6 * (random() - 0.5), 2 * random() - 0.5, 6 * (random() - 0.5)];
    const rotation = aTurn(random);
    bodies.push(place(body(), position, rotation));
    const id = scene.addCollider(scene.addShape(shape), { position, rotation });
    ids.push(...(k % 2 === 0 ? [ground, id] : [id, ground]));
  }
  list.set(ids);
  return { engine, list, bodies, triangles: trianglesOf(surface) };
}

const columnsOf = ({ status, separation, offsetA, offsetB, childA, childB }: DistanceResults, count: number) => [
  [...status.subarray(0, count)],
  ...[separation, offsetA, offsetB].map((column) => [...column.subarray(0, 4 * count)]),
  [...childA.subarray(0, count)],
  [...childB.subarray(0, count)],
];

describe.each(['scalar', 'simd'] as const)('children of a mesh, %s', (kernel) => {
  test(`least distance, or greatest depth, of all triangles (seed ${SEED})`, async () => {
    const { engine, list, bodies, triangles } = await meshPairs(kernel, 0);
    const results = engine.distanceSync(list);
    let overlaps = 0;
    for (const [k, body] of bodies.entries()) {
      const truth = nearestGap(triangles, body);
      const isFirst = k % 2 === 0;
      expect(Math.abs(results.separation[4 * k + 3] - truth.distance), `pair ${k}`).toBeLessThan(2e-6);
      expect((isFirst ? results.childB : results.childA)[k]).toBe(-1);
      expect((isFirst ? results.childA : results.childB)[k]).toBeGreaterThanOrEqual(0);
      if (truth.distance < 0) overlaps++;
    }
    expect(overlaps).toBeGreaterThan(5);
    expect(PAIRS - overlaps).toBeGreaterThan(5);
    expect(verify(results).worstError).toBeLessThan(1e-5);
    expect(verify(results).checked).toBe(PAIRS);
    const flags = engine.intersectSync(list).status.slice(0, PAIRS);
    expect([...flags]).toEqual(bodies.map((body) => Number(nearestGap(triangles, body).distance <= 0)));
    await engine.close();
  });

  test('beyond a limit: a bound that is none too large; without depth: 0', async () => {
    const { engine, list, bodies, triangles } = await meshPairs(kernel, 0);
    const limit = 0.1;
    const results = engine.distanceSync(list, { maxDistance: limit, depth: false });
    for (const [k, body] of bodies.entries()) {
      const truth = nearestGap(triangles, body).distance;
      const got = results.separation[4 * k + 3];
      if (truth > limit + 1e-6) {
        expect(results.status[k]).toBe(Status.BeyondMaxDistance);
        expect(got).toBeLessThanOrEqual(truth + 1e-6);
      } else if (truth <= 0) {
        expect([results.status[k], got]).toEqual([Status.Overlapping, 0]);
        expect(results.offsetA[4 * k]).toBeNaN();
      } else expect(Math.abs(got - truth)).toBeLessThan(2e-6);
    }
    await engine.close();
  });

  test('the same bytes with two workers', async () => {
    const alone = await meshPairs(kernel, 0);
    const shared = await meshPairs(kernel, 2);
    const want = columnsOf(alone.engine.distanceSync(alone.list), PAIRS);
    const got = columnsOf(await shared.engine.distance(shared.list), PAIRS);
    expect(got).toEqual(want);
    await alone.engine.close();
    await shared.engine.close();
  });
});

describe.each(['scalar', 'simd'] as const)('parts of compounds, %s', (kernel) => {
  const aChair = (engine: Engine) =>
    engine.scene.addShape(compound(PARTS.map(({ shape, position }) => ({ shape, position }))));

  test(`against each other and a box, part by part (seed ${SEED})`, async () => {
    const random = seeded(SEED + 2);
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const chair = aChair(engine);
    const crate = scene.addShape(box(0.3, 0.3, 0.3));
    const list = engine.createPairList(40);
    const ids: number[] = [];
    const truths: number[] = [];
    for (let k = 0; k < 40; k++) {
      const poses = [0, 1].map(() => {
        return { position: [0, 1, 2].map(() => 1.6 * (random() - 0.5)) as Vec3, rotation: aTurn(random) };
      });
      const isChair = k % 2 === 0;
      const [a, b] = poses.map((pose, n) => scene.addCollider(n === 0 || isChair ? chair : crate, pose));
      const own = partsAt(poses[0].position, poses[0].rotation);
      const others = isChair
        ? partsAt(poses[1].position, poses[1].rotation)
        : [place(boxBody(0.3, 0.3, 0.3), poses[1].position, poses[1].rotation)];
      truths.push(Math.min(...own.flatMap((one) => others.map((two) => signedDistance(one, two).distance))));
      ids.push(...(k % 4 < 2 ? [a, b] : [b, a]));
    }
    list.set(ids);
    const results = engine.distanceSync(list);
    for (const [k, truth] of truths.entries()) {
      expect(Math.abs(results.separation[4 * k + 3] - truth), `pair ${k}`).toBeLessThan(2e-6);
    }
    expect(verify(results).worstError).toBeLessThan(1e-5);
    await engine.close();
  });

  test('over a half-space', async () => {
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const floor = scene.addCollider(scene.addShape(halfSpace()), { static: true });
    const id = scene.addCollider(aChair(engine), { position: [3, 1, 5] });
    const list = engine.createPairList(1);
    list.set([floor, id]);
    const { separation, childA, childB } = engine.distanceSync(list);
    // the legs end 0.7 m below the middle
    expect(separation[3]).toBeCloseTo(0.3, 6);
    expect(childA[0]).toBe(-1);
    expect([1, 2, 3, 4]).toContain(childB[0]);
    await engine.close();
  });

  test('a convex pair has no child, also after one that had', async () => {
    const engine = await createEngine({ kernel, workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    const ball = scene.addShape(sphere(0.5));
    const [a, b] = [0, 3].map((x) => scene.addCollider(ball, { position: [x, 0, 0] }));
    const chair = scene.addCollider(aChair(engine), { position: [0, 3, 0] });
    const list = engine.createPairList(1);
    list.set([a, chair]);
    expect(engine.distanceSync(list).childB[0]).toBeGreaterThanOrEqual(0);
    list.set([a, b]);
    const results = engine.distanceSync(list);
    expect([results.childA[0], results.childB[0], results.separation[3]]).toEqual([-1, -1, 2]);
    await engine.close();
  });
});
