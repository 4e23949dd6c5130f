/** Many shapes at once: the same bytes as one by one, by any number of workers, all of them or none. */
import { Worker } from 'node:worker_threads';
import {
  box,
  capsule,
  compound,
  createEngine,
  type Engine,
  type EngineCapacity,
  hull,
  mesh,
  point,
  rounded,
  type Shape,
  sphere,
} from 'hullstorm';
import { describe, expect, test, vi } from 'vitest';
import { square } from '../../scenes/surfaces.ts';
import { seeded } from '../support/random.ts';

const ROOM: Partial<EngineCapacity> = { shapes: 300, vertices: 4000, colliders: 16, pairs: 64 };
const SEED = 0x5a4e;
const ENTRY = new URL(import.meta.resolve('hullstorm/worker'));
const DYING = new URL('../support/dyingWorker.mjs', import.meta.url);
/** Until a worker has been replaced (ms). */
const PATIENCE = 20_000;

/** Hulls of all kinds, flat ones and those that are simplified among them, with other shapes between them. */
function mixedShapes(count: number): Shape[] {
  const random = seeded(SEED);
  const cloud = (points: number) => Float64Array.from({ length: 3 * points }, () => 2 * random() - 1);
  return Array.from({ length: count }, (_, k): Shape => {
    const points = cloud(4 + Math.floor(60 * random()));
    if (k % 10 === 1) return box(1, 2, 3 + k);
    if (k % 10 === 2) return k % 20 === 2 ? capsule(1, 0.5 + k) : sphere(1 + k);
    if (k % 10 === 3) return hull(Array.from(points), { maxVertices: 8 });
    if (k % 10 === 4) return hull(points.map((value, at) => (at % 3 === 1 ? -0 : value)));
    if (k % 10 === 5) return rounded(hull(new Float32Array(points)), 0.25);
    return k % 10 === 6 ? hull([0, k, 1]) : hull(points);
  });
}

/** Points on a sphere: all of them are vertices. */
function spiral(count: number): number[] {
  return Array.from({ length: count }, (_, k) => {
    const z = (2 * k + 1) / count - 1;
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(2.4 * k), r * Math.sin(2.4 * k), z];
  }).flat();
}

const engineOf = (workers: number, createWorker?: () => Worker, capacity = ROOM): Promise<Engine> =>
  createEngine({ workers, capacity, ...(createWorker ? { createWorker } : {}) });

async function oneByOne(shapes: readonly Shape[], capacity = ROOM): Promise<Uint8Array> {
  const engine = await engineOf(0, undefined, capacity);
  for (const shape of shapes) engine.scene.addShape(shape);
  const bytes = engine.scene.snapshot();
  await engine.close();
  return bytes;
}

/** `toEqual` takes seconds for bytes by the hundred thousand. */
function expectSame(got: Uint8Array, want: Uint8Array): void {
  expect(got.length).toBe(want.length);
  expect(
    got.findIndex((byte, k) => byte !== want[k]),
    'first byte that differs',
  ).toBe(-1);
}

describe('the same as one by one', () => {
  test.each([0, 1, 2, 3])('addShapes, %i workers', async (workers) => {
    const engine = await engineOf(workers);
    const shapes = mixedShapes(80);
    expect(engine.scene.addShape(point())).toBe(0);
    const ids = await engine.scene.addShapes(shapes);
    expect(ids).toEqual(Array.from({ length: 80 }, (_, k) => k + 1));
    expect(await engine.scene.addShapes([])).toEqual([]);
    expectSame(engine.scene.snapshot(), await oneByOne([point(), ...shapes]));
    await engine.close();
  });

  test('addShapesSync', async () => {
    const engine = await engineOf(1);
    const shapes = mixedShapes(40);
    expect(engine.scene.addShapesSync(shapes)).toEqual(Array.from({ length: 40 }, (_, k) => k));
    expect(engine.scene.addShapesSync([])).toEqual([]);
    expectSame(engine.scene.snapshot(), await oneByOne(shapes));
    await engine.close();
  });

  test('direction cells are left out where the pool is full, as they are one by one', async () => {
    const random = seeded(SEED);
    // 12 vertices each: 128 cells need more words than 12 rows of the pool have
    const shapes = Array.from({ length: 20 }, () => {
      const points = Array.from({ length: 12 }, () => [random() - 0.5, random() - 0.5, random() - 0.5]);
      return hull(points.flatMap((p) => p.map((c) => c / Math.hypot(...p))));
    });
    const tight = { ...ROOM, vertices: 240 };
    const engine = await engineOf(2, undefined, tight);
    await engine.scene.addShapes(shapes);
    expectSame(engine.scene.snapshot(), await oneByOne(shapes, tight));
    await engine.close();
  });

  test('arrays may change as soon as the call has returned', async () => {
    const points = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const shapes = [hull(points), hull(points)];
    const want = await oneByOne(shapes);
    const engine = await engineOf(1);
    const answer = engine.scene.addShapes(shapes);
    points.fill(7);
    shapes.length = 0;
    await answer;
    expectSame(engine.scene.snapshot(), want);
    await engine.close();
  });
});

