/** Bodies that move far in a step: they pass through none, and keep their velocity until their contact is solved. */
import { box, capsule, compound, cylinder, disk, halfSpace, hull, mesh, rounded, type Shape, sphere } from 'hullstorm';
import { describe, expect, test, vi } from 'vitest';
import { between, seeded } from '../../scenes/random.ts';
import { square } from '../../scenes/surfaces.ts';
import { noteCounts } from '../support/counts.ts';
import { sweep } from '../support/sweep.ts';
import { DT, dot, plus, rotate, turn, type Vec, World } from '../support/world.ts';

const SEED = 0x5eed;
/** m/s, and the half thickness of a wall (m). */
const FAST = 300;
const THIN = 0.005;
const NO_GRAVITY = { gravity: [0, 0, 0], sleeping: false } as const;

/** The corners of a wall of 120 × 120 m. */
function wallPoints(): number[] {
  const points: number[] = [];
  for (const x of [-60, 60]) for (const y of [-THIN, THIN]) for (const z of [-60, 60]) points.push(x, y, z);
  return points;
}

const WALLS: [string, Shape, number][] = [
  ['box', box(60, THIN, 60), THIN],
  ['hull', hull(wallPoints()), THIN],
  ['half-space', halfSpace(), 0],
];

const SHOTS: [string, Shape][] = [
  ['balls', sphere(0.05)],
  ['boxes', box(0.05, 0.1, 0.03)],
  ['cylinders', cylinder(0.05, 0.05)],
  ['capsules', capsule(0.1, 0.03)],
];

/** Shots per world, and worlds per wall. */
const PER_WORLD = 100;
const WORLDS = sweep(4, 34);
const STEPS = [1 / 30, 1 / 60, 1 / 120, 1 / 240];

/** 600 × 600 m. */
const TRIANGLES = mesh({
  positions: [-300, 0, -300, 300, 0, -300, -300, 0, 300, 300, 0, 300],
  indices: [0, 2, 1, 1, 2, 3],
});
/** Shots at triangles have any speed in between (m/s). */
const SPEEDS = [5, 200] as const;
const WORLDS_OF_TRIANGLES = sweep(4, 100);

interface Shooting {
  /** Least and greatest speed of a shot (m/s). */
  readonly speeds: readonly [number, number];
  readonly shape: Shape;
  readonly dt: number;
  /** Length of the run (s). */
  readonly time: number;
}

/** Shoots at a wall that stands anywhere, at any angle. @returns the shots that passed through it */
function shootAt(world: World, wall: Shape, half: number, random: () => number, shooting: Shooting): number {
  const { speeds, shape, dt, time } = shooting;
  const position: Vec = [between(random, -50, 50), between(random, -50, 50), between(random, -50, 50)];
  const rotation = turn([0.36, 0.48, 0.8], between(random, 0, 6));
  world.add(wall, { type: 'static', position, rotation, membership: 1, mask: 2 });
  const up = rotate(rotation, [0, 1, 0]);
  const shared = world.dynamics.addShape(shape);
  const shots = Array.from({ length: PER_WORLD }, (_, k) => {
    const side = half > 0 && random() < 0.5 ? -1 : 1;
    // a third of them graze the wall
    const elevation = k % 3 === 0 ? between(random, 0.001, 0.02) : between(random, 0.02, Math.PI / 2);
    const around = between(random, 0, 2 * Math.PI);
    const away = rotate(rotation, [
      Math.cos(elevation) * Math.cos(around),
      side * Math.sin(elevation),
      Math.cos(elevation) * Math.sin(around),
    ]);
    const target = plus(position, rotate(rotation, [between(random, -20, 20), 0, between(random, -20, 20)]));
    const speed = speeds[0] === speeds[1] ? speeds[0] : between(random, ...speeds);
    const far = Math.max(0.15 / Math.sin(elevation), between(random, 0.15, Math.min(6, 0.7 * speed * time)));
    const id = world.dynamics.addBody(shared, {
      position: plus(target, away, far),
      rotation: turn([0, 0.6, 0.8], between(random, 0, 3)),
      velocity: away.map((c) => -speed * c),
      spin: [between(random, -20, 20), between(random, -20, 20), between(random, -20, 20)],
      restitution: k % 2 === 0 ? 0.5 : 0,
      membership: 2,
      mask: 1,
    });
    return { id, side };
  });
  const passed = new Set<number>();
  world.run(
    Math.ceil(time / dt),
    () => {
      for (const { id, side } of shots) {
        if (!(side * dot(plus(world.position(id), position, -1), up) > half)) passed.add(id);
      }
    },
    dt,
  );
  expect(world.dynamics.stats.swept).toBeGreaterThan(0);
  return passed.size;
}

