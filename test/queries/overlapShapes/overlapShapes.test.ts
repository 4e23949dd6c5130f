import { Worker } from 'node:worker_threads';
import {
  box,
  capsule,
  createEngine,
  type Engine,
  halfSpace,
  type ProbeList,
  ProbeStatus,
  QueryError,
  type ShapeOverlapResults,
  sphere,
} from 'hullstorm';
import { createPairDistance, distance } from 'hullstorm/pair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askUntilReplaced } from '../../support/deaths.ts';
import { PORTABLE } from '../../support/kernels.ts';
import { everyShape, stir } from '../../support/mixedScene.ts';
import { type ProbeWorld, probeWorld, sideOf } from '../../support/probeWorld.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const BODIES = sweep(240, 1200);
const PROBES = sweep(90, 600);
const FRAMES = sweep(4, 40);
const CAPACITY = { probes: 2 * PROBES, overlaps: 40_000 };
const MARGINS = [0, 0.02, 0.3, 2];
const DYING = new URL('../../support/dyingWorker.mjs', import.meta.url);
const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));

interface World extends ProbeWorld {
  readonly probes: ProbeList;
}

/** The scene, and probes of every shape in it. */
async function world(kernel: (typeof PORTABLE)[number], workers: number, createWorker?: () => Worker): Promise<World> {
  const made = await probeWorld(BODIES, CAPACITY, kernel, workers, createWorker);
  const probes = made.engine.createProbeList(PROBES);
  placeProbes(probes, 0x9b);
  return { ...made, probes };
}

function placeProbes(probes: ProbeList, seed: number): void {
  const random = seeded(seed);
  const side = sideOf(BODIES);
  const count = everyShape().length;
  const ids = Array.from({ length: PROBES }, () => Math.floor(count * random()));
  const positions = Float64Array.from({ length: 3 * PROBES }, () => side * random());
  const rotations = Float32Array.from({ length: 4 * PROBES }, () => random() - 0.5);
  probes.set(ids, positions, rotations);
}

const listsOf = (results: ShapeOverlapResults) => Array.from({ length: results.count }, (_, k) => [...results.read(k)]);
const bytesOf = ({ count, starts, ids, status }: ShapeOverlapResults) =>
  [
    starts.subarray(0, count + 1).join(),
    ids.subarray(0, starts[count]).join(),
    status.subarray(0, count).join(),
  ].join();

/** Oracle: each probe against each collider, by `hullstorm/pair`. Pairs within 1e-9 of the margin are left open. */
function bruteForce({ engine, probes, shapes }: World, margin: number, mask: number) {
  const { scene } = engine;
  const result = createPairDistance();
  return Array.from({ length: probes.count }, (_, k) => {
    const inside: number[] = [];
    const open: number[] = [];
    for (let id = 0; id < scene.rows; id++) {
      if ((scene.groups[2 * id] & mask & probes.masks[k]) === 0 || id === probes.ignored[k]) continue;
      const place = scene.positions.subarray(4 * id, 4 * id + 3);
      const at = probes.positions.subarray(4 * k, 4 * k + 3);
      distance(
        shapes[scene.shapes[id]!]!,
        { position: place, rotation: scene.rotations.subarray(4 * id, 4 * id + 4) },
        shapes[probes.shapes[k]!]!,
        { position: at, rotation: probes.rotations.subarray(4 * k, 4 * k + 4) },
        result,
        { depth: false },
      );
      if (Math.abs(result.distance - margin) < 1e-9 && result.distance !== 0) open.push(id);
      else if (result.distance <= margin) inside.push(id);
    }
    return { inside, open };
  });
}

