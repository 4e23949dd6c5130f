/** Coulomb's friction against closed forms: slopes, rolling, twisting, and what moves under bodies. */
import { box, capsule, hull, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { DT, distance, dot, G, plus, rotate, SAG, SUBSTEPS, turn, type Vec, World } from '../support/world.ts';

const RAD = Math.PI / 180;
const AWAKE = { sleeping: false } as const;

/** A slope through the origin that falls along +x, and where a body stands on it. */
function slope(world: World, angle: number, friction: number) {
  const rotation = turn([0, 0, 1], -angle);
  const up = rotate(rotation, [0, 1, 0]);
  const down = rotate(rotation, [1, 0, 0]);
  world.add(box(60, 1, 20), { position: plus([0, 0, 0], up, -1), rotation, type: 'static', friction });
  const at = (height: number, aside = 0): Vec => plus(plus([0, 0, 0], up, height), [0, 0, 1], aside);
  return { rotation, down, at };
}

describe.each([0.1, 0.3, 0.6, 0.9])('friction %d', (friction) => {
  const limit = Math.atan(friction);

  test('a box sticks 1° below the angle of friction', () =>
    World.with(AWAKE, (world) => {
      const { rotation, at } = slope(world, limit - RAD, friction);
      const id = world.add(box(0.5, 0.1, 0.4), { position: at(0.1), rotation, friction });
      world.run(60);
      const settled = world.position(id);
      world.run(240);
      expect(distance(world.position(id), settled)).toBeLessThan(0.002);
    }));

  test('it slides 1° and 10° above, at g (sin − μ cos)', () =>
    World.with(AWAKE, (world) => {
      for (const above of [1, 10]) {
        const angle = limit + above * RAD;
        const { rotation, down, at } = slope(world, angle, friction);
        const id = world.add(box(0.5, 0.1, 0.4), { position: at(0.1), rotation, friction });
        world.run(30);
        const start = dot(world.velocity(id), down);
        world.run(60);
        const want = G * (Math.sin(angle) - friction * Math.cos(angle));
        const got = dot(world.velocity(id), down) - start;
        expect(Math.abs(got / want - 1)).toBeLessThan(0.02);
        for (let row = 0; row < 2; row++) world.dynamics.removeBody(row);
      }
    }));
});

test('the friction of a pair is the square root of the product', () =>
  World.with(AWAKE, (world) => {
    world.ground({ friction: 0.2 });
    const id = world.add(box(0.5, 0.1, 0.5), { position: [0, 0.1, 0], friction: 0.8, velocity: [5, 0, 0] });
    const ice = world.add(box(0.5, 0.1, 0.5), { position: [0, 0.1, 5], friction: 0, velocity: [5, 0, 0] });
    world.run(5);
    const start = world.velocity(id)[0];
    world.run(30);
    expect((start - world.velocity(id)[0]) / (0.4 * G * 0.5)).toBeCloseTo(1, 2);
    expect(world.velocity(ice)[0]).toBeCloseTo(5, 4);
  }));

test('a sphere that slides ends rolling at 5/7 of its speed, a capsule at 2/3 or so', () =>
  World.with(AWAKE, (world) => {
    world.ground({ friction: 0.3 });
    const ball = world.add(sphere(0.5), { position: [0, 0.5, 0], velocity: [4, 0, 0], friction: 0.3 });
    // lying along z: it rolls about its axis
    const rotation = turn([1, 0, 0], Math.PI / 2);
    const roller = world.add(capsule(0.5, 0.3), {
      position: [0, 0.3, 5],
      velocity: [4, 0, 0],
      friction: 0.3,
      rotation,
    });
    const { mass, moments } = world.motion(roller);
    world.run(120);
    const speed = world.velocity(ball)[0];
    expect(speed).toBeCloseTo((5 / 7) * 4, 2);
    expect(world.spin(ball)[2]).toBeCloseTo(-speed / 0.5, 2);
    const part = 1 / (1 + moments[1] / (mass * 0.3 ** 2));
    // in the substep in which the sliding ends friction changes the speed by μ g h at most
    const slip = (0.3 * G * DT) / SUBSTEPS;
    expect(Math.abs(world.velocity(roller)[0] - 4 * part)).toBeLessThan(slip);
    expect(Math.abs(world.spin(roller)[2] * 0.3 + world.velocity(roller)[0])).toBeLessThan(slip);
  }));

test('a spinning box on a floor: friction at the corners stops its twist', () =>
  World.with(AWAKE, (world) => {
    world.ground({ friction: 0.5 });
    const [half, spin] = [0.5, 6];
    const id = world.add(box(half, 0.1, half), { position: [0, 0.1, 0], spin: [0, spin, 0], friction: 0.5 });
    world.run(3);
    const start = world.spin(id)[1];
    world.run(6);
    // μ m g at the corners, √2 half away; I = m (half² + half²) / 3
    const slowing = (0.5 * G * Math.SQRT2 * half) / ((2 * half * half) / 3);
    // within one substep of the thirty: contacts bear a little less where the corners give way
    expect(Math.abs((start - world.spin(id)[1]) / (6 * DT) / slowing - 1)).toBeLessThan(1 / (6 * SUBSTEPS));
    world.run(30);
    expect(Math.hypot(...world.spin(id))).toBeLessThan(0.01);
    expect(distance(world.position(id), [0, 0.1, 0])).toBeLessThan(0.01);
  }));

test('a conveyor carries: μ g until the box is as fast, then it stays on its place of the belt', () =>
  World.with(AWAKE, (world) => {
    const belt = world.add(box(30, 0.5, 2), {
      type: 'kinematic',
      velocity: [2, 0, 0],
      position: [0, -0.5, 0],
      friction: 0.4,
    });
    const id = world.add(box(0.5, 0.25, 0.5), { position: [0, 0.25, 0], friction: 0.4 });
    world.run(15);
    // the first substep has no load to rub with; half of another one for rounding
    expect(Math.abs(world.velocity(id)[0] / (0.4 * G * 0.25) - 1)).toBeLessThan(1.5 / (15 * SUBSTEPS));
    world.run(60);
    const place = world.position(id)[0] - world.position(belt)[0];
    world.run(240);
    expect(world.velocity(id)[0]).toBeCloseTo(2, 3);
    expect(world.position(id)[0] - world.position(belt)[0]).toBeCloseTo(place, 3);
  }));

test('a lift carries a box and what stands on it up and down; a turntable carries round', () =>
  World.with(AWAKE, (world) => {
    const lift = world.add(box(2, 0.25, 2), { type: 'kinematic', velocity: [0, 1.5, 0], position: [0, -0.25, 0] });
    const ids = [0.5, 1.5].map((y) => world.add(box(0.5, 0.5, 0.5), { position: [0, y, 0] }));
    const table = world.add(box(3, 0.25, 3), { type: 'kinematic', spin: [0, 1, 0], position: [20, -0.25, 0] });
    const rider = world.add(box(0.3, 0.1, 0.3), { position: [21, 0.1, 0], velocity: [0, 0, -1], spin: [0, 1, 0] });
    world.run(120);
    expect(Math.abs(world.position(ids[1])[1] - 1.5 - 3)).toBeLessThan(SAG);
    world.dynamics.setVelocity(lift, [0, -1, 0]);
    world.run(180);
    for (const [k, id] of ids.entries()) expect(distance(world.position(id), [0, 0.5 + k, 0])).toBeLessThan(0.03);
    // 5 s: round by 5 rad at a distance of 1 m
    const [x, , z] = world.position(rider);
    expect(distance([x - 20, z], [Math.cos(5), -Math.sin(5)])).toBeLessThan(0.05);
    expect(world.position(table)).toEqual([20, -0.25, 0]);
  }));

describe('a leaning hull', () => {
  /** A prism with a base of 0.5 m that leans by `over` at its top, 1 m up: its centre is over / 2 from the middle of the base. */
  const prism = (over: number) =>
    hull([-0.3, 0.3].flatMap((z) => [-0.25, 0, z, 0.25, 0, z, over - 0.25, 1, z, over + 0.25, 1, z]));
  test.each([
    [0.4, 'stands'],
    [0.6, 'falls'],
    [-0.6, 'falls'],
  ])('by %d m %s', (over, what) =>
    World.with(AWAKE, (world) => {
      world.ground();
      const id = world.add(prism(over), { position: [0, 0, 0] });
      world.run(180);
      const up = rotate(world.rotation(id), [0, 1, 0]);
      if (what === 'stands') expect(up[1]).toBeGreaterThan(0.9999);
      else expect(Math.sign(over) * up[0]).toBeGreaterThan(0.5);
    }),
  );
});
