import { Worker } from 'node:worker_threads';
import {
  box,
  type ClosestResults,
  ClosestStatus,
  capsule,
  createEngine,
  type Engine,
  halfSpace,
  QueryError,
  rounded,
  sphere,
} from 'hullstorm';
import { createPairDistance, distance, point } from 'hullstorm/pair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askUntilReplaced } from '../../support/deaths.ts';
import { PORTABLE } from '../../support/kernels.ts';
import { everyShape, SMALL, stir } from '../../support/mixedScene.ts';
import { type ProbeWorld, probeWorld, sideOf } from '../../support/probeWorld.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const BODIES = sweep(200, 800);
const POINTS = sweep(300, 4000);
const FRAMES = sweep(3, 20);
const SIDE = sideOf(BODIES);
const DYING = new URL('../../support/dyingWorker.mjs', import.meta.url);
const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));
const { None, Outside, Inside, Invalid } = ClosestStatus;

const world = (kernel: (typeof PORTABLE)[number], workers: number, createWorker?: () => Worker) =>
  probeWorld(BODIES, { points: POINTS }, kernel, workers, createWorker);

/** Points anywhere, and at the positions of bodies. */
function somePoints({ engine }: ProbeWorld, seed: number): Float64Array {
  const random = seeded(seed);
  const { positions } = engine.scene;
  return Float64Array.from({ length: 3 * POINTS }, (_, k) => {
    const body = Math.trunc(k / 3) % BODIES;
    return Math.trunc(k / 3) % 5 === 0 ? positions[4 * body + (k % 3)]! : SIDE * random();
  });
}

const bytesOf = ({ count, status, ids, distances, normals, offsets }: ClosestResults) =>
  [status.subarray(0, count), ids.subarray(0, count), distances.subarray(0, count)]
    .map((c) => c.join())
    .concat(normals.subarray(0, 4 * count).join(), offsets.subarray(0, 4 * count).join())
    .join();

/** Compares with `hullstorm/pair` over all colliders. @returns how many points are inside of a collider */
function check(
  { engine, shapes }: ProbeWorld,
  points: Float64Array,
  results: ClosestResults,
  most: number,
  mask: number,
) {
  const { scene } = engine;
  const out = createPairDistance();
  const dot = point();
  let inside = 0;
  expect(results.count).toBe(points.length / 3);
  for (let k = 0; k < results.count; k++) {
    const at = points.subarray(3 * k, 3 * k + 3);
    const found = results.read(k);
    let least = Infinity;
    let slack = 0;
    let own = Number.NaN;
    for (let id = 0; id < scene.rows; id++) {
      if ((scene.groups[2 * id] & mask) === 0) continue;
      const position = scene.positions.subarray(4 * id, 4 * id + 3);
      const rotation = scene.rotations.subarray(4 * id, 4 * id + 4);
      distance(shapes[scene.shapes[id]!]!, { position, rotation }, dot, { position: at }, out);
      if (out.distance < least) {
        least = out.distance;
        slack = out.errorBound;
      }
      if (id === found.id) own = out.distance;
    }
    const why = `point ${k}: ${at.join()}`;
    const tolerance = 1e-9 + slack + (Number.isNaN(found.errorBound) ? 0 : found.errorBound);
    if (found.id === -1) {
      expect(least, why).toBeGreaterThan(most - tolerance);
      expect(found.status, why).toBe(None);
      continue;
    }
    expect(Math.abs(found.distance - least), why).toBeLessThan(tolerance);
    expect(Math.abs(found.distance - own), why).toBeLessThan(tolerance);
    expect(found.distance, why).toBeLessThanOrEqual(most);
    expect(found.status, why).toBe(found.distance > 0 ? Outside : Inside);
    for (let c = 0; c < 3; c++) {
      expect(Math.abs(found.point[c] + found.distance * found.normal[c] - at[c]), why).toBeLessThan(1e-5);
    }
    if (found.status === Inside) inside++;
  }
  return inside;
}

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test('finds what brute force finds (seed 0xf1d)', async () => {
    const it = await world(kernel, 1);
    let inside = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const points = somePoints(it, frame);
      const mask = frame % 3 === 1 ? 3 : 0xffff;
      const maxDistance = frame % 3 === 2 ? 0.1 : Infinity;
      const options = { mask, maxDistance };
      const results =
        frame % 2 === 0
          ? it.engine.closestPointsSync(points, options)
          : await it.engine.closestPoints(Array.from(points), options);
      inside += check(it, points, results, maxDistance, mask);
      stir(it.engine, 0.05, frame);
    }
    expect(inside).toBeGreaterThan(FRAMES);
    await it.engine.close();
  });
});

