/** Shapes of the user's own in hullstorm/pair: their answers, and functions that fail. */
import { createEngine } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import {
  box,
  type CastOptions,
  castRay,
  castShape,
  cylinder,
  distance,
  ellipsoid,
  halfSpace,
  hull,
  hullOf,
  intersect,
  type PairShape,
  type Pose,
  RayStatus,
  rounded,
  type Shape,
  type SupportFunction,
  sphere,
  sum,
  support,
} from '../../src/pair.ts';
import { ellipsoidBody, frustumBody, quaternion } from '../oracle/roundBody.ts';
import { seeded } from '../support/random.ts';
import { direction } from '../support/roundPairs.ts';
import { sweep } from '../support/sweep.ts';

const HERE: Pose = { position: [0, 0, 0] };
const SEED = 0x50f7;

/** The support function of a body of the oracle. */
const functionOf = (body: ReturnType<typeof ellipsoidBody>): SupportFunction => {
  return ([x = 0, y = 0, z = 0], out) => out.set(body.support([x, y, z]));
};
const own = (fn: unknown, halfExtents: unknown = [1, 1, 1]) => support(fn as SupportFunction, halfExtents as number[]);

test(`the answers of the library's own shapes, seed ${SEED}`, () => {
  const random = seeded(SEED);
  const egg = ellipsoid(1, 0.5, 0.75);
  const can = cylinder(0.75, 0.5);
  const ownEgg = support(functionOf(ellipsoidBody(egg)), [1, 0.5, 0.75]);
  const ownCan = rounded(support(functionOf(frustumBody(can)), [0.5, 0.75, 0.5]), 0.125);
  let overlapping = 0;
  for (let k = 0; k < 60; k++) {
    const pose = { position: [0, 1, 2].map(() => 3 * (random() - 0.5)), rotation: quaternion(random) };
    const pairs: [Parameters<typeof intersect>[0], Parameters<typeof intersect>[0], Shape, Shape][] = [
      [ownEgg, box(0.5, 0.5, 0.5), egg, box(0.5, 0.5, 0.5)],
      [ownEgg, ownCan, egg, rounded(can, 0.125)],
      [
        hullOf(ownEgg, { shape: ownCan, position: [0, 1, 0] }),
        sphere(0.5),
        hullOf(egg, { shape: rounded(can, 0.125), position: [0, 1, 0] }),
        sphere(0.5),
      ],
      [sum(ownEgg, ownCan), egg, sum(egg, rounded(can, 0.125)), egg],
    ];
    for (const [a, b, twinA, twinB] of pairs) {
      const answer = distance(a, HERE, b, pose);
      const twin = distance(twinA, HERE, twinB, pose);
      expect(Math.abs(answer.distance - twin.distance)).toBeLessThan(3e-6);
      expect(answer.status).toBe(twin.status);
      expect(intersect(a, HERE, b, pose)).toBe(twin.distance <= 0);
      if (twin.distance <= 0) overlapping++;
    }
  }
  expect(overlapping).toBeGreaterThan(40);
  expect(overlapping).toBeLessThan(200);
});

/** Balls of radius 1 as functions: made one after another, they have different codes. */
const ball: SupportFunction = ([x = 0, y = 0, z = 0], out) => out.set([x, y, z]);
const BALLS = Array.from({ length: 4 }, () => own(ball));

