/** Many bodies on large surfaces: they come to rest and sleep, and none is below the surface. */
import { createEngine, type Engine, mesh } from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import { expect, test } from 'vitest';
import { type BodySpec, isDynamic, roomForBodies } from '../../scenes/bodies.ts';
import { type Triangles, trianglesOf } from '../../scenes/bruteForce.ts';
import { createDragon } from '../../scenes/dragon.ts';
import { mixedBodies } from '../../scenes/mixed.ts';
import { between, seeded } from '../../scenes/random.ts';
import { fractalHeight, terrain, triangleCount } from '../../scenes/surfaces.ts';
import { noteCounts } from '../support/counts.ts';
import { nextTask } from '../support/waiting.ts';
import { cross, DT } from '../support/world.ts';

const SEED = 1;
/** The part of the bodies that sleeps at the end. */
const ASLEEP = 0.95;
/** Contacts are springs: depth of a body at rest, which is 0.2 to 1 m wide (m). */
const DEEP = 0.01;
/** Groups: surfaces have one of their own, so that rays may ask for them alone. */
const SURFACE = 2;

interface Run {
  readonly engine: Engine;
  readonly dynamics: Dynamics;
  readonly ids: readonly number[];
  /** The bodies that move. */
  readonly moving: readonly number[];
  readonly surface: number;
}

/**
 * Steps a scene. The surface is the one body that has triangles. Between its seconds messages of vitest pass, which
 * gives up a process that is silent for a minute.
 */
async function run(bodies: readonly BodySpec[], seconds: number): Promise<Run> {
  const surface = bodies.findIndex((body) => body.surface);
  const room = roomForBodies(bodies);
  const triangles = bodies[surface]!.surface!;
  const engine = await createEngine({
    workers: 0,
    capacity: {
      ...room,
      pairs: 32 * room.colliders,
      contacts: 32 * room.colliders,
      passBytes: 1 << 26,
      rays: room.colliders,
      meshTriangles: triangleCount(triangles),
      meshVertices: triangles.positions.length / 3,
    },
  });
  const dynamics = await createDynamics(engine);
  const shapes = new Map(
    [...new Set(bodies.map(({ shape }) => shape))].map((shape) => [shape, dynamics.addShape(shape)]),
  );
  const ids = bodies.map(({ shape, surface: own, ...options }) =>
    dynamics.addBody(shapes.get(shape)!, { ...options, ...(own && { membership: SURFACE }) }),
  );
  for (let step = 0; step < seconds / DT; step++) {
    if (step % 60 === 0) await nextTask();
    dynamics.stepSync(DT);
  }
  return { engine, dynamics, ids, moving: ids.filter((_, k) => isDynamic(bodies[k]!)), surface: ids[surface]! };
}

/** Counts the bodies that sleep, and measures the deepest one in the surface (m). */
function rest({ engine, dynamics, moving, surface }: Run) {
  const list = engine.createPairList(moving.length);
  list.set(moving.flatMap((id) => [id, surface]));
  const { separation } = engine.distanceSync(list);
  const deepest = moving.reduce((least, _, k) => Math.min(least, separation[4 * k + 3]!), 0);
  return { bodies: moving.length, asleep: moving.filter((id) => dynamics.awake[id] === 0).length, deepest };
}

/** How often a closed surface winds around a point: 1 inside, 0 outside (van Oosterom and Strackee, 1983). */
function windings({ count, corners }: Triangles, point: ArrayLike<number>): number {
  let angle = 0;
  for (let k = 0; k < 9 * count; k += 9) {
    const [ax, ay, az] = [corners[k]! - point[0]!, corners[k + 1]! - point[1]!, corners[k + 2]! - point[2]!];
    const [bx, by, bz] = [corners[k + 3]! - point[0]!, corners[k + 4]! - point[1]!, corners[k + 5]! - point[2]!];
    const [cx, cy, cz] = [corners[k + 6]! - point[0]!, corners[k + 7]! - point[1]!, corners[k + 8]! - point[2]!];
    const [a, b, c] = [Math.hypot(ax, ay, az), Math.hypot(bx, by, bz), Math.hypot(cx, cy, cz)];
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const ac = ax * cx + ay * cy + az * cz;
    const bc = bx * cx + by * cy + bz * cz;
    angle += 2 * Math.atan2(volume, a * b * c + ab * c + ac * b + bc * a);
  }
  return angle / (4 * Math.PI);
}

