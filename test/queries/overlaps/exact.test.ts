/** `overlapBox` and `overlapSphere` with `exact`, against every shape and child by a solver of its own. */
import { box, createEngine, type Engine, halfSpace, type OverlapResults, sphere } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { type Body, boxBody, hullBody, place, sphereBody, type Vec3 } from '../../oracle/body.ts';
import { signedDistance } from '../../oracle/signedDistance.ts';
import { CONVEX_WORLD_CAPACITY, fillConvexWorld, type WorldCollider } from '../../support/convexWorld.ts';
import { messageOf } from '../../support/messageOf.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xe8ac7;
const BODIES = 60;
const VOLUMES = sweep(60, 400);
const ALL = [-99, -99, -99, 99, 99, 99];
/** Nearer to touching than this (m) either answer is right. */
const UNSURE = 1e-5;

const listsOf = (results: OverlapResults) => Array.from({ length: results.count }, (_, k) => [...results.read(k)]);

/** A box that may be flat. */
const boxOf = (half: Vec3) => (half.includes(0) ? hullBody(boxBody(...half).vertices) : boxBody(...half));

/** Least distance of the children of a collider and a body. */
function gapOf({ children }: WorldCollider, body: Body): number {
  return Math.min(...children.map((child) => signedDistance(child.body, body).distance));
}

/** Compares the ids of volumes that are these bodies. @returns how many overlap, and how many do by their bounds alone */
function compare(
  engine: Engine,
  world: readonly WorldCollider[],
  found: number[][],
  rough: number[][],
  bodies: Body[],
) {
  let hits = 0;
  let misses = 0;
  bodies.forEach((body, k) => {
    for (const collider of world) {
      const isFound = found[k]!.includes(collider.id);
      const gap = gapOf(collider, body);
      if (Math.abs(gap) > UNSURE) expect(isFound, `volume ${k}, collider ${collider.id}, gap ${gap}`).toBe(gap < 0);
      if (isFound) hits++;
      else if (rough[k]!.includes(collider.id)) misses++;
    }
    expect(found[k]).toEqual([...found[k]!].sort((p, q) => p - q));
  });
  expect(engine.info.invalidColliders).toBe(0);
  return [hits, misses];
}

describe.each(['scalar', 'simd'] as const)('%s', (kernel) => {
  test(`boxes and spheres (seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const engine = await createEngine({
      kernel,
      workers: 1,
      capacity: CONVEX_WORLD_CAPACITY,
      tuning: { shareFrom: 0 },
    });
    const world = fillConvexWorld(engine, random, BODIES);
    const middles = Array.from({ length: VOLUMES }, () => [0, 1, 2].map((c) => (c === 1 ? 3 : 8) * (random() - 0.4)));
    // every seventh is flat, or a point
    const halves = middles.map((_, k) => [0, 1, 2].map((c) => (k % 7 === c || k % 49 === 6 ? 0 : 0.7 * random() ** 2)));
    const boxes = middles.flatMap((middle, k) => [
      ...middle.map((x, c) => x - halves[k]![c]!),
      ...middle.map((x, c) => x + halves[k]![c]!),
    ]);
    const inBoxes = listsOf(await engine.overlapBox(boxes, { exact: true }));
    expect(listsOf(engine.overlapBoxSync(boxes, { exact: true }))).toEqual(inBoxes);
    const asBoxes = middles.map((middle, k) => place(boxOf(halves[k] as Vec3), middle as Vec3));
    const [hits, misses] = compare(engine, world, inBoxes, listsOf(engine.overlapBoxSync(boxes)), asBoxes);
    expect(hits).toBeGreaterThan(VOLUMES / 2);
    expect(misses).toBeGreaterThan(VOLUMES / 4);

    const spheres = middles.flatMap((middle, k) => [...middle, k % 7 === 0 ? 0 : halves[k]![k % 3]!]);
    const inSpheres = listsOf(await engine.overlapSphere(spheres, { exact: true }));
    expect(listsOf(engine.overlapSphereSync(spheres, { exact: true }))).toEqual(inSpheres);
    const asSpheres = middles.map((middle, k) => place(sphereBody(spheres[4 * k + 3]!), middle as Vec3));
    const [within, beside] = compare(engine, world, inSpheres, listsOf(engine.overlapSphereSync(spheres)), asSpheres);
    expect(within).toBeGreaterThan(VOLUMES / 4);
    expect(beside).toBeGreaterThan(VOLUMES / 4);

    // many colliders in one volume, sides without end, and the plane through a box
    const everyone = world.map(({ id }) => id).sort((p, q) => p - q);
    expect(listsOf(engine.overlapBoxSync([...ALL, ...ALL.map((x) => x * Infinity)], { exact: true }))).toEqual([
      everyone,
      everyone,
    ]);
    expect(listsOf(engine.overlapSphereSync([0, 0, 0, 99], { exact: true }))).toEqual([everyone]);
    await engine.close();
  });

  test('half-spaces, groups, sensors, and what touches', async () => {
    const engine = await createEngine({ kernel, workers: 0, capacity: { colliders: 8, pairs: 16 } });
    const { scene } = engine;
    const floor = scene.addCollider(scene.addShape(halfSpace()), { static: true });
    const ball = scene.addCollider(scene.addShape(sphere(1)), { position: [0, 5, 0] });
    const crate = scene.addCollider(scene.addShape(box(1, 1, 1)), { position: [0, 5, 0], membership: 2, sensor: true });
    const exact = { exact: true };
    const corner = [0.9, 5.9, 0.9, 1, 6, 1];
    expect(listsOf(engine.overlapBoxSync(corner))).toEqual([[ball]]);
    expect(listsOf(engine.overlapBoxSync(corner, exact))).toEqual([[]]);
    expect(listsOf(engine.overlapBoxSync(corner, { exact: true, sensors: true }))).toEqual([[crate]]);
    expect(listsOf(engine.overlapBoxSync(corner, { exact: true, sensors: true, mask: 1 }))).toEqual([[]]);
    const beside = [...[1, 5, 0, 2, 5, 0], ...[1.001, 5, 0, 2, 5, 0], ...[3, -2, 0, 4, 0, 0], ...[3, 1e-9, 0, 4, 1, 0]];
    expect(listsOf(engine.overlapBoxSync(beside, exact))).toEqual([[ball], [], [floor], []]);
    const spheres = [...[2, 5, 0, 1], ...[2, 5, 0, 0.999], ...[3, 1, 0, 1], ...[3, 1, 0, 0.999]];
    expect(listsOf(engine.overlapSphereSync(spheres, exact))).toEqual([[ball], [], [floor], []]);
    await engine.close();
  });
});

test('a planar engine refuses it', async () => {
  const engine = await createEngine({ planar: true, workers: 0, capacity: { colliders: 4, pairs: 4 } });
  expect(messageOf(() => engine.overlapBoxSync(ALL, { exact: true }))).toBe(
    'engine.overlapBoxSync: exact: expected an engine whose scene is in space, got one with `planar: true`',
  );
  expect(listsOf(engine.overlapBoxSync(ALL, { exact: false }))).toEqual([[]]);
  await engine.close();
});
