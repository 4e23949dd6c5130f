import { Worker } from 'node:worker_threads';
import {
  box,
  capsule,
  createEngine,
  type Engine,
  halfSpace,
  hull,
  type ProbeList,
  QueryError,
  type SeparateOptions,
  type SeparateResults,
  SeparateStatus,
  type Shape,
  sphere,
} from 'hullstorm';
import { createPairDistance, distance } from 'hullstorm/pair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askUntilReplaced } from '../../support/deaths.ts';
import { PORTABLE } from '../../support/kernels.ts';
import { seeded } from '../../support/random.ts';
import { fillHeap, HEAP_CAPACITY, heapHalves } from '../../support/settledHeap.ts';
import { sweep } from '../../support/sweep.ts';

const { Free, Moved, Stuck, Unresolved, Invalid } = SeparateStatus;
const MOVERS = sweep(120, 1000);
const DYING = new URL('../../support/dyingWorker.mjs', import.meta.url);
const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));
const SKIN = 1e-3;

interface World {
  readonly engine: Engine;
  readonly movers: ProbeList;
  readonly shapes: Shape[];
}

/** The settled heap, and capsules, boxes and hulls sunk into it at random. */
async function heap(kernel: (typeof PORTABLE)[number], workers: number, createWorker?: () => Worker): Promise<World> {
  const engine = await createEngine({
    workers,
    kernel,
    capacity: { ...HEAP_CAPACITY, probes: MOVERS },
    tuning: { shareFrom: 0 },
    ...(createWorker && { createWorker }),
  });
  const bounds = fillHeap(engine);
  const random = seeded(7);
  const points = Array.from({ length: 60 }, () => random() - 0.5);
  const shapes = [capsule(0.5, 0.3), box(0.3, 0.5, 0.2), hull(points)];
  const ids = shapes.map((shape) => engine.scene.addShape(shape));
  const movers = engine.createProbeList(MOVERS);
  // every second one at the top, where there is room
  const positions = Float64Array.from({ length: 3 * MOVERS }, (_, k) => {
    const c = k % 3;
    const least = c === 1 && k % 2 === 0 ? bounds[4]! - 2 : bounds[c]!;
    return least + (bounds[3 + c]! + (c === 1 ? 0.5 : 0) - least) * random();
  });
  movers.set(
    Array.from({ length: MOVERS }, (_, k) => ids[k % 3]!),
    positions,
    Float32Array.from({ length: 4 * MOVERS }, () => random() - 0.5),
  );
  return { engine, movers, shapes };
}

/** The deepest overlap of each mover, moved by its push: by `hullstorm/pair`, among the colliders that it overlaps. */
function deepest({ engine, movers, shapes }: World, pushes?: Float64Array): number[] {
  const { scene } = engine;
  const home = movers.positions.slice();
  if (pushes) for (let k = 0; k < 4 * movers.count; k++) movers.positions[k] += pushes[k];
  const found = engine.overlapShapesSync(movers);
  const out = createPairDistance();
  const boxes = engine.scene.shapes;
  const depths = Array.from({ length: movers.count }, (_, k) => {
    let depth = 0;
    for (const id of found.read(k)) {
      const own = HALVES.subarray(3 * boxes[id]!, 3 * boxes[id]! + 3);
      distance(
        box(own[0]!, own[1]!, own[2]!),
        {
          position: scene.positions.subarray(4 * id, 4 * id + 3),
          rotation: scene.rotations.subarray(4 * id, 4 * id + 4),
        },
        shapes[k % 3]!,
        {
          position: movers.positions.subarray(4 * k, 4 * k + 3),
          rotation: movers.rotations.subarray(4 * k, 4 * k + 4),
        },
        out,
      );
      depth = Math.max(depth, -out.distance);
    }
    return depth;
  });
  movers.positions.set(home);
  return depths;
}

const HALVES = heapHalves();

const bytesOf = ({ count, pushes, status, planeCounts, planes, planeIds }: SeparateResults) => {
  const used = Array.from({ length: count }, (_, k) => [
    planes.subarray(64 * k, 64 * k + 4 * planeCounts[k]!).join(),
    planeIds.subarray(16 * k, 16 * k + planeCounts[k]!).join(),
  ]);
  return [pushes.subarray(0, 4 * count).join(), status.subarray(0, count).join(), used.join()].join();
};

