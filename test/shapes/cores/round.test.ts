/** Frustums, ellipsoids and triangles: arguments, tables, bounds, mass, snapshots. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundsRows } from '../../../src/broad/bounds/bounds.ts';
import { ScalarBroad } from '../../../src/broad/scalarBroad.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { createEngine } from '../../../src/index.node.ts';
import type { Geometry } from '../../../src/kernels/cores/geometry.ts';
import { cylinder as pairCylinder, distance as pairDistance } from '../../../src/pair.ts';
import { SMOOTH_CORES } from '../../../src/shapes/cores/list.ts';
import { massProperties } from '../../../src/shapes/mass/massProperties.ts';
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  frustum,
  hull,
  rounded,
  type Shape,
  sphere,
  taperedCapsule,
  triangle,
} from '../../../src/shapes/spec.ts';
import {
  ellipsoidBody,
  frustumBody,
  quaternion,
  type RoundBody,
  taperedCapsuleBody,
  type Vec3,
} from '../../oracle/roundBody.ts';
import { seeded } from '../../support/random.ts';
import { TableFixture } from '../../support/tables.ts';

const SEED = 0x20d;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 0, capacity: { shapes: 512, vertices: 4096, colliders: 512, pairs: 512 } });
});
afterAll(() => engine.close());

describe('arguments', () => {
  const bad: [Shape, string][] = [
    [cylinder(1, 0), 'bottomRadius, topRadius: expected one of them > 0 (m, f32), got 0 and 0'],
    [cylinder(1, -1), 'bottomRadius: expected a number ≥ 0 (m, f32), got -1'],
    [cylinder(-1, 1), 'halfHeight: expected a number ≥ 0 (m, f32), got -1'],
    [cylinder(Number.NaN, 1), 'halfHeight: expected a number ≥ 0 (m, f32), got NaN'],
    [cone(0, 1), 'halfHeight: expected a number > 0 (m, f32), got 0'],
    [cone(1, 2e18), 'bottomRadius: expected 1e18 m at most, got 2000000000000000000'],
    [cone(Infinity, 1), 'halfHeight: expected a number > 0 (m, f32), got Infinity'],
    [frustum(1, 1, Number.NaN), 'topRadius: expected a number ≥ 0 (m, f32), got NaN'],
    [frustum(1, 1e-46, 0), 'bottomRadius, topRadius: expected one of them > 0 (m, f32), got 0 and 0'],
    [frustum(1, '1' as unknown as number, 1), "bottomRadius: expected a number ≥ 0 (m, f32), got '1'"],
    [disk(0), 'bottomRadius, topRadius: expected one of them > 0 (m, f32), got 0 and 0'],
    [ellipsoid(1, 0, 1), 'radii[1]: expected a number > 0 (m, f32), got 0'],
    [ellipsoid(1, 1, -2), 'radii[2]: expected a number > 0 (m, f32), got -2'],
    [ellipsoid(1e19, 1, 1), 'radii[0]: expected 1e18 m at most, got 10000000000000000000'],
    [taperedCapsule(0, 1, 0.5), 'halfHeight: expected a number > 0 (m, f32), got 0'],
    [taperedCapsule(1, -1, 0.5), 'radiusA: expected a number ≥ 0 (m, f32), got -1'],
    [taperedCapsule(1, 1, Number.NaN), 'radiusB: expected a number ≥ 0 (m, f32), got NaN'],
    [taperedCapsule(1, 1, 2e18), 'radiusB: expected 1e18 m at most, got 2000000000000000000'],
    [{ ...ellipsoid(1, 1, 1), radii: [1, 1] as never }, 'radii: expected three numbers > 0 (m, f32), got 2 numbers'],
    [{ ...ellipsoid(1, 1, 1), radii: 1 as never }, 'radii: expected three numbers > 0 (m, f32), got 1'],
    [triangle([0, 0, 0, 1, 0, 0, 0, Number.NaN, 0]), 'points: expected at least one finite xyz triple, got NaN at 7'],
  ];

  test.each(bad)('%o is refused with a sentence', (shape, sentence) => {
    const before = engine.scene.shapeCount;
    const message = `scene.addShape(${shape.kind}): ${sentence}`;
    expect(() => engine.scene.addShape(shape)).toThrow(message);
    expect(() => massProperties(shape)).toThrow(message.replace('scene.addShape', 'massProperties'));
    expect(() => rounded(shape, -1)).toThrow('rounded: radius');
    expect(engine.scene.shapeCount).toBe(before);
  });

  test('a triangle has nine numbers', () => {
    expect(() => triangle([0, 0, 0])).toThrow('triangle: points: expected nine numbers (m), got 3 numbers');
    expect(() => triangle(new Float32Array(12))).toThrow('triangle: points: expected nine numbers (m), got 12 numbers');
    expect(triangle([0, 0, 0, 1, 0, 0, 0, 1, 0])).toEqual(hull([0, 0, 0, 1, 0, 0, 0, 1, 0]));
  });
});

test('hullstorm/pair: the same answer as the engine, in f64', () => {
  const pose = { position: [0, 0, 0] };
  const { distance, normal } = pairDistance(pairCylinder(1, 0.5), pose, pairCylinder(1, 0.5), { position: [3, 0, 4] });
  expect(distance).toBeCloseTo(4, 14);
  expect(normal[0]).toBeCloseTo(0.6, 12);
});

test('bounds are exact at random rotations: the largest of many surface points, and reached by one', () => {
  const random = seeded(SEED);
  const fixture = new TableFixture();
  const frustums = [cylinder(1, 0.5), cone(0.5, 0.8), frustum(0.4, 0.3, 0.6), disk(0.7)];
  const shapes = [...frustums, ellipsoid(1, 0.3, 0.6), taperedCapsule(0.5, 0.2, 0.4), taperedCapsule(0.1, 0.5, 0.2)];
  for (const shape of [...shapes, rounded(cone(0.5, 0.8), 0.2), rounded(ellipsoid(0.2, 0.9, 0.5), 0.1)]) {
    const id = fixture.scene.addCollider(fixture.scene.addShape(shape));
    const turn = quaternion(random);
    fixture.pose(id, [0, 0, 0], turn);
    const { bounds, colliders, counts, shapes: table, vertices } = fixture.frame;
    const geometry: Geometry = { shapes: table, vertices, cores: SMOOTH_CORES };
    boundsRows(bounds, colliders, counts, geometry, id, id + 1, new ScalarBroad(fixture.frame));
    const [x, y, z, w] = turn;
    const rows = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v, t] = rows[axis] as [number, number, number];
      // closed forms of the support heights along ± a world axis
      const reach = (sign: number): number => {
        if (shape.kind === 'ellipsoid') return Math.hypot(...shape.radii.map((r, k) => r * [u, v, t][k]!));
        if (shape.kind === 'taperedCapsule') {
          return Math.max(sign * v * shape.halfHeight + shape.radiusA, shape.radiusB - sign * v * shape.halfHeight);
        }
        if (shape.kind !== 'frustum') throw new Error('only round shapes here');
        const across = Math.hypot(u, t);
        const { halfHeight: h, topRadius, bottomRadius } = shape;
        return Math.max(sign * v * h + topRadius * across, -sign * v * h + bottomRadius * across);
      };
      expect(bounds.boxes[6 * id + axis]).toBeCloseTo(-reach(-1) - shape.radius, 6);
      expect(bounds.boxes[6 * id + 3 + axis]).toBeCloseTo(reach(1) + shape.radius, 6);
    }
  }
});

describe('mass', () => {
  const close = (got: number, want: number, part: number) => expect(Math.abs(got - want)).toBeLessThan(part * want);

  test('closed forms of a cone, a frustum and an ellipsoid', () => {
    const [h, r] = [0.75, 0.5];
    const { mass, center, moments } = massProperties(cone(h, r), 1);
    close(mass, (Math.PI * r * r * 2 * h) / 3, 1e-14);
    close(-center[1], h / 2, 1e-14);
    close(moments[1], (3 / 10) * mass * r * r, 1e-14);
    close(moments[0], (3 / 20) * mass * (r * r + h * h), 1e-14);
    // a frustum is a cone without its tip
    const whole = massProperties(cone(1, 1), 1);
    const tip = massProperties(cone(0.5, 0.5), 1);
    const cut = massProperties(frustum(0.5, 1, 0.5), 1);
    close(cut.mass, whole.mass - tip.mass, 1e-14);
    close(cut.moments[1], whole.moments[1] - tip.moments[1], 1e-14);
    const egg = massProperties(ellipsoid(1, 2, 4), 1);
    close(egg.mass, (4 / 3) * Math.PI * 8, 1e-14);
    close(egg.moments[0], (egg.mass * (4 + 16)) / 5, 1e-14);
  });

  test('a rounded line of radius nearly 0 is a capsule, a round ellipsoid a sphere', () => {
    const pairs: [Shape, Shape][] = [
      [rounded(cylinder(0.5, 1e-12), 0.25), capsule(0.5, 0.25)],
      [rounded(ellipsoid(0.5, 0.5, 0.5), 0.25), sphere(0.75)],
    ];
    for (const [a, b] of pairs) {
      const [one, other] = [massProperties(a, 1), massProperties(b, 1)];
      close(one.mass, other.mass, 1e-10);
      for (let k = 0; k < 3; k++) close(one.moments[k]!, other.moments[k]!, 1e-10);
    }
  });

  test('rounded shapes against a slow twin: rays from the center to the surface', () => {
    for (const body of [
      frustumBody(rounded(cone(0.5, 0.75), 0.25)),
      frustumBody(rounded(frustum(0.5, 0.25, 0.75), 0.5)),
      frustumBody(rounded(disk(0.75), 0.25)),
      ellipsoidBody(rounded(ellipsoid(0.5, 1, 0.75), 0.25)),
      taperedCapsuleBody(taperedCapsule(0.5, 0.25, 0.75)),
      taperedCapsuleBody(rounded(taperedCapsule(0.5, 0.75, 0.25), 0.125)),
    ]) {
      const { mass, center, moments } = massProperties(body.shape, 1);
      const twin = byRays(body);
      close(mass, twin.mass, 2e-4);
      expect(Math.abs(center[1] - twin.center)).toBeLessThan(2e-4);
      for (let k = 0; k < 3; k++) close(moments[k]!, twin.moments[k]!, 5e-4);
    }
  });

  test('a disk without radius has none', () => {
    expect(() => massProperties(disk(1))).toThrow(
      'massProperties(frustum): expected a body with volume (one without has no mass), got a disk of radius 0',
    );
  });
});

/** Mass properties about the center of mass, density 1, from the lengths of many rays out of the local origin. */
function byRays(body: RoundBody): { mass: number; center: number; moments: number[] } {
  const [polar, around] = [120, 60];
  const sums = [0, 0, 0, 0, 0];
  for (let i = 0; i < polar; i++) {
    const y = 1 - (2 * i + 1) / polar;
    for (let k = 0; k < around; k++) {
      const turn = (2 * Math.PI * (k + 0.5)) / around;
      const ring = Math.sqrt(1 - y * y);
      const u = [ring * Math.cos(turn), y, ring * Math.sin(turn)];
      let [inside, outside] = [0, 4];
      while (outside - inside > 1e-8) {
        const length = (inside + outside) / 2;
        if (body.beyond(u.map((x) => length * x) as Vec3) > 0) outside = length;
        else inside = length;
      }
      const solid = (4 * Math.PI) / (polar * around);
      sums[0] += (solid * inside ** 3) / 3;
      sums[1] += (solid * u[1]! * inside ** 4) / 4;
      for (let c = 0; c < 3; c++) sums[2 + c] += (solid * u[c]! ** 2 * inside ** 5) / 5;
    }
  }
  const [mass, first, x, y, z] = sums as [number, number, number, number, number];
  const center = first / mass;
  const along = y - mass * center * center;
  return { mass, center, moments: [along + z, z + x, x + along] };
}

