/** Bodies that bounce: they return as high as their restitution says, and gain no energy. */
import {
  box,
  capsule,
  cylinder,
  disk,
  ellipsoid,
  frustum,
  halfSpace,
  hull,
  rounded,
  type Shape,
  sphere,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { between, randomUnit, seeded } from '../../scenes/random.ts';
import { sweep } from '../support/sweep.ts';
import { G, type Quat, World } from '../support/world.ts';

const RING = Array.from({ length: 8 }, (_, k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)] as const);
const SHAPES: [string, Shape][] = [
  ['sphere', sphere(0.3)],
  ['box', box(0.3, 0.3, 0.3)],
  ['slab', box(0.5, 0.1, 0.4)],
  ['rod', box(0.1, 0.6, 0.1)],
  ['prism', hull(RING.flatMap(([x, z]) => [0.3 * x, -0.3, 0.3 * z, 0.3 * x, 0.3, 0.3 * z]))],
  ['cylinder', cylinder(0.3, 0.3)],
  ['frustum', frustum(0.3, 0.3, 0.25)],
  ['coin', rounded(disk(0.3), 0.05)],
  ['rounded cylinder', rounded(cylinder(0.25, 0.25), 0.05)],
  ['capsule', capsule(0.4, 0.15)],
  ['tetrahedron', hull([0.4, 0, 0, -0.3, 0, 0.3, -0.3, 0, -0.3, 0, 0.5, 0])],
  ['ellipsoid', ellipsoid(0.3, 0.2, 0.4)],
];
const FLOORS: ((world: World) => void)[] = [
  (world) => world.add(halfSpace(), { type: 'static' }),
  (world) => world.ground(),
  (world) => world.add(hull(RING.flatMap(([x, z]) => [40 * x, 0, 40 * z, 30 * x, -3, 30 * z])), { type: 'static' }),
  (world) => {
    for (const x of [-5, 5]) {
      for (const z of [-5, 5]) world.add(box(5, 1, 5), { type: 'static', position: [x + 0.05, -1, z + 0.07] });
    }
  },
];
const SUBSTEPS = [1, 2, 3, 5, 8, 12, 20];
const RUNS = sweep(2, 60);
/** Steps of a run: 100 bounces take 78 s at the first height, and fewer as bodies lose height. */
const STEPS = sweep(600, 4800);
const BOUNCES = 100;

function totalEnergy(world: World, id: number): number {
  const { mass, middle, energy } = world.motion(id);
  return energy + mass * G * middle[1];
}

describe.each([1, 0.5])('dropped from 3 m with restitution %d', (restitution) => {
  const FLAT = SHAPES.filter(([name]) => ['sphere', 'box', 'prism', 'cylinder'].includes(name));
  test.each(FLAT)('%s comes back to that height, with 1 to 20 substeps', async (_, shape) => {
    for (const substeps of SUBSTEPS) {
      await World.with({ sleeping: false, substeps }, (world) => {
        world.add(halfSpace(), { type: 'static' });
        const id = world.add(shape, { position: [0, 3, 0], restitution });
        let peak = 0;
        let rises = false;
        world.run(100, () => {
          rises ||= world.velocity(id)[1] > 0;
          if (rises) peak = Math.max(peak, world.position(id)[1]);
        });
        const part = (peak - 0.3) / (restitution ** 2 * 2.7);
        const where = `${substeps} substeps`;
        // with one substep gravity alone costs 4.5 % of the way down and up
        expect(part, where).toBeGreaterThan(restitution === 1 ? 0.94 : 0.98);
        expect(part, where).toBeLessThan(restitution === 1 ? 1.002 : 1.02);
      });
    }
  });
});

