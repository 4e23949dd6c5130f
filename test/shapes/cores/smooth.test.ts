/** Cores of tier smooth through the whole engine: what no fast path knows is right by the careful one. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundsRows } from '../../../src/broad/bounds/bounds.ts';
import { ScalarBroad } from '../../../src/broad/scalarBroad.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { createEngine } from '../../../src/index.node.ts';
import { directionCode, loadDirection } from '../../../src/kernels/supports/directionCode.ts';
import type { DistanceResults } from '../../../src/queries/distance/results.ts';
import { verify } from '../../../src/queries/distance/verify.ts';
import type { Core } from '../../../src/shapes/cores/core.ts';
import { CORES, SMOOTH_CORES } from '../../../src/shapes/cores/list.ts';
import { massProperties } from '../../../src/shapes/mass/massProperties.ts';
import { box, capsule, cylinder, ellipsoid, hull, type Shape, sphere } from '../../../src/shapes/spec.ts';
import { Status } from '../../../src/tables/distanceStatus.ts';
import { FRUSTUM } from '../../../src/tables/shapeWords.ts';
import { seeded } from '../../support/random.ts';
import { TableFixture } from '../../support/tables.ts';

const SEED = 0x5300;
/**
 * Parts of the size. Scalar: distance, normal and offsets are rounded to f32; depth is exact to 1e-7 and f32 rounding.
 */
const CLOSE = { scalar: 1e-6, simd: 1e-5 };

const OCTAHEDRON = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
const OTHERS: Shape[] = [box(1, 0.5, 0.75), capsule(0.5, 0.25), hull(OCTAHEDRON), sphere(0.5)];
const SMOOTH_SHAPES: Shape[] = [
  ellipsoid(1, 0.5, 0.75),
  cylinder(0.5, 0.6),
  ellipsoid(0.4, 0.4, 1.5),
  cylinder(1, 0.2),
];

describe.each(['scalar', 'simd'] as const)('engine, kernel %s', (kernel) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({
      workers: 0,
      kernel,
      capacity: { shapes: 512, vertices: 4096, colliders: 512, pairs: 512 },
    });
  });
  afterAll(() => engine.close());

  /** Two colliders: the first at (5, 6, 7), the second at `position` from there. */
  function pair(a: Shape, b: Shape, position: number[], rotation: number[] = [0, 0, 0, 1]): [number, number] {
    const { scene } = engine;
    const first = scene.addCollider(scene.addShape(a), { position: [5, 6, 7] });
    const second = scene.addCollider(scene.addShape(b), { position: position.map((x, c) => x + 5 + c), rotation });
    return [first, second];
  }

  function distanceOf(...ids: number[]): DistanceResults {
    engine.pairs.set(ids);
    return engine.distanceSync();
  }

  test('closed forms: round ellipsoids are spheres, cylinders have caps and sides', () => {
    const round = ellipsoid(0.5, 0.5, 0.5);
    const cases: [Shape, Shape, number[], number][] = [
      [round, sphere(0.25), [2, 0, 0], 1.25],
      [round, box(1, 1, 1), [3, 0, 0], 1.5],
      [round, round, [0, 0.3, 0.4], -0.5],
      [cylinder(1, 0.5), box(1, 1, 1), [0, 2.5, 0], 0.5],
      [cylinder(1, 0.5), cylinder(1, 0.5), [3, 0, 0], 2],
      [cylinder(1, 0.5), box(1, 1, 1), [0.1, 1.9, 0], -0.1],
    ];
    for (const [a, b, position, expected] of cases) {
      const results = distanceOf(...pair(a, b, position));
      expect(results.distance(0)).toBeCloseTo(expected, 6);
      expect(results.status[0]).toBe(expected > 0 ? Status.Separated : Status.Overlapping);
    }
  });

  test(`random poses, seed ${SEED}: proven, verified, the same from a warm start, readable`, () => {
    const random = seeded(SEED);
    const ids: number[] = [];
    for (let k = 0; k < 100; k++) {
      const b = [...OTHERS, ...SMOOTH_SHAPES][k % 8];
      const turn = Array.from({ length: 4 }, () => random() - 0.5);
      const place = Array.from({ length: 3 }, () => 2.6 * (random() - 0.5));
      const [first, second] = pair(SMOOTH_SHAPES[(k >> 3) % 4], b, place, turn);
      ids.push(...(k % 3 === 0 ? [second, first] : [first, second]));
    }
    const results = distanceOf(...ids);
    const cold = { status: results.status.slice(0, 100), separation: results.separation.slice(0, 400) };
    const overlapping = cold.status.filter((status) => status === Status.Overlapping).length;
    expect(overlapping).toBeGreaterThan(30);
    expect(overlapping).toBeLessThan(70);
    expect(cold.status.filter((status) => status === Status.NotConverged).length).toBe(0);
    const { checked, worstError, worstReason, worstRow } = verify(results);
    expect(checked).toBe(100);
    expect(worstError, `${worstReason} of row ${worstRow}`).toBeLessThan(CLOSE[kernel]);
    for (let k = 0; k < 100; k++) expect(results.read(k).simplex.length).toBeGreaterThan(0);

    const again = engine.distanceSync();
    expect(again.separation.slice(0, 400)).toEqual(cold.separation);
    const flags = engine.intersectSync();
    for (let k = 0; k < 100; k++) expect(flags.status[k], `row ${k}`).toBe(cold.status[k]);
  });

  test('contacts: a cylinder on its cap has four points, on its side two', () => {
    const ids = [
      ...pair(cylinder(0.5, 0.4), box(2, 1, 2), [0, -1.49, 0]),
      ...pair(cylinder(0.5, 0.4), box(2, 1, 2), [0, -1.39, 0]),
    ];
    // the second lies along z
    engine.scene.rotations.set([Math.SQRT1_2, 0, 0, Math.SQRT1_2], 4 * ids[2]);
    engine.pairs.set(ids);
    const contacts = engine.contactsSync(engine.pairs, { margin: 0.05 });
    const [standing, lying] = [contacts.read(0), contacts.read(1)];
    expect(standing.points).toHaveLength(4);
    expect(lying.points).toHaveLength(2);
    for (const { separation } of [...standing.points, ...lying.points]) expect(separation).toBeCloseTo(-0.01, 5);
  });

  test('a snapshot holds them; a library without the core refuses it', () => {
    const ids = pair(ellipsoid(1, 0.5, 0.75), cylinder(0.5, 0.6), [2.2, 0.3, 0.1]);
    const before = distanceOf(...ids).distance(0);
    const bytes = engine.scene.snapshot();
    engine.scene.restore(bytes);
    expect(distanceOf(...ids).distance(0)).toBe(before);
    const cores = CORES as (Core | undefined)[];
    const core = cores[FRUSTUM];
    cores[FRUSTUM] = undefined;
    expect(() => engine.scene.restore(bytes)).toThrow('expected sound shapes, got a bad shape');
    cores[FRUSTUM] = core;
  });
});