describe('at any angle', () => {
  test.each(WALLS)(`no shot at ${FAST} m/s passes a wall of 1 cm: %s`, async (_, wall, half) => {
    const random = seeded(SEED);
    for (let k = 0; k < WORLDS; k++) {
      const [, shape] = SHOTS[k % SHOTS.length]!;
      const shooting: Shooting = { speeds: [FAST, FAST], shape, dt: STEPS[(k >> 2) % 4]!, time: 0.1 };
      await World.with(NO_GRAVITY, (world) => expect(shootAt(world, wall, half, random, shooting)).toBe(0));
    }
  });

  test(`no shot at ${SPEEDS.join(' to ')} m/s passes two triangles`, async () => {
    const random = seeded(SEED);
    for (let k = 0; k < WORLDS_OF_TRIANGLES; k++) {
      const [, shape] = SHOTS[k % SHOTS.length]!;
      const shooting: Shooting = { speeds: SPEEDS, shape, dt: STEPS[(k >> 2) % 4]!, time: 0.6 };
      await World.with(NO_GRAVITY, (world) => expect(shootAt(world, TRIANGLES, 0, random, shooting)).toBe(0));
    }
    noteCounts('shots', 'two triangles', { shots: PER_WORLD * WORLDS_OF_TRIANGLES, passed: 0 });
  });

  test.each([0, 0.5, 1])('a ball of restitution %d bounces off with that part of its speed', (restitution) =>
    World.with(NO_GRAVITY, (world) => {
      world.add(box(5, THIN, 5), { type: 'static' });
      const id = world.add(sphere(0.05), { position: [0, 3.3, 0], velocity: [0, -FAST, 0], restitution });
      let lowest = Number.POSITIVE_INFINITY;
      world.run(6, () => {
        lowest = Math.min(lowest, world.position(id)[1]);
      });
      expect(Math.abs(world.velocity(id)[1] - FAST * restitution)).toBeLessThan(0.05);
      expect(Math.abs(lowest - 0.05 - THIN)).toBeLessThan(1e-3);
    }),
  );

  test('without friction the speed along the wall stays', () =>
    World.with(NO_GRAVITY, (world) => {
      world.add(box(50, THIN, 50), { type: 'static', friction: 0 });
      const id = world.add(sphere(0.05), { position: [0, 1, 0], velocity: [200, -100, 0], friction: 0 });
      world.run(4);
      expect(world.velocity(id)[0]).toBeCloseTo(200, 3);
      expect(Math.abs(world.velocity(id)[1])).toBeLessThan(0.2);
    }));
});

