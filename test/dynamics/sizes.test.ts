/** Small and large bodies, light ones under heavy ones, and what default substeps can and cannot do. */
import { box } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { World } from '../support/world.ts';

/** Crates of a size on each other. @returns how far the worst has gone aside and down, in sizes */
function stand(world: World, size: number, storeys: number, steps: number): { aside: number; down: number } {
  world.add(box(50 * size, 2 * size, 50 * size), { type: 'static', position: [0, -2 * size, 0] });
  const half = size / 2;
  const ids = Array.from({ length: storeys }, (_, k) =>
    world.add(box(half, half, half), { position: [0, size * (k + 0.5), 0] }),
  );
  world.run(steps);
  const places = ids.map((id) => world.position(id));
  return {
    aside: Math.max(...places.map(([x, , z]) => Math.hypot(x, z) / size)),
    down: Math.max(...places.map(([, y], k) => Math.abs(y / size - k - 0.5))),
  };
}

describe.each([false, true])('ten crates on each other, sleeping %s', (sleeping) => {
  test.each([0.001, 0.01, 0.1, 1, 100])('of %d m stand', (size) =>
    World.with({ sleeping }, (world) => {
      const { aside, down } = stand(world, size, 10, 400);
      expect(aside).toBeLessThan(0.03);
      expect(down).toBeLessThan(0.1);
      if (sleeping) expect(world.dynamics.stats.awake).toBe(0);
    }),
  );
});

describe('default substeps', () => {
  const cases: [readonly number[], number][] = [
    [[1, 0.5, 0.25], 5],
    [[0.1], 8],
    [[0.01], 26],
    [[0.001], 64],
    [[1, 1, 0.01], 26],
    [[...Array<number>(400).fill(1), 0.001], 40],
    [[...Array<number>(60).fill(0.01), ...Array<number>(40).fill(1)], 26],
  ];
  test.each(cases)('of crates of %j m: %i', (sizes, substeps) =>
    World.with({}, (world) => {
      for (const [k, size] of sizes.entries()) {
        world.add(box(size / 2, size / 2, size / 2), { position: [3 * k, 0, 0] });
      }
      expect(world.dynamics.stepSync(1 / 60).substeps).toBe(substeps);
    }),
  );

  test('those of removed bodies do not count; those asked for stay', async () => {
    await World.with({}, (world) => {
      const id = world.add(box(0.01, 0.01, 0.01));
      world.add(box(1, 1, 1), { position: [5, 0, 0] });
      world.run(1);
      expect(world.dynamics.stats.substeps).toBeGreaterThan(5);
      world.dynamics.removeBody(id);
      world.run(1);
      expect(world.dynamics.stats.substeps).toBe(5);
    });
    await World.with({ substeps: 3 }, (world) => {
      world.add(box(0.01, 0.01, 0.01));
      world.run(1);
      expect(world.dynamics.stats.substeps).toBe(3);
    });
  });
});

describe('a crate of 1 kg', () => {
  test.each([
    [1, 1, 1000],
    [1, 1, 10_000],
    [0.1, 0.1, 1000],
    [0.1, 0.1, 10_000],
    [0.1, 1, 1000],
    [0.1, 2.15, 10_000],
  ])(
    'of %d m under one of %d m and %d kg: that sinks into it, and it into the ground, by less than 2 %%',
    (s, S, mass) =>
      World.with({ sleeping: false }, (world) => {
        world.ground();
        const light = world.add(box(s / 2, s / 2, s / 2), { position: [0, s / 2, 0], mass: 1 });
        const heavy = world.add(box(S / 2, S / 2, S / 2), { position: [0, s + S / 2, 0], mass });
        let deepest = 0;
        world.run(600, () => {
          const [low, high] = [world.position(light)[1], world.position(heavy)[1]];
          deepest = Math.max(deepest, s / 2 - low, (s + S) / 2 - (high - low));
        });
        expect(deepest / s).toBeLessThan(0.02);
        expect(Math.hypot(...world.velocity(heavy), ...world.velocity(light))).toBeLessThan(0.01);
      }),
  );

  test('that hits one of 1 t in space gives it its own momentum and no more; so does one that rolls against it', () =>
    World.with({ gravity: [0, 0, 0], sleeping: false }, (world) => {
      const heavy = world.add(box(0.5, 0.5, 0.5), { position: [0, 0, 0], mass: 1000 });
      world.add(box(0.1, 0.1, 0.1), { position: [-1, 0, 0], mass: 1, velocity: [5, 0, 0] });
      world.add(box(3, 0.1, 3), { type: 'static', position: [-3.6, -0.201, 0] });
      world.run(60);
      expect(world.velocity(heavy)[0]).toBeGreaterThan(0.004);
      expect(world.velocity(heavy)[0]).toBeLessThan(0.006);
    }));

  test('weighs what it weighs again when the heavy one is gone', () =>
    World.with({}, (world) => {
      world.ground();
      const light = world.add(box(0.5, 0.5, 0.5), { position: [0, 0.5, 0], mass: 1 });
      const heavy = world.add(box(0.5, 0.5, 0.5), { position: [0, 1.5, 0], mass: 1000 });
      world.run(30);
      world.dynamics.removeBody(heavy);
      world.dynamics.applyImpulse(light, [0, 2, 0]);
      // what is left of the springs' push after half a second of rest: 2 mm/s were seen
      expect(Math.abs(world.velocity(light)[1] - 2)).toBeLessThan(0.005);
    }));
});

describe('a column of 30 crates, 60 s, awake: as docs/dynamics.md says', () => {
  test('it falls in default substeps', () =>
    World.with({ sleeping: false }, (world) => {
      expect(stand(world, 1, 30, 3600).aside).toBeGreaterThan(0.5);
      expect(world.dynamics.stats.substeps).toBe(5);
    }));
  test('it stands in 8', () =>
    World.with({ sleeping: false, substeps: 8 }, (world) => {
      const { aside, down } = stand(world, 1, 30, 3600);
      expect(aside).toBeLessThan(0.02);
      expect(down).toBeLessThan(0.05);
    }));
  test('it falls asleep before it falls, if it may', () =>
    World.with({}, (world) => {
      expect(stand(world, 1, 30, 300).aside).toBeLessThan(0.05);
      expect(world.dynamics.stats.awake).toBe(0);
    }));
});
