/** What may be asked while a step runs, after `close`, and when there is no room: a sentence, and nothing half done. */
import { box, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { same } from '../support/mixedScene.ts';
import { DT, World } from '../support/world.ts';

const CRATE = box(0.5, 0.5, 0.5);

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
}
const rejection = (answer: Promise<unknown>) =>
  answer.then(
    () => 'no error',
    (error: Error) => error.message,
  );

/** Every method that changes something, by name. */
function methods({ dynamics }: World, id: number): [string, () => unknown][] {
  return [
    ['addShape', () => dynamics.addShape(CRATE)],
    ['addBody', () => dynamics.addBody(CRATE)],
    ['removeBody', () => dynamics.removeBody(id)],
    ['setPose', () => dynamics.setPose(id, [0, 0, 0])],
    ['setVelocity', () => dynamics.setVelocity(id, [1, 0, 0])],
    ['applyImpulse', () => dynamics.applyImpulse(id, [1, 0, 0])],
    ['applyForce', () => dynamics.applyForce(id, [1, 0, 0])],
    ['applyTorque', () => dynamics.applyTorque(id, [1, 0, 0])],
    ['wake', () => dynamics.wake(id)],
    ['stepSync', () => dynamics.stepSync(DT)],
  ];
}

describe.each([0, 1])('while a step runs, %i workers', (workers) => {
  test('every method refuses, the step ends as it would have, and then they work', () =>
    World.with({ workers }, async (world) => {
      world.ground();
      const ids = [1, 2, 3].map((k) => world.add(CRATE, { position: [2 * k, 0.5, 0], velocity: [0, 0, k] }));
      const twin = await World.create({});
      twin.ground();
      for (const k of [1, 2, 3]) twin.add(CRATE, { position: [2 * k, 0.5, 0], velocity: [0, 0, k] });
      for (let step = 0; step < 5; step++) {
        const stepping = world.dynamics.step(DT);
        for (const [name, call] of methods(world, ids[0])) {
          expect(messageOf(call)).toBe(`dynamics.${name}: expected no step that is running, got one`);
        }
        expect(await rejection(world.dynamics.step(DT))).toBe(
          'dynamics.step: expected no step that is running, got one',
        );
        const stats = await stepping;
        expect(stats).toBe(world.dynamics.stats);
        twin.dynamics.stepSync(DT);
        expect(same(world.bytes(), twin.bytes())).toBe(true);
      }
      for (const [name, call] of methods(world, ids[0]).reverse()) expect(messageOf(call), name).toBe('no error');
      await twin.engine.close();
    }));

  test('close() while it runs: the step rejects or ends, and nobody waits for ever', () =>
    World.with({ workers }, async (world) => {
      world.ground();
      world.add(CRATE, { position: [0, 0.5, 0] });
      const stepping = rejection(world.dynamics.step(DT));
      const closing = world.engine.close();
      expect(await stepping).toMatch(/^no error$|expected an open engine, got one that is closed$/);
      await closing;
      expect(await rejection(world.dynamics.step(DT))).toMatch(/expected an open engine, got one that is closed$/);
    }));
});

test('after close: every method that touches the engine says so', () =>
  World.with({}, async (world) => {
    const id = world.add(CRATE);
    await world.engine.close();
    const before = world.bytes();
    const closed = /: expected an open engine, got one that is closed$/;
    for (const [name, call] of methods(world, id)) {
      if (['addShape', 'addBody', 'removeBody', 'setPose', 'stepSync'].includes(name))
        expect(messageOf(call), name).toMatch(closed);
    }
    expect(await rejection(world.dynamics.step(DT))).toMatch(closed);
    expect(same(world.bytes(), before)).toBe(true);
    expect(world.dynamics.stats.bodies).toBe(0);
  }));

describe('no room', () => {
  test('more contacts than createDynamics was told: the sentence, nothing moves, and with fewer it goes on', () =>
    World.with({ contacts: 3, gravity: [1, -9.81, 0] }, async (world) => {
      world.ground();
      const ids = [0, 1, 2, 3].map((k) => world.add(CRATE, { position: [2 * k, 0.5, 0] }));
      world.dynamics.applyForce(ids[0], [20_000, 0, 0]);
      const before = world.bytes();
      const sentence = (name: string) =>
        `dynamics.${name}: contacts: expected at most 3 (raise contacts of createDynamics), got more`;
      expect(messageOf(() => world.dynamics.stepSync(DT))).toBe(sentence('stepSync'));
      expect(await rejection(world.dynamics.step(DT))).toBe(sentence('step'));
      expect(same(world.bytes(), before)).toBe(true);
      world.dynamics.removeBody(ids[3]);
      expect(world.dynamics.stepSync(DT)).toMatchObject({ contacts: 3, bodies: 4 });
      // the force has waited
      expect(world.velocity(ids[0])[0]).toBeGreaterThan(world.velocity(ids[1])[0]);
    }));

  test('more pairs than the engine has room for: as engine.findPairs says, nothing moves', () =>
    World.with({ capacity: { pairs: 3 } }, async (world) => {
      world.ground();
      const ids = [0, 1, 2, 3].map((k) => world.add(CRATE, { position: [2 * k, 0.5, 0] }));
      const before = world.bytes();
      expect(messageOf(() => world.dynamics.stepSync(DT))).toMatch(/^engine\.findPairsSync: .*capacity\.pairs/);
      expect(await rejection(world.dynamics.step(DT))).toMatch(/^engine\.findPairs: .*capacity\.pairs/);
      expect(same(world.bytes(), before)).toBe(true);
      world.dynamics.removeBody(ids[3]);
      world.run(1);
    }));

  test('bodies that many others touch: one after the other, or the sentence, never a wrong answer', () =>
    World.with({ sleeping: false }, async (world) => {
      // a large ball that moves, with 60 small ones about it
      const big = world.add(sphere(3), { gravityScale: 0, position: [0, 0, 0] });
      const ids: number[] = [];
      for (let k = 0; k < 60; k++) {
        const y = 1 - (2 * k + 1) / 60;
        const r = Math.sqrt(1 - y * y);
        const a = 2.399963 * k;
        const at = [3.3 * r * Math.cos(a), 3.3 * y, 3.3 * r * Math.sin(a)];
        ids.push(world.add(sphere(0.3), { gravityScale: 0, position: at, velocity: at.map((c) => -0.3 * c) }));
      }
      world.run(1);
      expect(world.dynamics.stats).toMatchObject({ contacts: 60, colors: 32, colours: 32 });
      world.run(60);
      for (const id of ids) expect(Math.hypot(...world.position(id))).toBeGreaterThan(3.25);
      expect(Math.hypot(...world.position(big))).toBeLessThan(0.05);
    }));
});

test('two steppers on two engines do not know of each other', async () => {
  const [one, two] = await Promise.all([World.create({}), World.create({ workers: 1 })]);
  for (const world of [one, two]) {
    world.ground();
    for (let k = 0; k < 4; k++) world.add(CRATE, { position: [0.1 * k, 0.5 + k, 0] });
  }
  for (let step = 0; step < 30; step++) {
    one.dynamics.stepSync(DT);
    await two.dynamics.step(DT);
  }
  expect(same(one.bytes(), two.bytes())).toBe(true);
  await Promise.all([one.engine.close(), two.engine.close()]);
});
