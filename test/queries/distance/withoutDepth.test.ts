/**
 * `depth: false` has one meaning: a pair that touches or overlaps, by its cores or by its radii alone, has distance 0
 * and NaN for the rest. Other pairs have the row of a query with depth.
 */
import {
  box,
  capsule,
  createEngine,
  type DistanceResults,
  halfSpace,
  rounded,
  type Shape,
  Status,
  segment,
  sphere,
  verify,
} from 'hullstorm';
import { createPairDistance, distance } from 'hullstorm/pair';
import { describe, expect, test } from 'vitest';
import { KERNELS, PORTABLE } from '../../support/kernels.ts';
import { ball, bytesOf, everyShape, same } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xf1a7;
const WITHOUT_DEPTH = { depth: false };

/** The numbers of row i. */
function rowOf({ separation, offsetA, offsetB }: DistanceResults, i: number): number[] {
  return [separation, offsetA, offsetB].flatMap((column) => [...column.subarray(4 * i, 4 * i + 4)]);
}

const NOTHING = [NaN, NaN, NaN, 0, NaN, NaN, NaN, NaN, NaN, NaN, NaN, 0];

/** Every shape with every shape, at distances from deep to apart; a half-space at last. */
async function everyPair(kernel: (typeof KERNELS)[number], workers: number) {
  const shapes: Shape[] = everyShape();
  const placesOfPair = sweep(6, 30);
  const rows = placesOfPair * shapes.length * (shapes.length + 1);
  const engine = await createEngine({
    kernel,
    workers,
    warmUp: false,
    tuning: { shareFrom: 0, blockPairs: 64 },
    capacity: { shapes: 64, vertices: 4096, colliders: 2 * rows, pairs: rows },
  });
  const { scene } = engine;
  const random = seeded(SEED);
  const ids = shapes.map((shape) => scene.addShape(shape));
  const turn = () => [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.4];
  const pairs: number[] = [];
  for (let i = 0; i < ids.length; i++) {
    for (let j = i; j < ids.length; j++) {
      for (let k = 0; k < placesOfPair; k++) {
        const reach = 2 * random();
        const position = [random() - 0.5, random() - 0.5, random() - 0.5].map((x) => reach * x);
        pairs.push(
          scene.addCollider(ids[i], { rotation: turn() }),
          scene.addCollider(ids[j], { position, rotation: turn() }),
        );
      }
    }
  }
  const ground = scene.addCollider(scene.addShape(halfSpace()), { position: [0, -0.45, 0], static: true });
  for (let k = 0; k < pairs.length; k += 22) pairs.push(pairs[k], ground);
  engine.pairs.set(pairs);
  return engine;
}

describe.each(KERNELS)(`every shape with every shape, kernel %s, seed ${SEED}`, (kernel) => {
  test.each(sweep([0, 2], [0, 1, 2, 3]))('%i workers, cold and warm', async (workers) => {
    const engine = await everyPair(kernel, workers);
    const { pairs } = engine;
    const count = pairs.count;
    const cool = () => pairs.resize(count);
    const full = engine.distanceSync();
    const deep = Array.from({ length: count }, (_, i) => rowOf(full, i));
    const statuses = full.status.slice(0, count);
    let overlaps = 0;
    let ofRadii = 0;
    const checkAnswer = (results: DistanceResults) => {
      for (let i = 0; i < count; i++) {
        const row = rowOf(results, i);
        // in contact within rounding, the search for the depth may decide otherwise
        if (Math.abs(deep[i][3]) > 1e-6) expect(results.status[i], `row ${i}`).toBe(statuses[i]);
        expect(row[3], `row ${i}`).toBeGreaterThanOrEqual(0);
        if (results.status[i] === Status.Overlapping) expect(row, `row ${i}`).toEqual(NOTHING);
        else expect(Math.abs(row[3] - deep[i][3]), `row ${i}`).toBeLessThan(1e-5);
      }
    };
    // cold; then warm, from the simplexes of a query without depth, and of one with depth
    cool();
    const cold = engine.distanceSync(pairs, WITHOUT_DEPTH);
    checkAnswer(cold);
    for (let i = 0; i < count; i++) {
      if (cold.status[i] !== Status.Overlapping) continue;
      overlaps++;
      if (deep[i][3] > -0.05) ofRadii++;
    }
    expect(overlaps).toBeGreaterThan(count / 10);
    expect(ofRadii).toBeGreaterThan(10);
    const { checked, skipped, worstError, worstReason } = verify(cold);
    expect([checked, skipped]).toEqual([count - overlaps, overlaps]);
    expect(worstError, worstReason).toBeLessThan(1e-4);
    checkAnswer(await engine.distance(undefined, WITHOUT_DEPTH));
    // the kept simplexes serve a query with depth
    const again = engine.distanceSync();
    for (let i = 0; i < count; i++) expect(Math.abs(again.separation[4 * i + 3] - deep[i][3])).toBeLessThan(1e-4);
    checkAnswer(engine.distanceSync(pairs, WITHOUT_DEPTH));
    await engine.close();
  });
});