describe('against bodies that move', () => {
  test.each([
    [true, false],
    [true, true],
  ])('two balls that fly at each other meet, bullets %j and %j', (bullet, isOther) =>
    World.with(NO_GRAVITY, (world) => {
      const a = world.add(sphere(0.05), { position: [-2.2, 0, 0], velocity: [FAST, 0, 0], bullet });
      const b = world.add(sphere(0.05), { position: [2.3, 0, 0], velocity: [-FAST, 0, 0], bullet: isOther });
      world.run(4);
      expect(world.position(b)[0] - world.position(a)[0]).toBeGreaterThan(0.099);
      expect(Math.abs(world.velocity(a)[0])).toBeLessThan(5);
      expect(Math.abs(world.velocity(b)[0])).toBeLessThan(5);
    }),
  );

  test('bullets in a cloud: those on crossing lines meet, as in small steps', () =>
    World.with(NO_GRAVITY, (world) => {
      const pairs = Array.from({ length: 40 }, (_, k) => {
        const add = (position: Vec, velocity: Vec) => world.add(sphere(0.05), { position, velocity, bullet: true });
        const y = 3 * k;
        const late = 1.3 + 0.13 * k;
        return [add([-late, y, 0], [FAST, 0, 0]), add([0, y, late], [0, 0, -FAST])] as const;
      });
      world.run(6);
      // both are pushed aside
      for (const [a, b] of pairs) {
        expect(Math.abs(world.velocity(a)[2])).toBeGreaterThan(50);
        expect(Math.abs(world.velocity(b)[0])).toBeGreaterThan(50);
      }
    }));

  test('in a crowd that falls together only those near the wall are cast, and none passes', () =>
    World.with(NO_GRAVITY, (world) => {
      world.add(box(20, THIN, 20), { type: 'static' });
      const { engine } = world.dynamics;
      const { castPairsSync } = engine;
      let casts = 0;
      engine.castPairsSync = (pairs, ...rest) => {
        casts += pairs.count;
        return castPairsSync.call(engine, pairs, ...rest);
      };
      // thin bodies move far, and thick ones beside them do not
      const random = seeded(SEED);
      for (let k = 0; k < 100; k++) {
        const position: Vec = [1.2 * (k % 10) - 6, 4.3, 1.2 * Math.floor(k / 10) - 6];
        const half = k % 3 === 0 ? 0.5 : between(random, 0.05, 0.1);
        world.add(box(0.5, half, 0.5), { position, velocity: [0, -0.4 / DT, 0] });
      }
      world.run(5);
      expect(world.dynamics.stats.swept).toBe(66);
      expect(casts).toBe(0);
      world.run(25);
      expect(casts).toBeGreaterThan(0);
      for (let id = 1; id <= 100; id++) expect(world.position(id)[1]).toBeGreaterThan(0);
    }));

  test('a kinematic wall that comes at 40 m/s takes a ball along', () =>
    World.with(NO_GRAVITY, (world) => {
      const wall = world.add(box(THIN, 2, 2), { type: 'kinematic', position: [5, 0, 0], velocity: [-40, 0, 0] });
      const ball = world.add(sphere(0.05), { position: [-1, 0, 0], velocity: [200, 0, 0] });
      world.run(6);
      expect(world.position(wall)[0] - world.position(ball)[0]).toBeGreaterThan(0.05);
      expect(Math.abs(world.velocity(ball)[0] + 40)).toBeLessThan(0.5);
    }));

  test('a sleeping wall of bricks wakes, and stops a heavy bullet as much as small steps do', () =>
    World.with({}, (world) => {
      world.ground();
      for (let k = 0; k < 36; k++) {
        world.add(box(0.25, 0.1, 0.02), { position: [0.5 * (k % 6), 0.1 + 0.2 * Math.floor(k / 6), 0] });
      }
      world.run(120);
      expect(world.dynamics.stats.awake).toBe(0);
      const options = { velocity: [0, 0, FAST], density: 8000, bullet: true } as const;
      const id = world.add(sphere(0.05), { position: [1.3, 0.7, -20.03], ...options });
      world.run(12);
      expect(world.dynamics.stats.awake).toBeGreaterThan(30);
      expect(world.velocity(id)[2]).toBeLessThan(200);
    }));

  test('groups that do not meet pass through each other', () =>
    World.with(NO_GRAVITY, (world) => {
      world.add(box(5, THIN, 5), { type: 'static', membership: 2 });
      const id = world.add(sphere(0.05), { position: [0, 3.3, 0], velocity: [0, -FAST, 0], mask: 1 });
      world.run(2);
      expect(world.position(id)[1]).toBeLessThan(-5);
    }));
});

