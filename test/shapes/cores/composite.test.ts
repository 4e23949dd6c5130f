/** Sums and hulls of shapes: arguments, what they become, tables, bounds, mass, snapshots. */

import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundsRows } from '../../../src/broad/bounds/bounds.ts';
import { ScalarBroad } from '../../../src/broad/scalarBroad.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { createEngine } from '../../../src/index.node.ts';
import { distance, intersect } from '../../../src/pair.ts';
import { verify } from '../../../src/queries/distance/verify.ts';
import { prepareOf, sceneGeometry } from '../../../src/shapes/cores/list.ts';
import { massProperties } from '../../../src/shapes/mass/massProperties.ts';
import { prepareShape } from '../../../src/shapes/prepareShape.ts';
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  frustum,
  hull,
  hullOf,
  type PlacedShape,
  rounded,
  type Shape,
  sphere,
  sum,
} from '../../../src/shapes/spec.ts';
import { COMPOSITE, FRUSTUM, HULL, REVOLUTION } from '../../../src/tables/shapeWords.ts';
import { quaternion, rotated, type Vec3 } from '../../oracle/roundBody.ts';
import { composite } from '../../support/compositePairs.ts';
import { seeded } from '../../support/random.ts';
import { TableFixture } from '../../support/tables.ts';

const SEED = 0x5e1f;
const HERE = { position: [0, 0, 0] };

const at = (shape: Shape, ...position: number[]): PlacedShape => ({ shape, position });
const prepared = (shape: Shape) => prepareShape('test', shape, prepareOf);
const gap = (a: Shape, b: Shape, position: number[]) => distance(a, HERE, b, { position }).distance;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({
    workers: 0,
    capacity: { shapes: 512, vertices: 8192, parts: 1024, colliders: 512, pairs: 512 },
  });
});
afterAll(() => engine.close());

describe('what they become', () => {
  test('polytopes are hulls, with the radii of all parts', () => {
    const brick = prepared(sum(box(1, 0.5, 0.25), box(0.5, 0.25, 0.125)));
    expect([brick.core, brick.vertexCount, brick.half, brick.radius]).toEqual([HULL, 8, [1.5, 0.75, 0.375], 0]);
    const soft = prepared(rounded(sum(rounded(box(1, 0.5, 0.25), 0.5), sphere(0.25)), 0.125));
    expect([soft.core, soft.vertexCount, soft.radius]).toEqual([HULL, 8, 0.875]);
    const pill = prepared(hullOf(at(sphere(0.5), 0, -1, 0), at(sphere(0.5), 0, 1, 0)));
    expect([pill.core, pill.vertexCount, pill.radius, pill.half]).toEqual([HULL, 2, 0.5, [0, 1, 0]]);
    expect(prepared(sum(hullOf(box(1, 1, 1), at(sphere(0), 2, 0, 0)), capsule(1, 0.5))).core).toBe(HULL);
  });

  test('one shape at the origin is that shape', () => {
    const can = prepared(sum(cylinder(1, 0.5), sphere(0.25)));
    expect([can.core, can.radius]).toEqual([FRUSTUM, 0.25]);
    expect(prepared(hullOf(hullOf(cone(1, 1))))).toEqual(prepared(cone(1, 1)));
    expect(prepared(hullOf(at(cone(1, 1), 1, 0, 0))).core).toBe(COMPOSITE);
  });

  test('hulls of hulls, and points in sums, take no parts', () => {
    const partsOf = (shape: Shape) => prepared(shape).parts?.leaves.length;
    expect(partsOf(hullOf(hullOf(cylinder(1, 1), box(2, 0.1, 0.1)), at(box(1, 1, 1), 0, 2, 0)))).toBe(2);
    expect(partsOf(sum(hullOf(cylinder(1, 1), box(2, 0.1, 0.1)), at(sphere(1), 3, 0, 0)))).toBe(2);
    // 100 × 100 sums are too many for one hull
    const ball = (turn: number) => hull(Array.from({ length: 300 }, (_, k) => Math.sin(turn * (k + 1))));
    expect(partsOf(sum(ball(1.7), ball(2.3)))).toBe(2);
  });

  test('bodies of revolution know their axis', () => {
    const axisOf = (shape: Shape) => prepared(shape).numbers!.find(([word]) => word === REVOLUTION)![1];
    expect(axisOf(hullOf(sphere(1), at(sphere(0.5), 0, 0, 2)))).toBe(2);
    expect(axisOf(hullOf({ shape: cylinder(1, 1), rotation: [0, 0, 1, 1] }, at(sphere(0.5), 3, 0, 0)))).toBe(0);
    expect(axisOf(sum(disk(1), at(ellipsoid(1, 2, 1), 0, 1, 0)))).toBe(1);
    expect(axisOf(sum(disk(1), at(ellipsoid(1, 2, 1), 0, 1, 1e-6)))).toBe(-1);
    expect(axisOf(sum(disk(1), ellipsoid(1, 2, 3)))).toBe(-1);
    expect(axisOf(hullOf(cylinder(1, 1), box(2, 2, 2)))).toBe(-1);
  });
});