/** 5 cm under the middle of the first triangle. */
function underFirst({ corners }: Triangles): number[] {
  const edge = (corner: number) =>
    [0, 1, 2].map((c) => corners[3 * corner + c]! - corners[c]!) as [number, number, number];
  const normal = cross(edge(1), edge(2));
  const length = Math.hypot(...normal);
  return normal.map((n, c) => (corners[c]! + corners[3 + c]! + corners[6 + c]!) / 3 - (0.05 * n) / length);
}

test(`2,000 pebbles rain on a dragon of 47,794 triangles: asleep after 25 s, none inside (seed ${SEED})`, async () => {
  const { bodies } = await createDragon(2000, SEED);
  const { surface } = bodies.find((body) => body.surface)!;
  expect(triangleCount(surface!)).toBe(47_794);
  const triangles = trianglesOf(surface!);
  const own = await run(bodies, 25);
  const { engine, moving } = own;
  const { asleep, deepest } = rest(own);
  const { positions } = engine.scene;
  const places = moving.map((id) => positions.subarray(4 * id, 4 * id + 3));
  expect(windings(triangles, underFirst(triangles))).toBeGreaterThan(0.5);
  const below = places.filter((place) => place[1]! < 0 || windings(triangles, place) > 0.5).length;
  const found = { bodies: moving.length, 'after s': 25, asleep, below, 'deepest m': deepest };
  noteCounts('scenes', 'pebbles on a dragon of 47,794 triangles', found);
  expect(below).toBe(0);
  expect(asleep).toBeGreaterThanOrEqual(ASLEEP * moving.length);
  expect(deepest).toBeGreaterThan(-DEEP);
  await engine.close();
});

test(`10,000 bodies rain on 1,000,000 triangles: asleep after 25 s, none below (seed ${SEED})`, async () => {
  const count = 10_000;
  const [side, spacing, layer] = [58, 2, 2.2];
  const random = seeded(SEED);
  const triangles = terrain(1_000_000, SEED);
  expect(triangleCount(triangles)).toBeGreaterThan(999_000);
  const height = fractalHeight(SEED);
  const make = mixedBodies(random);
  const across = (place: number) => (place - (side - 1) / 2) * spacing + between(random, -0.1, 0.1);
  const ground: BodySpec = {
    shape: mesh(triangles),
    surface: triangles,
    type: 'static',
    position: [0, 0, 0],
    friction: 1.2,
  };
  const rain = Array.from({ length: count }, (_, k) => {
    const [x, z] = [across(k % side), across(Math.floor(k / side) % side)];
    return make([x, height(x, z) + 2 + layer * Math.floor(k / side ** 2), z]);
  });
  const own = await run([ground, ...rain], 25);
  const { engine, moving, surface } = own;
  const { asleep, deepest } = rest(own);
  const { positions } = engine.scene;
  const rays = engine.createRayList(moving.length);
  rays.set(
    Float64Array.from(moving.flatMap((id) => [...positions.subarray(4 * id, 4 * id + 3)])),
    Float64Array.from({ length: 3 * count }, (_, k) => (k % 3 === 1 ? -1 : 0)),
  );
  rays.masks.fill(SURFACE);
  const { ids } = engine.castRaysSync(rays);
  const below = moving.filter((_, k) => ids[k] !== surface).length;
  const found = { bodies: count, 'after s': 25, asleep, below, 'deepest m': deepest };
  noteCounts('scenes', `mixed bodies on ${triangleCount(triangles)} triangles`, found);
  expect(below).toBe(0);
  expect(asleep).toBeGreaterThanOrEqual(ASLEEP * count);
  expect(deepest).toBeGreaterThan(-DEEP);
  await engine.close();
});