describe('rows', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 1, capacity: { colliders: 16, pairs: 16, points: 8 } });
    const { scene } = engine;
    const crate = scene.addShape(box(1, 2, 3));
    scene.addCollider(crate, { position: [0, 0, 0] });
    scene.addCollider(scene.addShape(sphere(1)), { position: [10, 0, 0] });
    scene.addCollider(scene.addShape(capsule(1, 0.5)), { position: [20, 0, 0] });
    scene.addCollider(scene.addShape(rounded(box(1, 1, 1), 0.5)), { position: [30, 0, 0] });
  });
  afterAll(() => engine.close());

  const normalOf = (k: number, { normals }: ClosestResults) =>
    [...normals.subarray(4 * k, 4 * k + 3)].map((x) => x + 0);

  test('closed forms: faces, edges, corners, middles, ends', () => {
    const of = (points: number[]) => {
      const results = engine.closestPointsSync(points);
      return Array.from({ length: results.count }, (_, k) => ({
        id: results.ids[k],
        distance: results.distances[k],
        normal: normalOf(k, results),
        point: [...results.read(k).point],
      }));
    };
    expect(of([0, 3, 0, 4, 6, 3, 0.5, 0.25, 0, -1, 0, 0])).toEqual([
      { id: 0, distance: 1, normal: [0, 1, 0], point: [0, 2, 0] },
      { id: 0, distance: 5, normal: [Math.fround(0.6), Math.fround(0.8), 0], point: [1, 2, 3] },
      { id: 0, distance: -0.5, normal: [1, 0, 0], point: [1, 0.25, 0] },
      { id: 0, distance: 0, normal: [-1, 0, 0], point: [-1, 0, 0] },
    ]);
    expect(of([10, 0, 0, 12, 0, 0, 20, 2, 0, 20, 0, 0, 32, 0, 0, 30, 1.25, 0])).toEqual([
      { id: 1, distance: -1, normal: [1, 0, 0], point: [11, 0, 0] },
      { id: 1, distance: 1, normal: [1, 0, 0], point: [11, 0, 0] },
      { id: 2, distance: 0.5, normal: [0, 1, 0], point: [20, 1.5, 0] },
      { id: 2, distance: -0.5, normal: [1, 0, 0], point: [20.5, 0, 0] },
      { id: 3, distance: 0.5, normal: [1, 0, 0], point: [31.5, 0, 0] },
      { id: 3, distance: -0.25, normal: [0, 1, 0], point: [30, 1.5, 0] },
    ]);
  });

  test('of equal distances the smallest id; of depths the deepest', () => {
    const { scene } = engine;
    const twin = scene.addCollider(0, { position: [0, 0, 0] });
    const deep = scene.addCollider(1, { position: [0, 2, 0] });
    const idsOf = (points: number[]) => [...engine.closestPointsSync(points).ids.subarray(0, points.length / 3)];
    expect(idsOf([0, 0, 4, 0.5, 0, 0, 0, 1.9, 0])).toEqual([0, 0, deep]);
    scene.removeCollider(0);
    expect(idsOf([0, 0, 4])).toEqual([twin]);
    scene.removeCollider(deep);
    scene.removeCollider(twin);
  });

  test('half-spaces, groups, the limit, and points that are not finite', () => {
    const { scene } = engine;
    const ground = scene.addCollider(scene.addShape(halfSpace()), {
      static: true,
      position: [0, -9, 0],
      membership: 2,
    });
    const ask = (points: number[], options?: object) => {
      const results = engine.closestPointsSync(points, options);
      return Array.from({ length: results.count }, (_, k) => [results.status[k], results.ids[k], results.distances[k]]);
    };
    expect(ask([0, -8, 0, 100, -10, 0])).toEqual([
      [Outside, ground, 1],
      [Inside, ground, -1],
    ]);
    expect(ask([100, 0, 0], { mask: 4 })).toEqual([[None, -1, Infinity]]);
    expect(ask([100, 0, 0], { maxDistance: 8.9 })).toEqual([[None, -1, Infinity]]);
    expect(ask([100, 0, 0], { maxDistance: 9 })).toEqual([[Outside, ground, 9]]);
    expect(ask([Number.NaN, 0, 0, 100, 0, 0, 0, Infinity, 0, 0, 1e200, 0, 0, 1e153, 0])).toEqual([
      [Invalid, -1, Number.NaN],
      [Outside, ground, 9],
      [Invalid, -1, Number.NaN],
      [Invalid, -1, Number.NaN],
      [Outside, expect.any(Number), 1e153],
    ]);
    scene.positions[4 * ground] = Number.NaN;
    expect(ask([100, -10, 0], { mask: 2 })).toEqual([[None, -1, Infinity]]);
    scene.removeCollider(ground);
    expect(ask([])).toEqual([]);
  });

  test('bad input: a sentence', async () => {
    const bad: [unknown, unknown, string][] = [
      [[1, 2], undefined, 'points: expected x y z per point, got 2 numbers'],
      [undefined, undefined, 'points: expected x y z per point, got undefined'],
      [[1, 2, '3'], undefined, "points[2]: expected a number (m), got '3'"],
      [new Float64Array(27), undefined, 'points: expected at most 8 (raise capacity.points), got 9'],
      [[0, 0, 0], { maxDistance: -1 }, 'maxDistance: expected a number ≥ 0 (m), got -1'],
      [[0, 0, 0], { mask: -1 }, 'mask: expected an integer in 0..65535, got -1'],
      [[0, 0, 0], { max: 1 }, 'options: expected maxDistance, mask, sensors, got the unknown option `max`'],
    ];
    for (const [points, options, sentence] of bad) {
      const call = () => engine.closestPointsSync(points as number[], options as object);
      expect(call).toThrow(new QueryError(`engine.closestPointsSync: ${sentence}`));
      await expect(engine.closestPoints(points as number[], options as object)).rejects.toThrow(
        new QueryError(`engine.closestPoints: ${sentence}`),
      );
    }
    const running = engine.closestPoints([0, 0, 9]);
    await expect(engine.closestPoints([0, 0, 0])).rejects.toThrow(
      'engine.closestPoints: expected results that no query is filling, got those of one that is running',
    );
    const results = await running;
    expect(results.count).toBe(1);
    expect(() => results.read(1)).toThrow('closest.read: point: expected an integer in 0..0, got 1');
    const planar = await createEngine({ workers: 0, planar: true, capacity: { colliders: 1, pairs: 1 } });
    expect(() => planar.closestPointsSync([0, 0, 0])).toThrow(
      'engine.closestPointsSync: expected an engine whose scene is in space, got one with `planar: true`',
    );
    await planar.close();
  });
});