describe('meshes', () => {
  const meshes = (): Shape[] => [12, 3, 20, 7].map((cells) => mesh(square(cells, 1, (x, z) => Math.sin(x * z))));
  const room = { ...ROOM, meshTriangles: 2000, compoundParts: 8 };
  const mixed = () => [...meshes(), box(1, 1, 1), compound([sphere(1)]), ...mixedShapes(20)];

  test.each([0, 1, 3])('%i workers bake the same', async (workers) => {
    const engine = await engineOf(workers, undefined, room);
    expect(await engine.scene.addShapes(mixed())).toEqual(Array.from({ length: 26 }, (_, k) => k));
    expectSame(engine.scene.snapshot(), await oneByOne(mixed(), room));
    await engine.close();
  });

  test('one that no thread can bake: the error says which, and no shape is added', async () => {
    for (const workers of [0, 2]) {
      const engine = await engineOf(workers, undefined, room);
      const list = [...meshes(), mesh({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0] })];
      await expect(engine.scene.addShapes(list)).rejects.toThrow(
        'scene.addShapes: shapes[4](mesh): indices: expected a triangle with an area (after welding), got 1 degenerate one',
      );
      expect(engine.scene.shapeCount).toBe(0);
      await engine.close();
    }
  });

  test.each(['exit', 'throw'])('a worker that dies (%s) while it bakes: the same bytes', async (how) => {
    // its third addition is the claim of a mesh: there is no hull
    const dying = () => new Worker(DYING, { workerData: { moment: 'booked', block: 3, how } });
    const engine = await engineOf(1, dying, room);
    await engine.scene.addShapes(meshes());
    expectSame(engine.scene.snapshot(), await oneByOne(meshes(), room));
    await engine.close();
  });
});

describe('among other calls', () => {
  test('two calls and a query at once run in order; the scene is not to be changed meanwhile', async () => {
    const engine = await engineOf(2);
    const { scene } = engine;
    const shapes = mixedShapes(60);
    scene.addCollider(scene.addShape(sphere(1)));
    const answers = [
      scene.addShapes(shapes.slice(0, 30)),
      engine.findPairs(),
      scene.addShapes(shapes.slice(30)),
    ] as const;
    expect(() => scene.addShape(point())).toThrow(
      'scene.addShape: expected an engine at rest, got one that is running a query (await it first)',
    );
    expect(() => scene.addShapesSync([point()])).toThrow('scene.addShapesSync: expected an engine at rest');
    const [first, , second] = await Promise.all(answers);
    expect([...first, ...second]).toEqual(shapes.map((_, k) => k + 1));
    expect(scene.snapshot().length).toBeGreaterThan(0);
    // workers serve queries again
    scene.addColliders(0, 10);
    expect((await engine.findPairs()).count).toBe(55);
    expect((await engine.distance()).status).toBeDefined();
    await engine.close();
  });

  test('close waits for it; after close both fail', async () => {
    const engine = await engineOf(1);
    const answer = engine.scene.addShapes(mixedShapes(20));
    const closing = engine.close();
    expect(await answer).toHaveLength(20);
    await closing;
    await expect(engine.scene.addShapes([point()])).rejects.toThrow(
      'scene.addShapes: expected an open engine, got one that is closed',
    );
    expect(() => engine.scene.addShapesSync([point()])).toThrow('scene.addShapesSync: expected an open engine');
  });
});

describe('all or nothing', () => {
  const good = hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const bad: [string, unknown, string][] = [
    ['no list', 3, ': shapes: expected an array of shapes, got 3'],
    ['a hole', [good, undefined], ': shapes[1]: shape: expected a shape made by'],
    [
      'a bad number',
      [good, good, box(1, 1, -1)],
      ': shapes[2](box): halfExtents[2]: expected a number > 0 (m, f32), got -1',
    ],
    ['a bad point', [good, hull([0, 0, Number.NaN])], ': shapes[1](hull)'],
    ['no points', [good, hull([])], 'expected at least one finite xyz triple, got 0 numbers'],
    [
      'a bad maxVertices',
      [hull([0, 0, 0], { maxVertices: 3 })],
      ': shapes[0](hull): maxVertices: expected an integer ≥ 4, got 3',
    ],
    [
      'too far out, seen when it is built',
      [good, hull([1e19, 0, 0])],
      ': shapes[1](hull): distance of a point from the local origin',
    ],
    [
      'too many shapes',
      new Array(301).fill(sphere(1)),
      ': shapes: expected at most 299 more (raise capacity.shapes), got 301',
    ],
    [
      'too many vertices',
      new Array(27).fill(hull(spiral(150))),
      ': vertices: expected at most 4000 in all (raise capacity.vertices',
    ],
  ];
  test.each(bad)('%s: the error says which, and no shape is added', async (_, list, message) => {
    for (const workers of [0, 2]) {
      const engine = await engineOf(workers);
      const { scene } = engine;
      scene.addShape(good);
      const before = scene.snapshot();
      const shapes = list as Shape[];
      await expect(scene.addShapes(shapes)).rejects.toThrow('scene.addShapes');
      await expect(scene.addShapes(shapes)).rejects.toThrow(message);
      expect(() => scene.addShapesSync(shapes)).toThrow('scene.addShapesSync');
      expect(() => scene.addShapesSync(shapes)).toThrow(message);
      expectSame(scene.snapshot(), before);
      expect(await scene.addShapes([good])).toEqual([1]);
      await engine.close();
    }
  });
});

