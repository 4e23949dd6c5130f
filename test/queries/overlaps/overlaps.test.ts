import { Worker } from 'node:worker_threads';
import { box, createEngine, type Engine, type OverlapResults, QueryError, sphere } from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askUntilReplaced } from '../../support/deaths.ts';
import { PORTABLE } from '../../support/kernels.ts';
import { fillMixed } from '../../support/mixedScene.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const BODIES = 1500;
const CAPACITY = { shapes: 32, vertices: 2048, colliders: BODIES + 64, pairs: 40_000, volumes: 512, overlaps: 100_000 };
/** Ten go through all widths and all that a frame does. */
const FRAMES = sweep(10, 24);
/** A worker dies at every so many-th of 30 blocks. */
const BLOCK_STEP = sweep(12, 5);
const WIDTHS = [0, 1, 3, 4, 5, 63, 64, 65, 500];
const DYING = new URL('../../support/dyingWorker.mjs', import.meta.url);
const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));

/** All ids, volume by volume. */
function listsOf(results: OverlapResults): number[][] {
  return Array.from({ length: results.count }, (_, k) => [...results.read(k)]);
}

/** What a query left behind, as bytes. */
function bytesOf({ count, starts, ids }: OverlapResults): string {
  return Buffer.from([...starts.subarray(0, count + 1), ...ids.subarray(0, starts[count])].join()).toString('base64');
}

function someBoxes(count: number, side: number, random: () => number, origin = 0): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < 3; c++) {
      boxes[6 * k + c] = origin + side * random();
      boxes[6 * k + c + 3] = boxes[6 * k + c] + (k % 9 === 8 ? side : 3) * random();
    }
  }
  return boxes;
}

function someSpheres(count: number, side: number, random: () => number, origin = 0): Float64Array {
  return Float64Array.from({ length: 4 * count }, (_, k) => (k % 4 === 3 ? 3 * random() : origin + side * random()));
}

async function rejection(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.then(
    () => new Error('no error'),
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(QueryError);
  return (error as Error).message;
}

describe('what overlaps', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 0, capacity: { colliders: 8, pairs: 16 } });
    const { scene } = engine;
    const crate = scene.addShape(box(1, 2, 3));
    const ball = scene.addShape(sphere(1));
    scene.addCollider(crate, { position: [0, 0, 0] });
    scene.addCollider(ball, { position: [10, 0, 0], membership: 0b0100 });
    scene.addCollider(ball, { position: [10, 0, 0], membership: 0b1001 });
  });
  afterAll(() => engine.close());

  test('boxes that touch, and those a hair beside', () => {
    const boxes = [
      ...[1, 2, 3, 4, 5, 6],
      ...[1 + 1e-15, 2, 3, 4, 5, 6],
      ...[-5, -5, -5, -1, -2, -3],
      ...[-5, -5, -5, -1, -2 - 1e-15, -3],
      // a point, inside
      ...[0, 0, 0, 0, 0, 0],
      // everything above a plane
      ...[1, -Infinity, -Infinity, Infinity, Infinity, Infinity],
    ];
    expect(listsOf(engine.overlapBoxSync(boxes))).toEqual([[0], [], [0], [], [0], [0, 1, 2]]);
  });

  test('spheres: from the nearest point of the bounding box', async () => {
    const spheres = [
      // beside a side, beside an edge (3 4 5), beside a corner (1 2 2 3), and a hair less each
      ...[4, 0, 0, 3],
      ...[4, 0, 0, 3 - 1e-15],
      ...[4, 6, 0, 5],
      ...[4, 6, 0, 5 - 1e-15],
      ...[-2, -4, 5, 3],
      ...[-2, -4, 5, 3 - 1e-15],
      // a point, inside; and one beside the ball, but in its bounding box
      ...[0.5, 1, 2, 0],
      ...[10.9, 0.9, 0.9, 0],
    ];
    expect(listsOf(await engine.overlapSphere(spheres))).toEqual([[0], [], [0], [], [0], [], [0], [1, 2]]);
  });

  test('groups', () => {
    const all = [-99, -99, -99, 99, 99, 99];
    const found = (mask: number) => [...engine.overlapBoxSync(all, { mask }).read(0)];
    expect(found(0xffff)).toEqual([0, 1, 2]);
    expect(found(0b0001)).toEqual([0, 2]);
    expect(found(0b0110)).toEqual([1]);
    expect(found(0)).toEqual([]);
    engine.scene.setGroups(1, 1, 0);
    expect(found(0b0001)).toEqual([0, 1, 2]);
    engine.scene.setGroups(1, 0b0100, 0xffff);
  });

  test('invalid poses are in nothing and counted; boxes and spheres keep results apart', async () => {
    const all = [-99, -99, -99, 99, 99, 99];
    const spheres = await engine.overlapSphere(Float32Array.of(10, 0, 0, 1));
    engine.scene.positions[4 * 2] = Number.NaN;
    const boxes = engine.overlapBoxSync(all);
    expect([...boxes.read(0)]).toEqual([0, 1]);
    expect(engine.info.invalidColliders).toBe(1);
    expect([...spheres.read(0)]).toEqual([1, 2]);
    engine.scene.positions[4 * 2] = 10;
    const [both, again] = await Promise.all([engine.overlapBox(all), engine.overlapSphere([10, 0, 0, 1])]);
    expect([listsOf(both), listsOf(again)]).toEqual([[[0, 1, 2]], [[1, 2]]]);
    // the arrays are copied when the call is made
    const volume = Float64Array.from(all);
    const asked = engine.overlapBox(volume);
    volume.fill(1000);
    expect(listsOf(await asked)).toEqual([[0, 1, 2]]);
  });

  test('nothing asked, nothing there', async () => {
    expect(listsOf(engine.overlapBoxSync([]))).toEqual([]);
    expect([...(await engine.overlapSphere([])).starts.subarray(0, 1)]).toEqual([0]);
    const own = await createEngine({ workers: 0, capacity: { colliders: 4, pairs: 4, volumes: 2, overlaps: 1 } });
    expect(listsOf(own.overlapSphereSync([0, 0, 0, 1, 2, 2, 2, 0]))).toEqual([[], []]);
    await own.close();
  });
});

