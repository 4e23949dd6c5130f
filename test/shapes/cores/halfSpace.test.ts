/** Half-spaces in distance, intersect and contact queries, in scenes and snapshots, and in `hullstorm/pair`. */
import {
  box,
  capsule,
  cone,
  createEngine,
  cylinder,
  disk,
  type Engine,
  ellipsoid,
  halfSpace,
  hull,
  massProperties,
  point,
  rounded,
  type Shape,
  Status,
  segment,
  sphere,
  verify,
} from 'hullstorm';
import * as pair from 'hullstorm/pair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  boxBody,
  capsuleBody,
  ellipsoidBody,
  frustumBody,
  hullBody,
  type Quat,
  quaternion,
  type RoundBody,
  rotated,
  turnAbout,
  type Vec3,
} from '../../oracle/roundBody.ts';
import { seeded } from '../../support/random.ts';

const SEED = 0xf100;
const CORNERS = [1, 0.1, -0.2, -0.7, 0.4, 0.3, 0, -0.5, 0.6, 0.2, 0.3, -0.9, -0.1, 0.8, 0];
const MANY = Array.from({ length: 120 }, (_, k) => Math.sin(1.7 * k) + 0.3 * Math.cos(5.1 * k));

const SHAPES: Shape[] = [
  point(),
  sphere(0.4),
  segment(0.5),
  capsule(0.5, 0.2),
  box(0.5, 0.3, 0.7),
  rounded(box(0.5, 0.3, 0.7), 0.1),
  hull(CORNERS),
  hull(MANY),
  rounded(hull(CORNERS), 0.05),
  cylinder(0.5, 0.3),
  rounded(cone(0.4, 0.3), 0.1),
  disk(0.5),
  ellipsoid(0.3, 0.5, 0.8),
];

