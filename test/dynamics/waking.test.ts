/** What wakes a sleeping pile, all of it, and what does not. */
import { box, sphere } from 'hullstorm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DT, SAG, World } from '../support/world.ts';

const CRATE = box(0.5, 0.5, 0.5);

let world: World;
let ground: number;
/** Three crates on each other, asleep; and another such pile that nothing concerns. */
let pile: number[];
let other: number[];

beforeEach(async () => {
  world = await World.create();
  ground = world.ground();
  [pile, other] = [0, 20].map((x) => [0.5, 1.5, 2.5].map((y) => world.add(CRATE, { position: [x, y, 0] }))) as [
    number[],
    number[],
  ];
  world.run(60);
  expect(awake()).toEqual([0, 0, 0]);
});
afterEach(() => world.engine.close());

const awake = (ids = pile) => ids.map((id) => world.dynamics.awake[id]);
const counted = () =>
  world.engine.scene.statics.filter((flag, id) => flag === 0 && id < world.engine.scene.rows).length;

describe('what is done to one of it', () => {
  const cases: [string, (id: number) => void][] = [
    ['applyImpulse', (id) => world.dynamics.applyImpulse(id, [1, 0, 0])],
    ['applyForce', (id) => world.dynamics.applyForce(id, [1, 0, 0])],
    ['applyTorque', (id) => world.dynamics.applyTorque(id, [0, 1, 0])],
    ['setVelocity', (id) => world.dynamics.setVelocity(id, [0, 0.1, 0])],
    ['setPose', (id) => world.dynamics.setPose(id, [0, 9, 0])],
    ['wake', (id) => world.dynamics.wake(id)],
  ];
  test.each(cases)('%s wakes the whole island, and no other', (_, act) => {
    for (const id of pile) {
      act(id);
      expect(awake()).toEqual([1, 1, 1]);
      expect(awake(other)).toEqual([0, 0, 0]);
      expect(counted()).toBe(3);
      world.run(1);
      expect(world.dynamics.stats.awake).toBe(3);
      world.run(400);
      expect(awake()).toEqual([0, 0, 0]);
    }
  });

  test('setPose that takes the lowest away: the others fall', () => {
    world.dynamics.setPose(pile[0], [5, 0.5, 0]);
    world.run(60);
    expect(Math.abs(world.position(pile[1])[1] - 0.5)).toBeLessThan(SAG);
    expect(Math.abs(world.position(pile[2])[1] - 1.5)).toBeLessThan(SAG);
  });

  test('removeBody of one of it: the others wake, and fall', () => {
    world.dynamics.removeBody(pile[1]);
    expect(awake()).toEqual([1, 0, 1]);
    world.run(60);
    expect(Math.abs(world.position(pile[2])[1] - 1.5)).toBeLessThan(SAG);
    expect(world.dynamics.stats.bodies).toBe(6);
  });
});

describe('what is done to what it stands on', () => {
  test('the ground is removed: everything wakes and falls', () => {
    world.dynamics.removeBody(ground);
    expect([...awake(), ...awake(other)]).toEqual([1, 1, 1, 1, 1, 1]);
    world.run(30);
    for (const [k, id] of [...pile, ...other].entries()) expect(world.position(id)[1]).toBeLessThan(0.5 + (k % 3) - 1);
  });

  test('the ground is moved', () => {
    world.dynamics.setPose(ground, [0, -3, 0]);
    expect([...awake(), ...awake(other)]).toEqual([1, 1, 1, 1, 1, 1]);
    // they fall by 1 m, bounce, and lie still after 90 to 110 steps
    world.run(150);
    expect(Math.abs(world.position(pile[0])[1] + 0.5)).toBeLessThan(SAG);
  });

  test('a kinematic under it starts to move: its passengers wake and go with it', () => {
    const lift = world.add(box(1, 0.5, 1), { type: 'kinematic', position: [50, -0.5, 0] });
    const id = world.add(CRATE, { position: [50, 0.5, 0] });
    world.run(60);
    expect(awake([id])).toEqual([0]);
    world.dynamics.setVelocity(lift, [0, 1, 0]);
    world.run(60);
    expect(world.position(lift)[1]).toBeCloseTo(0.5, 3);
    expect(Math.abs(world.position(id)[1] - 1.5)).toBeLessThan(SAG);
  });

  test('a kinematic that comes from afar wakes what it touches, and pushes it', () => {
    const ram = world.add(box(0.5, 0.4, 0.5), { type: 'kinematic', position: [-4, 0.5, 0], velocity: [2, 0, 0] });
    world.run(120);
    expect(awake()).toEqual([1, 1, 1]);
    expect(world.position(pile[0])[0] - world.position(ram)[0]).toBeGreaterThan(0.97);
    expect(awake(other)).toEqual([0, 0, 0]);
  });
});