describe('against brute force: balls and upright boxes, whose bounds are known', () => {
  test.each([0, 1e7])('origin %s m (seed 0xb0b)', async (origin) => {
    const random = seeded(0xb0b);
    const engine = await createEngine({ workers: 1, capacity: CAPACITY, tuning: { shareFrom: 0 } });
    const { scene } = engine;
    // sizes that f32 holds
    const halves = Array.from({ length: 16 }, (_, k) =>
      [0, 1, 2].map(() => Math.fround((k % 5 === 0 ? 4 : 0.5) * random())),
    );
    const shapes = halves.map(([x, y, z], k) => scene.addShape(k % 2 === 0 ? sphere(x!) : box(x!, y!, z!)));
    const reachOf = (shape: number, c: number) => halves[shape][shape % 2 === 0 ? 0 : c];
    const place = (id: number) => {
      for (let c = 0; c < 3; c++) scene.positions[4 * id + c] = origin + 20 * random();
    };
    for (let k = 0; k < 600; k++) place(scene.addCollider(shapes[k % 16], { membership: 1 << (k % 3) }));
    let inside = 0;
    for (let frame = 0; frame < 30; frame++) {
      const count = WIDTHS[frame % WIDTHS.length];
      const mask = frame % 4 === 0 ? 0b101 : 0xffff;
      const isSphere = frame % 2 === 1;
      const volumes = isSphere ? someSpheres(count, 20, random, origin) : someBoxes(count, 20, random, origin);
      const expected = Array.from({ length: count }, (_, k) => {
        const v = isSphere ? volumes.subarray(4 * k, 4 * k + 4) : volumes.subarray(6 * k, 6 * k + 6);
        return Array.from({ length: scene.rows }, (_, id) => id).filter((id) => {
          const shape = scene.shapes[id];
          if (shape > 16 || (scene.groups[2 * id] & mask) === 0) return false;
          const low = [0, 1, 2].map((c) => scene.positions[4 * id + c] - reachOf(shape, c));
          const high = [0, 1, 2].map((c) => scene.positions[4 * id + c] + reachOf(shape, c));
          if (!isSphere) return low.every((x, c) => x <= v[c + 3] && v[c] <= high[c]);
          const away = low.map((x, c) => v[c] - Math.min(Math.max(v[c], x), high[c]));
          return away[0] ** 2 + away[1] ** 2 + away[2] ** 2 <= v[3] ** 2;
        });
      });
      const results = isSphere
        ? await engine.overlapSphere(volumes, { mask })
        : engine.overlapBoxSync(Array.from(volumes), { mask });
      expect(listsOf(results), `frame ${frame}`).toEqual(expected);
      inside += expected.flat().length;
      if (frame % 3 === 0) engine.findPairsSync({ margin: 0.05 });
      for (let id = 0; id < scene.rows; id++) {
        for (let c = 0; c < 3; c++) scene.positions[4 * id + c] += 0.02 * (random() - 0.5);
      }
      for (let k = 0; k < 8; k++) place(Math.floor(scene.rows * random()));
      if (frame % 5 === 1) for (let id = 2 * frame; id < 2 * frame + 2; id++) scene.removeCollider(id);
      if (frame % 5 === 3) place(scene.addCollider(shapes[frame % 16]));
    }
    expect(inside).toBeGreaterThan(5000);
    await engine.close();
  });
});