describe.each(PORTABLE)('kernel %s', (kernel) => {
  test('movers sunk into the settled heap are free or stuck, and no push is too long (seed 7)', async () => {
    const it = await heap(kernel, 1);
    const before = deepest(it);
    const results = await it.engine.separate(it.movers);
    const pushes = results.pushes.slice(0, 4 * MOVERS);
    const after = deepest(it, pushes);
    const seen = [0, 0, 0, 0, 0];
    for (let k = 0; k < MOVERS; k++) {
      const status = results.status[k]!;
      seen[status]!++;
      const length = Math.hypot(...pushes.subarray(4 * k, 4 * k + 3));
      expect(length, `mover ${k}`).toBeLessThanOrEqual(2 * before[k]! + SKIN + 1e-5);
      if (status === Free) expect(length, `mover ${k}`).toBe(0);
      if (status === Free || status === Moved) expect(after[k], `mover ${k}`).toBeLessThan(2e-5);
      else expect(after[k], `mover ${k}`).toBeLessThan(before[k]! + 1e-5);
    }
    expect(seen[Moved]).toBeGreaterThan(MOVERS / 8);
    expect(seen[Stuck]).toBeGreaterThan(0);
    expect(seen[Unresolved]).toBeLessThan(0.02 * MOVERS);
    expect(seen[Invalid]).toBe(0);
    await it.engine.close();
  });
});

