/** Bodies on meshes and height fields: they rest, sleep, slide, roll and wake, and report their touches once. */
import {
  box,
  capsule,
  compound,
  cylinder,
  disk,
  heightField,
  hull,
  mesh,
  rounded,
  type Shape,
  sphere,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { trianglesOf } from '../../scenes/bruteForce.ts';
import { between, randomUnit, seeded } from '../../scenes/random.ts';
import { grid, type Surface, square, ticks } from '../../scenes/surfaces.ts';
import { type Body, boxBody, capsuleBody, hullBody, place, sphereBody } from '../oracle/body.ts';
import { gapsTo } from '../oracle/triangles.ts';
import { G, plus, rotate, type Vec, World } from '../support/world.ts';

const SEED = 0x34d1;
const CELLS = 32;
/** m */
const CELL = 0.375;
/** Depth that contacts allow: they are springs (m). */
const DEEP = 4e-3;
const OCTAHEDRON = [0.3, 0, 0, -0.3, 0, 0, 0, 0.2, 0, 0, -0.2, 0, 0, 0, 0.25, 0, 0, -0.25];

type Kinds = readonly (readonly [Shape, () => Body])[];

const EDGED: Kinds = [
  [box(0.25, 0.15, 0.2), () => boxBody(0.25, 0.15, 0.2)],
  [hull(OCTAHEDRON), () => hullBody(OCTAHEDRON)],
];
const ROUND: Kinds = [
  [sphere(0.2), () => sphereBody(0.2)],
  [capsule(0.2, 0.15), () => capsuleBody(0.2, 0.15)],
];

/** A dish with hills in it (m). */
const bumps = (x: number, z: number) =>
  Math.fround(0.15 * Math.sin(1.7 * x) * Math.cos(1.3 * z) + 0.025 * (x * x + z * z));

const bumpyMesh = () => mesh(square(CELLS, CELL, bumps));
function bumpyField(): Shape {
  const places = ticks(CELLS, CELL);
  const heights = Float32Array.from(places.flatMap((z) => places.map((x) => bumps(x, z))));
  return heightField({ rows: CELLS + 1, columns: CELLS + 1, spacing: [CELL, CELL], heights });
}

/** A line of (x, y) drawn along z, 8 m wide, its upper side outside. */
function profile(line: readonly (readonly [number, number])[], cells = 8): Surface {
  const { positions, ...rest } = grid([...line.keys()], ticks(cells, 8 / cells));
  for (let k = 0; k < positions.length; k += 3) [positions[k], positions[k + 1]] = line[positions[k]!]!;
  return { positions, ...rest };
}

describe.each([
  ['mesh', bumpyMesh],
  ['height field', bumpyField],
] as const)(`on a bumpy %s, seed ${SEED}`, (_, ground) => {
  /** Drops 36 bodies, and expects that none is in the ground. @returns ids */
  function drop(world: World, kinds: Kinds): number[] {
    const random = seeded(SEED);
    world.add(ground(), { type: 'static' });
    const ids = Array.from({ length: 36 }, (_, k) => {
      const turn = new Float64Array(4);
      randomUnit(turn, 0, 4, random);
      const position: Vec = [1.1 * ((k % 6) - 2.5), 0.8, 1.1 * (Math.floor(k / 6) - 2.5)];
      return world.add(kinds[k % kinds.length]![0], { position, rotation: turn });
    });
    world.run(300);
    const triangles = trianglesOf(square(CELLS, CELL, bumps));
    for (const [k, id] of ids.entries()) {
      const position = world.position(id);
      const body = place(kinds[k % kinds.length]![1](), position, world.rotation(id));
      expect(position[1], `body ${k}`).toBeGreaterThan(bumps(position[0], position[2]));
      for (const { distance } of gapsTo(triangles, body, 0.02)) expect(distance, `body ${k}`).toBeGreaterThan(-DEEP);
    }
    return ids;
  }

  test('boxes and hulls fall, rest and sleep', () =>
    World.with({}, (world) => {
      for (const [k, id] of drop(world, EDGED).entries()) expect(world.dynamics.awake[id], `body ${k}`).toBe(0);
    }));

  test('balls and capsules roll to the middle', () =>
    World.with({}, (world) => {
      for (const [k, id] of drop(world, ROUND).entries()) {
        const [x, , z] = world.position(id);
        expect(Math.hypot(x, z), `body ${k}`).toBeLessThan(4.5);
      }
    }));
});

test('a box slides down a ramp of 30° and on over the flat, and never passes the foot', () =>
  World.with({}, (world) => {
    const cosine = Math.sqrt(0.75);
    const slope = Array.from({ length: 9 }, (_, k) => [cosine * (k - 8), 0.5 * (8 - k)] as const);
    world.add(mesh(profile([...slope, [4, 0], [8, 0], [16, 0]])), { type: 'static', friction: 0 });
    const way = 4;
    const half = 0.25;
    const id = world.add(box(half, half, half), {
      position: [-cosine * way + 0.5 * half, 0.5 * way + cosine * half, 0.13],
      rotation: [0, 0, -Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)],
      friction: 0,
    });
    world.run(150, () => expect(world.position(id)[1]).toBeGreaterThan(half - DEEP));
    // the foot takes what is left of the speed across the flat, and no more
    const speed = Math.sqrt(2 * G * 0.5 * way);
    const [x, y, z] = world.position(id);
    expect(x).toBeGreaterThan(5);
    expect(y).toBeCloseTo(half, 3);
    expect(z).toBeCloseTo(0.13, 3);
    const [along, ...across] = world.velocity(id);
    expect(along).toBeGreaterThan(0.95 * cosine * speed);
    expect(along).toBeLessThan(speed);
    for (const c of across) expect(Math.abs(c)).toBeLessThan(1e-3);
  }));