test.each(PORTABLE)('the bytes are the same for every number of workers, kernel %s', async (kernel) => {
  const [alone, shared] = await Promise.all(
    [0, 2].map(async (workers) => {
      const engine = await everyPair(kernel, workers);
      const bytes = [
        await engine.distance(undefined, WITHOUT_DEPTH),
        await engine.distance(undefined, WITHOUT_DEPTH),
      ].map(bytesOf);
      await engine.close();
      return bytes;
    }),
  );
  for (const [k, bytes] of alone.entries()) expect(same(bytes, shared[k])).toBe(true);
});

describe('radii alone', () => {
  const CASES: [string, Shape, Shape, number][] = [
    ['spheres', sphere(0.5), sphere(0.5), 0.8],
    ['capsules', capsule(0.5, 0.25), capsule(0.5, 0.25), 0.3],
    ['a capsule and a box', capsule(0.5, 0.25), box(0.5, 0.5, 0.5), 0.6],
    ['rounded boxes', rounded(box(0.25, 0.25, 0.25), 0.25), rounded(box(0.25, 0.25, 0.25), 0.25), 0.8],
    ['a hull and a sphere', ball(24, 0.5, 3), sphere(0.5), 0.8],
    ['a segment and a sphere', segment(0.5), sphere(0.5), 0.3],
  ];

  test.each(CASES)('%s: engines and hullstorm/pair', async (_, a, b, x) => {
    const poseB = { position: [x, 0, 0], rotation: [0, 0, 0, 1] };
    const found = distance(a, { position: [0, 0, 0] }, b, poseB, createPairDistance(), WITHOUT_DEPTH);
    expect(found).toMatchObject({ status: Status.Overlapping, distance: 0, errorBound: NaN });
    for (const column of [found.normal, found.offsetA, found.offsetB]) expect([...column]).toEqual([NaN, NaN, NaN]);
    for (const kernel of KERNELS) {
      const engine = await createEngine({ workers: 0, kernel, warmUp: false });
      const { scene } = engine;
      engine.pairs.set([scene.addCollider(scene.addShape(a)), scene.addCollider(scene.addShape(b), poseB)]);
      for (let k = 0; k < 2; k++) {
        const results = engine.distanceSync(engine.pairs, WITHOUT_DEPTH);
        expect(results.status[0]).toBe(Status.Overlapping);
        expect(rowOf(results, 0)).toEqual(NOTHING);
      }
      await engine.close();
    }
  });

  test('touching exactly', async () => {
    const engine = await createEngine({ workers: 0, warmUp: false });
    const first = engine.scene.addColliders(engine.scene.addShape(sphere(0.5)), 2);
    engine.scene.positions[4 * (first + 1)] = 1;
    engine.pairs.set([first, first + 1]);
    const results = engine.distanceSync(engine.pairs, WITHOUT_DEPTH);
    expect(results.status[0]).toBe(Status.Overlapping);
    expect(rowOf(results, 0)).toEqual(NOTHING);
    await engine.close();
  });
});
