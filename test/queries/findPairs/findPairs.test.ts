import { describe, expect, test } from 'vitest';
import { FIND, FIND_MOVED, MERGE } from '../../../src/queries/findPairs/search.ts';
import { box, hull, sphere } from '../../../src/shapes/spec.ts';
import { ROOM } from '../../../src/tables/treeTable.ts';
import { checkFind, type FindFixture, findFixture, keysOf } from '../../support/findPairs.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

type Random = () => number;

interface World {
  readonly name: string;
  readonly bodies: number;
  /** Where the world is (m). */
  readonly origin: number;
  /** Sides of the space (m). Bodies are about 1 m. */
  readonly sides: readonly [number, number, number];
  /** Ratio of the largest size to the smallest. */
  readonly ratio: number;
  /** Part of the bodies that jumps, comes, goes, becomes NaN in a frame. */
  readonly unrest: number;
  /** Motion per frame (m): random, and steady. */
  readonly jitter: number;
  readonly speed: number;
}

const CALM: World = {
  name: 'a calm heap',
  bodies: 250,
  origin: 0,
  sides: [6, 6, 6],
  ratio: 2,
  unrest: 0,
  jitter: 0.005,
  speed: 0,
};
const WORLDS: readonly World[] = [
  CALM,
  { ...CALM, name: 'nothing moves', jitter: 0 },
  { ...CALM, name: 'bodies that drift', speed: 0.03 },
  { ...CALM, name: 'bodies that fly', speed: 0.4 },
  { ...CALM, name: 'bodies that race', speed: 5 },
  { ...CALM, name: 'some come, go, jump, spoil', unrest: 0.02 },
  { ...CALM, name: 'many come, go, jump, spoil', unrest: 0.3 },
  { ...CALM, name: 'sizes from 1 to 10,000', ratio: 1e4, sides: [3, 3, 3], unrest: 0.01 },
  { ...CALM, name: '10,000 km away', origin: 1e7, unrest: 0.02, speed: 0.02 },
  { ...CALM, name: 'beyond the origin, where 1e-7 m is lost', origin: -1e9, unrest: 0.02 },
  { ...CALM, name: 'a plain', sides: [60, 0.5, 60], bodies: 400, unrest: 0.01 },
  { ...CALM, name: 'a pole', sides: [0, 200, 0], bodies: 300, unrest: 0.01 },
  { ...CALM, name: 'one place', sides: [0, 0, 0], bodies: 60, jitter: 0 },
  { ...CALM, name: 'far apart', sides: [1e6, 1e6, 1e6], unrest: 0.05 },
];

function place({ scene }: FindFixture, id: number, world: World, random: Random): void {
  for (let c = 0; c < 3; c++) scene.positions[4 * id + c] = world.origin + world.sides[c] * random();
  for (let c = 0; c < 4; c++) scene.rotations[4 * id + c] = random() - 0.5;
}

function shapesOf({ scene }: FindFixture, { ratio }: World, random: Random): number[] {
  return Array.from({ length: 24 }, (_, k) => {
    const size = ratio ** (random() - 1);
    if (k % 3 === 0) return scene.addShape(sphere(0.5 * size));
    if (k % 3 === 1) return scene.addShape(box(0.3 * size, 0.6 * size, (0.1 + random()) * size));
    return scene.addShape(hull(Array.from({ length: 24 }, () => size * (random() - 0.5))));
  });
}