describe.each<[string, (base: Shape) => Shape]>([
  ['support', (base) => base],
  ['rounded', (base) => rounded(base, 0.25)],
  ['sum', (base) => sum(base, box(0.25, 0.5, 0.125))],
  ['sum with a support', (base) => sum(base, own(ball) as unknown as Shape)],
  ['hullOf', (base) => hullOf(base, { shape: box(0.5, 0.25, 0.25), position: [0.5, 1, 0] })],
  ['hullOf with a support', (base) => hullOf({ shape: base, position: [0, 1, 0] }, own(ball) as unknown as Shape)],
])('%s, each made four times: the answers of a sphere in its place, seed 3', (_, make) => {
  const random = seeded(3);
  const twin = make(sphere(1));
  const others: PairShape[] = [
    ...[
      box(0.5, 0.75, 1),
      sphere(0.5),
      cylinder(0.5, 0.25),
      ellipsoid(1, 0.5, 0.25),
      hull([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    ],
    ...[halfSpace(), own(ball), sum(box(1, 1, 1), sphere(0.5)), hullOf(sphere(0.25), box(1, 0.5, 0.25))],
  ];

  test.each(BALLS.map((base, k) => [k, make(base as unknown as Shape)] as const))('shape %i', (_k, shape) => {
    for (const other of others) {
      for (let k = 0; k < sweep(3, 200); k++) {
        const at: Pose = { position: [0, 1, 2].map(() => 6 * (random() - 0.5)), rotation: quaternion(random) };
        for (const isFirst of [true, false]) {
          const apart = (one: PairShape) => (isFirst ? distance(one, at, other, HERE) : distance(other, HERE, one, at));
          const answer = apart(shape);
          const expected = apart(twin);
          expect(answer.status).toBe(expected.status);
          expect(Math.abs(answer.distance - expected.distance)).toBeLessThan(3e-6);
          if (Math.abs(expected.distance) < 1e-5) continue;
          const meets = isFirst ? intersect(shape, at, other, HERE) : intersect(other, HERE, shape, at);
          expect(meets).toBe(expected.distance < 0);
        }
      }
    }
  });

  test.each(BALLS.map((base, k) => [k, make(base as unknown as Shape)] as const))('casts of shape %i', (_k, shape) => {
    for (const other of others) {
      for (let k = 0; k < sweep(2, 50); k++) {
        const position = direction(random).map((x) => 5 * x);
        const at: Pose = { position, rotation: quaternion(random) };
        const motion = {
          move: position.map((x) => -1.5 * x),
          turn: k % 2 === 0 ? [0, 0, 0] : direction(random),
        };
        const options: CastOptions = { tolerance: 1e-5 };
        for (const isFirst of [true, false]) {
          const cast = (one: PairShape) =>
            isFirst
              ? castShape(one, at, motion, other, HERE, {}, undefined, options)
              : castShape(other, HERE, {}, one, at, motion, undefined, options);
          const answer = cast(shape);
          const expected = cast(twin);
          expect(answer.status).toBe(expected.status);
          expect(Math.abs(answer.t - expected.t) * 7.5).toBeLessThan(2e-3);
        }
      }
    }
  });

  test.each(BALLS.map((base, k) => [k, make(base as unknown as Shape)] as const))('rays at shape %i', (_k, shape) => {
    const statuses = [0, 0, 0];
    for (let k = 0; k < sweep(40, 2000); k++) {
      const pose = { position: direction(random), rotation: quaternion(random) };
      const away = 5 * random();
      const origin = direction(random).map((x, m) => pose.position[m]! + away * x);
      const way = direction(random).map((x, m) => pose.position[m]! + 4 * random() * x - origin[m]!);
      const hit = castRay(shape, pose, origin, way);
      const expected = castRay(twin, pose, origin, way);
      statuses[expected.status]!++;
      expect(hit.status).toBe(expected.status);
      if (expected.status !== RayStatus.Hit) continue;
      expect(Math.abs(hit.t - expected.t)).toBeLessThanOrEqual(1e-6 + hit.errorBound + expected.errorBound);
    }
    for (const count of statuses) expect(count).toBeGreaterThan(0);
  });
});

test('bad arguments, and functions that fail: a sentence, and the next query is right', () => {
  const bad: [unknown, unknown, string][] = [
    [1, [1, 1, 1], 'distance: shapeA(support): fn: expected a function, got 1'],
    [ball, [1, 1], 'distance: shapeA(support): halfExtents: expected three numbers > 0 (m), got 2 numbers'],
    [ball, [1, 0, 1], 'distance: shapeA(support): halfExtents[1]: expected a number > 0 (m, f32), got 0'],
    [ball, undefined, 'distance: shapeA(support): halfExtents: expected three numbers > 0 (m), got undefined'],
    [() => {}, [1, 1, 1], 'support: fn: expected finite x y z for the direction'],
    [(_: unknown, out: Float64Array) => out.set([1, Number.NaN, 0]), [1, 1, 1], 'support: fn: expected finite x y z'],
    [
      () => {
        throw new TypeError('a trap');
      },
      [1, 1, 1],
      'support: fn: expected a function that writes a point, got an error: TypeError: a trap',
    ],
  ];
  const right = () => distance(box(1, 1, 1), HERE, box(1, 1, 1), { position: [3, 0.5, 0.25], rotation: [0, 0, 1, 3] });
  const before = right();
  for (const [fn, halfExtents, sentence] of bad) {
    const shape = own(fn, halfExtents === undefined ? null : halfExtents);
    const expected = halfExtents === undefined ? sentence.replace('undefined', 'null') : sentence;
    expect(() => distance(shape, HERE, sphere(1), { position: [3, 0, 0] })).toThrow(expected);
    expect(right()).toEqual(before);
  }
});

test('engines refuse them with a sentence', async () => {
  const engine = await createEngine({ workers: 0, capacity: { shapes: 4, vertices: 64, colliders: 4, pairs: 4 } });
  const shape = own(() => {}) as unknown as Shape;
  const sentence = 'expected a shape that threads can share, got a function: only hullstorm/pair takes support()';
  expect(() => engine.scene.addShape(shape)).toThrow(`scene.addShape(support): ${sentence}`);
  expect(() => engine.scene.addShape(sum(shape, sphere(1)))).toThrow(
    `scene.addShape(sum): parts[0](support): ${sentence}`,
  );
  expect(engine.scene.shapeCount).toBe(0);
  await engine.close();
});
