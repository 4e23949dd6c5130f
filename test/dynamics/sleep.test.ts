/** Who falls asleep, and what a sleeping pile costs: nothing. */
import { box, type Shape, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { DT, distance, World } from '../support/world.ts';

const CRATE = box(0.5, 0.5, 0.5);
/** An island sleeps after half a second at rest, looked at every fourth step; it takes a little to come to rest. */
const SOON = 60;

/** Crates on each other from height 0 up. */
function tower(world: World, x: number, storeys: number, shape: Shape = CRATE): number[] {
  return Array.from({ length: storeys }, (_, k) => world.add(shape, { position: [x, 0.5 + k, 0] }));
}
const awakeOf = (world: World, ids: readonly number[]) => ids.map((id) => world.dynamics.awake[id]);
const none = (ids: readonly number[]) => ids.map(() => 0);
const all = (ids: readonly number[]) => ids.map(() => 1);

test('a pile sleeps as a whole, and then has no pairs, no contacts and no motion', () =>
  World.with({}, (world) => {
    world.ground();
    const ids = tower(world, 0, 5);
    const counts = new Set<number>();
    world.run(SOON, () => counts.add(world.dynamics.stats.awake));
    // never a part of it
    expect([...counts].sort()).toEqual([0, 5]);
    expect(awakeOf(world, ids)).toEqual(none(ids));
    world.run(1);
    expect(world.dynamics.stats).toMatchObject({ bodies: 6, awake: 0, pairs: 0, contacts: 0, points: 0 });
    expect(ids.every((id) => world.engine.scene.statics[id] === 2)).toBe(true);
    const before = world.bytes();
    world.run(100);
    expect(world.bytes()).toEqual(before);
    expect(ids.map((id) => world.velocity(id))).toEqual(ids.map(() => [0, 0, 0]));
  }));

test('not before half a second at rest', () =>
  World.with({}, (world) => {
    world.ground();
    const [id] = tower(world, 0, 1);
    world.run(0.5 / DT - 1);
    expect(world.dynamics.awake[id!]).toBe(1);
    world.run(10);
    expect(world.dynamics.awake[id!]).toBe(0);
  }));

test('islands apart fall asleep on their own; ground that they share does not join them', () =>
  World.with({}, (world) => {
    world.ground();
    const still = tower(world, 0, 3);
    const rolling = world.add(sphere(0.5), { position: [5, 0.5, 0], velocity: [0, 0, 2] });
    world.run(SOON);
    expect(awakeOf(world, [...still, rolling])).toEqual([0, 0, 0, 1]);
  }));

test('one that moves keeps all that it touches awake', () =>
  World.with({}, (world) => {
    world.ground();
    const ids = tower(world, 0, 3);
    world.run(40, () => {
      // turning about the vertical on the top: it never rests
      world.dynamics.setVelocity(ids[2], [0, 0, 0], [0, 1, 0]);
    });
    world.run(20, () => world.dynamics.setVelocity(ids[2], [0, 0, 0], [0, 1, 0]));
    expect(awakeOf(world, ids)).toEqual(all(ids));
    world.run(SOON + 30);
    expect(awakeOf(world, ids)).toEqual(none(ids));
  }));

describe('who does not sleep', () => {
  test('canSleep: false, and what touches such a body', () =>
    World.with({}, (world) => {
      world.ground();
      const restless = world.add(CRATE, { position: [0, 0.5, 0], canSleep: false });
      const upon = world.add(CRATE, { position: [0, 1.5, 0] });
      const other = world.add(CRATE, { position: [5, 0.5, 0] });
      world.run(2 * SOON);
      expect(awakeOf(world, [restless, upon, other])).toEqual([1, 1, 0]);
      expect(world.dynamics.stats.awake).toBe(2);
    }));

  test('sleeping: false', () =>
    World.with({ sleeping: false }, (world) => {
      world.ground();
      const ids = tower(world, 0, 3);
      world.run(2 * SOON);
      expect(awakeOf(world, ids)).toEqual(all(ids));
      expect(world.dynamics.stats.awake).toBe(3);
    }));

  test('the passengers of a moving kinematic; those of one that stands do', () =>
    World.with({}, (world) => {
      const slab = box(2, 0.5, 2);
      const moving = world.add(slab, { type: 'kinematic', position: [0, -0.5, 0], velocity: [0, 0.02, 0] });
      world.add(slab, { type: 'kinematic', position: [10, -0.5, 0] });
      const ids = [...tower(world, 0, 2), ...tower(world, 10, 2)];
      world.run(2 * SOON);
      expect(awakeOf(world, ids)).toEqual([1, 1, 0, 0]);
      expect(world.position(ids[1])[1] - world.position(moving)[1]).toBeCloseTo(2, 2);
    }));

  test('statics and kinematics are never awake, nor colliders that are no bodies', () =>
    World.with({}, (world) => {
      const ids = [world.ground(), world.add(CRATE, { type: 'kinematic', velocity: [1, 0, 0], position: [0, 9, 0] })];
      ids.push(world.engine.scene.addCollider(world.dynamics.addShape(CRATE), { position: [5, 5, 5] }));
      world.run(10);
      expect(awakeOf(world, ids)).toEqual(none(ids));
      expect(world.dynamics.stats).toMatchObject({ bodies: 2, awake: 0 });
      expect(world.position(ids[2])).toEqual([5, 5, 5]);
    }));
});

test('a collider that is no body holds bodies up', () =>
  World.with({}, (world) => {
    world.engine.scene.addCollider(world.dynamics.addShape(box(5, 1, 5)), { position: [0, -1, 0] });
    const [id] = tower(world, 0, 1);
    world.run(SOON);
    expect(distance(world.position(id!), [0, 0.5, 0])).toBeLessThan(0.01);
    expect(world.dynamics.awake[id!]).toBe(0);
  }));
