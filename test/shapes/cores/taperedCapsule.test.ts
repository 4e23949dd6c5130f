/** Tapered capsules: closed forms against spheres and points, and what they are in the limit. */
import {
  box,
  capsule,
  createEngine,
  cylinder,
  type Engine,
  hullOf,
  type KernelName,
  massProperties,
  point,
  rounded,
  type Shape,
  Status,
  sphere,
  taperedCapsule,
  verify,
} from 'hullstorm';
import { distance as pairDistance } from 'hullstorm/pair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chained, quaternion, rotated, signedBeyondBalls, type Vec3 } from '../../oracle/roundBody.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0x7a9e;
const COUNT = 300;
/** Parts of the size. */
const CLOSE: Readonly<Partial<Record<KernelName, number>>> = { scalar: 1e-6, simd: 1e-5 };

const f32 = Math.fround;
const between = (random: () => number, low: number, high: number) => low + (high - low) * random();

/** Half height and radii: of usual shapes, needles, drops, nearly capsules, and balls in balls. */
const RATIOS: Record<string, (r: () => number) => [number, number, number]> = {
  usual: (r) => [between(r, 0.1, 1), between(r, 0.1, 1), between(r, 0.1, 1)],
  needles: (r) => [1, 1e-3 * r(), 1e-3 * r()],
  drops: (r) => [between(r, 0.1, 1), 0, between(r, 0.1, 1)],
  'nearly capsules': (r) => [0.5, 0.25, 0.25 * (1 + 1e-6 * r())],
  'a ball in the other': (r) => [between(r, 0.01, 0.2), between(r, 0.5, 1), 0.05 * r()],
  'a ball that touches the other': (r) => [0.25, 0.25, 0.75 + 1e-6 * (r() - 0.5)],
  'a speck and a ball': (r) => [1, 1e-9, between(r, 0.5, 1)],
};

describe.each(Object.entries(CLOSE) as [KernelName, number][])('kernel %s', (kernel, close) => {
  let engine: Engine;
  beforeAll(async () => {
    const capacity = { shapes: 6000, vertices: 30_000, colliders: 6000, pairs: 2 * COUNT };
    engine = await createEngine({ workers: 0, kernel, capacity });
  });
  afterAll(() => engine.close());

  test.each(Object.entries(RATIOS))(`%s: distance and depth of spheres and points, seed ${SEED}`, (_, make) => {
    const random = seeded(SEED);
    const { scene } = engine;
    const ids: number[] = [];
    const exact: number[] = [];
    const sizes: number[] = [];
    for (let k = 0; k < COUNT; k++) {
      const [h, a, b] = make(random);
      const ball = k % 3 === 0 ? 0 : between(random, 0.05, 0.5);
      const extent = h + Math.max(a, b);
      const turn = quaternion(random).map(f32) as [number, number, number, number];
      const local = [0, 1, 2].map(() => 1.2 * extent * (2 * random() - 1)) as Vec3;
      const origin = [0, 1, 2].map(() => 10 * random()) as Vec3;
      const place = rotated(turn, local).map((x, c) => x + origin[c]!);
      const [one, other] = [
        scene.addCollider(scene.addShape(taperedCapsule(h, a, b)), { position: origin, rotation: turn }),
        scene.addCollider(scene.addShape(ball === 0 ? point() : sphere(ball)), { position: place }),
      ];
      ids.push(...(k % 2 ? [one, other] : [other, one]));
      exact.push(signedBeyondBalls(f32(h), f32(a), f32(b), local) - f32(ball));
      sizes.push(extent + ball);
    }
    engine.pairs.set(ids);
    const before = engine.info.refined;
    const results = engine.distanceSync();
    let overlapping = 0;
    for (const [k, want] of exact.entries()) {
      const error = Math.abs(results.distance(k) - want) - results.offsetA[4 * k + 3]!;
      expect(error / sizes[k]!, `row ${k}: ${results.distance(k)}, not ${want}`).toBeLessThan(close);
      if (Math.abs(want) > 1e-4) expect(results.status[k]).toBe(want > 0 ? Status.Separated : Status.Overlapping);
      if (want < 0) overlapping++;
    }
    expect(overlapping).toBeGreaterThan(COUNT / 100);
    // the wide kernel has them
    if (kernel === 'simd') expect(engine.info.refined - before).toBeLessThan(COUNT / 5);
    const { worstError, worstReason, worstRow } = verify(results);
    expect(worstError, `${worstReason} of row ${worstRow}`).toBeLessThan(close);
    const flags = engine.intersectSync();
    for (let k = 0; k < COUNT; k++) expect(flags.status[k], `row ${k}`).toBe(results.status[k]);
  });

  test(`swapped, moved and scaled pairs have the same distance, seed ${SEED}`, () => {
    const random = seeded(SEED);
    const { scene } = engine;
    for (let k = 0; k < 40; k++) {
      const [h, a, b] = RATIOS.usual!(random);
      const other = [box(0.3, 0.2, 0.4), cylinder(0.3, 0.2), taperedCapsule(0.3, 0.2, 0.1), capsule(0.3, 0.2)][k % 4]!;
      const [turn, otherTurn] = [quaternion(random), quaternion(random)];
      const place = [0, 1, 2].map(() => 2 * random() - 1) as Vec3;
      const motion = quaternion(random);
      const add = (shape: Shape, position: Vec3, rotation: number[]) =>
        scene.addCollider(scene.addShape(shape), { position, rotation });
      const [one, two] = [add(taperedCapsule(h, a, b), [0, 0, 0], turn), add(other, place, otherTurn)];
      const moved = [
        add(taperedCapsule(h, a, b), [0, 0, 0], chained(motion, turn)),
        add(other, rotated(motion, place), chained(motion, otherTurn)),
      ];
      // the same bodies turned around
      const turned = add(taperedCapsule(h, b, a), [0, 0, 0], chained(turn, [1, 0, 0, 0]));
      engine.pairs.set([one, two, two, one, moved[0]!, moved[1]!, turned, two]);
      const results = engine.distanceSync();
      const [first, ...others] = [0, 1, 2, 3].map((row) => results.distance(row));
      expect(others[0]).toBe(first);
      for (const d of others) expect(Math.abs(d! - first!)).toBeLessThan(2 * close * (h + a + b + 1));
    }
  });
});

