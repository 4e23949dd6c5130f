/**
 * No shape of the library passes a wall of 1 cm: at 20 to 1,000 m/s, from all angles, at rest and spinning by up to a
 * quarter turn per step, its center of mass at its position or beside it. A body has passed once its center of mass is
 * behind the middle of the wall.
 */
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  ellipsoid,
  frustum,
  halfSpace,
  hull,
  hullOf,
  massProperties,
  point,
  rounded,
  type Shape,
  sphere,
  sum,
  taperedCapsule,
  triangle,
} from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { between, seeded } from '../../scenes/random.ts';
import { sweep } from '../support/sweep.ts';
import { plus, rotate, turn, type Vec, World } from '../support/world.ts';

const SEED = 0xfa57;
const THIN = 0.005;
/** Shots per world, and worlds per shape: 10,000 shots in all repetitions. */
const PER_WORLD = sweep(12, 120);
const WORLDS = sweep(2, 84);
const NO_GRAVITY = { gravity: [0, 0, 0], sleeping: false } as const;

/** The corners of a box whose center is `aside` along x. */
function corners(x: number, y: number, z: number, aside = 0): number[] {
  const signs = [-1, 1];
  return signs.flatMap((a) => signs.flatMap((b) => signs.flatMap((c) => [aside + a * x, b * y, c * z])));
}

const SHAPES: Readonly<Record<string, Shape>> = {
  box: box(0.05, 0.1, 0.03),
  'a stick': box(0.2, 0.01, 0.01),
  'a plate': box(0.2, 0.2, 0.01),
  'a hull': hull(corners(0.05, 0.02, 0.08)),
  'a hull 5 cm aside': hull(corners(0.05, 0.02, 0.08, 0.05)),
  'a hull 20 cm aside': hull(corners(0.05, 0.02, 0.08, 0.2)),
  'a corner of a cube': hull([0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0]),
  'a tetrahedron': hull([0.05, 0.05, 0.05, -0.05, -0.05, 0.05, -0.05, 0.05, -0.05, 0.05, -0.05, -0.05]),
  'a cone': cone(0.1, 0.03),
  'a flat cone': cone(0.02, 0.1),
  'a needle': cone(0.3, 0.02),
  'a frustum': frustum(0.06, 0.05, 0.02),
  'a cylinder': cylinder(0.05, 0.05),
  'a coin': cylinder(0.005, 0.05),
  'a pipe': cylinder(0.2, 0.02),
  'an ellipsoid': ellipsoid(0.1, 0.05, 0.03),
  'a tapered capsule': taperedCapsule(0.08, 0.02, 0.05),
  'a capsule': capsule(0.1, 0.03),
  'a ball': sphere(0.05),
  'a point with a radius': rounded(point(), 0.03),
  'a rounded box': rounded(box(0.05, 0.02, 0.04), 0.02),
  'a rounded cone': rounded(cone(0.08, 0.03), 0.01),
  'a rounded hull aside': rounded(hull(corners(0.05, 0.02, 0.03, 0.1)), 0.01),
  'a rounded triangle': rounded(triangle([0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1]), 0.02),
  'a rounded disk': rounded(disk(0.08), 0.01),
  'a sum': sum(cone(0.05, 0.03), box(0.02, 0.01, 0.02)),
  'the hull of two balls': hullOf(sphere(0.05), { shape: sphere(0.02), position: [0.2, 0, 0] }),
  'the hull of parts aside': hullOf(
    { shape: box(0.02, 0.04, 0.03), position: [0.3, 0.1, 0] },
    { shape: cone(0.05, 0.03), position: [0.2, 0, 0.1] },
  ),
};

/** Walls across x, and the rotation that puts them there. */
const WALLS: readonly (readonly [Shape, readonly number[]])[] = [
  [box(THIN, 200, 200), [0, 0, 0, 1]],
  [hull(corners(THIN, 200, 200)), [0, 0, 0, 1]],
  [halfSpace(), turn([0, 0, 1], Math.PI / 2)],
  [box(0.5, 200, 200), [0, 0, 0, 1]],
];