describe('closed forms', () => {
  test('a hull of two spheres of different radii: the gap from its axis', () => {
    // the lines that touch both circles lean by asin((0.75 − 0.25) / 2)
    const drop = hullOf(at(sphere(0.25), 0, -1, 0), at(sphere(0.75), 0, 1, 0));
    const lean = Math.asin(0.25);
    const normal = [Math.cos(lean), -Math.sin(lean), 0];
    const foot = (t: number) => [0, 1, 2].map((c) => [0, t, 0][c]! + 2 * normal[c]!);
    // between the two points of touch the surface is a cone: radius 0.5 + t / 4 at height t of the axis
    for (const t of [-0.5, 0, 0.5]) expect(gap(drop, sphere(0.5), foot(t))).toBeCloseTo(2 - 0.5 - (0.5 + t / 4), 7);
    expect(gap(drop, sphere(0.5), [0, 3, 0])).toBeCloseTo(0.75, 12);
    expect(gap(drop, sphere(0.5), [0, -3, 0])).toBeCloseTo(1.25, 12);
    expect(gap(drop, sphere(0.5), [0, 1.5, 0])).toBeCloseTo(-0.75, 6);
  });

  test('the sum of a cylinder and a box has flat caps and sides; of a disk and a ball a round rim', () => {
    const block = sum(cylinder(1, 0.5), box(0.25, 0.125, 0.5));
    expect(gap(block, sphere(0.5), [2, 0, 0])).toBeCloseTo(2 - 0.75 - 0.5, 7);
    expect(gap(block, sphere(0.5), [0, 3, 0])).toBeCloseTo(3 - 1.125 - 0.5, 7);
    expect(gap(block, box(1, 1, 1), [0, 2.1, 0])).toBeCloseTo(-0.025, 6);
    expect(gap(sum(disk(1), sphere(0.25)), sphere(0.5), [4, 3, 0])).toBeCloseTo(Math.hypot(3, 3) - 0.75, 7);
    expect(intersect(block, HERE, block, { position: [1.499, 0, 0] })).toBe(true);
    expect(intersect(block, HERE, block, { position: [1.501, 0, 0] })).toBe(false);
  });
});