test('equal radii are a capsule, bit by bit', async () => {
  const engine = await createEngine({ workers: 0 });
  const { scene } = engine;
  scene.addShape(rounded(taperedCapsule(0.5, 0.25, 0.25), 0.125));
  const tapered = scene.snapshot();
  const other = await createEngine({ workers: 0 });
  other.scene.addShape(rounded(capsule(0.5, 0.25), 0.125));
  expect(tapered).toEqual(other.scene.snapshot());
  expect(massProperties(taperedCapsule(0.5, 0.25, 0.25))).toEqual(massProperties(capsule(0.5, 0.25)));
  expect(() => massProperties(taperedCapsule(1, 0, 0))).toThrow('expected a body with volume');
  await engine.close();
  await other.close();
});

test('the hull of two spheres, and a sphere where one of them holds the other', () => {
  const random = seeded(SEED);
  const here = { position: [0, 0, 0] };
  for (let k = 0; k < 100; k++) {
    const [h, a, b] = RATIOS.usual!(random).map(f32) as [number, number, number];
    const pose = { position: [0, 1, 2].map(() => 2 * random() - 1), rotation: quaternion(random) };
    const hull = hullOf({ shape: sphere(a), position: [0, h, 0] }, { shape: sphere(b), position: [0, -h, 0] });
    const want = pairDistance(hull, here, box(0.3, 0.2, 0.1), pose).distance;
    expect(pairDistance(taperedCapsule(h, a, b), here, box(0.3, 0.2, 0.1), pose).distance).toBeCloseTo(want, 5);
    const inner = pairDistance(taperedCapsule(0.25, 0.75, 0.25), here, box(0.3, 0.2, 0.1), pose).distance;
    const ball = pairDistance(sphere(0.75), { position: [0, 0.25, 0] }, box(0.3, 0.2, 0.1), pose).distance;
    expect(inner).toBeCloseTo(ball, 6);
  }
});

test('mass: caps and a frustum; a sphere beside the origin', () => {
  const [h, a, b] = [0.5, 0.25, 0.5];
  const sine = (b - a) / (2 * h);
  const cosine = Math.sqrt(1 - sine * sine);
  const cap = (r: number, height: number) => (Math.PI * height * height * (3 * r - height)) / 3;
  const length = 2 * h + (a - b) * sine;
  const [low, high] = [b * cosine, a * cosine];
  const side = (Math.PI * length * (low * low + low * high + high * high)) / 3;
  const { volume, center } = massProperties(taperedCapsule(h, a, b), 1);
  expect(volume).toBeCloseTo(cap(a, a * (1 - sine)) + cap(b, b * (1 + sine)) + side, 13);
  expect(center[1]).toBeLessThan(0);
  const ball = massProperties(taperedCapsule(0.125, 0.5, 0.125), 1);
  const want = massProperties(sphere(0.5), 1);
  expect(ball.volume).toBeCloseTo(want.volume, 13);
  expect(ball.center[1]).toBeCloseTo(0.125, 13);
  for (const [k, moment] of ball.moments.entries()) expect(moment).toBeCloseTo(want.moments[k]!, 13);
});