/** Asks, and compares with the oracle. @returns ids found */
function check(it: World, results: ShapeOverlapResults, margin: number, mask: number, what: string): number {
  const found = listsOf(results);
  const expected = bruteForce(it, margin, mask);
  let total = 0;
  for (const [k, { inside, open }] of expected.entries()) {
    expect(
      found[k]!.filter((id) => !open.includes(id)),
      `${what}, probe ${k}`,
    ).toEqual(inside);
    total += inside.length;
  }
  expect([...results.status.subarray(0, results.count)]).toEqual(found.map(() => ProbeStatus.Answered));
  return total;
}

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test('finds what brute force finds (seeds 0xf1d, 0x9b)', async () => {
    const it = await world(kernel, 1);
    let total = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const margin = MARGINS[frame % MARGINS.length]!;
      const mask = frame % 3 === 1 ? 3 : 0xffff;
      for (let k = 0; k < PROBES; k += 5) {
        it.probes.masks[k] = k % 2 === 0 ? 4 : 1;
        it.probes.ignored[k] = k;
      }
      const options = { margin, mask };
      const results =
        frame % 2 === 0
          ? it.engine.overlapShapesSync(it.probes, options)
          : await it.engine.overlapShapes(it.probes, options);
      total += check(it, results, margin, mask, `frame ${frame}`);
      stir(it.engine, 0.05, frame);
      placeProbes(it.probes, frame);
    }
    expect(total).toBeGreaterThan(PROBES);
    await it.engine.close();
  });
});

