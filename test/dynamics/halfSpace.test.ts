/** Bodies on half-spaces: floors and walls without bounds. */
import {
  box,
  capsule,
  cone,
  createEngine,
  cylinder,
  ellipsoid,
  halfSpace,
  hull,
  rounded,
  type Shape,
  sphere,
  taperedCapsule,
} from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { describe, expect, test } from 'vitest';
import { seeded } from '../support/random.ts';
import { distance, dot, rotate, turn, type Vec, World } from '../support/world.ts';

const SEED = 0xd17;

describe('at rest', () => {
  const shapes: [string, Shape, number][] = [
    ['box', box(0.5, 0.3, 0.5), 0.3],
    ['ball', sphere(0.4), 0.4],
    ['capsule', capsule(0.5, 0.2), 0.7],
    ['can', cylinder(0.4, 0.3), 0.4],
    ['cone', cone(0.4, 0.4), 0.4],
    ['tapered capsule', taperedCapsule(0.4, 0.1, 0.3), 0.7],
    ['egg', ellipsoid(0.5, 0.3, 0.5), 0.3],
    ['rounded box', rounded(box(0.3, 0.2, 0.3), 0.1), 0.3],
    ['tetrahedron', hull([0, 0.75, 0, 0.7, -0.25, 0, -0.35, -0.25, 0.6, -0.35, -0.25, -0.6]), 0.25],
  ];

  test.each(['scalar', 'simd'] as const)('dropped bodies come to rest on it, kernel %s', (kernel) =>
    World.with({ kernel, sleeping: false }, (world) => {
      world.add(halfSpace(), { type: 'static' });
      const ids = shapes.map(([, shape, height], k) => world.add(shape, { position: [3 * k, height + 0.2, 0] }));
      world.run(240);
      for (const [k, id] of ids.entries()) {
        const [name, , height] = shapes[k]!;
        expect(Math.abs(world.position(id)[1] - height), name).toBeLessThan(2e-3);
        expect(Math.hypot(...world.velocity(id)), name).toBeLessThan(1e-3);
      }
    }),
  );

  test('the same far from the origin of the plane, and on a tilted one with enough friction', () =>
    World.with({ sleeping: false }, (world) => {
      const rotation = turn([0, 0, 1], 0.3);
      const up = rotate(rotation, [0, 1, 0]);
      const along = rotate(rotation, [1, 0, 0]);
      const far: Vec = [5000 * along[0], 5000 * along[1], 3000];
      world.add(halfSpace(), { rotation, type: 'static', friction: 1 });
      const start = [far[0] + 0.3 * up[0], far[1] + 0.3 * up[1], far[2]];
      const id = world.add(box(0.5, 0.3, 0.5), { position: start, rotation, friction: 1 });
      world.run(60);
      const settled = world.position(id);
      world.run(240);
      expect(distance(world.position(id), settled)).toBeLessThan(1e-3);
      const off = world.position(id).map((c, k) => c - far[k]!) as unknown as Vec;
      expect(Math.abs(dot(off, up) - 0.3)).toBeLessThan(2e-3);
    }));
});

test('a spinning box stops as soon, however far it is from the position of the plane', async () => {
  const spins: number[][] = [];
  for (const away of [0, 200, 3000, 1e5]) {
    spins.push(
      await World.with({ sleeping: false }, (world) => {
        world.add(halfSpace(), { type: 'static' });
        const id = world.add(box(0.5, 0.5, 0.5), { position: [away, 0.5, away / 2], spin: [0, 10, 0] });
        const found: number[] = [];
        world.run(20, () => found.push(world.dynamics.spins[4 * id + 1]!));
        return found;
      }),
    );
  }
  expect(spins[0]![19]).toBeGreaterThan(1);
  expect(spins[0]![19]).toBeLessThan(9);
  for (const other of spins) for (let k = 0; k < 20; k++) expect(Math.abs(other[k]! - spins[0]![k]!)).toBeLessThan(0.1);
});

