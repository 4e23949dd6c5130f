/**
 * Bodies that touch nothing, against closed forms. A step of dt is n substeps of h = dt / n, each of which does
 * v ← (v + a h) / (1 + c h), then x ← x + v h. So after N substeps from rest under a: v = a N h, and x = ½ a h² N (N + 1), which is
 * ½ a t² and ½ a t h more.
 */
import { box, capsule, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { angleBetween, DT, distance, G, plus, turn, World } from '../support/world.ts';

/** Velocities are f32 and add up some hundred terms: each rounds by 6e-8 of them at most. */
const PART = 1e-5;

describe.each([1, 4, 7])('%i substeps', (substeps) => {
  const h = DT / substeps;

  test('free fall for 2 s: the discrete sum, which is ½ g t h below the parabola', () =>
    World.with({ substeps }, (world) => {
      const id = world.add(box(0.5, 0.3, 0.2), { position: [1, 50, -2], rotation: [0.1, 0.2, 0.3, 0.9] });
      world.run(120);
      const count = 120 * substeps;
      const fallen = 0.5 * G * h * h * count * (count + 1);
      const [x, y, z] = world.position(id);
      expect([x, z]).toEqual([1, -2]);
      expect(Math.abs(50 - y - fallen)).toBeLessThan(PART * fallen);
      expect(fallen - 0.5 * G * 2 ** 2).toBeCloseTo(0.5 * G * 2 * h, 9);
      expect(Math.abs(world.velocity(id)[1] + 2 * G)).toBeLessThan(PART * 2 * G);
      expect(world.spin(id)).toEqual([0, 0, 0]);
    }));

  test('a thrown body, gravity along any direction', () =>
    World.with({ substeps, gravity: [1, -5, 2] }, (world) => {
      const id = world.add(sphere(0.2), { position: [0, 10, 0], velocity: [3, 7, -4] });
      world.run(90);
      const [t, count] = [1.5, 90 * substeps];
      const want = plus([3 * t, 10 + 7 * t, -4 * t], [1, -5, 2], 0.5 * h * h * count * (count + 1));
      expect(distance(world.position(id), want)).toBeLessThan(PART * 15);
      expect(distance(world.velocity(id), [3 + 1 * t, 7 - 5 * t, -4 + 2 * t])).toBeLessThan(PART * 10);
    }));

  test('damping: 1 / (1 + c h) per substep, e^(−c t) but for c² t h / 2', () =>
    World.with({ substeps, gravity: [0, 0, 0] }, (world) => {
      const [linearDamping, angularDamping] = [0.7, 1.3];
      const id = world.add(box(0.3, 0.3, 0.3), {
        velocity: [4, 0, -2],
        spin: [0, 3, 0],
        linearDamping,
        angularDamping,
      });
      world.run(60);
      const left = (c: number) => (1 + c * h) ** -(60 * substeps);
      expect(distance(world.velocity(id), [4 * left(0.7), 0, -2 * left(0.7)])).toBeLessThan(PART * 4);
      expect(distance(world.spin(id), [0, 3 * left(1.3), 0])).toBeLessThan(PART * 3);
      expect(Math.abs(left(0.7) / Math.exp(-0.7) - 1)).toBeLessThan(0.7 ** 2 * h);
    }));
});

test('gravityScale: none, upwards, twice', () =>
  World.with({}, (world) => {
    const scales = [0, -1, 2, 0.25];
    const ids = scales.map((gravityScale, k) => world.add(sphere(0.5), { position: [10 * k, 0, 0], gravityScale }));
    world.run(30);
    for (const [k, id] of ids.entries()) expect(world.velocity(id)[1]).toBeCloseTo(-G * 0.5 * scales[k], 4);
    expect(world.position(ids[0])).toEqual([0, 0, 0]);
  }));

test('forces of several calls act through the next step, once', () =>
  World.with({ gravity: [0, 0, 0] }, (world) => {
    const id = world.add(box(0.5, 0.5, 0.5), { mass: 8 });
    world.dynamics.applyForce(id, [100, 0, 0]);
    world.dynamics.applyForce(id, [-20, 0, 40]);
    world.run(1);
    const velocity = world.velocity(id);
    expect(distance(velocity, [(80 / 8) * DT, 0, (40 / 8) * DT])).toBeLessThan(1e-6);
    world.run(10);
    expect(world.velocity(id)).toEqual(velocity);
  }));

test('a torque about each principal axis: spin = torque · dt / moment', () =>
  World.with({ gravity: [0, 0, 0] }, (world) => {
    // m (b² + c²) / 3 of half extents a b c
    const [a, b, c, mass] = [0.5, 0.3, 0.2, 6];
    const moments = [(mass * (b * b + c * c)) / 3, (mass * (a * a + c * c)) / 3, (mass * (a * a + b * b)) / 3];
    for (const axis of [0, 1, 2]) {
      const rotation = turn([0.6, 0, 0.8], 1);
      const id = world.add(box(a, b, c), { mass, position: [9 * axis, 0, 0] });
      const tilted = world.add(box(a, b, c), { mass, position: [9 * axis, 9, 0], rotation });
      const torque: [number, number, number] = [0, 0, 0];
      torque[axis] = 5;
      world.dynamics.applyTorque(id, torque);
      world.dynamics.applyTorque(tilted, torque);
      world.run(1);
      expect(
        distance(
          world.spin(id),
          torque.map((t, k) => (t * DT) / moments[k]),
        ),
      ).toBeLessThan(1e-6);
      // the same angular momentum, whichever way it is turned
      expect(
        distance(
          world.motion(tilted, mass / (8 * a * b * c)).turning,
          torque.map((t) => t * DT),
        ),
      ).toBeLessThan(1e-6);
    }
  }));

test('a force at a point, and an impulse at a point: velocity and spin', () =>
  World.with({ gravity: [0, 0, 0] }, (world) => {
    const options = { mass: 3, position: [1, 2, 3], rotation: turn([0, 0, 1], Math.PI / 2) };
    const [hit, forced] = [
      world.add(box(0.5, 0.25, 0.1), options),
      world.add(box(0.5, 0.25, 0.1), { ...options, position: [1, 20, 3] }),
    ];
    // half extents along world axes are 0.25 0.5 0.1; the arm is (0, 0.5, 0)
    world.dynamics.applyImpulse(hit, [0, 0, 2], [1, 2.5, 3]);
    expect(distance(world.velocity(hit), [0, 0, 2 / 3])).toBeLessThan(1e-6);
    const moment = (3 * (0.5 ** 2 + 0.1 ** 2)) / 3;
    expect(distance(world.spin(hit), [(0.5 * 2) / moment, 0, 0])).toBeLessThan(1e-5);
    world.dynamics.applyForce(forced, [0, 0, 2 / DT], [1, 20.5, 3]);
    world.run(1);
    expect(distance(world.velocity(forced), world.velocity(hit))).toBeLessThan(1e-5);
    expect(distance(world.spin(forced), world.spin(hit))).toBeLessThan(1e-5);
  }));

test('kinematic bodies move as told, whatever they weigh on, forces or gravity', () =>
  World.with({}, (world) => {
    const id = world.add(box(1, 1, 1), { type: 'kinematic', velocity: [0.5, -1, 0], spin: [0, 0, 2] });
    world.add(box(0.5, 0.5, 0.5), { position: [0, 1.6, 0] });
    world.run(60);
    expect(distance(world.position(id), [0.5, -1, 0])).toBeLessThan(1e-5);
    expect(angleBetween(world.rotation(id), turn([0, 0, 1], 2))).toBeLessThan(1e-4);
    expect([world.velocity(id), world.spin(id)]).toEqual([
      [0.5, -1, 0],
      [0, 0, 2],
    ]);
  }));

test('a million metres away: the same bytes of rotations and velocities, the same way but for f64 rounding', () =>
  World.with({}, (world) => {
    const body = { rotation: turn([0.6, 0, 0.8], 1), velocity: [1, 5, -2], spin: [2, -3, 1] };
    const far = [1e6, -1e6, 1e6] as const;
    const [here, there] = [
      world.add(capsule(0.4, 0.2), { ...body, position: [0, 0, 0] }),
      world.add(capsule(0.4, 0.2), { ...body, position: far }),
    ];
    world.run(300);
    expect(world.rotation(there)).toEqual(world.rotation(here));
    expect([world.velocity(there), world.spin(there)]).toEqual([world.velocity(here), world.spin(here)]);
    expect(distance(plus(world.position(there), far, -1), world.position(here))).toBeLessThan(300 * 2e-10);
  }));
