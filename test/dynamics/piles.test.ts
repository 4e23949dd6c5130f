/** What stands keeps standing, and what falls comes to rest. Nobody sleeps in here: sleep would hide what creeps. */
import { box, capsule, hull, rounded, type Shape, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { SWEPT_KERNELS } from '../support/kernels.ts';
import { sweep } from '../support/sweep.ts';
import { DT, distance, G, type Quat, rotate, SAG, World } from '../support/world.ts';

const AWAKE = { sleeping: false } as const;
const CRATE = box(0.5, 0.5, 0.5);
const LYING: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

describe.each(SWEPT_KERNELS)('kernel %s', (kernel) => {
  const seconds = sweep(kernel === 'simd' ? 10 : 5, 60);

  test(`a stack of 20 boxes stands for ${seconds} s`, () =>
    World.with({ ...AWAKE, kernel }, (world) => {
      world.ground();
      const ids = Array.from({ length: 20 }, (_, k) => world.add(CRATE, { position: [0, 0.5 + k, 0] }));
      world.run(60 * seconds);
      for (const [k, id] of ids.entries()) {
        const [x, y, z] = world.position(id);
        expect(Math.hypot(x, z), `storey ${k}`).toBeLessThan(0.02);
        // contacts give: 20 m of crates press the lowest by some millimetres each
        expect(Math.abs(y - 0.5 - k), `storey ${k}`).toBeLessThan(0.05);
        expect(rotate(world.rotation(id), [0, 1, 0])[1]).toBeGreaterThan(0.9999);
        expect(Math.hypot(...world.velocity(id))).toBeLessThan(0.01);
      }
    }));
});

/** As docs/dynamics.md says: turns of springs per substep; the force per mass from which on they are steeper (m/s²). */
const [TURNS, SOFT_LOAD] = [0.16, 136] as const;

/** How deep a point is that bears a force per mass (m/s²), when beyond `SOFT_LOAD` its spring pushes so many times as much. */
function depthUnder(pressure: number, steeper: number, substeps: number): number {
  const rate = (2 * Math.PI * TURNS * substeps) / DT;
  return (Math.min(pressure, SOFT_LOAD) + Math.max(pressure - SOFT_LOAD, 0) / steeper) / rate ** 2;
}

describe.each(sweep([4, 8], [4, 5, 8, 16]))('light under heavy, %i substeps', (substeps) => {
  // a corner of a crate has a quarter of its mass behind it (1 / m + 2 · 0.5² / (m / 6) = 4 / m) and bears a quarter of (1 + ratio) m g; between
  // the two it has 1 / (4 / m + 4 / M), and bears a quarter of M g: the same. All four have all of the mass: 1.5 times as steep
  test.each(sweep([5, 60], [5, 30, 60]))(
    'a crate under one of %i times its mass: as deep as its springs say',
    (ratio) =>
      World.with({ ...AWAKE, substeps }, (world) => {
        world.ground();
        const light = world.add(CRATE, { position: [0, 0.5, 0], mass: 100 });
        const heavy = world.add(CRATE, { position: [0, 1.5, 0], mass: 100 * ratio });
        world.run(600);
        const depth = depthUnder((1 + ratio) * G, 1.5, substeps);
        const [low, high] = [world.position(light)[1], world.position(heavy)[1]];
        // a hundredth: what is left of the fall
        expect(Math.abs(0.5 - low - depth)).toBeLessThan(0.01 * depth);
        expect(Math.abs(1 - (high - low) - depth)).toBeLessThan(0.01 * depth);
        for (const id of [light, heavy]) expect(Math.hypot(...world.velocity(id))).toBeLessThan(0.01);
      }),
  );
});

/** Crates on the gaps between those below, `width` of them in the lowest row. */
function pyramid(world: World, width: number): [id: number, x: number, y: number][] {
  const crates: [number, number, number][] = [];
  for (let row = 0; row < width; row++) {
    for (let k = 0; k < width - row; k++) {
      const [x, y] = [1.05 * (k - (width - 1 - row) / 2), 0.5 + row];
      crates.push([world.add(CRATE, { position: [x, y, 0] }), x, y]);
    }
  }
  return crates;
}

describe.each(sweep([4, 8], [4, 5, 8, 16]))('pyramids, %i substeps', (substeps) => {
  const seconds = sweep(8, 15);

  test.each(sweep([5, 15], [5, 10, 15]))(`%i wide: every crate is at rest from 5 s to ${seconds} s`, (width) =>
    World.with({ ...AWAKE, substeps }, (world) => {
      world.ground();
      const crates = pyramid(world, width);
      let fastest = 0;
      world.run(60 * seconds, (step) => {
        if (step < 300) return;
        for (const [id] of crates) fastest = Math.max(fastest, Math.hypot(...world.velocity(id)));
      });
      const off = Math.max(...crates.map(([id, x, y]) => distance(world.position(id), [x, y, 0])));
      expect(off).toBeLessThan(0.03);
      // slower than what sleep takes for rest
      expect(fastest).toBeLessThan(0.05);
    }),
  );
});

test('a pyramid 15 wide falls asleep', () =>
  World.with({}, (world) => {
    world.ground();
    pyramid(world, 15);
    world.run(300);
    expect(world.dynamics.stats.awake).toBe(0);
  }));

const SHAPES: [string, Shape, number][] = [
  ['spheres', sphere(0.4), 0.4],
  ['capsules', capsule(0.4, 0.2), 0.2],
  ['rounded boxes', rounded(box(0.3, 0.2, 0.3), 0.1), 0.3],
  [
    'hulls',
    hull(
      [0, 1, 2, 3, 4].flatMap((k) =>
        [0.25, -0.25].flatMap((y) => [0.4 * Math.cos(1.2566 * k), y, 0.4 * Math.sin(1.2566 * k)]),
      ),
    ),
    0.25,
  ],
];

test.each(SHAPES)('%s come to rest in a pit, on each other', (_, shape, half) =>
  World.with(AWAKE, (world) => {
    world.ground();
    for (const [x, z] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      world.add(box(x === 0 ? 2 : 0.5, 3, z === 0 ? 2 : 0.5), { type: 'static', position: [1.5 * x, 3, 1.5 * z] });
    }
    const ids = Array.from({ length: 12 }, (_, k) => {
      const position = [0.3 * Math.cos(2 * k), 1 + k, 0.3 * Math.sin(2 * k)];
      return world.add(shape, { position, rotation: [Math.sin(k), 0.3, Math.cos(k), 1], angularDamping: 0.5 });
    });
    world.run(900);
    let inside = 0;
    for (const id of ids) {
      const [x, y, z] = world.position(id);
      if (Math.abs(x) < 1 && Math.abs(z) < 1 && y > 0.5 * half) inside++;
      expect(Math.hypot(...world.velocity(id))).toBeLessThan(0.05);
    }
    expect(inside).toBe(12);
  }),
);

test('a tower of each upon each: a sphere on a box, a hull on a capsule that lies, a box on rounded boxes', () =>
  World.with(AWAKE, (world) => {
    world.ground();
    const lying = world.add(capsule(1, 0.3), { position: [0, 0.3, 0], rotation: LYING });
    const beside = world.add(capsule(1, 0.3), { position: [0.61, 0.3, 0], rotation: LYING });
    const upon = world.add(rounded(box(0.5, 0.1, 0.5), 0.1), { position: [0.305, 0.8, 0] });
    const top = world.add(CRATE, { position: [0.305, 1.5, 0] });
    const ball = world.add(sphere(0.3), { position: [0.305, 2.3, 0] });
    world.run(600);
    // the lowest of four springs in a row bears all of it, at one point of each capsule: 1.3 mm were seen
    expect(Math.abs(world.position(ball)[1] - 2.3)).toBeLessThan(2 * SAG);
    expect(Math.abs(world.position(top)[1] - 1.5)).toBeLessThan(2 * SAG);
    for (const id of [lying, beside, upon, top]) expect(Math.hypot(...world.velocity(id))).toBeLessThan(0.05);
  }));