describe('snapshots', () => {
  test('hold round shapes; every damaged number of their rows is refused or leaves a sound shape', async () => {
    const other = await createEngine({ workers: 0, capacity: { shapes: 8, vertices: 64, colliders: 8, pairs: 8 } });
    const drop = taperedCapsule(0.5, 0.25, 0.5);
    const shapes = [cylinder(1, 0.5), cone(0.5, 1), rounded(disk(1), 0.125), ellipsoid(1, 0.5, 2), drop];
    const ids = shapes.map((shape, k) => other.scene.addCollider(other.scene.addShape(shape), { position: [k, 0, 0] }));
    other.pairs.set([ids[0]!, ids[1]!, ids[2]!, ids[3]!]);
    const before = [...other.distanceSync().separation.slice(0, 8)];
    const bytes = other.scene.snapshot();
    other.scene.restore(bytes);
    expect([...other.distanceSync().separation.slice(0, 8)]).toEqual(before);
    expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(6);
    const row = (shape: number, word: number) => 80 + 64 * shape + 4 * word;
    const changes: [number, number, number][] = [
      [0, 3, -1],
      [0, 3, Number.NaN],
      [0, 8, Infinity],
      [0, 9, -0.5],
      [0, 2, 0.75],
      [0, 11, 9],
      [1, 3, 0],
      [2, 8, 0.5],
      [3, 8, 0],
      [3, 9, 1e-9],
      [3, 13, 0.5],
      [3, 13, -1],
      [3, 1, 0],
      [3, 4, 7],
      [4, 1, 0],
      [4, 2, 0.5],
      [4, 3, 0.5],
      [4, 8, -1],
      [4, 8, 0.5],
      [4, 9, 0.25],
      [4, 10, 0],
      [4, 11, 7],
      [4, 13, 0.5],
    ];
    for (const [shape, word, value] of changes) {
      const damaged = bytes.slice();
      new DataView(damaged.buffer).setFloat32(row(shape, word), value, true);
      expect(() => other.scene.restore(signed(damaged)), `shape ${shape}, word ${word}: ${value}`).toThrow(
        `scene.restore: bytes: expected sound shapes, got a bad shape ${shape}`,
      );
    }
    for (const word of [6, 7]) {
      const damaged = bytes.slice();
      new DataView(damaged.buffer).setUint32(row(0, word), 4, true);
      expect(() => other.scene.restore(signed(damaged))).toThrow('scene.restore: bytes: expected');
    }
    await other.close();
  });

  test('version 2 is read', async () => {
    const other = await createEngine({ workers: 0, capacity: { shapes: 8, vertices: 64, colliders: 8, pairs: 8 } });
    other.scene.addCollider(other.scene.addShape(box(1, 2, 3)), { position: [1, 2, 3] });
    const now = other.scene.snapshot();
    // without the last columns, user ids and sensors
    const bytes = now.slice(0, now.length - 5);
    bytes[4] = 2;
    new DataView(bytes.buffer).setUint32(8, bytes.length, true);
    other.scene.restore(signed(bytes));
    expect([...other.scene.positions.subarray(0, 3)]).toEqual([1, 2, 3]);
    bytes[4] = 1;
    expect(() => other.scene.restore(signed(bytes))).toThrow('expected a snapshot of version 2 to 6, got version 1');
    await other.close();
  });
});