describe('on a shape with children', () => {
  /** A floor of 60 m along x that ends at a wall of 3 m, as one mesh. */
  const line: readonly Vec[] = [
    [-60, 0, 0],
    [-20, 0, 0],
    [-1, 0, 0],
    [0, 0, 0],
    [0, 3, 0],
  ];
  const corners = line.flatMap(([x, y]) => [x, y, -5, x, y, 5]);
  const indices = [0, 2, 4, 6].flatMap((a) => [a, a + 1, a + 2, a + 1, a + 3, a + 2]);
  const rooms = {
    mesh: mesh({ positions: corners, indices }),
    compound: compound([
      { shape: box(30, 0.5, 5), position: [-30, -0.5, 0] },
      { shape: box(THIN, 1.5, 5), position: [THIN, 1.5, 0] },
    ]),
  };

  test.each([
    ['mesh', 20],
    ['mesh', 60],
    ['mesh', 200],
    ['compound', 20],
    ['compound', 200],
  ] as const)('bodies that slide over the floor of a %s at %d m/s do not pass its wall', (kind, speed) =>
    World.with({ sleeping: false }, (world) => {
      const room = rooms[kind];
      world.add(room, { type: 'static', friction: 0 });
      const ids = SHOTS.map(([, shape], k) => {
        const height = [0.05, 0.1, 0.05, 0.13][k]!;
        return world.add(shape, { position: [-15, height, 2 * k - 3], velocity: [speed, 0, 0], friction: 0 });
      });
      world.run(Math.ceil((60 * 20) / speed), () => {
        for (const id of ids) expect(world.position(id)[0]).toBeLessThan(0);
      });
      for (const id of ids) expect(world.position(id)[0]).toBeGreaterThan(-15);
    }),
  );

  test('nor do they stop before it, at the seams of a grid', () =>
    World.with({ sleeping: false }, (world) => {
      world.add(mesh(square(60, 0.5)), { type: 'static', friction: 0 });
      const id = world.add(box(0.05, 0.05, 0.05), { position: [-12, 0.05, 0.1], velocity: [20, 0, 0], friction: 0 });
      world.run(60);
      expect(world.position(id)[0]).toBeCloseTo(8, 4);
      expect(Math.abs(world.position(id)[1] - 0.05)).toBeLessThan(1e-3);
    }));

  test('coins between bumpy ground and heavy bodies that fall onto them stay above it', () =>
    World.with({}, (world) => {
      const random = seeded(SEED + 2);
      const height = (x: number, z: number) => 0.12 * Math.sin(2.3 * x) * Math.cos(1.9 * z);
      world.add(mesh(square(40, 0.7, height)), { type: 'static' });
      const coin = world.dynamics.addShape(rounded(disk(0.35), 0.03));
      const heavy = world.dynamics.addShape(cylinder(0.5, 0.45));
      const somehow = () => turn([0, 0.6, 0.8], between(random, -3, 3));
      const coins = Array.from({ length: 64 }, (_, k) => {
        const [x, z] = [3 * ((k % 8) - 3.5), 3 * (Math.floor(k / 8) - 3.5)];
        const fall = { rotation: somehow(), velocity: [0, -between(random, 8, 15), 0] };
        world.dynamics.addBody(heavy, { position: [x + between(random, -0.3, 0.3), 2.2, z], ...fall });
        return world.dynamics.addBody(coin, { position: [x, height(x, z) + 0.5, z], rotation: somehow() });
      });
      world.run(60);
      for (const id of coins) {
        const [x, y, z] = world.position(id);
        if (Math.max(Math.abs(x), Math.abs(z)) < 13.9) expect(y).toBeGreaterThan(height(x, z) - 0.15);
      }
    }));
});

describe('it does not stop', () => {
  test.each([
    [1, 10],
    [1, 20],
    [4, 10],
    [4, 20],
  ])('a cube of 10 cm that slides over tiles of %d m at %d m/s', (length, speed) =>
    World.with({ sleeping: false }, (world) => {
      for (let k = -1; k <= 24 / length; k++) {
        world.add(box(length / 2, 0.5, 1), { position: [length * k, -0.5, 0], type: 'static', friction: 0 });
      }
      const id = world.add(box(0.05, 0.05, 0.05), { position: [0, 0.05, 0], velocity: [speed, 0, 0], friction: 0 });
      let highest = 0;
      let swept = 0;
      world.run(60, () => {
        highest = Math.max(highest, world.position(id)[1]);
        swept += world.dynamics.stats.swept;
      });
      expect(swept).toBe(60);
      expect(Math.abs(world.position(id)[0] - speed)).toBeLessThan(0.05);
      expect(highest).toBeLessThan(0.051);
    }),
  );

  test('a wall beyond the end of the way, nor one beside it', () =>
    World.with(NO_GRAVITY, (world) => {
      world.add(box(THIN, 5, 5), { type: 'static', position: [5.1, 0, 0] });
      world.add(box(5, THIN, 5), { type: 'static', position: [0, 0.08, 0] });
      const id = world.add(sphere(0.05), { velocity: [FAST, 0, 0] });
      world.run(1);
      expect(world.position(id)[0]).toBeCloseTo(5, 6);
    }));
});