describe('the same bytes for every number of workers and both kernels', () => {
  test('through motion, comings and goings, findPairs between (seed 0x5ee)', async () => {
    const histories: unknown[] = [];
    for (const kernel of PORTABLE) {
      for (const workers of kernel === 'scalar' ? [0, 2] : [0, 1, 2]) {
        const engine = await createEngine({ workers, kernel, capacity: CAPACITY, tuning: { shareFrom: 0 } });
        fillMixed(engine, BODIES, 0xf1d);
        const side = 1.2 * Math.cbrt(BODIES);
        const random = seeded(0x5ee);
        const { scene, pairs } = engine;
        const history: unknown[] = [];
        for (let frame = 0; frame < FRAMES; frame++) {
          const boxes = someBoxes(WIDTHS[frame % WIDTHS.length], side, random);
          const spheres = someSpheres(WIDTHS[(frame + 4) % WIDTHS.length], side, random);
          if ((frame + workers) % 2 === 0) history.push(bytesOf(await engine.overlapBox(boxes)));
          else history.push(bytesOf(engine.overlapBoxSync(boxes)));
          if (frame % 3 === 2) {
            engine.findPairsSync({ margin: 0.05 });
            history.push(pairs.count, pairs.ids.slice(0, 2 * pairs.count).join());
            history.push(pairs.carried.slice(0, pairs.count).join());
          }
          history.push(bytesOf(await engine.overlapSphere(spheres)));
          const step = frame % 7 === 6 ? 0.8 : 0.01;
          for (let id = 0; id < scene.rows; id++) {
            for (let c = 0; c < 3; c++) scene.positions[4 * id + c] += step * (random() - 0.5);
          }
          if (frame % 5 === 1) scene.positions[4 * frame] = Number.NaN;
          if (frame % 3 === 1) scene.removeCollider(frame);
          if (frame % 3 === 2) scene.addCollider(frame % 12, { position: [random(), random(), random()] });
        }
        histories.push(history);
        await engine.close();
      }
    }
    for (const history of histories) expect(history).toEqual(histories[0]);
  });

  test('workers that die in the middle (seed 0xdead)', async () => {
    const random = seeded(0xdead);
    const side = 1.2 * Math.cbrt(BODIES);
    const boxes = someBoxes(500, side, random);
    const answers: string[] = [];
    for (const moment of ['none', 'claimed', 'computed', 'booked']) {
      for (let block = 1; block <= (moment === 'none' ? 1 : 30); block += BLOCK_STEP) {
        let made = 0;
        const createWorker = () => {
          const isDoomed = made++ === 0 && moment !== 'none';
          return isDoomed ? new Worker(DYING, { workerData: { moment, block, how: 'exit' } }) : new Worker(ENTRY);
        };
        const engine = await createEngine({ workers: 1, capacity: CAPACITY, tuning: { shareFrom: 0 }, createWorker });
        fillMixed(engine, BODIES, 0xf1d);
        answers.push(bytesOf(await engine.overlapBox(boxes)));
        // it dies when it comes to that block; until then it answers
        const ask = async () => answers.push(bytesOf(await engine.overlapBox(boxes)));
        if (moment !== 'none') await askUntilReplaced(engine, ask);
        expect(engine.info.restarts).toBe(moment === 'none' ? 0 : 1);
        answers.push(bytesOf(engine.overlapBoxSync(boxes)));
        await engine.close();
      }
    }
    expect(new Set(answers).size).toBe(1);
  });
});

