/** Finite arguments, however large, leave finite worlds; numbers that are none stay with the body that has them. */
import { box } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { DT, World } from '../support/world.ts';

const CRATE = box(0.5, 0.5, 0.5);
const FASTEST = 10_000;

/** A tower of crates on a ground. */
function tower(world: World, storeys = 8): number[] {
  world.ground();
  return Array.from({ length: storeys }, (_, k) => world.add(CRATE, { position: [0, 0.5 + k, 0] }));
}
const numbersOf = (world: World, id: number) => [
  ...world.position(id),
  ...world.rotation(id),
  ...world.velocity(id),
  ...world.spin(id),
];
const areFinite = (world: World, ids: readonly number[]) =>
  ids.every((id) => numbersOf(world, id).every(Number.isFinite));

const CASES: [string, (world: World, id: number) => void][] = [
  ['a step of 600 s', ({ dynamics }) => dynamics.stepSync(600)],
  ['a step of 3e38 s', ({ dynamics }) => dynamics.stepSync(3e38)],
  ['a step of 1e-6 s', ({ dynamics }) => dynamics.stepSync(1e-6)],
  ['an impulse', ({ dynamics }, id) => dynamics.applyImpulse(id, [3e38, 0, 0])],
  ['an impulse far off its centre', ({ dynamics }, id) => dynamics.applyImpulse(id, [3e38, 1, 0], [0, 3e38, 3e38])],
  [
    'impulse on impulse',
    ({ dynamics }, id) => {
      for (let k = 0; k < 20; k++) dynamics.applyImpulse(id, [0, 3e38, -3e38], [1, 1, 1]);
    },
  ],
  ['a force', ({ dynamics }, id) => dynamics.applyForce(id, [-3e38, 3e38, 0], [3e38, 0, 3e38])],
  [
    'force on force, for 30 steps',
    ({ dynamics }, id) => {
      for (let k = 0; k < 30; k++) {
        for (let n = 0; n < 3; n++) dynamics.applyForce(id, [3e38, 3e38, 3e38]);
        dynamics.applyTorque(id, [3e38, -3e38, 3e38]);
        dynamics.stepSync(DT);
      }
    },
  ],
  ['a torque', ({ dynamics }, id) => dynamics.applyTorque(id, [3e38, 3e38, -3e38])],
  [
    'the largest velocity and spin',
    ({ dynamics }, id) => dynamics.setVelocity(id, [FASTEST, 0, -FASTEST], [FASTEST, 0, 0]),
  ],
  [
    'velocity columns',
    ({ dynamics }, id) => {
      dynamics.velocities.fill(3e38, 4 * id, 4 * id + 3);
      dynamics.spins.fill(-3e38, 4 * id, 4 * id + 3);
    },
  ],
  ['a quaternion as short as can be', ({ engine }, id) => engine.scene.rotations.fill(1e-40, 4 * id, 4 * id + 4)],
  ['a static quaternion as short as can be', ({ engine }) => engine.scene.rotations.set([0, 0, 0, 1e-15], 0)],
  ['a place as far as can be', ({ dynamics }, id) => dynamics.setPose(id, [1e300, -1e300, 1e300])],
];

test.each(CASES)('%s: all stay finite', (_, act) =>
  World.with({}, (world) => {
    const ids = tower(world);
    world.run(10);
    act(world, ids[3]);
    world.run(30);
    expect(areFinite(world, ids)).toBe(true);
    expect(world.dynamics.stats.invalid).toBe(0);
    for (const id of ids) {
      for (const c of [...world.velocity(id), ...world.spin(id)]) expect(Math.abs(c)).toBeLessThanOrEqual(FASTEST);
    }
  }),
);

test.each([
  [{ gravity: [1e6, -1e6, 1e6] }, {}],
  [{}, { gravityScale: -1e6 }],
  [{}, { friction: 1e9 }],
  [{}, { mass: 1e-15 }],
  [{}, { mass: 1e15 }],
  [{}, { linearDamping: 3e38, angularDamping: 3e38 }],
  [{ margin: 1e6 }, {}],
])('the largest and smallest that options take: %j, body %j', (options, body) =>
  World.with(options, (world) => {
    const ids = tower(world, 4);
    ids.push(world.add(CRATE, { position: [0.3, 5, 0], ...body }));
    world.run(60);
    expect(areFinite(world, ids)).toBe(true);
  }),
);