describe('arguments', () => {
  const nested = (depth: number): Shape => (depth === 0 ? cylinder(1, 1) : hullOf(nested(depth - 1), box(1, 1, 1)));
  const circle = hullOf(sphere(1));
  (circle.parts as Shape[]).push(circle);
  const forged = (parts: unknown): Shape => ({ kind: 'sum', parts, radius: 0 }) as Shape;
  const bad: [Shape, string][] = [
    [sum(cylinder(1, 0), box(1, 1, 1)), 'parts[0](frustum): bottomRadius, topRadius: expected one of them > 0'],
    [hullOf(sphere(1), at(box(1, -1, 1), 0, 0, 0)), 'parts[1](box): halfExtents[1]: expected a number > 0'],
    [hullOf(), 'parts: expected 1 to 32 shapes, got 0'],
    [forged(1), 'parts: expected an array of shapes, got 1'],
    [forged([1]), 'parts[0]: expected a shape, or { shape, position, rotation }, got 1'],
    [forged([{}]), 'parts[0]: shape: expected a shape made by a call of box(), hull() or the like, got undefined'],
    [
      forged([{ shape: sphere(1), place: 1 }]),
      'parts[0]: expected shape, position, rotation, got the unknown option `place`',
    ],
    [forged([{ kind: 'halfSpace', radius: 0 }]), 'parts[0]: expected a convex shape with bounds, got a half-space'],
    [hullOf(at(sphere(1), 0, Number.NaN, 0)), 'parts[0]: position[1]: expected a finite number, got NaN'],
    [hullOf(at(sphere(1), 0, 2e18, 0)), 'parts[0]: position[1]: expected 1e18 m at most, got 2000000000000000000'],
    [hullOf(at(sphere(1), 0)), 'parts[0]: position: expected x y z (m), got 1 numbers'],
    [
      hullOf({ shape: sphere(1), rotation: [0, 0, 0, 0] }),
      'parts[0]: rotation: expected a quaternion that is not zero',
    ],
    [hullOf({ shape: sphere(1), rotation: [0, Infinity, 0, 0] }), 'parts[0]: rotation[1]: expected a finite number'],
    [circle, 'expected sums and hulls nested 4 deep at most, got deeper ones'],
    [nested(5), 'expected sums and hulls nested 4 deep at most, got deeper ones'],
    [hullOf(...Array(17).fill(hullOf(cylinder(1, 1), disk(2)))), 'parts: expected 32 shapes in all at most, got more'],
    [hullOf(...Array(33).fill(disk(1))), 'parts: expected 1 to 32 shapes, got 33'],
    [sum(sphere(1e18), sphere(1e18)), 'sum of the radii: expected 1e18 m at most'],
  ];

  test.each(bad)('%# is refused with a sentence, and nothing is added', (shape, sentence) => {
    const before = engine.scene.snapshot();
    for (const add of [
      () => engine.scene.addShape(shape),
      () => engine.scene.addShapesSync([sphere(1), shape]),
      () => massProperties(shape),
      () => distance(shape, HERE, shape, HERE),
    ]) {
      expect(add).toThrow(sentence);
    }
    expect(engine.scene.snapshot()).toEqual(before);
  });

  test('4 deep and 32 shapes are taken, and arrays are copied', async () => {
    const { scene } = engine;
    scene.addShape(nested(4));
    const position = [0, 0, 0];
    const many = hullOf(...Array.from({ length: 31 }, (_, k) => at(disk(1), 0, k, 0)), { shape: disk(2), position });
    const adding = scene.addShapes([many]);
    position[1] = Number.NaN;
    const id = scene.addCollider((await adding)[0]!);
    const other = scene.addCollider(scene.addShape(sphere(1)), { position: [0, 33, 0] });
    engine.pairs.set([id, other]);
    expect(engine.distanceSync().distance(0)).toBeCloseTo(2, 5);
  });

  test('a full pool is an error that names its capacity', async () => {
    const small = await createEngine({
      workers: 0,
      capacity: { shapes: 8, vertices: 64, parts: 3, colliders: 2, pairs: 2 },
    });
    const two = hullOf(cylinder(1, 1), at(cylinder(1, 1), 2, 0, 0));
    small.scene.addShape(two);
    const before = small.scene.snapshot();
    expect(() => small.scene.addShape(two)).toThrow(
      'scene.addShape: parts: expected at most 3 in all (raise capacity.parts), got 4',
    );
    expect(small.scene.snapshot()).toEqual(before);
    await small.close();
  });
});