test('nothing is swept while bodies are slow; a bullet is swept from a quarter of its half extent on', () =>
  World.with(NO_GRAVITY, (world) => {
    const slow = { velocity: [0.04 / DT, 0, 0] } as const;
    world.add(box(0.05, 0.05, 0.05), slow);
    world.run(3);
    expect(world.dynamics.stats.swept).toBe(0);
    world.add(box(0.05, 0.05, 0.05), { ...slow, position: [0, 5, 0], bullet: true });
    world.run(1);
    expect(world.dynamics.stats.swept).toBe(1);
  }));

test('the same bytes for 0 to 3 workers, in both ways', async () => {
  const bytes: Uint8Array[] = [];
  for (const [workers, isSync] of [
    [0, true],
    [0, false],
    [1, false],
    [2, true],
    [3, false],
  ] as const) {
    bytes.push(
      await World.with({ workers }, async (world) => {
        const random = seeded(SEED + 1);
        world.ground();
        world.add(box(0.01, 5, 5), { type: 'static', position: [4, 5, 0] });
        for (let k = 0; k < 60; k++) {
          world.add(SHOTS[k % 4]![1], {
            position: [between(random, -4, 3), between(random, 1, 5), between(random, -4, 4)],
            velocity: [between(random, -100, 300), between(random, -100, 100), between(random, -50, 50)],
            bullet: k % 3 === 0,
            restitution: k % 5 === 0 ? 0.7 : 0,
          });
        }
        let swept = 0;
        for (let step = 0; step < 30; step++) {
          if (isSync) world.dynamics.stepSync(DT);
          else await world.dynamics.step(DT);
          swept += world.dynamics.stats.swept;
        }
        expect(swept).toBeGreaterThan(100);
        return world.bytes();
      }),
    );
  }
  for (const other of bytes) expect(Buffer.compare(bytes[0]!, other)).toBe(0);
});

test('a pair with several manifolds is measured once', () =>
  World.with(NO_GRAVITY, (world) => {
    // a floor and a wall: two manifolds
    const positions = [0, 5, -5, 0, 5, 5, 0, 0, -5, 0, 0, 5, 5, 0, -5, 5, 0, 5];
    world.add(mesh({ positions, indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5] }), { type: 'static' });
    const parts = [-0.3, 0.3].map((z) => ({ shape: box(0.2, 0.2, 0.2), position: [0, 0, z] as const }));
    // 1 mm from both
    world.add(compound(parts), { position: [0.201, 0.201, 0], velocity: [0, 0, 60], spin: [60, 60, 0] });
    const measured: string[][] = [];
    const { engine } = world;
    const distance = engine.distanceSync.bind(engine);
    vi.spyOn(engine, 'distanceSync').mockImplementation((...given) => {
      const { count, ids } = given[0]!;
      measured.push(Array.from({ length: count }, (_, k) => ids.slice(2 * k, 2 * k + 2).join(' ')));
      return distance(...given);
    });
    world.run(1);
    expect(measured.length).toBeGreaterThan(0);
    for (const pairs of measured) expect(pairs).toEqual(['1 0']);
  }));

test('a step whose sweeps fail moves nothing', () =>
  World.with({ ...NO_GRAVITY, capacity: { overlaps: 1 } }, (world) => {
    for (const x of [1, 2]) world.add(box(THIN, 1, 1), { type: 'static', position: [x, 0, 0] });
    const id = world.add(sphere(0.05), { velocity: [FAST, 0, 0], spin: [0, 3, 0] });
    const before = world.bytes();
    expect(() => world.dynamics.stepSync(DT)).toThrow('overlaps: expected at most 1 (raise capacity.overlaps), got');
    expect(Buffer.compare(world.bytes(), before)).toBe(0);
    world.dynamics.setVelocity(id, [1, 0, 0]);
    world.run(1);
    expect(world.position(id)[0]).toBeGreaterThan(0.01);
  }));

test('bullet is checked', () =>
  World.with({}, (world) => {
    const add = () => world.dynamics.addBody(sphere(1), { bullet: 1 as unknown as boolean });
    expect(add).toThrow('dynamics.addBody: bullet: expected true or false, got 1');
  }));