test('a ball climbs a kerb, a box stops at it', () =>
  World.with({}, (world) => {
    const line = [-8, -4, 0].map((x) => [x, 0] as const);
    world.add(mesh(profile([...line, ...[0, 4, 8].map((x) => [x, 0.1] as const)])), { type: 'static' });
    const ball = world.add(sphere(0.5), { position: [-3, 0.5, 0.3], velocity: [3, 0, 0], spin: [0, 0, -6] });
    const crate = world.add(box(0.3, 0.3, 0.3), { position: [-1, 0.3, 2.1], velocity: [1.5, 0, 0], friction: 0 });
    const corners = [-0.3, 0.3].flatMap((i) => [-0.3, 0.3].flatMap((j) => [-0.3, 0.3].map((k): Vec => [i, j, k])));
    let least = 0;
    world.run(120, () => {
      least = Math.min(least, world.velocity(crate)[0]);
      for (const corner of corners) {
        const [x, y] = plus(world.position(crate), rotate(world.rotation(crate), corner));
        expect(y).toBeGreaterThan((x > DEEP ? 0.1 : 0) - DEEP);
      }
    });
    // it tilts, and falls back
    expect(least).toBeLessThan(-0.1);
    expect(world.position(crate)[1]).toBeCloseTo(0.3, 3);
    const [x, y, z] = world.position(ball);
    expect(x).toBeGreaterThan(1);
    expect(y).toBeCloseTo(0.6, 3);
    expect(z).toBeCloseTo(0.3, 3);
  }));

test('a ball in a bowl of 5,000 triangles loses at most 2 % of its height in a swing', () =>
  World.with({}, (world) => {
    const bowl = square(50, 0.16, (x, z) => Math.fround(0.125 * (x * x + z * z)));
    world.add(mesh(bowl), { type: 'static', friction: 0 });
    const id = world.add(sphere(0.25), { position: [2.5, 1.04, 0.05], friction: 0, canSleep: false });
    // the start drops it by a little
    world.run(20);
    const mass = world.motion(id).mass;
    const energy = () => (world.position(id)[1] - 0.25) * G + world.motion(id).energy / mass;
    const start = energy();
    let swings = 0;
    let last = world.velocity(id)[0];
    world.run(1200, () => {
      const speed = world.velocity(id)[0];
      if (speed * last < 0) swings++;
      last = speed;
    });
    expect(swings).toBeGreaterThan(8);
    expect(energy() / start).toBeGreaterThan(0.98 ** swings);
    expect(energy() / start).toBeLessThan(1.005);
  }));