/** A calling thread that never claims a hull: `act` finds all the work done by workers. */
async function leftToWorkers<R>(act: () => Promise<R>): Promise<R> {
  const { add } = Atomics;
  Atomics.add = ((words: Int32Array, at: number, value: number) =>
    words.length === 3 ? 1e9 : add(words, at, value)) as typeof add;
  try {
    return await act();
  } finally {
    Atomics.add = add;
  }
}

describe('the calling thread', () => {
  /** Calls `act` with a clock that is 10 ms later at every look. @returns tasks of the event loop that ran until each call of `note` */
  async function tasksUntil(act: (note: () => void) => Promise<unknown>): Promise<number[]> {
    const notes: number[] = [];
    let tasks = 0;
    let over = false;
    const other = () => {
      tasks++;
      if (!over) setImmediate(other);
    };
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    try {
      setImmediate(other);
      await act(() => notes.push(tasks));
    } finally {
      over = true;
      clock.mockRestore();
    }
    return notes;
  }

  test('lets other tasks run between its slices where there are no workers', async () => {
    const engine = await engineOf(0);
    const [last] = await tasksUntil(async (note) => {
      await engine.scene.addShapes(mixedShapes(80));
      note();
    });
    // 64 of 80 are hulls, each of them a slice
    expect(last).toBeGreaterThan(60);
    await engine.close();
  });

  test('builds what workers do not claim, in slices', async () => {
    const engine = await engineOf(
      1,
      () => new Worker(DYING, { workerData: { moment: 'booked', block: 1, how: 'exit' } }),
    );
    const shapes = mixedShapes(40);
    const { add } = Atomics;
    const claims = await tasksUntil(async (note) => {
      Atomics.add = ((words: Int32Array, at: number, value: number) => {
        if (words.length === 3 && at === 0) note();
        return add(words, at, value);
      }) as typeof add;
      await engine.scene.addShapes(shapes).finally(() => {
        Atomics.add = add;
      });
    });
    // workers build hulls of 32 points and more; the last claim finds none left
    const large = shapes.filter((shape) => shape.kind === 'hull' && shape.points.length >= 96);
    expect(claims).toHaveLength(large.length + 1);
    expect(new Set(claims).size, 'claims in tasks of their own').toBe(claims.length);
    expectSame(engine.scene.snapshot(), await oneByOne(shapes));
    await engine.close();
  });
});

describe('workers', () => {
  test('build, each of them: what they build is not built by the calling thread', async () => {
    const engine = await engineOf(2);
    const shapes = mixedShapes(40);
    const want = await oneByOne(shapes);
    // a parallelogram on a slanted plane needs whole numbers: none on the calling thread
    const points = [0, 0, 0, 1000003, 0, 333331, 0, 1000033, 777777, 1000003, 1000033, 1111108, 100, 200, 5e6];
    // seven times, because the calling thread builds small hulls itself
    const flat = hull(Array.from({ length: 7 }, () => points).flat());
    let calls = 0;
    const { BigInt: real } = globalThis;
    globalThis.BigInt = Object.assign((value: number) => {
      calls++;
      return real(value);
    }, real) as BigIntConstructor;
    try {
      await leftToWorkers(() => engine.scene.addShapes([flat]));
      expect(calls).toBe(0);
      engine.scene.addShape(flat);
      expect(calls).toBeGreaterThan(0);
    } finally {
      globalThis.BigInt = real;
    }
    const other = await engineOf(2);
    await leftToWorkers(() => other.scene.addShapes(shapes));
    expectSame(other.scene.snapshot(), want);
    await Promise.all([engine.close(), other.close()]);
  });

  test.each(['exit', 'throw'])(
    'one that dies (%s) while it builds: the same bytes, and it is replaced',
    async (how) => {
      for (const workers of [1, 3]) {
        let made = 0;
        const engine = await engineOf(workers, () =>
          made++ === 0 ? new Worker(DYING, { workerData: { moment: 'booked', block: 3, how } }) : new Worker(ENTRY),
        );
        const shapes = mixedShapes(40);
        await leftToWorkers(() => engine.scene.addShapes(shapes));
        expectSame(engine.scene.snapshot(), await oneByOne(shapes));
        const end = performance.now() + PATIENCE;
        while (engine.info.restarts === 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 10));
        expect(await engine.scene.addShapes(shapes)).toHaveLength(40);
        expect(engine.info.restarts).toBe(1);
        await engine.close();
      }
    },
  );
});