describe('seed 0xb0bce: tilted, on any floor, with any number of substeps', () => {
  test.each(SHAPES)('%s never has more than 1.02 times its energy at the start', async (name, shape) => {
    const random = seeded(0xb0bce + SHAPES.findIndex(([other]) => other === name));
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
    let bounces = 0;
    for (let run = 0; run < RUNS; run++) {
      const substeps = pick(SUBSTEPS);
      const rotation = new Float64Array(4);
      randomUnit(rotation, 0, 4, random);
      const options = {
        rotation: [...rotation] as unknown as Quat,
        position: [0, 3, 0],
        velocity: [between(random, -1, 1), 0, between(random, -1, 1)],
        spin: [between(random, -5, 5), between(random, -5, 5), between(random, -5, 5)],
        restitution: pick([1, 1, 0.8, 0.5]),
        friction: pick([0, 0.6, 1]),
      };
      await World.with({ sleeping: false, substeps }, (world) => {
        pick(FLOORS)(world);
        const id = world.add(shape, options);
        const start = totalEnergy(world, id);
        let most = 0;
        let own = 0;
        let touches = false;
        for (let step = 0; step < STEPS && own < BOUNCES; step++) {
          const { contacts } = world.dynamics.stepSync(1 / 60);
          if (contacts > 0 && !touches) own++;
          touches = contacts > 0;
          most = Math.max(most, totalEnergy(world, id));
          if (world.position(id)[1] < -0.5) break;
        }
        bounces += own;
        const which = `run ${run}: ${substeps} substeps, ${JSON.stringify(options)}`;
        expect(most / start, which).toBeLessThan(1.02);
      });
    }
    expect(bounces).toBeGreaterThan(2 * RUNS);
  });

  test.each(SHAPES)('%s, thrown at a wall in space, has no more energy afterwards', async (name, shape) => {
    const random = seeded(0x5ace + SHAPES.findIndex(([other]) => other === name));
    for (let run = 0; run < 4 * RUNS; run++) {
      const substeps = SUBSTEPS[run % SUBSTEPS.length];
      const rotation = new Float64Array(4);
      randomUnit(rotation, 0, 4, random);
      await World.with({ sleeping: false, substeps, gravity: [0, 0, 0] }, (world) => {
        FLOORS[run % 2](world);
        const id = world.add(shape, {
          rotation: [...rotation] as unknown as Quat,
          position: [0, 1, 0],
          velocity: [0, between(random, -7, -2), 0],
          restitution: 1,
        });
        const before = world.motion(id).energy;
        let most = 0;
        world.run(90, () => {
          most = Math.max(most, world.motion(id).energy);
        });
        const turned = `run ${run}, ${substeps} substeps`;
        expect(most / before, turned).toBeLessThan(1.02);
        expect(world.position(id)[1], turned).toBeGreaterThan(0.5);
      });
    }
  });
});

test.each([1, 0.7])('a stack of bouncing boxes and balls gains no energy, restitution %d', async (restitution) => {
  for (const substeps of [1, 5, 12]) {
    await World.with({ sleeping: false, substeps }, (world) => {
      world.ground();
      const ids = [0.7, 1.7, 2.7, 3.7, 4.7].map((y, k) =>
        world.add(k % 2 === 0 ? box(0.3, 0.3, 0.3) : sphere(0.3), { position: [0.02 * k, y, 0], restitution }),
      );
      const all = () => ids.reduce((sum, id) => sum + totalEnergy(world, id), 0);
      const start = all();
      let most = 0;
      world.run(sweep(240, 2400), () => {
        most = Math.max(most, all());
      });
      expect(most / start, `${substeps} substeps`).toBeLessThan(1.02);
    });
  }
});

test('a floor that rises throws a ball up by twice its own speed', () =>
  World.with({ sleeping: false, gravity: [0, 0, 0] }, (world) => {
    world.add(box(5, 1, 5), { type: 'kinematic', position: [0, -1.5, 0], velocity: [0, 2, 0] });
    const id = world.add(sphere(0.3), { position: [0, 1, 0], velocity: [0, -3, 0], restitution: 1 });
    world.run(40);
    expect(Math.abs(world.velocity(id)[1] - 7)).toBeLessThan(0.01);
  }));