test('a pile between four walls stays inside, and falls asleep', () =>
  World.with({}, (world) => {
    const random = seeded(SEED + 1);
    world.add(halfSpace(), { type: 'static' });
    for (const [x, z] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      // y turned to (−x, 0, −z): the room is |x|, |z| < 2
      const rotation = x !== 0 ? turn([0, 0, 1], (x * Math.PI) / 2) : turn([1, 0, 0], (-z * Math.PI) / 2);
      world.add(halfSpace(), { position: [2 * x, 0, 2 * z], rotation, type: 'static' });
    }
    const shapes = [box(0.3, 0.2, 0.25), sphere(0.3), cylinder(0.3, 0.25), capsule(0.2, 0.2)];
    const ids = Array.from({ length: 60 }, (_, k) =>
      world.add(shapes[k % 4]!, {
        position: [2.6 * (random() - 0.5), 0.5 + 0.25 * k, 2.6 * (random() - 0.5)],
        rotation: turn([random(), random(), 1], 6 * random()),
      }),
    );
    world.run(900);
    for (const id of ids) {
      const [x, y, z] = world.position(id);
      expect(Math.abs(x)).toBeLessThan(1.85);
      expect(Math.abs(z)).toBeLessThan(1.85);
      expect(y).toBeGreaterThan(0.15);
    }
    expect(world.dynamics.stats.awake).toBe(0);
  }));

test('a moved half-space wakes the bodies that sleep on it', () =>
  World.with({}, (world) => {
    const floor = world.add(halfSpace(), { type: 'static' });
    const id = world.add(box(0.5, 0.5, 0.5), { position: [0, 0.5, 0] });
    world.run(120);
    expect(world.dynamics.awake[id]).toBe(0);
    world.dynamics.setPose(floor, [0, -1, 0]);
    world.run(120);
    expect(Math.abs(world.position(id)[1] + 0.5)).toBeLessThan(2e-3);
    world.dynamics.removeBody(floor);
    world.run(60);
    expect(world.position(id)[1]).toBeLessThan(-4);
  }));

test('same bytes for 0 to 3 workers', async () => {
  const bytes: Uint8Array[] = [];
  for (const workers of [0, 1, 2, 3]) {
    bytes.push(
      await World.with({ workers }, async (world) => {
        const random = seeded(SEED + 1);
        world.add(halfSpace(), { type: 'static' });
        world.add(halfSpace(), { type: 'static', rotation: turn([0, 0, 1], 0.4), position: [-3, 0, 0] });
        for (let k = 0; k < 120; k++) {
          world.add([box(0.3, 0.3, 0.3), sphere(0.3), cylinder(0.3, 0.3)][k % 3]!, {
            position: [4 * random(), 1 + 0.1 * k, 4 * random()],
            rotation: turn([random(), random(), 1], 6 * random()),
          });
        }
        for (let step = 0; step < 90; step++) await world.dynamics.step(1 / 60);
        return world.engine.scene.snapshot();
      }),
    );
  }
  for (const other of bytes) expect(Buffer.compare(bytes[0]!, other)).toBe(0);
});

test('only static bodies, at most 64; a refused body leaves no shape behind', async () => {
  const engine = await createEngine({
    workers: 0,
    capacity: { shapes: 128, colliders: 128, pairs: 64, passBytes: 1 << 22 },
  });
  const dynamics = await createDynamics(engine);
  for (const type of ['dynamic', 'kinematic'] as const) {
    expect(() => dynamics.addBody(halfSpace(), { type })).toThrow(
      `dynamics.addBody: type: expected 'static' for a half-space, which does not move, got '${type}'`,
    );
  }
  expect(() => dynamics.addBody(halfSpace())).toThrow("expected 'static' for a half-space");
  const shape = dynamics.addShape(halfSpace());
  expect(() => dynamics.addBody(shape, { type: 'kinematic' })).toThrow("expected 'static' for a half-space");
  for (let k = 0; k < 64; k++) dynamics.addBody(shape, { type: 'static' });
  const { shapeCount } = engine.scene;
  expect(() => dynamics.addBody(halfSpace(), { type: 'static' })).toThrow(
    'dynamics.addBody: half-spaces: expected at most 64 in a scene, got 65',
  );
  expect(engine.scene.shapeCount).toBe(shapeCount);
  await engine.close();
});