function bodyOf(shape: Shape): RoundBody {
  switch (shape.kind) {
    case 'box':
      return boxBody(shape);
    case 'frustum':
      return frustumBody(shape);
    case 'ellipsoid':
      return ellipsoidBody(shape);
    case 'hull':
      return hullBody(shape, []);
    case 'point':
    case 'segment':
      return capsuleBody(shape);
    default:
      throw new Error(`no body for ${shape.kind}`);
  }
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const minus = (a: ArrayLike<number>, b: ArrayLike<number>): Vec3 => [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
const negated = (v: Vec3): Vec3 => [-v[0], -v[1], -v[2]];
const SIDEWAYS: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

/** Signed distance of a body over a plane, from its support in f64. */
function heightOf(shape: Shape, position: Vec3, rotation: Quat, at: Vec3, up: Vec3): number {
  const down = rotated(rotation, negated(up), true);
  const length = Math.hypot(...down);
  return dot(minus(position, at), up) - bodyOf(shape).height(down.map((c) => c / length) as Vec3);
}

/** Poses over a plane: `height` is the distance of the origins along the normal (m). */
function overPlane(random: () => number, height: number, away: number) {
  const turn = quaternion(random).map(Math.fround) as Quat;
  const up = rotated(turn, [0, 1, 0]);
  const at = [0, 1, 2].map(() => away * (2 * random() - 1)) as Vec3;
  const across = minus([random(), random(), random()], [0.5, 0.5, 0.5]);
  const beside = dot(across, up);
  const position = at.map((c, k) => c + 20 * (across[k]! - beside * up[k]!) + height * up[k]!) as Vec3;
  return { at, turn, up, position, rotation: quaternion(random).map(Math.fround) as Quat };
}

describe.each(['scalar', 'simd'] as const)('kernel %s', (kernel) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({
      workers: 0,
      kernel,
      capacity: { shapes: 512, vertices: 8192, colliders: 1024, pairs: 1024 },
      warmUp: false,
    });
  });
  afterAll(() => engine.close());

  function clear(): void {
    const { scene } = engine;
    for (let id = 0; id < scene.rows; id++) if (scene.shapes[id] !== 0xffffffff) scene.removeCollider(id);
  }

  test.each([0, 100, 1e7])('signed distance is that of one support in f64, planes %d m from the origin', (away) => {
    const random = seeded(SEED + away);
    const { scene } = engine;
    clear();
    const floor = scene.addShape(halfSpace());
    let overlaps = 0;
    let total = 0;
    for (const shape of SHAPES) {
      const id = scene.addShape(shape);
      const expected: number[] = [];
      const ids: number[] = [];
      for (let k = 0; k < 40; k++) {
        const { at, turn, up, position, rotation } = overPlane(random, 2 * random() - 0.7, away);
        // either may have the smaller id
        const add = [
          () => scene.addCollider(floor, { position: at, rotation: turn, static: true }),
          () => scene.addCollider(id, { position, rotation }),
        ];
        const rows = k % 2 === 0 ? add.map((one) => one()) : add.reverse().map((one) => one());
        ids.push(...(k % 4 < 2 ? rows : rows.reverse()));
        const isFloorFirst = scene.shapes[ids[2 * k]!] === floor;
        const [plane, body] = isFloorFirst ? [ids[2 * k]!, ids[2 * k + 1]!] : [ids[2 * k + 1]!, ids[2 * k]!];
        const own = [...scene.rotations.subarray(4 * body, 4 * body + 4)] as Quat;
        const planeTurn = [...scene.rotations.subarray(4 * plane, 4 * plane + 4)] as Quat;
        const n = rotated(planeTurn, [0, 1, 0]);
        expect(Math.abs(dot(n, up) - 1)).toBeLessThan(1e-6);
        expected.push(heightOf(shape, position, own, at, n));
      }
      engine.pairs.set(ids);
      const results = engine.distanceSync();
      expect(verify(results).worstError).toBeLessThan(1e-6);
      const distances = Array.from({ length: 40 }, (_, k) => results.distance(k));
      const statuses = [...results.status.subarray(0, 40)];
      const size = bodyOf(shape).extent;
      for (let k = 0; k < 40; k++) {
        const { errorBound, normal, pointA, pointB } = results.read(k);
        const error = Math.abs(distances[k]! - expected[k]!);
        expect(error, `${shape.kind} ${k}`).toBeLessThanOrEqual(
          errorBound + 1e-7 * Math.abs(expected[k]!) + 1e-15 * away,
        );
        expect(errorBound).toBeLessThan(1e-7 * (size + Math.abs(expected[k]!)) + 1e-6);
        if (Math.abs(expected[k]!) > 1e-6) {
          expect(statuses[k]).toBe(expected[k]! > 0 ? Status.Separated : Status.Overlapping);
        }
        const span = minus(pointB, pointA);
        for (let c = 0; c < 3; c++) {
          expect(Math.abs(span[c]! - distances[k]! * normal[c]!)).toBeLessThan(2e-5 + 1e-8 * away);
        }
        overlaps += expected[k]! <= 0 ? 1 : 0;
        total++;
      }
      const flags = engine.intersectSync();
      expect([...flags.status.subarray(0, 40)]).toEqual(statuses);
      // swapped and repeated: mirrored, to the bit
      const forward = results.separation.slice(0, 160);
      engine.pairs.set(ids.map((_, k) => ids[k ^ 1]!));
      const back = engine.distanceSync().separation;
      for (let k = 0; k < 160; k++) expect(back[k]).toBe(k % 4 === 3 ? forward[k] : -forward[k]!);
      clear();
    }
    expect(overlaps / total).toBeGreaterThan(0.3);
    expect(overlaps / total).toBeLessThan(0.7);
  });

  test('maxDistance and depth', () => {
    const { scene } = engine;
    clear();
    const floor = scene.addCollider(scene.addShape(halfSpace()), { static: true });
    const ball = scene.addCollider(scene.addShape(sphere(0.5)), { position: [3, 2, 0] });
    const low = scene.addCollider(scene.addShape(box(1, 1, 1)), { position: [3, 0.5, 0] });
    engine.pairs.set([floor, ball, low, floor]);
    expect([...engine.distanceSync(engine.pairs, { maxDistance: 1.4 }).status.subarray(0, 2)]).toEqual([
      Status.BeyondMaxDistance,
      Status.Overlapping,
    ]);
    const near = engine.distanceSync(engine.pairs, { maxDistance: 1.6 });
    expect(near.distance(0)).toBe(1.5);
    expect(near.distance(1)).toBe(-0.5);
    const shallow = engine.distanceSync(engine.pairs, { depth: false });
    expect(shallow.distance(1)).toBe(0);
    expect(shallow.status[1]).toBe(Status.Overlapping);
    // a ball that touches
    scene.setPose(ball, [0, 0.5, 0], [0, 0, 0, 1]);
    expect(engine.distanceSync().distance(0)).toBe(0);
    expect(engine.intersectSync().status[0]).toBe(Status.Overlapping);
  });

  test('two half-spaces have no distance: Invalid in every query', () => {
    const { scene } = engine;
    clear();
    const shape = scene.addShape(halfSpace());
    const ids = [0, 1].map((y) => scene.addCollider(shape, { static: true, position: [0, y, 0] }));
    engine.pairs.set(ids);
    const results = engine.distanceSync();
    expect(results.status[0]).toBe(Status.Invalid);
    expect(results.distance(0)).toBeNaN();
    expect(engine.intersectSync().status[0]).toBe(Status.Invalid);
    const contacts = engine.contactsSync(engine.pairs);
    expect(contacts.read(0).points).toHaveLength(0);
  });

  /** Contact points of one pair: heights over the floor at y = 0 of points on the body. */
  function contactsOf(shape: Shape, position: Vec3, rotation: Quat = [0, 0, 0, 1], floorFirst = true, margin = 0.05) {
    const { scene } = engine;
    clear();
    const addFloor = () => scene.addCollider(scene.addShape(halfSpace()), { static: true, position: [-3, 0, 4] });
    const addBody = () => scene.addCollider(scene.addShape(shape), { position, rotation });
    const ids = floorFirst ? [addFloor(), addBody()] : [addBody(), addFloor()];
    engine.pairs.set(ids);
    const { points, normal } = engine.contactsSync(engine.pairs, { margin }).read(0);
    return { points, normal, ids };
  }

  test.each([true, false])('contacts: corners under the margin (floor first: %s)', (floorFirst) => {
    const cases: [string, Shape, Vec3, Quat, number][] = [
      ['box', box(0.5, 0.5, 0.5), [0, 0.49, 0], [0, 0, 0, 1], 4],
      ['box on an edge', box(0.5, 0.5, 0.5), [0, Math.SQRT1_2, 0], turnAbout([1, 0, 0], Math.PI / 4), 2],
      [
        'box on a corner',
        box(0.5, 0.5, 0.5),
        [0, Math.sqrt(0.75), 0],
        turnAbout([1, 0, -1], Math.acos(1 / Math.sqrt(3))),
        1,
      ],
      ['ball', sphere(0.5), [1, 0.48, 0], [0, 0, 0, 1], 1],
      ['lying capsule', capsule(0.5, 0.2), [1, 0.19, 0], SIDEWAYS, 2],
      ['standing capsule', capsule(0.5, 0.2), [1, 0.69, 0], [0, 0, 0, 1], 1],
      ['can', cylinder(0.5, 0.4), [0, 0.5, 1], [0, 0, 0, 1], 4],
      ['lying can', cylinder(0.5, 0.4), [0, 0.4, 1], SIDEWAYS, 2],
      ['egg', ellipsoid(0.3, 0.5, 0.3), [0, 0.5, 1], [0, 0, 0, 1], 1],
      ['rounded box', rounded(box(0.4, 0.4, 0.4), 0.1), [0, 0.49, 1], [0, 0, 0, 1], 4],
      [
        'octahedron on a face',
        hull([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]),
        [0, 1 / Math.sqrt(3), 0],
        turnAbout([1, 0, -1], Math.acos(1 / Math.sqrt(3))),
        3,
      ],
    ];
    for (const [name, shape, position, rotation, count] of cases) {
      const { points, normal, ids } = contactsOf(shape, position, rotation, floorFirst);
      expect(points, name).toHaveLength(count);
      expect(normal[1], name).toBeCloseTo(floorFirst ? 1 : -1, 6);
      const expected = heightOf(shape, position, rotation, [0, 0, 0], [0, 1, 0]);
      const separations = points.map(({ separation }) => separation);
      expect(Math.min(...separations), name).toBeCloseTo(expected, 6);
      for (const { pointA, pointB, separation } of points) {
        const [onFloor, onBody] = floorFirst ? [pointA, pointB] : [pointB, pointA];
        expect(onFloor[1], name).toBeCloseTo(0, 6);
        expect(onBody[1], name).toBeCloseTo(separation, 6);
        const body = bodyOf(shape);
        expect(body.beyond(rotated(rotation, minus(onBody, position), true)), name).toBeLessThan(1e-6);
      }
      expect(new Set(points.map(({ feature }) => feature)).size, name).toBe(count);
      expect(engine.scene.shapes[ids[0]!]).not.toBe(0xffffffff);
    }
  });

  test('contacts of random poses: on the plane and on the body, as deep as the pair', () => {
    const random = seeded(SEED + 2);
    const { scene } = engine;
    let points = 0;
    for (const shape of SHAPES) {
      clear();
      const floor = scene.addShape(halfSpace());
      const id = scene.addShape(shape);
      const body = bodyOf(shape);
      const ids: number[] = [];
      const poses = Array.from({ length: 40 }, (_, k) => {
        // half of them lie on a face or a corner up to rounding
        const turn =
          k % 2 === 0 ? quaternion(random) : turnAbout([random(), 0, 1], (Math.PI / 2) * (k % 3) + 1e-4 * random());
        const height = body.height(rotated(turn, [0, -1, 0], true)) + 0.04 * (random() - 0.7);
        const position: Vec3 = [random(), height, random()];
        const add = [
          () => scene.addCollider(floor, { static: true, position: [5 * random(), 0, 0] }),
          () => scene.addCollider(id, { position, rotation: turn }),
        ];
        ids.push(...(k % 4 < 2 ? add : add.reverse()).map((one) => one()));
        return { position, turn };
      });
      engine.pairs.set(ids);
      const results = engine.contactsSync(engine.pairs, { margin: 0.03 });
      for (const [k, { position, turn }] of poses.entries()) {
        const reading = results.read(k);
        const distance = results.separation[4 * k + 3]!;
        const separations = reading.points.map(({ separation }) => separation);
        const name = `${shape.kind} ${k}`;
        expect(separations.length, name).toBeGreaterThan(0);
        expect(Math.abs(Math.min(...separations) - distance), name).toBeLessThan(2e-5);
        expect(new Set(reading.points.map(({ feature }) => feature)).size, name).toBe(separations.length);
        const isFloorFirst = scene.shapes[ids[2 * k]!] === floor;
        for (const { pointA, pointB, separation } of reading.points) {
          const [onFloor, onBody] = isFloorFirst ? [pointA, pointB] : [pointB, pointA];
          expect(Math.abs(onFloor[1]), name).toBeLessThan(1e-6);
          expect(Math.abs(onBody[1] - separation), name).toBeLessThan(1e-6);
          expect(Math.hypot(onFloor[0] - onBody[0], onFloor[2] - onBody[2]), name).toBeLessThan(1e-6);
          expect(separation).toBeLessThanOrEqual(0.03);
          expect(body.beyond(rotated(turn, minus(onBody, position), true)), name).toBeLessThan(2e-6);
        }
        points += separations.length;
      }
    }
    expect(points).toBeGreaterThan(13 * 40 * 1.3);
  });

  test('contact ids last while a box slides, sinks and tilts', () => {
    const { scene } = engine;
    const { ids, points } = contactsOf(box(0.5, 0.2, 0.5), [0, 0.2, 0], [0, 0, 0, 1]);
    const features = points.map(({ feature }) => feature).sort();
    for (let step = 1; step < 20; step++) {
      scene.setPose(
        ids[1]!,
        [0.1 * step, 0.2 - 1e-4 * step, 0.3 * step],
        turnAbout([1, 0, 0.5], 1e-3 * Math.sin(step)),
      );
      const results = engine.contactsSync(engine.pairs, { margin: 0.05 });
      expect([...results.previous.subarray(0, 4)].sort()).toEqual([0, 1, 2, 3]);
      expect(
        results
          .read(0)
          .points.map(({ feature }) => feature)
          .sort(),
      ).toEqual(features);
    }
  });

  test('a snapshot holds them, with their list', () => {
    const { scene } = engine;
    clear();
    const shape = scene.addShape(halfSpace());
    const boxes = scene.addShape(box(1, 1, 1));
    scene.addCollider(boxes, { position: [0, 0.5, 0] });
    const floors = [0, 1, 2, 3, 4].map((k) => scene.addCollider(shape, { static: true, position: [0, -k, 0] }));
    const before = [...engine.findPairsSync().ids.subarray(0, 4)];
    const bytes = scene.snapshot();
    const count = scene.halfSpaceCount;
    scene.removeCollider(floors[2]!);
    expect(scene.halfSpaceCount).toBe(count - 1);
    scene.restore(bytes);
    expect(scene.halfSpaceCount).toBe(count);
    const pairs = engine.findPairsSync();
    expect([...pairs.ids.subarray(0, 4)]).toEqual(before);
    expect(scene.snapshot()).toEqual(bytes);
  });
});