describe('findPairs finds what brute force finds, and where each pair was before', () => {
  test.each(WORLDS)('$name (seed 0xf19d)', (world) => {
    const random = seeded(0xf19d + world.bodies);
    const fixture = findFixture(world.bodies + 150, 60_000);
    const { scene, list } = fixture;
    const shapes = shapesOf(fixture, world, random);
    const some = () => shapes[Math.floor(shapes.length * random())];
    for (let k = 0; k < world.bodies; k++) place(fixture, scene.addCollider(some()), world, random);
    const velocities = Float64Array.from({ length: 4 * (world.bodies + 150) }, () => world.speed * (2 * random() - 1));
    const margins = [0.05, 0.05, 0.05, 0.05, 0.02, 0, 0.05, 0.3];
    let most = 0;
    let carried = 0;
    for (let frame = 0; frame < sweep(20, 60); frame++) {
      if (frame % 17 === 7)
        list.set([
          3,
          4,
          1,
          2,
          ...keysOf(list)
            .slice(0, 40)
            .flatMap((k) => [k / 2 ** 20, k % 2 ** 20]),
        ]);
      if (frame % 17 === 12) {
        list.ids.set(list.ids.slice(20, 40));
        list.resize(Math.min(list.count, 10));
      }
      const found = checkFind(fixture, margins[frame % 8], `frame ${frame}`);
      most = Math.max(most, found.pairs);
      carried += found.carried;
      for (let id = 0; id < scene.rows; id++) {
        for (let c = 0; c < 3; c++) {
          scene.positions[4 * id + c] += velocities[4 * id + c] + world.jitter * (2 * random() - 1);
        }
        if (random() >= world.unrest) continue;
        const what = Math.floor(7 * random());
        if (what === 0) place(fixture, id, world, random);
        if (what === 1) scene.positions[4 * id] = Number.NaN;
        if (what === 2) scene.rotations.fill(0, 4 * id, 4 * id + 4);
        if (what === 3 && scene.shapes[id] !== 0xffffffff) scene.removeCollider(id);
        if (what === 5)
          fixture.frame.colliders.groups[2 * id + Math.floor(2 * random())] = 1 << Math.floor(3 * random());
        if (what === 6) fixture.frame.colliders.statics[id] = Math.floor(2 * random()) * 7;
        if (what === 4 && scene.count < world.bodies + 100) place(fixture, scene.addCollider(some()), world, random);
      }
    }
    if (world.name !== 'far apart') {
      expect(most).toBeGreaterThan(100);
      expect(carried).toBeGreaterThan(world.speed > 1 ? 0 : 1000);
    }
  });

  test('a ground of 1 km, walls, and stones of 5 cm (seed 0x9f00d)', () => {
    const random = seeded(0x9f00d);
    const fixture = findFixture(700, 60_000);
    const { scene } = fixture;
    const stone = scene.addShape(box(0.025, 0.02, 0.03));
    const wall = scene.addShape(box(200, 30, 0.5));
    const ground = scene.addShape(box(500, 1, 500));
    for (let k = 0; k < 600; k++) {
      const shape = k === 300 ? ground : k % 60 === 5 ? wall : stone;
      const id = scene.addCollider(shape);
      for (let c = 0; c < 3; c++)
        scene.positions[4 * id + c] = c === 1 && shape === stone ? 1 + 0.05 * random() : random();
      if (shape === ground) scene.setPose(id, [0, 0, 0], [0, 0, 0, 1]);
    }
    for (let frame = 0; frame < sweep(8, 30); frame++) {
      expect(checkFind(fixture, 0.005, `frame ${frame}`).pairs).toBeGreaterThan(500);
      for (let id = 0; id < 600; id++) {
        if (id !== 300) for (let c = 0; c < 3; c++) scene.positions[4 * id + c] += 0.002 * (random() - 0.5);
      }
    }
  });

  test.each(sweep([0, 1, 3, 4, 65, 129], [0, 1, 3, 4, 5, 63, 64, 65, 127, 128, 129, 300]))(
    '%i bodies, and more one by one (seed 0x0be)',
    (bodies) => {
      const random = seeded(0x0be + bodies);
      const fixture = findFixture(bodies + 300, 20_000);
      const { scene } = fixture;
      const shape = scene.addShape(sphere(0.4));
      const add = () => place(fixture, scene.addCollider(shape), { ...CALM, sides: [4, 4, 4] }, random);
      for (let k = 0; k < bodies; k++) add();
      for (let frame = 0; frame < 12; frame++) {
        checkFind(fixture, 0.1, `frame ${frame}`);
        add();
      }
      // more than the tail takes at a time
      for (let k = 0; k < 140; k++) add();
      checkFind(fixture, 0.1, 'many more');
      for (let id = 0; id < scene.rows; id += 2) scene.removeCollider(id);
      checkFind(fixture, 0.1, 'half of them');
      for (let id = 1; id < scene.rows; id += 2) scene.removeCollider(id);
      expect(checkFind(fixture, 0.1, 'none').pairs).toBe(0);
      add();
      add();
      checkFind(fixture, 100, 'two');
    },
  );
});

