/** Bodies that meet in space: momentum is kept, angular momentum and energy as far as the method allows. And bodies that bounce. */
import { box, capsule, hull, rounded, type Shape, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { between, randomUnit, seeded } from '../../scenes/random.ts';
import { cross, DT, distance, G, plus, type Quat, type Vec, World } from '../support/world.ts';

const SEED = 0xc0111de;
const SHAPES: [string, Shape][] = [
  ['boxes', box(0.5, 0.3, 0.4)],
  ['spheres', sphere(0.5)],
  ['capsules', capsule(0.5, 0.25)],
  ['rounded boxes', rounded(box(0.3, 0.3, 0.3), 0.1)],
  ['hulls', hull([0.5, 0, 0, -0.5, 0.1, 0, 0, 0.6, 0.1, 0, -0.4, 0.2, 0, 0, 0.5, 0.1, 0, -0.6])],
];

/** Momentum, and angular momentum about the origin. */
function momenta(world: World, ids: readonly number[]): { momentum: Vec; turning: Vec; energy: number } {
  let [momentum, turning, energy]: [Vec, Vec, number] = [[0, 0, 0], [0, 0, 0], 0];
  for (const id of ids) {
    const body = world.motion(id);
    momentum = plus(momentum, body.momentum);
    turning = plus(turning, plus(body.turning, cross(body.middle, body.momentum)));
    energy += body.energy;
  }
  return { momentum, turning, energy };
}

describe.each([0, 0.6])('two bodies in space, restitution %d, seed 0xc0111de', (restitution) => {
  test.each(SHAPES)('%s keep momentum and angular momentum, and gain no energy', (_, shape) =>
    World.with({ gravity: [0, 0, 0], sleeping: false }, (world) => {
      const random = seeded(SEED);
      const unit = () => {
        const out = new Float64Array(4);
        randomUnit(out, 0, 4, random);
        return [...out] as unknown as Quat;
      };
      const spin = () => [between(random, -3, 3), between(random, -3, 3), between(random, -3, 3)];
      let hits = 0;
      for (let k = 0; k < 20; k++) {
        const at = 20 * k;
        const speed = between(random, 0.5, 2.5);
        const common = { rotation: unit(), spin: spin(), restitution, friction: 0.5 };
        const a = world.add(shape, { ...common, position: [at, 0, 0], velocity: [speed, 0, 0] });
        const other = { ...common, rotation: unit(), spin: spin() };
        const b = world.add(shape, {
          ...other,
          position: [at + 1.5, between(random, -0.2, 0.2), 0],
          velocity: [-speed, 0.3, 0],
        });
        const ids = [a, b];
        const before = momenta(world, ids);
        const size = Math.hypot(...world.motion(a).momentum);
        world.run(90);
        const after = momenta(world, ids);
        if (world.velocity(a)[0] < 0.9 * speed) hits++;
        expect(distance(after.momentum, before.momentum)).toBeLessThan(1e-4 * size);
        // impulses act where bodies met when the step began: they are off by what bodies slide within a step
        const lever = speed * DT;
        const about = cross([at, 0, 0], plus(after.momentum, before.momentum, -1));
        const change = plus(plus(after.turning, before.turning, -1), about, -1);
        expect(Math.hypot(...change)).toBeLessThan(lever * size);
        expect(after.energy).toBeLessThan(1.01 * before.energy);
        for (const id of ids) world.dynamics.removeBody(id);
      }
      expect(hits).toBeGreaterThan(14);
    }),
  );
});

describe('dropped onto the ground from 2 m', () => {
  const HEIGHT = 2;
  /** Of the way the body came at, it goes on for up to a step before it is thrown back: at 6.3 m/s that is 0.1 m. */
  const PART = 0.15;
  test.each([
    [0.5, sphere(0.25)],
    [0.8, sphere(0.25)],
    [1, sphere(0.25)],
    [0.5, box(0.25, 0.25, 0.25)],
    [0.8, box(0.25, 0.25, 0.25)],
    [0.8, capsule(0.1, 0.25)],
  ])('restitution %d: it comes back to e² of the height', (restitution, shape) =>
    World.with({ sleeping: false }, (world) => {
      world.ground();
      const rest = shape.kind === 'segment' ? 0.35 : 0.25;
      const id = world.add(shape, { position: [0, HEIGHT + rest, 0], restitution });
      let peak = 0;
      let bounced = false;
      world.run(120, () => {
        const up = world.velocity(id)[1];
        if (up > 0.5) bounced = true;
        if (bounced && up > 0) peak = Math.max(peak, world.position(id)[1] - rest);
      });
      expect(Math.abs(peak / (HEIGHT * restitution ** 2) - 1)).toBeLessThan(PART);
    }),
  );

  test.each([0.5, 0.8])(
    'restitution %d in steps of 1/240 s: within 3 % of it, from any height',
    async (restitution) => {
      for (const height of [1, 1.37, 2, 3.1]) {
        await World.with({ sleeping: false }, (world) => {
          world.ground();
          const id = world.add(sphere(0.5), { position: [0, height + 0.5, 0], restitution });
          let peak = 0;
          let bounced = false;
          world.run(
            480,
            () => {
              const up = world.velocity(id)[1];
              if (up > 0.5) bounced = true;
              if (bounced && up > 0) peak = Math.max(peak, world.position(id)[1] - 0.5);
            },
            1 / 240,
          );
          expect(Math.abs(peak / (height * restitution ** 2) - 1)).toBeLessThan(0.03);
        });
      }
    },
  );

  test('restitution 0: it stays down; that of a pair is the larger one', () =>
    World.with({ sleeping: false }, (world) => {
      world.ground();
      const dead = world.add(sphere(0.25), { position: [0, 2.25, 0] });
      world.add(box(1, 0.5, 1), { position: [10, 0.5, 0], type: 'static', restitution: 0.7 });
      const thrown = world.add(sphere(0.25), { position: [10, 3.25, 0] });
      let [highest, up] = [0, 0];
      world.run(120, (step) => {
        // it falls for 0.64 s
        if (step > 45) highest = Math.max(highest, world.position(dead)[1] - 0.25);
        up = Math.max(up, world.velocity(thrown)[1]);
      });
      expect(highest).toBeLessThan(0.01);
      expect(Math.abs(up / (0.7 * Math.sqrt(2 * G * 2)) - 1)).toBeLessThan(0.05);
    }));

  test('slower than 1 m/s nothing bounces', () =>
    World.with({ sleeping: false, gravity: [0, 0, 0] }, (world) => {
      world.ground();
      const [slow, fast] = [0.9, 1.2].map((speed, k) =>
        world.add(sphere(0.25), { position: [5 * k, 0.5, 0], velocity: [0, -speed, 0], restitution: 1 }),
      ) as [number, number];
      world.run(60);
      expect(Math.abs(world.velocity(slow)[1])).toBeLessThan(0.01);
      expect(world.velocity(fast)[1]).toBeCloseTo(1.2, 2);
    }));
});
