/** Contact points of round shapes: caps have up to four, lines of a side two, rims, apexes and ellipsoids one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import { createEngine } from '../../../src/index.node.ts';
import type { ContactReading } from '../../../src/queries/contacts/results.ts';
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  rounded,
  type Shape,
  sphere,
  taperedCapsule,
} from '../../../src/shapes/spec.ts';
import { type Quat, quaternion, turnAbout, type Vec3 } from '../../oracle/roundBody.ts';
import { offBody, type Placed, sizeOf } from '../../oracle/roundOracle.ts';
import { seeded } from '../../support/random.ts';
import { CLASSES } from '../../support/roundPairs.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xcaf;
const MARGIN = 0.02;
const POSES = sweep(30, 1000);
/** Shapes of all tests: two per pose of a class, and some. */
const ROOM = 16 * POSES + 512;
const UPRIGHT: Quat = [0, 0, 0, 1];
/** y → x. */
const LYING = turnAbout([0, 0, 1], -Math.PI / 2);
/** Upside down. */
const DOWN = turnAbout([1, 0, 0], Math.PI);

describe.each(['scalar', 'simd'] as const)('kernel %s', (kernel) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({
      workers: 0,
      kernel,
      capacity: { shapes: ROOM, vertices: 2 * ROOM, colliders: ROOM, pairs: 64, contacts: 64 },
    });
  });
  afterAll(() => engine.close());

  function add(shape: Shape, position: Vec3, rotation: Quat): number {
    return engine.scene.addCollider(engine.scene.addShape(shape), { position, rotation });
  }

  function contactOf(a: number, b: number): ContactReading {
    engine.pairs.set([a, b]);
    return engine.contactsSync(engine.pairs, { margin: MARGIN }).read(0);
  }

  /** The shape at `height` above the origin, turned, against a wide floor whose top is at 0. */
  function onFloor(shape: Shape, height: number, rotation: Quat): ContactReading {
    return contactOf(add(box(5, 1, 5), [0, -1, 0], UPRIGHT), add(shape, [0.1, height, 0.2], rotation));
  }

  const coneSlope = Math.atan2(0.5, 1);
  const coneOnSide = turnAbout([0, 0, 1], -Math.PI / 2 - coneSlope);
  // the line from ball to ball lies flat: the axis rises by asin(0.25)
  const taperedOnSide = turnAbout([0, 0, 1], Math.PI / 2 + Math.asin(0.25));
  const taperedLow = 0.35 - 0.5 * 0.25;
  test.each([
    ['a can on its cap', cylinder(0.5, 0.4), 0.5, UPRIGHT, 4],
    ['a can upside down', cylinder(0.5, 0.4), 0.5, DOWN, 4],
    ['a can on its side', cylinder(0.5, 0.4), 0.4, LYING, 2],
    ['a can on its rim', cylinder(0.5, 0.5), Math.SQRT1_2, turnAbout([0, 0, 1], Math.PI / 4), 1],
    ['a rounded can', rounded(cylinder(0.4, 0.3), 0.1), 0.5, UPRIGHT, 4],
    ['a cone on its base', cone(0.5, 0.5), 0.5, UPRIGHT, 4],
    ['a cone on its apex', cone(0.5, 0.5), 0.5, DOWN, 1],
    ['a cone on its side', cone(0.5, 0.5), 0.5 * Math.sin(coneSlope), coneOnSide, 2],
    ['a flat coin', rounded(disk(0.4), 0.02), 0.02, UPRIGHT, 4],
    ['a coin on its edge', rounded(disk(0.4), 0.02), 0.42, LYING, 1],
    ['a tapered capsule on its side', taperedCapsule(0.5, 0.1, 0.35), taperedLow, taperedOnSide, 2],
    ['a tapered capsule on its end', taperedCapsule(0.5, 0.1, 0.35), 0.85, UPRIGHT, 1],
    ['an egg', ellipsoid(0.3, 0.5, 0.3), 0.3, LYING, 1],
    ['a ball', ellipsoid(0.3, 0.3, 0.3), 0.3, UPRIGHT, 1],
  ] as [string, Shape, number, Quat, number][])('%s: %i', (name, shape, height, rotation, count) => {
    const { points, distance, normal } = onFloor(shape, height - 0.001, rotation);
    expect(distance, name).toBeCloseTo(-0.001, 5);
    expect(normal[1]).toBeCloseTo(1, 6);
    expect(points).toHaveLength(count);
    for (const { separation, pointA } of points) {
      expect(separation).toBeLessThan(MARGIN);
      expect(pointA[1]).toBeCloseTo(0, 5);
    }
    if (count < 4) return;
    // four points far from each other: at least a square of the rim
    const reach = points.map(({ pointA }) => Math.hypot(pointA[0] - 0.1, pointA[2] - 0.2));
    const radius = shape.kind === 'frustum' ? shape.bottomRadius : 0;
    for (const r of reach) expect(r).toBeGreaterThan(0.96 * radius);
    for (const { separation } of points) expect(separation).toBeCloseTo(-0.001, 5);
  });

  test('a can on a can of another size: four; lying side by side: two; crossed: one; on a capsule: two', () => {
    const can = cylinder(0.5, 0.4);
    const stacked = contactOf(add(can, [0, 0, 0], UPRIGHT), add(cylinder(0.5, 0.3), [0.05, 0.999, 0], UPRIGHT));
    expect(stacked.points).toHaveLength(4);
    const beside = contactOf(add(can, [0, 0, 0], UPRIGHT), add(can, [0.799, 0.2, 0], UPRIGHT));
    expect(beside.points).toHaveLength(2);
    for (const { pointA } of beside.points) expect(pointA[0]).toBeCloseTo(0.4, 2);
    const crossed = contactOf(add(can, [0, 0, 0], UPRIGHT), add(can, [0.799, 0, 0], turnAbout([1, 0, 0], 1)));
    expect(crossed.points).toHaveLength(1);
    const capped = contactOf(add(can, [0, 0, 0], UPRIGHT), add(capsule(0.3, 0.2), [0.599, 0, 0], UPRIGHT));
    expect(capped.points).toHaveLength(2);
    const ball = contactOf(add(can, [0, 0, 0], UPRIGHT), add(sphere(0.2), [0.1, 0.699, 0], UPRIGHT));
    expect(ball.points).toHaveLength(1);
  });

  test('points of a resting can last while it jitters, and do not move', () => {
    const random = seeded(SEED);
    const floor = add(box(5, 1, 5), [0, -1, 0], UPRIGHT);
    const can = add(cylinder(0.5, 0.4), [0, 0.499, 0], UPRIGHT);
    engine.pairs.set([floor, can]);
    const first = contactOf(floor, can).points.map(({ pointA }) => [...pointA]);
    for (let frame = 0; frame < 50; frame++) {
      const turn = turnAbout([random() - 0.5, 0, random() - 0.5], 1e-4 * random());
      engine.scene.rotations.set(turn, 4 * can);
      engine.scene.positions[4 * can + 1] = 0.499 + 1e-4 * random();
      const results = engine.contactsSync(engine.pairs, { margin: MARGIN });
      expect(results.pointCount[0]).toBe(4);
      expect([...results.previous.subarray(0, 4)].sort()).toEqual([0, 1, 2, 3]);
      for (const { pointA } of results.read(0).points) {
        const nearest = Math.min(...first.map((p) => Math.hypot(...p.map((c, k) => c - pointA[k]!))));
        expect(nearest).toBeLessThan(1e-3);
      }
    }
  });

  test.each(['supports in touch', 'cap on box', 'side on box', 'rim on face, edge, corner', 'apex on everything'])(
    `%s: points lie on both shapes, the deepest is as deep as the pair, seed ${SEED}`,
    (name) => {
      const random = seeded(SEED);
      let checked = 0;
      for (let k = 0; k < POSES; k++) {
        const pair = CLASSES[name]!(random);
        // as the columns hold them
        const [a, b] = [pair.a, pair.b].map((of) => ({ ...of, rotation: of.rotation.map(Math.fround) as Quat }));
        const ids = [a!, b!].map((of) => {
          const id = add(of.body.shape, of.position, [0, 0, 0, 1]);
          engine.scene.rotations.set(of.rotation, 4 * id);
          return id;
        });
        const { distance, normal, points } = contactOf(ids[0]!, ids[1]!);
        if (distance > MARGIN || distance < -MARGIN) continue;
        checked++;
        const size = sizeOf(a!, b!);
        expect(points.length).toBeGreaterThan(0);
        const least = Math.min(...points.map(({ separation }) => separation));
        expect(Math.abs(least - distance)).toBeLessThan(1e-5 * size);
        for (const { pointA, pointB, separation } of points) {
          const at = `row ${k}: ${JSON.stringify([a, b])}`;
          expect(offSurface(a!, pointA, normal, 1), at).toBeLessThan(3e-5 * size);
          expect(offSurface(b!, pointB, normal, -1), at).toBeLessThan(3e-5 * size);
          const span = Math.hypot(...pointB.map((c, i) => c - pointA[i]! - separation * normal[i]!));
          expect(span, at).toBeLessThan(1e-5 * size);
        }
      }
      expect(checked).toBeGreaterThan(POSES / 3);
    },
  );

  test('the manifold of (b, a) mirrors that of (a, b)', () => {
    const random = seeded(SEED);
    const a = add(cylinder(0.5, 0.4), [0, 0, 0], quaternion(random));
    const b = add(cone(0.5, 0.4), [0.3, 0.2, 0.3], quaternion(random));
    const one = contactOf(a, b);
    const other = contactOf(b, a);
    expect(other.points.map(({ pointA, pointB }) => [pointB, pointA])).toEqual(
      one.points.map(({ pointA, pointB }) => [pointA, pointB]),
    );
  });
});

/** How far a contact point is off a body, or off its core when moved back by the radius along the normal. */
function offSurface(of: Placed, point: Vec3, normal: Vec3, side: number): number {
  const offset = point.map((c, k) => c - of.position[k]!) as Vec3;
  const { radius } = of.body.shape;
  const back = offset.map((c, k) => c - side * radius * normal[k]!) as Vec3;
  // the body holds its core: a point of the core, moved by the radius, lies within twice the radius of it
  return Math.min(offBody(of, offset), radius > 0 ? offBody(of, back) : Infinity);
}