describe('bad input', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 0, warmUp: false, capacity: { shapes: 64, colliders: 256, pairs: 256 } });
  });
  afterAll(() => engine.close());

  test('no radius, no mass', () => {
    expect(() => rounded(halfSpace(), 0.1)).toThrow(
      'rounded: shape: expected a shape with bounds (move a half-space instead), got a half-space',
    );
    const given = { kind: 'halfSpace', radius: 0.1 } as unknown as Shape;
    expect(() => engine.scene.addShape(given)).toThrow(
      'scene.addShape(halfSpace): radius: expected 0 (move a half-space instead), got 0.1',
    );
    expect(() => massProperties(halfSpace())).toThrow(
      'massProperties(halfSpace): expected a shape with bounds (one without has no mass), got a half-space',
    );
  });

  test('only static colliders, 64 of them; nothing is half added', () => {
    const { scene } = engine;
    const shape = scene.addShape(halfSpace());
    const expected = 'static: expected true for a half-space, which does not move, got false';
    expect(() => scene.addCollider(shape)).toThrow(`scene.addCollider: ${expected}`);
    expect(() => scene.addColliders(shape, 3)).toThrow(`scene.addColliders: ${expected}`);
    expect(scene.count).toBe(0);
    const id = scene.addCollider(shape, { static: true });
    expect(() => scene.setStatic(id, false)).toThrow('scene.setStatic: value: expected true for a half-space');
    expect(scene.statics[id]).toBe(1);
    scene.setStatic(id, true);
    for (let k = 1; k < 64; k++) scene.addCollider(shape, { static: true });
    expect(scene.halfSpaceCount).toBe(64);
    expect(() => scene.addCollider(shape, { static: true })).toThrow(
      'scene.addCollider: half-spaces: expected at most 64 in a scene, got 65',
    );
    expect(scene.count).toBe(64);
    scene.removeCollider(10);
    scene.addCollider(shape, { static: true });
    expect(scene.halfSpaceCount).toBe(64);
    const bytes = scene.snapshot();
    scene.restore(bytes);
    expect(scene.halfSpaceCount).toBe(64);
  });
});

