/** Bodies with round shapes: they roll, stand, come to rest and turn as they do in the world. */
import { box, cone, cylinder, disk, ellipsoid, massProperties, rounded, type Shape, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { DT, distance, dot, G, plus, type Quat, rotate, turn, type Vec, World } from '../support/world.ts';

const RAD = Math.PI / 180;
const AWAKE = { sleeping: false } as const;

/** A slope through the origin that falls along +x. */
function slope(world: World, angle: number) {
  const rotation = turn([0, 0, 1], -angle);
  const up = rotate(rotation, [0, 1, 0]);
  world.add(rounded(cylinder(0.9, 60), 0.1), { position: plus([0, 0, 0], up, -1), rotation, type: 'static' });
  return { up, down: rotate(rotation, [1, 0, 0]) };
}

test.each([5, 15])(
  'a cylinder rolls down %i° at 2/3 g sin a, a ball of an ellipsoid at 5/7, straight ahead',
  (degrees) =>
    World.with(AWAKE, (world) => {
      const angle = degrees * RAD;
      const { up, down } = slope(world, angle);
      const across = turn([1, 0, 0], Math.PI / 2);
      const roller = world.add(cylinder(0.4, 0.3), { position: plus([0, 0, 0], up, 0.3), rotation: across });
      const ball = world.add(ellipsoid(0.3, 0.3, 0.3), { position: plus([0, 0, 5], up, 0.3) });
      world.run(20);
      const start = [roller, ball].map((id) => dot(world.velocity(id), down));
      world.run(90);
      const [two, five] = [roller, ball].map((id, k) => (dot(world.velocity(id), down) - start[k]!) / (90 * DT));
      const pull = G * Math.sin(angle);
      expect(Math.abs(two! / ((2 / 3) * pull) - 1)).toBeLessThan(1e-3);
      expect(Math.abs(five! / ((5 / 7) * pull) - 1)).toBeLessThan(1e-3);
      expect(Math.abs(world.position(roller)[2])).toBeLessThan(0.01);
    }),
);

describe('standing', () => {
  test('a can, a cone and a rounded can stay for 60 s: no drift, no tilt', () =>
    World.with(AWAKE, (world) => {
      world.ground();
      const shapes = [cylinder(0.5, 0.3), cone(0.5, 0.4), rounded(cylinder(0.4, 0.2), 0.1)];
      const ids = shapes.map((shape, k) => world.add(shape, { position: [2 * k, 0.5, -0.2] }));
      world.run(60);
      const settled = ids.map((id) => world.position(id));
      world.run(3540);
      for (const [k, id] of ids.entries()) {
        expect(distance(world.position(id), settled[k]!)).toBeLessThan(1e-6);
        expect(rotate(world.rotation(id), [0, 1, 0])[1]).toBeGreaterThan(1 - 1e-9);
      }
    }));

  test('a tower of five cans stands', () =>
    World.with(AWAKE, (world) => {
      world.ground();
      const ids = [0, 1, 2, 3, 4].map((k) => world.add(cylinder(0.25, 0.3), { position: [0, 0.25 + 0.5 * k, 0] }));
      world.run(600);
      for (const [k, id] of ids.entries())
        expect(distance(world.position(id), [0, 0.25 + 0.5 * k, 0])).toBeLessThan(0.01);
    }));

  test('an egg on its tip falls over; a can falls asleep', () =>
    World.with({}, (world) => {
      world.ground();
      const egg = world.add(ellipsoid(0.3, 0.5, 0.3), { position: [0, 0.5, 0], rotation: turn([1, 0, 0], 0.05) });
      const can = world.add(cylinder(0.5, 0.3), { position: [3, 0.5, 0] });
      let lowest = 1;
      world.run(240, () => {
        lowest = Math.min(lowest, world.position(egg)[1]);
      });
      expect(world.dynamics.awake[can]).toBe(0);
      expect(lowest).toBeLessThan(0.31);
    }));
});

describe('an egg stands up only if it should', () => {
  test.each([
    ['long', ellipsoid(0.3, 0.5, 0.3), 0.3, 0],
    ['flat', ellipsoid(0.5, 0.3, 0.5), 0.3, 1],
  ])('a %s one that starts at 60° ends with its center as low as it can', (_, shape, height, upright) =>
    World.with({}, (world) => {
      world.ground();
      const rotation = turn([1, 0, 0], 60 * RAD);
      const id = world.add(shape, { position: [0, 0.5, 0], rotation, angularDamping: 3 });
      world.run(900);
      expect(Math.abs(world.position(id)[1] - height)).toBeLessThan(2e-3);
      expect(Math.abs(Math.abs(rotate(world.rotation(id), [0, 1, 0])[1]) - upright)).toBeLessThan(0.02);
    }),
  );

  test('one that lies on its side rocks with the period of rolling on its curvature', () =>
    World.with(AWAKE, (world) => {
      world.ground({ friction: 2 });
      const [long, wide] = [0.5, 0.3];
      const rotation = turn([1, 0, 0], Math.PI / 2 + 0.04);
      const options = { position: [0, wide, 0], rotation, friction: 2 } as const;
      const id = world.add(ellipsoid(wide, long, wide), options);
      // torque m g (ρ − b) per angle about the point of contact; inertia m (a² + b²) / 5 + m b²
      const curvature = long ** 2 / wide;
      const rate = Math.sqrt((G * (curvature - wide)) / ((long ** 2 + wide ** 2) / 5 + wide ** 2));
      const crossings: number[] = [];
      let last = rotate(rotation, [0, 1, 0])[1];
      world.run(Math.ceil((4.25 * 2 * Math.PI) / rate / DT), (step) => {
        const tilt = rotate(world.rotation(id), [0, 1, 0])[1];
        if (tilt > 0 !== last > 0) crossings.push(step + tilt / (last - tilt));
        last = tilt;
      });
      const halves = crossings.length - 1;
      expect(halves).toBeGreaterThanOrEqual(7);
      const period = (2 * DT * (crossings[halves] - crossings[0])) / halves;
      expect(Math.abs((period * rate) / (2 * Math.PI) - 1)).toBeLessThan(0.02);
    }));
});

/** Reads the energy of a body above that of rest at a height (J). */
function swingOf(world: World, id: number, height: number): () => number {
  const { mass } = massProperties(world.shapes.get(id)!, 1000);
  return () => world.motion(id).energy + mass * G * (world.position(id)[1] - height);
}

describe('a swing does not grow', () => {
  const egg = ellipsoid(0.3, 0.5, 0.3);
  const lying = turn([1, 0, 0], Math.PI / 2 + 0.2);
  const across = turn([1, 0, 0], Math.PI / 2);
  /** Adds a support and a body that rocks on it; the height of the body's center at rest is the last number. */
  const rockers: [string, (world: World) => number, Shape, Quat, number][] = [
    ['an egg on its side', (world) => world.ground({ friction: 2 }), egg, lying, 0.3],
    ['an egg without friction', (world) => world.ground({ friction: 0 }), egg, lying, 0.3],
    ['a flat egg', (world) => world.ground({ friction: 2 }), ellipsoid(0.5, 0.3, 0.5), turn([1, 0, 0], 0.2), 0.3],
    [
      'an egg on a flat egg',
      (world) => world.add(ellipsoid(3, 0.5, 3), { type: 'static', position: [0, -0.5, 0], friction: 2 }),
      egg,
      turn([1, 0, 0], Math.PI / 2 + 0.1),
      0.3,
    ],
    [
      'a board on a roller',
      (world) => world.add(cylinder(2, 0.5), { type: 'static', position: [0, -0.5, 0], rotation: across, friction: 2 }),
      box(1, 0.05, 0.4),
      turn([0, 0, 1], 0.1),
      0.05,
    ],
    [
      'a board on a ball',
      (world) => world.add(sphere(0.5), { type: 'static', position: [0, -0.5, 0], friction: 2 }),
      box(1, 0.05, 1),
      turn([0, 0, 1], 0.1),
      0.05,
    ],
  ];

  test.each(rockers.flatMap((rocker) => [60, 240].map((rate) => [rate, ...rocker] as const)))(
    'at %i Hz: %s',
    (rate, _, addSupport, shape, rotation, height) =>
      World.with(AWAKE, (world) => {
        addSupport(world);
        const id = world.add(shape, { position: [0, height + 2e-3, 0], rotation, friction: 2 });
        const swing = swingOf(world, id, height);
        const mostIn = (seconds: number) => {
          let most = 0;
          world.run(seconds * rate, () => (most = Math.max(most, swing())), 1 / rate);
          return most;
        };
        // until it has settled into its contact
        mostIn(0.5);
        const first = mostIn(1);
        expect(first).toBeGreaterThan(2);
        expect(mostIn(9) / first).toBeLessThan(1.01);
      }),
  );

  test('nor does it end soon: after 10 s an egg has most of its energy', () =>
    World.with(AWAKE, (world) => {
      world.ground({ friction: 2 });
      const id = world.add(egg, { position: [0, 0.31, 0], rotation: lying, friction: 2 });
      const swing = swingOf(world, id, 0.3);
      world.run(60);
      const settled = swing();
      world.run(540);
      expect(swing() / settled).toBeGreaterThan(0.8);
    }));
});

test('a step that fails leaves a rolling egg where it was', () =>
  World.with({ sleeping: false, contacts: 1 }, (world) => {
    world.ground();
    const id = world.add(ellipsoid(0.3, 0.5, 0.3), { position: [0, 0.3, 0], rotation: turn([1, 0, 0], 1.8) });
    world.run(30);
    const other = world.add(sphere(0.2), { position: [3, 0.2, 0] });
    const pose = () => [...world.position(id), ...world.rotation(id)];
    const before = pose();
    expect(Math.hypot(...world.spin(id))).toBeGreaterThan(0.1);
    expect(() => world.dynamics.stepSync(DT)).toThrow('at most 1 (raise contacts of createDynamics)');
    expect(pose()).toEqual(before);
    world.dynamics.removeBody(other);
    world.run(1);
    expect(pose()).not.toEqual(before);
  }));

test.each([
  ['a coin', rounded(disk(0.3), 0.02), 0.02],
  ['a thin cylinder', cylinder(0.02, 0.3), 0.02],
])('%s that is thrown and spins comes to rest, flat', (_, shape, half) =>
  World.with({}, (world) => {
    world.ground();
    const id = world.add(shape, { position: [0, 0.6, 0], rotation: turn([1, 0, 0], 1), spin: [0, 6, 2] });
    world.run(900);
    expect(Math.abs(rotate(world.rotation(id), [0, 1, 0])[1])).toBeGreaterThan(0.9999);
    expect(Math.abs(world.position(id)[1] - half)).toBeLessThan(0.002);
    expect(Math.hypot(...world.spin(id), ...world.velocity(id))).toBeLessThan(0.01);
  }),
);

test('a cone on its side rolls in a circle around its apex', () =>
  World.with(AWAKE, (world) => {
    world.ground({ friction: 1 });
    const [half, around] = [0.5, 1];
    const alpha = Math.atan2(0.5, 2 * half);
    // from the apex at the origin to the base; the line of the side lies along x
    const axis: Vec = [Math.cos(alpha), Math.sin(alpha), 0];
    const position = plus([0, 0, 0], axis, half);
    const id = world.add(cone(half, 0.5), {
      position,
      rotation: turn([0, 0, 1], Math.PI / 2 + alpha),
      // of the center of mass, at 3/4 of the height from the apex
      velocity: [0, 0, -1.5 * around * position[0]],
      spin: [-around / Math.tan(alpha), 0, 0],
      friction: 1,
    });
    let angle = 0;
    let last = 0;
    const steps = Math.round((2 * Math.PI) / around / DT);
    world.run(steps, () => {
      const [x, , z] = world.position(id);
      const now = Math.atan2(-z, x);
      angle += ((now - last + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
      last = now;
    });
    const apex = plus(world.position(id), rotate(world.rotation(id), [0, 1, 0]), half);
    expect(Math.abs(angle / (2 * Math.PI) - 1)).toBeLessThan(0.05);
    expect(Math.hypot(...apex)).toBeLessThan(0.1);
  }));