describe('properties, random composites', () => {
  test(`sums: the support of a sum is the sum of supports, by bounds at any rotation, seed ${SEED}`, () => {
    const random = seeded(SEED);
    const fixture = new TableFixture({ shapes: 64, parts: 512, vertices: 4096 });
    const boundsOf = (shape: Shape, turn: number[]): number[] => {
      const id = fixture.scene.addCollider(fixture.scene.addShape(shape));
      fixture.pose(id, [0, 0, 0], turn as [number, number, number, number]);
      const { bounds, colliders, counts } = fixture.frame;
      boundsRows(bounds, colliders, counts, sceneGeometry(fixture.frame), id, id + 1, new ScalarBroad(fixture.frame));
      return [...bounds.boxes.subarray(6 * id, 6 * id + 6)];
    };
    for (let k = 0; k < 15; k++) {
      const [a, b] = [composite(random, 2), composite(random, 2)];
      const turn = quaternion(random);
      const [one, other, both] = [a.shape, b.shape, sum(a.shape, b.shape)].map((shape) => boundsOf(shape, turn));
      both!.forEach((side, c) => {
        expect(side).toBeCloseTo(one![c]! + other![c]!, 5);
      });
      for (const [c, n] of (
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ] as Vec3[]
      ).entries()) {
        expect(one![3 + c]).toBeCloseTo(a.height(rotated(turn, n, true)), 5);
      }
    }
  });

  test(`swapped, moved and scaled pairs give the same answers, and verify has no objection, seed ${SEED}`, () => {
    const random = seeded(SEED);
    const { scene, pairs } = engine;
    const ids: number[] = [];
    for (let k = 0; k < 40; k++) {
      const [a, b] = [composite(random), composite(random)];
      const place = () => [0, 1, 2].map(() => 1.5 * (random() - 0.5));
      const [p, q] = [place(), place()];
      const [turnA, turnB] = [quaternion(random), quaternion(random)];
      const one = distance(a.shape, { position: p, rotation: turnA }, b.shape, { position: q, rotation: turnB });
      const far = (v: number[]) => v.map((c) => c + 1024);
      const moved = distance(a.shape, { position: far(p), rotation: turnA }, b.shape, {
        position: far(q),
        rotation: turnB,
      });
      expect(moved.distance).toBeCloseTo(one.distance, 6);
      const other = distance(b.shape, { position: q, rotation: turnB }, a.shape, { position: p, rotation: turnA });
      expect(Math.abs(other.distance - one.distance)).toBeLessThanOrEqual(one.errorBound + other.errorBound + 1e-6);
      const [first, second] = [scene.addShape(a.shape), scene.addShape(b.shape)];
      const [x, y] = [
        scene.addCollider(first, { position: p, rotation: turnA }),
        scene.addCollider(second, { position: q, rotation: turnB }),
      ];
      ids.push(...(k % 2 === 0 ? [x, y] : [y, x]));
    }
    pairs.set(ids);
    const results = engine.distanceSync();
    const { checked, worstError, worstReason, worstRow } = verify(results);
    expect(checked).toBe(40);
    expect(worstError, `${worstReason} of row ${worstRow}`).toBeLessThan(2e-6);
    const overlaps = results.status.slice(0, 40);
    expect([...engine.intersectSync().status.subarray(0, 40)]).toEqual([...overlaps]);
  });

  test('scale: a pair of 1e-3 m is 1e3 times nearer', () => {
    const pair = (s: number) =>
      gap(hullOf(sphere(0.25 * s), at(cylinder(s, 0.5 * s), 2 * s, 0, 0)), sum(cone(s, s), box(s, s / 2, s)), [
        0,
        4 * s,
        s,
      ]);
    expect(1024 * pair(1 / 1024)).toBeCloseTo(pair(1), 6);
  });
});