test('bounds are exact: the rim of a turned cylinder', () => {
  const fixture = new TableFixture();
  const id = fixture.scene.addCollider(fixture.scene.addShape(cylinder(1, 0.5)));
  fixture.pose(id, [10, 0, 0], [0, 0, Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)]); // 30° about z
  const { bounds, colliders, counts, shapes, vertices } = fixture.frame;
  const geometry = { shapes, vertices, cores: SMOOTH_CORES };
  expect(boundsRows(bounds, colliders, counts, geometry, 0, 1, new ScalarBroad(fixture.frame))).toBe(0);
  const [x, y] = [
    Math.sin(Math.PI / 6) + 0.5 * Math.cos(Math.PI / 6),
    Math.cos(Math.PI / 6) + 0.5 * Math.sin(Math.PI / 6),
  ];
  [10 - x, -y, -0.5, 10 + x, y, 0.5].forEach((side, c) => {
    expect(bounds.boxes[c]).toBeCloseTo(side, 7);
  });
});

test('mass: closed forms', () => {
  const { mass, moments } = massProperties(cylinder(1, 0.5), 1);
  expect(mass).toBeCloseTo(0.5 * Math.PI, 12);
  const across = mass * (0.25 / 4 + 1 / 3);
  [across, (mass * 0.25) / 2, across].forEach((moment, c) => {
    expect(moments[c]).toBeCloseTo(moment, 12);
  });
  expect(massProperties(ellipsoid(1, 1, 1), 1).mass).toBeCloseTo((4 / 3) * Math.PI, 12);
});

test('codes of directions: each decodes to itself, and to a direction 0.02 rad away at most', () => {
  const random = seeded(SEED);
  const v = new Float64Array(3);
  const u = new Float64Array(3);
  for (let code = 0; code < 255 * 256; code++) {
    loadDirection(v, code);
    expect(directionCode(v)).toBe(code);
  }
  for (let k = 0; k < 20_000; k++) {
    for (let c = 0; c < 3; c++) v[c] = random() - 0.5;
    loadDirection(u, directionCode(v));
    const cross = Math.hypot(v[1] * u[2] - v[2] * u[1], v[2] * u[0] - v[0] * u[2], v[0] * u[1] - v[1] * u[0]);
    const angle = Math.atan2(cross, v[0] * u[0] + v[1] * u[1] + v[2] * u[2]);
    expect(angle).toBeLessThan(0.02);
  }
});