describe('what comes by', () => {
  test('a body that hits it', () => {
    const id = world.add(sphere(0.3), { position: [-3, 2.5, 0], velocity: [8, 0, 0], gravityScale: 0 });
    world.run(30);
    expect(awake()).toEqual([1, 1, 1]);
    expect(awake(other)).toEqual([0, 0, 0]);
    expect(world.velocity(id)[0]).toBeLessThan(8);
    expect(world.position(pile[2])[0]).toBeGreaterThan(0.001);
  });

  test('a body that is laid upon it', () => {
    world.add(CRATE, { position: [0, 3.5, 0] });
    world.run(2);
    expect(awake()).toEqual([1, 1, 1]);
    world.run(90);
    expect(awake()).toEqual([0, 0, 0]);
  });

  test('one that falls past at 3 cm, beyond the margin, does not', () => {
    world.add(sphere(0.25), { position: [0.5 + 0.25 + 0.03, 4, 0] });
    world.run(40, () => expect(awake()).toEqual([0, 0, 0]));
    expect(world.dynamics.stats.awake).toBe(1);
  });
});

test('a pile that wakes stays where it was', () => {
  const before = pile.map((id) => world.position(id));
  world.dynamics.wake(pile[0]);
  world.run(20);
  for (const [k, id] of pile.entries()) {
    const [x, y, z] = world.position(id);
    expect(Math.hypot(x - before[k][0], y - before[k][1], z - before[k][2])).toBeLessThan(1e-3);
  }
});

describe('ids that are used again', () => {
  test('after a sleeping body: the new one is awake, is none of the old island, and starts without its impulses', () => {
    const [, , top] = pile as [number, number, number];
    world.dynamics.removeBody(top);
    world.run(100);
    expect(awake()).toEqual([0, 0, 0]);
    const id = world.add(sphere(0.1), { position: [0, 9, 0], velocity: [0, 0, 1], canSleep: false });
    expect(id).toBe(top);
    expect(awake()).toEqual([0, 0, 1]);
    world.run(10);
    expect(awake()).toEqual([0, 0, 1]);
    expect(world.velocity(id)[1]).toBeCloseTo(-9.81 * 10 * DT, 4);
  });

  test('a static in the place of a dynamic one, and the other way round', () => {
    const [, , top] = pile as [number, number, number];
    world.dynamics.applyForce(top, [1e6, 0, 0]);
    world.dynamics.removeBody(top);
    expect(world.add(CRATE, { type: 'static', position: [0, 8, 0] })).toBe(top);
    world.run(10);
    expect(world.position(top)).toEqual([0, 8, 0]);
    world.dynamics.removeBody(top);
    expect(world.add(CRATE, { position: [0, 8, 0] })).toBe(top);
    world.run(10);
    const [x, y] = world.position(top);
    expect([x, y < 8]).toEqual([0, true]);
  });

  test('two in the same place one after the other: the new pair has none of the impulses of the old one', () => {
    // a heavy crate presses the lowest; a feather in its place must not be thrown up by what carried the crate
    const heavy = world.add(CRATE, { position: [40, 0.5, 0], density: 5000 });
    world.run(30);
    world.dynamics.removeBody(heavy);
    const feather = world.add(CRATE, { position: [40, 0.5, 0], density: 1 });
    expect(feather).toBe(heavy);
    let up = 0;
    world.run(30, () => {
      up = Math.max(up, world.velocity(feather)[1]);
    });
    expect(up).toBeLessThan(0.05);
  });
});
