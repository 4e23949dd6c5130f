/** Calls on the scene, and writes into its columns, behind the back of the stepper: bodies that are gone are gone, and sleepers wake. */
import { box } from 'hullstorm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SAG, World } from '../support/world.ts';

const CRATE = box(0.5, 0.5, 0.5);
const LOW = [0, -20, 0] as const;

let world: World;
let support: number;
/** Two crates on the support, and one on another that nothing concerns: asleep. */
let pile: number[];
let other: number;

beforeEach(async () => {
  world = await World.create();
  support = world.add(box(2, 0.5, 2), { type: 'static', position: [0, -0.5, 0] });
  world.add(box(2, 0.5, 2), { type: 'static', position: [20, -0.5, 0] });
  pile = [0.5, 1.5].map((y) => world.add(CRATE, { position: [0, y, 0] }));
  other = world.add(CRATE, { position: [20, 0.5, 0] });
  world.run(60);
  expect(awake()).toEqual([0, 0, 0]);
});
afterEach(() => world.engine.close());

const awake = () => [...pile, other].map((id) => world.dynamics.awake[id]);
const heights = () => pile.map((id) => world.position(id)[1]);

describe('what sleeps wakes, and falls, when its support', () => {
  const cases: [string, () => void][] = [
    ['is moved by dynamics.setPose', () => world.dynamics.setPose(support, LOW)],
    ['is moved by scene.setPose', () => world.engine.scene.setPose(support, LOW, [0, 0, 0, 1])],
    [
      'is moved by its columns and dynamics.wake',
      () => {
        world.engine.scene.positions[4 * support + 1] = LOW[1];
        world.dynamics.wake(support);
      },
    ],
    ['is moved by its columns alone', () => world.engine.scene.positions.set([9, -0.5, 0], 4 * support)],
    ['is removed by dynamics.removeBody', () => world.dynamics.removeBody(support)],
    ['is removed by scene.removeCollider', () => world.engine.scene.removeCollider(support)],
    ['meets them no more: scene.setGroups', () => world.engine.scene.setGroups(support, 1, 0)],
    ['meets them no more: its column of groups', () => world.engine.scene.groups.set([0, 0], 2 * support)],
    [
      'is removed, and something else gets its id',
      () => {
        world.engine.scene.removeCollider(support);
        expect(world.engine.scene.addCollider(world.dynamics.addShape(CRATE), { position: LOW })).toBe(support);
      },
    ],
  ];
  test.each(cases)('%s', (_, act) => {
    act();
    world.run(60);
    for (const [k, y] of heights().entries()) expect(y).toBeLessThan(0.5 + k - 1);
    expect(world.dynamics.awake[other]).toBe(0);
  });

  test('is a collider that is no body', () => {
    const { scene } = world.engine;
    const ledge = scene.addCollider(world.dynamics.addShape(box(2, 0.5, 2)), { position: [-20, -0.5, 0] });
    const id = world.add(CRATE, { position: [-20, 0.5, 0] });
    world.run(60);
    expect(world.dynamics.awake[id]).toBe(0);
    scene.removeCollider(ledge);
    world.run(60);
    expect(world.position(id)[1]).toBeLessThan(-1);
  });
});

describe('what sleeps wakes when something is put into it', () => {
  const at = { position: [0.6, 1.2, 0] } as const;
  const cases: [string, () => void][] = [
    ['a collider', () => world.engine.scene.addCollider(world.dynamics.addShape(CRATE), at)],
    [
      'a static collider',
      () => world.engine.scene.addCollider(world.dynamics.addShape(CRATE), { ...at, static: true }),
    ],
    ['a static body', () => world.add(CRATE, { ...at, type: 'static' })],
    [
      'a static body that was elsewhere',
      () => {
        const id = world.add(CRATE, { position: [50, 0, 0], type: 'static' });
        world.run(1);
        world.engine.scene.setPose(id, at.position, [0, 0, 0, 1]);
      },
    ],
  ];
  test.each(cases)('%s: it is pushed out, once', (_, act) => {
    const before = world.position(pile[1])[0];
    act();
    world.run(1);
    expect(awake().slice(0, 2)).toEqual([1, 1]);
    world.run(200);
    expect(world.position(pile[1])[0]).toBeLessThan(before - 0.1);
    expect(awake().slice(0, 2)).toEqual([0, 0]);
  });

  test('not by what is put somewhere else, nor by what meets nothing', () => {
    const { scene } = world.engine;
    const shape = world.dynamics.addShape(CRATE);
    const probe = scene.addCollider(shape, { position: [0, 1, 0], mask: 0 });
    scene.addCollider(shape, { position: [5, 9, 0], static: true });
    world.run(10, (step) => {
      scene.setPose(probe, [0, 1 + 0.1 * step, 0], [0, 0, 0, 1]);
      expect(awake()).toEqual([0, 0, 0]);
    });
  });
});