describe('mass', () => {
  const close = (got: number, want: number, part: number) => expect(Math.abs(got - want)).toBeLessThan(part * want);

  test('closed where the shape is a polytope or one other shape', () => {
    const same: [Shape, Shape, number][] = [
      [sum(box(1, 2, 3), sphere(0.5)), rounded(box(1, 2, 3), 0.5), 1e-12],
      [hullOf(at(sphere(0.5), 0, -1, 0), at(sphere(0.5), 0, 1, 0)), capsule(1, 0.5), 1e-12],
      [sum(cylinder(1, 0.5), sphere(0.25)), rounded(cylinder(1, 0.5), 0.25), 1e-14],
      [hullOf(ellipsoid(1, 0.5, 0.25)), ellipsoid(1, 0.5, 0.25), 1e-7],
    ];
    for (const [shape, twin, part] of same) {
      const [one, other] = [massProperties(shape), massProperties(twin)];
      close(one.mass, other.mass, part);
      for (let k = 0; k < 3; k++) close(one.moments[k]!, other.moments[k]!, part);
    }
    const aside = massProperties(hullOf({ shape: cone(1, 0.5), position: [5, 0, 0], rotation: [0, 0, 1, 1] }), 1);
    const still = massProperties(cone(1, 0.5), 1);
    expect(aside.moments).toEqual(still.moments);
    expect(aside.center[0]).toBeCloseTo(5 - still.center[1] * 1, 12);
  });

  test('numerical within the tolerance it says: closed forms of sums and hulls', () => {
    // the hull of a disk and a point is a cone; of two disks a frustum; a disk and a segment add up to a cylinder
    const same: [Shape, Shape][] = [
      [hullOf(at(disk(0.5), 0, -1, 0), at(sphere(0), 0, 1, 0)), cone(1, 0.5)],
      [hullOf(at(disk(0.75), 0, -0.5, 0), at(disk(0.25), 0, 0.5, 0)), frustum(0.5, 0.75, 0.25)],
      [sum(disk(0.5), capsule(1, 0.125)), rounded(cylinder(1, 0.5), 0.125)],
    ];
    for (const [shape, twin] of same) {
      expect(prepared(shape).core).toBe(COMPOSITE);
      const [one, other] = [massProperties(shape, 1), massProperties(twin, 1)];
      close(one.mass, other.mass, 3e-6);
      const [sorted, wanted] = [one, other].map(({ moments }) => [...moments].sort((a, b) => a - b));
      for (let k = 0; k < 3; k++) close(sorted![k]!, wanted![k]!, 1e-5);
      for (let k = 0; k < 3; k++) expect(one.center[k]).toBeCloseTo(other.center[k]!, 5);
    }
  });

  test('a flat one has none', () => {
    expect(() => massProperties(hullOf(disk(1), at(disk(1), 1, 0, 0)))).toThrow(
      'massProperties(hullOf): expected a body with volume (one without has no mass), got a flat one of radius 0',
    );
  });
});

describe('snapshots', () => {
  const SHAPES: Shape[] = [
    box(1, 1, 1),
    hullOf(at(sphere(0.25), 0, -1, 0), at(sphere(0.75), 0, 1, 0)),
    sum(cylinder(1, 0.5), { shape: box(0.25, 0.125, 0.5), rotation: [0.1, 0.2, 0.3, 1] }),
    cylinder(1, 1),
  ];

  async function filled(): Promise<Engine> {
    const other = await createEngine({
      workers: 0,
      capacity: { shapes: 8, vertices: 64, parts: 8, colliders: 8, pairs: 8 },
    });
    const ids = SHAPES.map((shape, k) => other.scene.addCollider(other.scene.addShape(shape), { position: [k, 0, 0] }));
    other.pairs.set([ids[0]!, ids[1]!, ids[1]!, ids[2]!, ids[2]!, ids[3]!]);
    return other;
  }

  test('hold the parts: the same answers and bytes; a smaller pool refuses them', async () => {
    const other = await filled();
    const before = [...other.distanceSync().separation.slice(0, 12)];
    const bytes = other.scene.snapshot();
    other.scene.restore(bytes);
    expect([...other.distanceSync().separation.slice(0, 12)]).toEqual(before);
    expect(other.scene.snapshot()).toEqual(bytes);
    const small = await createEngine({
      workers: 0,
      capacity: { shapes: 8, vertices: 64, parts: 3, colliders: 8, pairs: 8 },
    });
    expect(() => small.scene.restore(bytes)).toThrow('a scene of at most 3 parts (raise capacity.parts), got 4');
    await Promise.all([small.close(), other.close()]);
  });

  test('every damaged word of the parts is refused, or leaves a sound scene', async () => {
    const other = await filled();
    const bytes = other.scene.snapshot();
    // user ids and sensors follow
    const begin = bytes.length - 5 * other.scene.rows - 4 * 128;
    const sentence = /^scene\.restore: bytes: expected (sound|parts|lists|finite|vertices|\d+)/;
    let refused = 0;
    for (let word = 0; word < 4 * 32; word++) {
      for (const value of [0xffffffff, 0x7f800000, 0xbf800000, 3, 0]) {
        const damaged = bytes.slice();
        const view = new DataView(damaged.buffer);
        if (view.getUint32(begin + 4 * word, true) === value) continue;
        view.setUint32(begin + 4 * word, value, true);
        try {
          other.scene.restore(signed(damaged));
        } catch (error) {
          expect((error as Error).message).toMatch(sentence);
          refused++;
          continue;
        }
        // kernels can run on it
        other.distanceSync();
        expect(Number.isFinite(other.distanceSync().distance(0))).toBe(true);
      }
    }
    expect(refused).toBeGreaterThan(150);
    await other.close();
  });

  test('damaged rows of composites are refused', async () => {
    const other = await filled();
    const bytes = other.scene.snapshot();
    const changes: [word: number, value: number, sentence: string][] = [
      [8, 1, 'expected parts of shape 1 at 0, got elsewhere'],
      [10, 0, 'expected sound shapes, got a bad shape 1'],
    ];
    const reals: [word: number, value: number, sentence: string][] = [
      [9, 1, 'expected sound shapes, got a bad shape 1'],
      [9, 33, 'expected sound parts, got bad ones of shape 1'],
      [9, 1.5, 'expected sound parts, got bad ones of shape 1'],
      [10, -1, 'expected sound shapes, got a bad shape 1'],
      [3, 9, 'expected sound shapes, got a bad shape 1'],
      [11, 9, 'expected sound shapes, got a bad shape 1'],
    ];
    for (const [isReal, list] of [
      [false, changes],
      [true, reals],
    ] as const) {
      for (const [word, value, sentence] of list) {
        const damaged = bytes.slice();
        const view = new DataView(damaged.buffer);
        if (isReal) view.setFloat32(80 + 64 + 4 * word, value, true);
        else view.setUint32(80 + 64 + 4 * word, value, true);
        expect(() => other.scene.restore(signed(damaged)), `word ${word}: ${value}`).toThrow(sentence);
      }
    }
    await other.close();
  });

  test('a version 3 without parts is read', async () => {
    const plain = await createEngine({ workers: 0, capacity: { shapes: 8, vertices: 64, colliders: 8, pairs: 8 } });
    plain.scene.addShape(cylinder(1, 2));
    const bytes = plain.scene.snapshot();
    // no byte behind the statics
    expect(bytes.length).toBe(80 + 64);
    plain.scene.restore(bytes);
    expect(plain.scene.shapeCount).toBe(1);
    await plain.close();
  });
});