describe('sleep and events', () => {
  const CRATE = box(0.25, 0.25, 0.25);
  const floor = mesh(square(20, 0.3));

  test('a crate wakes when it is pushed, and sleeps elsewhere', () =>
    World.with({}, (world) => {
      world.add(floor, { type: 'static' });
      const id = world.add(CRATE, { position: [0, 0.25, 0] });
      world.run(60);
      expect(world.dynamics.awake[id]).toBe(0);
      world.dynamics.applyImpulse(id, [300, 0, 0]);
      expect(world.dynamics.awake[id]).toBe(1);
      world.run(90);
      expect(world.dynamics.awake[id]).toBe(0);
      expect(world.position(id)[0]).toBeGreaterThan(0.2);
      expect(world.position(id)[1]).toBeCloseTo(0.25, 3);
    }));

  test('a touch begins, stays over all triangles, and ends: once each', () =>
    World.with({}, (world) => {
      const ground = world.add(floor, { type: 'static', friction: 0 });
      const id = world.add(CRATE, { position: [-2, 0.3, 0.1], velocity: [2, 0, 0], friction: 0, canSleep: false });
      const log: string[] = [];
      const read = (step: number) => {
        const contacts = world.dynamics.contacts!;
        const { beganCount, stayedCount, endedCount, began, stayed, endedIds, ids } = contacts;
        const named = (row: number) => expect([...ids.subarray(2 * row, 2 * row + 2)]).toEqual([ground, id]);
        for (const row of began.subarray(0, beganCount)) {
          named(row);
          log.push('began');
        }
        for (const row of stayed.subarray(0, stayedCount)) {
          named(row);
          if (log.at(-1) !== 'stayed') log.push('stayed');
        }
        expect(beganCount + stayedCount + endedCount, `step ${step}`).toBeLessThan(2);
        if (endedCount > 0) {
          expect([...endedIds.subarray(0, 2)]).toEqual([ground, id]);
          log.push('ended');
        }
      };
      world.run(90, read);
      expect(log).toEqual(['began', 'stayed']);
      world.dynamics.setPose(id, [0, 3, 0]);
      world.run(10, read);
      expect(log).toEqual(['began', 'stayed', 'ended']);
    }));

  test.each([
    ['a ball over a mesh', floor, 'static', sphere(0.4)],
    ['a mesh', floor, 'sensor', box(0.2, 0.2, 0.2)],
    ['a compound', compound([box(3, 0.1, 0.1), box(0.1, 0.1, 3)]), 'sensor', box(0.2, 0.2, 0.2)],
  ] as const)('a sensor that is %s', (what, ground, role, shape) =>
    World.with({}, (world) => {
      const isGround = role === 'sensor';
      const first = world.add(ground, { type: 'static', sensor: isGround });
      const second = world.add(shape, {
        ...(isGround ? {} : { type: 'kinematic', sensor: true }),
        position: [0.1, 2, 0.1],
        velocity: [0, -4, 0],
      });
      let began = 0;
      let ended = 0;
      let touching = 0;
      world.run(120, (step) => {
        const { beganCount, stayedCount, endedCount, sensors, pointCount, rowCount } = world.dynamics.contacts!;
        began += beganCount;
        ended += endedCount;
        touching += stayedCount;
        for (let row = 0; row < rowCount; row++) {
          expect([sensors[row], pointCount[row]], `${what}, step ${step}`).toEqual([1, 0]);
        }
      });
      expect([began, ended]).toEqual([1, 1]);
      // while it is in the surface, from either side
      expect(touching).toBeGreaterThan(1);
      // nothing stops it
      expect(world.position(second)[1]).toBeLessThan(-2);
      expect(world.position(first)).toEqual([0, 0, 0]);
    }),
  );
});

test.each([0, 3, 8])('coins that three cylinders of 2 t each hit stay on bumpy ground, seed %i', (seed) =>
  World.with({}, (world) => {
    const random = seeded(seed);
    const height = (x: number, z: number) => 0.12 * Math.sin(2.3 * x + seed) * Math.cos(1.9 * z);
    world.add(mesh(square(40, 0.7, height)), { type: 'static' });
    const heavy = cylinder(0.5, 0.45);
    const coin = rounded(disk(0.35), 0.03);
    const turn = new Float64Array(4);
    const coins = Array.from({ length: 64 }, (_, k) => {
      const [x, z] = [3 * ((k % 8) - 3.5), 3 * (Math.floor(k / 8) - 3.5)];
      randomUnit(turn, 0, 4, random);
      const position: Vec = [x, height(x, z) + 0.5, z];
      const id = world.add(coin, { position, rotation: turn, velocity: [0, -3, 0] });
      randomUnit(turn, 0, 4, random);
      for (let j = 0; j < 3; j++) {
        const place: Vec = [x + between(random, -0.3, 0.3), 2.2 + 1.3 * j, z + between(random, -0.3, 0.3)];
        const velocity: Vec = [0, -between(random, 8, 20), 0];
        world.add(heavy, { position: place, rotation: turn, velocity, density: 3000 });
      }
      return id;
    });
    world.run(60);
    for (const id of coins) {
      const [x, y, z] = world.position(id);
      if (Math.max(Math.abs(x), Math.abs(z)) > 13.9) continue; // over the border
      expect(y - height(x, z), `coin ${id}`).toBeGreaterThan(-0.15);
    }
  }),
);