test('scene.setStatic does not last on bodies: they neither fall through nor float', () => {
  for (const id of [...pile, support]) {
    for (const value of [true, false]) {
      world.engine.scene.setStatic(id, value);
      world.run(90);
      expect(heights().map((y) => Math.round(10 * y))).toEqual([5, 15]);
      // a sleeping body has the value 2
      expect(world.engine.scene.statics[id]).toBe(id === support ? 1 : 2);
    }
  }
});

describe('a body whose collider is removed by scene.removeCollider', () => {
  test('is gone: it is counted no more, calls say so, what lay on it falls', () => {
    const [low, high] = pile as [number, number];
    world.engine.scene.removeCollider(low);
    expect(() => world.dynamics.applyImpulse(low, [1, 0, 0])).toThrow(
      `dynamics.applyImpulse: id: expected the id of a body, got ${low}`,
    );
    expect(() => world.dynamics.removeBody(low)).toThrow(/expected the id of a body/);
    world.run(60);
    expect(world.dynamics.stats).toMatchObject({ bodies: 4 });
    expect(Math.abs(world.position(high)[1] - 0.5)).toBeLessThan(SAG);
  });

  test('and whose id a collider gets: that stands still, and keeps its flag; the next body with the id starts anew', () => {
    const { scene } = world.engine;
    const high = pile[1];
    world.dynamics.setVelocity(high, [0, 5, 0]);
    scene.removeCollider(high);
    expect(scene.addCollider(world.dynamics.addShape(CRATE), { position: [0, 9, 0], static: true })).toBe(high);
    world.run(30);
    expect([world.position(high), scene.statics[high]]).toEqual([[0, 9, 0], 1]);
    expect(world.dynamics.stats.bodies).toBe(4);
    scene.removeCollider(high);
    expect(world.add(CRATE, { position: [0, 1.5, 0] })).toBe(high);
    world.run(60);
    expect(Math.abs(world.position(high)[1] - 1.5)).toBeLessThan(SAG);
  });
});

describe('scene.restore', () => {
  test('of a scene without them: bodies are gone, and so says every call', async () => {
    const empty = await World.create();
    world.engine.scene.restore(empty.engine.scene.snapshot());
    await empty.engine.close();
    for (const act of [
      () => world.dynamics.applyImpulse(pile[0], [1, 0, 0]),
      () => world.dynamics.removeBody(pile[0]),
      () => world.dynamics.setPose(support, [0, 0, 0]),
    ]) {
      expect(act).toThrow(/expected the id of a body, got/);
    }
    expect(world.dynamics.stepSync(1 / 60)).toMatchObject({ bodies: 0, awake: 0, invalid: 0, pairs: 0 });
    const ground = world.ground();
    const id = world.add(CRATE, { position: [0, 0.6, 0] });
    expect([ground, id]).toEqual([0, 1]);
    world.run(30);
    expect(world.position(id)[1]).toBeCloseTo(0.5, 2);
  });

  test('of an earlier time: bodies go on from there, awake', () => {
    const { scene } = world.engine;
    const asleep = scene.snapshot();
    world.dynamics.setPose(pile[0], [3, 5, 0]);
    world.run(30);
    const later = world.add(CRATE, { position: [5, 9, 0] });
    scene.restore(asleep);
    world.run(1);
    expect(world.dynamics.stats).toMatchObject({ bodies: 5, awake: 3 });
    expect(() => world.dynamics.wake(later)).toThrow(/expected the id of a body/);
    for (const id of pile) world.dynamics.setVelocity(id, [0, 0, 0]);
    world.run(90);
    expect(heights().map((y) => Math.round(10 * y))).toEqual([5, 15]);
    expect(awake()).toEqual([0, 0, 0]);
  });

  test('of a time before a body was removed: its collider stands still, as any that is no body', () => {
    const { scene } = world.engine;
    const before = scene.snapshot();
    world.dynamics.removeBody(pile[1]);
    scene.restore(before);
    world.run(60);
    expect(world.dynamics.stats.bodies).toBe(4);
    expect(Math.abs(world.position(pile[1])[1] - 1.5)).toBeLessThan(SAG);
    expect(() => world.dynamics.wake(pile[1])).toThrow(/expected the id of a body/);
    scene.removeCollider(pile[1]);
  });

  test('of other shapes with the same ids: those are no bodies, and their ids no shapes of the stepper', async () => {
    const shape = world.dynamics.addShape(CRATE);
    const strange = await World.create();
    for (let k = 0; k <= shape; k++) strange.engine.scene.addShape(box(1, 1 + k, 1));
    for (let k = 0; k < 5; k++) strange.engine.scene.addCollider(k, { position: [10 * k, 0, 0] });
    world.engine.scene.restore(strange.engine.scene.snapshot());
    await strange.engine.close();
    expect(world.dynamics.stepSync(1 / 60).bodies).toBe(0);
    expect(() => world.dynamics.addBody(shape)).toThrow(
      `dynamics.addBody: shape: expected a shape, or an id of dynamics.addShape, got ${shape}`,
    );
  });
});