test('a restore counts as a change of a shape if a part of it differs', async () => {
  const make = async (radius: number) => {
    const other = await createEngine({
      workers: 0,
      capacity: { shapes: 8, vertices: 64, parts: 8, colliders: 8, pairs: 8 },
    });
    other.scene.addShape(hullOf(at(cylinder(1, 0.5), 0, 0.25, 0), at(sphere(radius), 0, 1, 0)));
    return other;
  };
  const [one, same, other] = [await make(0.5), await make(0.5), await make(0.501)];
  const born = one.scene.changes.shapeBornAt[0];
  one.scene.restore(same.scene.snapshot());
  expect(one.scene.changes.shapeBornAt[0]).toBe(born);
  one.scene.restore(other.scene.snapshot());
  expect(one.scene.changes.shapeBornAt[0]).not.toBe(born);
  await Promise.all([one, same, other].map((each) => each.close()));
});

test('dynamics takes them, and keeps its own copy', async () => {
  const { createDynamics } = await import('hullstorm/dynamics');
  const { createEngine: createBuilt } = await import('hullstorm');
  const world = await createBuilt({ workers: 0, capacity: { shapes: 8, vertices: 64, colliders: 8, pairs: 64 } });
  const dynamics = await createDynamics(world, { contacts: 64 });
  const position = [0, 0.25, 0];
  const shape = dynamics.addShape(sum(disk(0.25), { shape: capsule(0.5, 0.125), position }));
  position[1] = Number.NaN;
  const id = dynamics.addBody(shape, { position: [0, 9, 0] });
  for (let k = 0; k < 60; k++) dynamics.stepSync(1 / 60);
  const out = new Float32Array(8);
  world.scene.writeInstances(out);
  expect(out[1]).toBeLessThan(4.3);
  expect(out[1]).toBeGreaterThan(3.9);
  expect(out[3]).toBe(world.scene.shapes[id]);
  expect(() => dynamics.addBody(hullOf({ shape: sphere(1), position: [0, 0] }))).toThrow('position');
  await world.close();
});

function signed(bytes: Uint8Array): Uint8Array {
  const sum32 = crc32(bytes.subarray(16), crc32(bytes.subarray(0, 12)));
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(12, sum32, true);
  return bytes;
}