describe('rows', () => {
  let engine: Engine;
  let probes: ProbeList;
  let ball: number;
  beforeAll(async () => {
    engine = await createEngine({ workers: 1, capacity: { colliders: 8, pairs: 16, probes: 8, overlaps: 4 } });
    const { scene } = engine;
    ball = scene.addShape(sphere(1));
    const crate = scene.addShape(box(1, 1, 1));
    scene.addCollider(ball);
    scene.addCollider(crate, { position: [10, 0, 0] });
    probes = engine.createProbeList(4);
  });
  afterAll(() => engine.close());

  test('shapes, not bounds; touching counts; the margin is exact', () => {
    // the bounds of the balls overlap, the balls do not
    probes.set(ball, [1.5, 1.5, 0, 2, 0, 0, 2 + 1e-12, 0, 0, 12, 0, 0]);
    expect(listsOf(engine.overlapShapesSync(probes))).toEqual([[], [0], [], [1]]);
    const gap = Math.hypot(1.5, 1.5) - 2;
    const near = (margin: number) => listsOf(engine.overlapShapesSync(probes, { margin }))[0];
    expect([near(gap * (1 - 1e-12)), near(gap * (1 + 1e-12))]).toEqual([[], [0]]);
  });

  test('a shape with NaN, without a shape, with a half-space: Invalid, and the others have answers', () => {
    const plane = engine.scene.addShape(halfSpace());
    probes.set(ball, [Number.NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    probes.rotations.fill(0, 8, 12);
    probes.shapes[3] = plane;
    const results = engine.overlapShapesSync(probes);
    expect(listsOf(results)).toEqual([[], [0], [], []]);
    const { Answered, Invalid } = ProbeStatus;
    expect([...results.status.subarray(0, 4)]).toEqual([Invalid, Answered, Invalid, Invalid]);
    probes.shapes[3] = 99;
    expect(engine.overlapShapesSync(probes).status[3]).toBe(Invalid);
    expect(() => probes.set(plane, [0, 0, 0])).toThrow(
      'probes.set: shapes: expected a shape with bounds, got a half-space',
    );
  });

  test('nothing asked', () => {
    probes.count = 0;
    expect(listsOf(engine.overlapShapesSync(probes))).toEqual([]);
  });

  test('bad input: a sentence, and the results stay', async () => {
    probes.set(ball, [0, 0, 0]);
    const before = engine.overlapShapesSync(probes);
    const bad: [unknown, unknown, string][] = [
      [[], undefined, 'probes: expected a probe list of this engine, got an array of 0'],
      [probes, { margin: -1 }, 'margin: expected a finite number ≥ 0 (m), got -1'],
      [probes, { margin: Infinity }, 'margin: expected a finite number ≥ 0 (m), got Infinity'],
      [probes, { margin: '1' }, "margin: expected a finite number ≥ 0 (m), got '1'"],
      [probes, { mask: 1.5 }, 'mask: expected an integer in 0..65535, got 1.5'],
      [
        probes,
        { margn: 1 },
        'options: expected children, margin, mask, sensors, got the unknown option `margn`; did you mean `margin`?',
      ],
    ];
    for (const [list, options, sentence] of bad) {
      const call = () => engine.overlapShapesSync(list as ProbeList, options as object);
      expect(call).toThrow(new QueryError(`engine.overlapShapesSync: ${sentence}`));
      await expect(engine.overlapShapes(list as ProbeList, options as object)).rejects.toThrow(
        new QueryError(`engine.overlapShapes: ${sentence}`),
      );
    }
    probes.set(ball, new Float64Array(12));
    engine.scene.addColliders(ball, 1);
    expect(() => engine.overlapShapesSync(probes)).toThrow(
      'engine.overlapShapesSync: overlaps: expected at most 4 (raise capacity.overlaps), got 8',
    );
    expect(listsOf(before)).toEqual([[0]]);
    expect(() => before.read(1)).toThrow('overlaps.read: probe: expected an integer in 0..0, got 1');
    engine.scene.removeCollider(2);
    const running = engine.overlapShapes(probes);
    expect(() => probes.set(ball, [0, 0, 0])).toThrow('expected a list that no query is running on');
    await expect(engine.overlapShapes(engine.createProbeList(1))).rejects.toThrow(
      'engine.overlapShapes: expected results that no query is filling, got those of one that is running',
    );
    expect(listsOf(await running)).toEqual([[0], [0], [0], [0]]);
    probes.set(ball, [0, 0, 0]);
  });

  test('a probe with more candidates than a thread computes at once', async () => {
    const many = await createEngine({
      workers: 0,
      capacity: { colliders: 2000, pairs: 16, probes: 2, overlaps: 4000 },
    });
    const { scene } = many;
    const small = scene.addShape(capsule(0.1, 0.1));
    const large = scene.addShape(sphere(50));
    const first = scene.addColliders(small, 1500);
    for (let id = first; id < 1500; id++) scene.positions[4 * id] = 0.08 * (id % 1000);
    const list = many.createProbeList(2);
    list.set(large, [0, 0, 0, 20, 0, 0]);
    const inside = (x: number) =>
      Array.from({ length: 1500 }, (_, id) => id).filter((id) => Math.abs(0.08 * (id % 1000) - x) <= 50.1);
    const found = listsOf(many.overlapShapesSync(list));
    // far from the limit: the capsules stand on end
    expect(found[0]!.length).toBeGreaterThan(512);
    expect(found).toEqual([inside(0), inside(20)]);
    await many.close();
  });
});

describe('the same bytes', () => {
  test('for every number of workers and both kernels, through motion (seed 0x57)', async () => {
    const histories: string[][] = [];
    for (const kernel of PORTABLE) {
      for (const workers of kernel === 'scalar' ? [0, 2] : [0, 1, 3]) {
        const it = await world(kernel, workers);
        const history: string[] = [];
        for (let frame = 0; frame < 6; frame++) {
          const options = { margin: MARGINS[frame % 3]! };
          history.push(bytesOf(it.engine.overlapShapesSync(it.probes, options)));
          stir(it.engine, frame === 3 ? 1 : 0.02, frame);
          if (frame === 4) it.engine.findPairsSync();
        }
        histories.push(history);
        await it.engine.close();
      }
    }
    for (const history of histories) expect(history).toEqual(histories[0]);
  });

  test('when a worker dies in the middle', async () => {
    const answers: string[] = [];
    for (const moment of ['none', 'claimed', 'computed', 'booked']) {
      let made = 0;
      const createWorker = () => {
        const isDoomed = made++ === 0 && moment !== 'none';
        return isDoomed ? new Worker(DYING, { workerData: { moment, block: 3, how: 'exit' } }) : new Worker(ENTRY);
      };
      const it = await world('simd', 1, createWorker);
      const ask = async () => answers.push(bytesOf(await it.engine.overlapShapes(it.probes, { margin: 0.1 })));
      await (moment === 'none' ? ask() : askUntilReplaced(it.engine, ask));
      expect(it.engine.info.restarts).toBe(moment === 'none' ? 0 : 1);
      await it.engine.close();
    }
    expect(new Set(answers).size).toBe(1);
  });
});