describe('rows', () => {
  let engine: Engine;
  let movers: ProbeList;
  let ball: number;
  let slab: number;
  beforeEach(async () => {
    engine = await createEngine({ workers: 0, capacity: { colliders: 16, pairs: 16, probes: 8 } });
    ball = engine.scene.addShape(sphere(0.5));
    slab = engine.scene.addShape(box(5, 0.5, 5));
    movers = engine.createProbeList(4);
  });
  afterEach(() => engine.close());

  /** Separates one ball at a place. */
  const ask = (place: number[], options?: SeparateOptions) => {
    movers.set(ball, place);
    return engine.separateSync(movers, options).read(0);
  };
  const near = (got: ArrayLike<number>, expected: number[], tolerance = 1e-6) => {
    for (const [c, value] of expected.entries()) expect(Math.abs(got[c]! - value)).toBeLessThan(tolerance);
  };
  const wall = (position: number[], rotation: number[]) => engine.scene.addCollider(slab, { position, rotation });
  const ALONG_Y = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

  test('a floor: out, and the skin away; then still', () => {
    const ground = engine.scene.addCollider(engine.scene.addShape(halfSpace()), { static: true });
    const depth = ask([3, 0.3, 0]);
    expect(depth.status).toBe(Moved);
    near(depth.push, [0, 0.2 + SKIN, 0]);
    expect(depth.planes.map(({ id }) => id)).toEqual([ground]);
    near(depth.planes[0]!.normal, [0, 1, 0]);
    near([depth.planes[0]!.distance], [SKIN]);
    expect(ask([3, 0.5 + SKIN, 0])).toMatchObject({ status: Free, push: Float64Array.of(0, 0, 0) });
    // nearer than the skin, but apart
    near(ask([3, 0.5001, 0]).push, [0, SKIN - 1e-4, 0]);
    near(ask([3, -20, 0], { skin: 0 }).push, [0, 20.5, 0], 1e-4);
    expect(ask([3, 9, 0])).toEqual({ status: Free, push: new Float64Array(3), planes: [] });
  });

  test('a corner of three walls: out of all of them at once', () => {
    const plane = engine.scene.addShape(halfSpace());
    engine.scene.addCollider(plane, { static: true });
    engine.scene.addCollider(plane, { static: true, rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] });
    engine.scene.addCollider(plane, { static: true, rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });
    const out = ask([0.4, 0.3, 0.45]);
    expect(out.status).toBe(Moved);
    near(out.push, [0.1 + SKIN, 0.2 + SKIN, 0.05 + SKIN]);
    expect(out.planes).toHaveLength(3);
  });

  test('a corridor of its own width is free; a narrower one leaves it in the middle, stuck', () => {
    wall([-1, 0, 0], ALONG_Y);
    const right = wall([1, 0, 0], ALONG_Y);
    expect(ask([0, 0, 0])).toMatchObject({ status: Free, push: new Float64Array(3) });
    engine.scene.positions[4 * right] = 0.8;
    const stuck = ask([0.05, 0, 0]);
    expect(stuck.status).toBe(Stuck);
    near(stuck.push, [-0.15, 0, 0], 1e-3);
    expect(stuck.planes).toHaveLength(2);
    near(
      stuck.planes.map((plane) => plane.distance),
      [-0.1, -0.1],
      1e-3,
    );
    engine.scene.positions[4 * right] = 1.1;
    const moved = ask([-0.3, 0, 0]);
    expect(moved.status).toBe(Moved);
    near(moved.push, [0.3 + SKIN, 0, 0]);
  });

  test('nothing is shot out of a wedge', () => {
    // two half-spaces whose solids meet at 6°: the way out is ten times the overlap
    const plane = engine.scene.addShape(halfSpace());
    const turn = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    engine.scene.addCollider(plane, { static: true, rotation: turn(Math.PI / 2 - 0.05) });
    engine.scene.addCollider(plane, { static: true, rotation: turn(-Math.PI / 2 + 0.05) });
    const deep = ask([0, 1, 0], { skin: 0 });
    const depth = 0.5 - Math.sin(0.05);
    expect(deep.status).toBe(Stuck);
    expect(Math.hypot(...deep.push)).toBeLessThan(2 * depth + 1e-6);
    // where the wedge is as wide as the ball, it is free
    expect(ask([0, 0.5 / Math.sin(0.05) + 0.1, 0], { skin: 0 }).status).toBe(Free);
  });

  test('the groups, the ignored collider, the limits', () => {
    const own = engine.scene.addCollider(ball, { membership: 4 });
    movers.set(ball, [0.1, 0, 0, 0.1, 0, 0, 0.1, 0, 0]);
    movers.ignored[1] = own;
    movers.masks[2] = 3;
    const results = engine.separateSync(movers);
    expect([...results.status.subarray(0, 3)]).toEqual([Moved, Free, Free]);
    near(results.pushes, [0.9 + SKIN, 0, 0, 0]);
    expect(ask([0.1, 0, 0], { mask: 3 }).status).toBe(Free);
    const short = ask([0.1, 0, 0], { maxPush: 0.5 });
    expect(short.status).toBe(Stuck);
    expect(Math.hypot(...short.push)).toBeLessThanOrEqual(0.5);
    expect(Math.hypot(...short.push)).toBeGreaterThan(0.45);
    expect(ask([0.1, 0, 0], { maxPush: 0 })).toMatchObject({ status: Stuck, push: new Float64Array(3) });
  });

  test('rows that are not valid, and none', () => {
    engine.scene.addCollider(ball);
    movers.set(ball, [Number.NaN, 0, 0, 0.1, 0, 0]);
    movers.shapes[2] = 77;
    movers.count = 3;
    const results = engine.separateSync(movers);
    expect([...results.status.subarray(0, 3)]).toEqual([Invalid, Moved, Invalid]);
    expect(results.pushes[0]).toBeNaN();
    expect(results.planeCounts[0]).toBe(0);
    movers.count = 0;
    expect(engine.separateSync(movers).count).toBe(0);
    expect(() => results.read(0)).toThrow(
      'separate.read: mover: expected an integer in a range that is empty now, got 0',
    );
  });

  test('bad input: a sentence', async () => {
    const bad: [unknown, unknown, string][] = [
      [undefined, undefined, 'movers: expected a probe list of this engine, got undefined'],
      [movers, { skin: -1 }, 'skin: expected a finite number ≥ 0 (m), got -1'],
      [movers, { rounds: 0 }, 'rounds: expected an integer in 1..64, got 0'],
      [movers, { maxPush: Number.NaN }, 'maxPush: expected a number ≥ 0 (m), got NaN'],
      [movers, { mask: 65_536 }, 'mask: expected an integer in 0..65535, got 65536'],
      [
        movers,
        { skins: 1 },
        'options: expected skin, rounds, maxPush, mask, got the unknown option `skins`; did you mean `skin`?',
      ],
    ];
    for (const [list, options, sentence] of bad) {
      const call = () => engine.separateSync(list as ProbeList, options as object);
      expect(call).toThrow(new QueryError(`engine.separateSync: ${sentence}`));
      await expect(engine.separate(list as ProbeList, options as object)).rejects.toThrow(
        new QueryError(`engine.separate: ${sentence}`),
      );
    }
    movers.set(ball, [0, 0, 0]);
    const running = engine.separate(movers);
    expect(() => movers.set(ball, [0, 0, 0])).toThrow('expected a list that no query is running on');
    await expect(engine.separate(engine.createProbeList(1))).rejects.toThrow(
      'engine.separate: expected results that no query is filling, got those of one that is running',
    );
    expect((await running).count).toBe(1);
  });
});

describe('the same bytes', () => {
  test.each(PORTABLE)('kernel %s: for every number of workers', async (kernel) => {
    const answers: string[] = [];
    for (const workers of [0, 1, 3]) {
      const it = await heap(kernel, workers);
      answers.push(bytesOf(it.engine.separateSync(it.movers)), bytesOf(await it.engine.separate(it.movers)));
      await it.engine.close();
    }
    expect(new Set(answers).size).toBe(1);
  });

  test('when a worker dies in the middle', async () => {
    const answers: string[] = [];
    for (const moment of ['none', 'claimed', 'computed', 'booked']) {
      let made = 0;
      const createWorker = () => {
        const isDoomed = made++ === 0 && moment !== 'none';
        return isDoomed ? new Worker(DYING, { workerData: { moment, block: 2, how: 'exit' } }) : new Worker(ENTRY);
      };
      const it = await heap('simd', 1, createWorker);
      const ask = async () => answers.push(bytesOf(await it.engine.separate(it.movers)));
      await (moment === 'none' ? ask() : askUntilReplaced(it.engine, ask));
      expect(it.engine.info.restarts).toBe(moment === 'none' ? 0 : 1);
      await it.engine.close();
    }
    expect(new Set(answers).size).toBe(1);
  });
});