test('a body that leaves its box is asked for alone; candidates are found anew when many do (seed 0xa5c)', () => {
  const random = seeded(0xa5c);
  const fixture = findFixture(400, 20_000);
  const { scene, runs } = fixture;
  const shape = scene.addShape(box(0.5, 0.5, 0.5));
  for (let k = 0; k < 300; k++) place(fixture, scene.addCollider(shape), CALM, random);
  checkFind(fixture, 0.05, 'first');
  expect([runs.get(FIND), runs.get(FIND_MOVED), runs.get(MERGE)]).toEqual([1, undefined, undefined]);
  checkFind(fixture, 0.05, 'again');
  expect([runs.get(FIND), runs.get(FIND_MOVED), runs.get(MERGE)]).toEqual([1, undefined, undefined]);
  for (let frame = 1; frame < 20; frame++) {
    place(fixture, Math.floor(300 * random()), CALM, random);
    checkFind(fixture, 0.05, `jump ${frame}`);
    expect([runs.get(FIND), runs.get(FIND_MOVED), runs.get(MERGE)]).toEqual([1, frame, frame]);
  }
  for (let id = 0; id < 300; id++) place(fixture, id, CALM, random);
  checkFind(fixture, 0.05, 'all jump');
  expect(runs.get(FIND)).toBe(2);
  checkFind(fixture, 0.06, 'a larger margin');
  expect(runs.get(FIND)).toBe(3);
  checkFind(fixture, 0.04, 'a smaller margin');
  expect(runs.get(FIND)).toBe(3);
});

test('pairs that do not fit: the list is as it was, and what follows is right (seed 0xcab)', () => {
  const random = seeded(0xcab);
  for (const capacity of [1, 10, 500]) {
    const fixture = findFixture(300, capacity);
    const { scene, list } = fixture;
    const shape = scene.addShape(sphere(0.5));
    scene.addColliders(shape, 200);
    const spread = (side: number) => {
      for (let id = 0; id < 200; id++) place(fixture, id, { ...CALM, sides: [side, side, side] }, random);
    };
    spread(1e4);
    scene.setPose(7, [0, 0, 0], [0, 0, 0, 1]);
    scene.setPose(3, [0.5, 0, 0], [0, 0, 0, 1]);
    checkFind(fixture, 0.01, 'few');
    const before = keysOf(list);
    const carried = [...list.carried];
    for (const side of [5, 3, 0]) {
      spread(side);
      const all = findFixture(300, 20_000);
      all.scene.addShape(sphere(0.5));
      all.scene.addColliders(0, 200);
      all.scene.positions.set(scene.positions);
      all.scene.rotations.set(scene.rotations);
      all.find(0.01);
      if (all.list.count <= capacity) continue;
      expect(() => fixture.find(0.01)).toThrow(
        `find: pairs: expected at most ${capacity} (raise capacity.pairs, or the capacity of this list), got ${all.list.count}`,
      );
      expect(keysOf(list)).toEqual(before);
      expect([...list.carried]).toEqual(carried);
    }
    spread(1e4);
    checkFind(fixture, 0.01, 'few again');
  }
});

test('candidates that do not fit with room to move are found without (seed 0x71e4)', () => {
  const random = seeded(0x71e4);
  const fixture = findFixture(400, 10);
  const { scene, frame } = fixture;
  // long boxes side by side, closer than the room they would get, and farther apart than the margin
  const plank = scene.addShape(box(50, 0.5, 0.5));
  scene.addColliders(plank, 400);
  for (let id = 0; id < 400; id++) scene.setPose(id, [0, 1.02 * (id % 20), 1.02 * Math.floor(id / 20)], [0, 0, 0, 1]);
  for (let call = 0; call < 40; call++) {
    expect(checkFind(fixture, 0.001, `call ${call}`).pairs).toBeLessThanOrEqual(10);
    scene.positions[4 * Math.floor(400 * random())] += 0.01;
  }
  expect(frame.tree.words[ROOM]).toBe(0);
});