describe('the same bytes', () => {
  test('for every number of workers and both kernels, through motion, in any order of the tree', async () => {
    const histories: string[][] = [];
    for (const kernel of PORTABLE) {
      for (const workers of kernel === 'scalar' ? [0, 2] : [0, 1, 3]) {
        const it = await world(kernel, workers);
        const points = somePoints(it, 5);
        const history: string[] = [];
        for (let frame = 0; frame < 5; frame++) {
          // bodies jump in some engines, and come back: their trees have another order
          const home = it.engine.scene.positions.slice();
          if (workers > 0) {
            stir(it.engine, 3, workers);
            it.engine.findPairsSync({ margin: 0 });
            it.engine.scene.positions.set(home);
          }
          history.push(bytesOf(it.engine.closestPointsSync(points)));
          stir(it.engine, 0.02, frame);
        }
        histories.push(history);
        await it.engine.close();
      }
    }
    for (const history of histories) expect(history).toEqual(histories[0]);
  });

  test.each([
    [1e-6, 0],
    [1e-3, 1e7],
    [1, 1e15],
    [1e5, 0],
    [1e17, 0],
    [1e18, 0],
  ])(
    'with both kernels, for bodies of %s m around %s m, and points near, far, and in their middles',
    async (size, at) => {
      const answers: string[] = [];
      for (const kernel of PORTABLE) {
        const engine = await createEngine({ workers: 0, kernel, capacity: { colliders: 64, pairs: 64, points: 256 } });
        const random = seeded(0xfa7);
        const somewhere = (reach: number) => [0, 1, 2].map(() => at + size * reach * (random() - 0.5));
        const { scene } = engine;
        const half = () => size * (0.2 + 0.3 * random());
        for (let k = 0; k < 60; k++) {
          const shapes = [box(half(), half(), half()), sphere(half()), capsule(half(), half())];
          const shape = scene.addShape(shapes[k % 3]!);
          // two bodies at each place: their distances are equal, or nearly
          const position = k % 2 === 0 ? somewhere(6) : [...scene.positions.subarray(4 * k - 4, 4 * k - 1)];
          scene.addCollider(shape, { position, rotation: [random(), random(), random(), random()] });
        }
        const points = Array.from({ length: 255 }, (_, k) => {
          if (k % 5 === 0) return [...scene.positions.subarray(4 * (k % 60), 4 * (k % 60) + 3)];
          return somewhere([6, 7, 1e3, 1e25][k % 4]!);
        });
        for (const maxDistance of [Infinity, size, 1e-3 * size, 0]) {
          answers.push(bytesOf(engine.closestPointsSync(points.flat(), { maxDistance })));
        }
        await engine.close();
      }
      expect(answers.slice(4)).toEqual(answers.slice(0, 4));
    },
  );

  test('with both kernels, near bodies of every shape, for numbers that few users write (seed 0x90d)', async () => {
    const count = sweep(300, 4000);
    const engines = await Promise.all(
      PORTABLE.map(async (kernel) => {
        const engine = await createEngine({ workers: 0, kernel, capacity: { ...SMALL, points: count } });
        const random = seeded(0x90d);
        const shapes = everyShape().map((shape) => engine.scene.addShape(shape));
        for (let k = 0; k < 60; k++) {
          const rotation = [random() - 0.5, random() - 0.5, random() - 0.5, random()];
          engine.scene.addCollider(shapes[k % shapes.length]!, { position: [4 * random(), 4 * random(), 0], rotation });
        }
        return engine;
      }),
    );
    const random = seeded(0x90e);
    const odd = [Number.NaN, -0, 1e-310, 1e-42, 1e153, -1e153, 1e300, Infinity];
    for (let round = 0; round < sweep(4, 250); round++) {
      const points = Float64Array.from({ length: 3 * count }, (_, k) =>
        random() < 0.01 ? odd[Math.floor(odd.length * random())]! : k % 3 === 2 ? random() - 0.5 : 5 * random() - 0.5,
      );
      const [first, ...others] = engines.map((engine) => bytesOf(engine.closestPointsSync(points)));
      // compared as flags: a difference would print megabytes
      for (const other of others) expect(other === first, `round ${round}`).toBe(true);
    }
    await Promise.all(engines.map((engine) => engine.close()));
  });

  test('when a worker dies in the middle', async () => {
    const answers: string[] = [];
    for (const moment of ['none', 'claimed', 'computed', 'booked']) {
      let made = 0;
      const createWorker = () => {
        const isDoomed = made++ === 0 && moment !== 'none';
        return isDoomed ? new Worker(DYING, { workerData: { moment, block: 2, how: 'exit' } }) : new Worker(ENTRY);
      };
      const it = await world('simd', 1, createWorker);
      const points = somePoints(it, 6);
      const ask = async () => answers.push(bytesOf(await it.engine.closestPoints(points)));
      await (moment === 'none' ? ask() : askUntilReplaced(it.engine, ask));
      expect(it.engine.info.restarts).toBe(moment === 'none' ? 0 : 1);
      await it.engine.close();
    }
    expect(new Set(answers).size).toBe(1);
  });
});