describe('hullstorm/pair', () => {
  test('distance and intersect, in either order', () => {
    const random = seeded(SEED + 1);
    const floor = pair.halfSpace();
    for (const shape of SHAPES) {
      for (let k = 0; k < 20; k++) {
        const { at, turn, position, rotation } = overPlane(random, 2 * random() - 0.7, 10);
        const expected = heightOf(shape, position, rotation, at, rotated(turn, [0, 1, 0]));
        const plane = { position: at, rotation: turn };
        const pose = { position, rotation };
        const over = pair.distance(floor, plane, shape, pose);
        expect(over.distance).toBeCloseTo(expected, 12);
        expect(over.errorBound).toBeLessThan(1e-6);
        expect(pair.distance(shape, pose, floor, plane).distance).toBeCloseTo(expected, 12);
        expect(pair.intersect(floor, plane, shape, pose)).toBe(expected <= 0);
      }
    }
  });

  test('two half-spaces are refused', () => {
    const plane = { position: [0, 0, 0] };
    const expected = 'hullstorm/pair: shapes: expected at most one half-space, got two';
    expect(() => pair.distance(pair.halfSpace(), plane, pair.halfSpace(), plane)).toThrow(expected);
    expect(() => pair.intersect(pair.halfSpace(), plane, pair.halfSpace(), plane)).toThrow(expected);
  });
});