describe('a step', () => {
  test('moves on by 0.1 s at most, and says so', () =>
    World.with({}, (world) => {
      const id = world.add(CRATE, { velocity: [1, 0, 0], gravityScale: 0 });
      expect(world.dynamics.stepSync(600).dt).toBe(0.1);
      expect(world.position(id)[0]).toBeCloseTo(0.1, 6);
      expect(world.dynamics.stepSync(DT).dt).toBe(DT);
    }));

  test('of 0.1 s among those of 1/60 s leaves a tower standing', () =>
    World.with({ sleeping: false }, (world) => {
      const ids = tower(world);
      world.run(60);
      world.dynamics.stepSync(600);
      world.run(120);
      for (const [k, id] of ids.entries()) {
        const [x, y, z] = world.position(id);
        expect(Math.hypot(x, y - 0.5 - k, z)).toBeLessThan(0.05);
      }
    }));
});

describe('a number that is none, in one crate of a tower', () => {
  const columns: [string, (world: World, id: number, value: number) => void, number][] = [
    ['velocity', ({ dynamics }, id, value) => dynamics.velocities.set([value, 0, 0], 4 * id), 0],
    ['spin', ({ dynamics }, id, value) => dynamics.spins.set([0, value, 0], 4 * id), 0],
    ['rotation', ({ engine }, id, value) => engine.scene.rotations.set([0, 0, 0, value], 4 * id), 1],
  ];
  test.each(columns)('%s: it is left out, its neighbors stay, and it comes back', (_, write, good) =>
    World.with({ sleeping: false }, (world) => {
      const ids = tower(world, 4);
      const [one, upon] = [ids[1], ids[2]];
      world.run(30);
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const [at, above] = [world.position(one), world.position(upon)];
        write(world, one, bad);
        const isPosed = Number.isFinite(world.rotation(one)[3]);
        world.run(isPosed ? 30 : 1);
        expect(world.dynamics.stats).toMatchObject({ invalid: 1, bodies: 5, awake: 3 });
        expect(world.dynamics.awake[one]).toBe(0);
        expect(world.position(one)).toEqual(at);
        // it stands where it is, and bears what lies on it; a pose that is none bears nothing
        expect(Math.abs(world.position(upon)[1] - above[1])).toBeLessThan(isPosed ? 0.002 : 0.01);
        expect(
          areFinite(
            world,
            ids.filter((id) => id !== one),
          ),
        ).toBe(true);
        write(world, one, good);
        world.run(30);
        expect(world.dynamics.stats).toMatchObject({ invalid: 0, awake: 4 });
        expect(areFinite(world, ids)).toBe(true);
      }
    }),
  );

  test('a kinematic one stops, and goes on', () =>
    World.with({}, (world) => {
      const id = world.add(CRATE, { type: 'kinematic', velocity: [1, 0, 0] });
      world.dynamics.velocities[4 * id] = Number.NaN;
      world.run(10);
      expect(world.dynamics.stats.invalid).toBe(1);
      expect(world.position(id)).toEqual([0, 0, 0]);
      world.dynamics.setVelocity(id, [1, 0, 0]);
      world.run(6);
      expect(world.dynamics.stats.invalid).toBe(0);
      expect(world.position(id)[0]).toBeCloseTo(6 * DT, 6);
    }));

  test('removed while it is left out: counted no more', () =>
    World.with({}, (world) => {
      const ids = tower(world, 2);
      world.dynamics.velocities[4 * ids[1]] = Number.NaN;
      world.run(1);
      world.dynamics.removeBody(ids[1]);
      world.run(1);
      expect(world.dynamics.stats).toMatchObject({ bodies: 2, awake: 1, invalid: 0 });
    }));
});