/** Shoots from −x. @returns how many shots hit, and how many passed */
function shoot(world: World, shape: Shape, center: Vec, wall: number, random: () => number, dt: number) {
  const [shapeOfWall, rotation] = WALLS[wall]!;
  const half = wall === 2 ? 0 : wall === 3 ? 0.5 : THIN;
  world.add(shapeOfWall, { type: 'static', rotation, position: [half - THIN, 0, 0], membership: 1, mask: 2 });
  const shared = world.dynamics.addShape(shape);
  const shots = Array.from({ length: PER_WORLD }, (_, k) => {
    const speed = 20 * 50 ** random();
    // a third of them graze the wall
    const elevation = k % 3 === 0 ? between(random, 0.05, 0.15) : between(random, 0.1, Math.PI / 2);
    const around = between(random, 0, 2 * Math.PI);
    const flat = Math.cos(elevation);
    const way: Vec = [Math.sin(elevation), flat * Math.cos(around), flat * Math.sin(around)];
    const far = 0.42 / way[0] + speed * dt * between(random, 0, 2);
    const axis = turn(rotate(turn([0.36, 0.48, 0.8], between(random, 0, 6)), [0, 0.6, 0.8]), between(random, 0, 3));
    const spin = (k % 2 === 0 ? random() : Math.floor(2 * random())) * (Math.PI / 2 / dt);
    const start: Vec = [0, between(random, -40, 40), between(random, -40, 40)];
    const id = world.dynamics.addBody(shared, {
      rotation: axis,
      velocity: way.map((c) => speed * c),
      spin: rotate(turn([0.6, 0, 0.8], between(random, 0, 6)), [0, 0.8, 0.6]).map((c) => spin * c),
      restitution: k % 5 === 0 ? 0.5 : 0,
      friction: k % 7 === 0 ? 0 : 0.6,
      bullet: k % 4 === 0,
      membership: 2,
      mask: 1,
    });
    // its center of mass flies through the start of its line
    world.dynamics.setPose(id, plus(plus(start, way, -far), rotate(axis, center), -1), axis);
    return { id, speed: speed * way[0] };
  });
  const passed = new Set<number>();
  world.run(
    Math.ceil(0.25 / dt),
    () => {
      for (const { id } of shots)
        if (!(world.position(id)[0] + rotate(world.rotation(id), center)[0] < 0)) passed.add(id);
    },
    dt,
  );
  const hits = shots.filter(({ id, speed }) => !(Math.abs(world.velocity(id)[0] - speed) < 1e-3 * speed)).length;
  return { hits, passed: passed.size };
}

describe(`walls of 1 cm and 1 m, seed ${SEED}`, () => {
  test.each(Object.entries(SHAPES))('%s', async (name, shape) => {
    const random = seeded(SEED + name.length);
    const { center } = massProperties(shape, 1);
    let hits = 0;
    for (let k = 0; k < WORLDS; k++) {
      const dt = [1 / 60, 1 / 120, 1 / 30][k % 3]!;
      const found = await World.with(NO_GRAVITY, (world) => shoot(world, shape, center, k % WALLS.length, random, dt));
      expect(found.passed, `world ${k}`).toBe(0);
      hits += found.hits;
    }
    expect(hits).toBeGreaterThan(0.8 * WORLDS * PER_WORLD);
  });
});

test('a hit at a corner spins a small body up: it does not turn its way through the wall', () =>
  World.with(NO_GRAVITY, (world) => {
    const shape = sum(cone(0.05, 0.03), box(0.02, 0.01, 0.02));
    world.add(hull(corners(THIN, 200, 200)), { type: 'static' });
    const id = world.add(shape, {
      position: [-0.581150299708755, 31.741035340409997, -1.7612042236015517],
      rotation: [0.5352834041627628, 0.4224490498354737, 0.4594685389819056, 0.5691196176612285],
      velocity: [225.47989507983294, 196.0376434326172, 99.96446228027344],
      spin: [-2.4392313957214355, -21.88692283630371, 19.464099884033203],
      friction: 0.6,
      bullet: true,
    });
    world.run(60, () => expect(world.position(id)[0]).toBeLessThan(0.03), 1 / 120);
    expect(world.velocity(id)[0]).toBeLessThan(0);
  }));

test('an ellipsoid that turns far in each step does not turn its way into a wall', () =>
  World.with(NO_GRAVITY, (world) => {
    world.add(box(0.5, 200, 200), { position: [0.495, 0, 0], type: 'static' });
    const id = world.add(ellipsoid(0.1, 0.05, 0.03), {
      position: [-0.8029478025156139, 5.949802332105366, -34.14149627976821],
      rotation: [0.42701804637908936, 0.11565805226564407, 0.8498682379722595, 0.28636130690574646],
      velocity: [24.99431037902832, -0.22465834021568298, 1.309273362159729],
      spin: [84.2196044921875, -161.0725555419922, 49.93263244628906],
      friction: 0,
    });
    world.run(60, () => expect(world.position(id)[0]).toBeLessThan(0), 1 / 120);
    expect(world.velocity(id)[0]).toBeLessThan(0);
  }));

test('a body whose contact is found ahead of the step, 30 cm beside its position, goes no deeper from step to step', () =>
  World.with(NO_GRAVITY, (world) => {
    world.add(hull(corners(THIN, 200, 200)), { type: 'static' });
    const shape = SHAPES['the hull of parts aside']!;
    const { center } = massProperties(shape, 1);
    const id = world.add(shape, {
      position: [-11.192210475881517, -9.825305060642627, -13.757230336768716],
      rotation: [0.09470176696777344, 0.21241945028305054, 0.15261907875537872, 0.9605295062065125],
      velocity: [408.2611389160156, -261.07562255859375, 389.795166015625],
      spin: [80.58072662353516, -48.72660827636719, -3.886878252029419],
      friction: 0.6,
    });
    // it is slowed over twelve steps, from one in which its center is 4 cm before the middle of the wall
    world.run(20, () => expect(plus(world.position(id), rotate(world.rotation(id), center))[0]).toBeLessThan(-0.02));
    expect(Math.abs(world.velocity(id)[0])).toBeLessThan(5);
  }));