test('instances and dynamics take them: a can falls by gravity', async () => {
  const { createDynamics } = await import('hullstorm/dynamics');
  const { createEngine: createBuilt } = await import('hullstorm');
  const other = await createBuilt({ workers: 0, capacity: { shapes: 8, vertices: 64, colliders: 8, pairs: 64 } });
  const dynamics = await createDynamics(other, { contacts: 64 });
  const id = dynamics.addBody(cylinder(0.5, 0.25), { position: [0, 9, 0] });
  dynamics.addBody(ellipsoid(0.5, 0.25, 0.25), { position: [3, 9, 0] });
  for (let k = 0; k < 60; k++) dynamics.stepSync(1 / 60);
  const out = new Float32Array(16);
  other.scene.writeInstances(out);
  expect(out[1]).toBeLessThan(4.3);
  expect(out[1]).toBeGreaterThan(3.9);
  expect(out[3]).toBe(other.scene.shapes[id]);
  await other.close();
});

/** The bytes with a right checksum: CRC-32 of all but the four that hold it. */
function signed(bytes: Uint8Array): Uint8Array {
  const rest = Uint8Array.from([...bytes.subarray(0, 12), ...bytes.subarray(16)]);
  let crc = 0xffffffff;
  for (const byte of rest) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(12, ~crc >>> 0, true);
  return bytes;
}