describe('bad input', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 1, capacity: { colliders: 8, pairs: 16, volumes: 4, overlaps: 6 } });
    engine.scene.addColliders(engine.scene.addShape(sphere(1)), 3);
  });
  afterAll(() => engine.close());

  const ONE = [0, 0, 0, 1, 1, 1];
  const BALL = [0, 0, 0, 1];
  const boxes: [string, unknown, string][] = [
    ['undefined', undefined, 'boxes: expected 6 numbers per box: min x y z, max x y z, got undefined'],
    ['null', null, 'boxes: expected 6 numbers per box: min x y z, max x y z, got null'],
    ['a number', 7, 'boxes: expected 6 numbers per box: min x y z, max x y z, got 7'],
    ['7 numbers', [...ONE, 1], 'boxes: expected 6 numbers per box: min x y z, max x y z, got 7 numbers'],
    ['NaN', [...ONE, 0, Number.NaN, 0, 1, 1, 1], 'boxes[7]: expected a number (m), got NaN'],
    ['a string', [...ONE, 0, 0, '1', 1, 1, 1], "boxes[8]: expected a number (m), got '1'"],
    ['a hole', new Array(6), 'boxes[0]: expected a number (m), got undefined'],
    ['max < min', [...ONE, 0, 2, 0, 1, 1, 1], 'boxes[10]: expected a number ≥ boxes[7], 2 (m), got 1'],
    ['too many', new Array(30).fill(0), 'boxes: expected at most 4 (raise capacity.volumes), got 5'],
  ];
  test.each(boxes)('boxes: %s', async (_, given, sentence) => {
    const before = engine.overlapBoxSync(ONE);
    expect(await rejection(engine.overlapBox(given as number[]))).toBe(`engine.overlapBox: ${sentence}`);
    expect(() => engine.overlapBoxSync(given as number[])).toThrow(
      new QueryError(`engine.overlapBoxSync: ${sentence}`),
    );
    expect(listsOf(before)).toEqual([[0, 1, 2]]);
  });

  const spheres: [string, unknown, string][] = [
    ['5 numbers', [...BALL, 1], 'spheres: expected 4 numbers per sphere: x y z, radius, got 5 numbers'],
    ['NaN', [...BALL, 0, Number.NaN, 0, 1], 'spheres[5]: expected a finite number (m), got NaN'],
    ['infinity', [Infinity, 0, 0, 1], 'spheres[0]: expected a finite number (m), got Infinity'],
    ['radius −1', [...BALL, 0, 0, 0, -1], 'spheres[7]: expected a finite number ≥ 0 (m), got -1'],
    ['radius infinity', [0, 0, 0, Infinity], 'spheres[3]: expected a finite number ≥ 0 (m), got Infinity'],
    ['too many', new Array(20).fill(0), 'spheres: expected at most 4 (raise capacity.volumes), got 5'],
    ['too many ids', [...BALL, ...BALL, ...BALL], 'overlaps: expected at most 6 (raise capacity.overlaps), got 9'],
  ];
  test.each(spheres)('spheres: %s', async (_, given, sentence) => {
    const before = engine.overlapSphereSync([...BALL, ...BALL]);
    expect(await rejection(engine.overlapSphere(given as number[]))).toBe(`engine.overlapSphere: ${sentence}`);
    expect(() => engine.overlapSphereSync(given as number[])).toThrow(
      new QueryError(`engine.overlapSphereSync: ${sentence}`),
    );
    expect(listsOf(before)).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(() => before.read(2)).toThrow('overlaps.read: volume: expected an integer in 0..1, got 2');
  });

  test.each([-1, 0x10000, 1.5, Number.NaN, '1'])('mask %s', async (mask) => {
    const options = { mask: mask as number };
    expect(await rejection(engine.overlapBox(ONE, options))).toBe(
      `engine.overlapBox: mask: expected an integer in 0..65535, got ${typeof mask === 'string' ? `'${mask}'` : mask}`,
    );
    expect(() => engine.overlapSphereSync(BALL, options)).toThrow(
      `engine.overlapSphereSync: mask: expected an integer in 0..65535, got ${typeof mask === 'string' ? `'${mask}'` : mask}`,
    );
  });

  test('two at a time, and after close', async () => {
    const first = engine.overlapBox(ONE);
    expect(await rejection(engine.overlapBox(ONE))).toBe(
      'engine.overlapBox: expected results that no query is filling, got those of one that is running',
    );
    const second = engine.overlapBox(ONE).catch(() => undefined);
    expect(() => engine.overlapSphereSync(BALL)).toThrow(
      'engine.overlapSphereSync: expected an engine at rest, got one that is running a query (await it first)',
    );
    expect(listsOf(await first)).toEqual([[0, 1, 2]]);
    await second;
    expect(listsOf(await engine.overlapBox(ONE))).toEqual([[0, 1, 2]]);
    const own = await createEngine({ workers: 0, capacity: { colliders: 1, pairs: 1 } });
    await own.close();
    expect(await rejection(own.overlapBox(ONE))).toBe(
      'engine.overlapBox: expected an open engine, got one that is closed',
    );
    expect(() => own.overlapSphereSync(BALL)).toThrow(
      'engine.overlapSphereSync: expected an open engine, got one that is closed',
    );
  });
});
