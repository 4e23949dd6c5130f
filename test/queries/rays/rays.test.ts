import {
  box,
  capsule,
  createEngine,
  type Engine,
  halfSpace,
  hull,
  QueryError,
  type RayList,
  RayStatus,
  sphere,
} from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CAPACITY = { shapes: 16, vertices: 256, colliders: 64, pairs: 16, rays: 256, rayHits: 12 };
const { Miss, Hit, StartsInside, Invalid } = RayStatus;

async function rejection(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.then(
    () => new Error('no error'),
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(QueryError);
  return (error as Error).message;
}

describe('what rays hit', () => {
  let engine: Engine;
  let rays: RayList;
  beforeAll(async () => {
    engine = await createEngine({ workers: 0, capacity: CAPACITY });
    const { scene } = engine;
    scene.addCollider(scene.addShape(box(1, 2, 3)), { position: [0, 0, 0], membership: 0b0001 });
    scene.addCollider(scene.addShape(sphere(1)), { position: [10, 0, 0], membership: 0b0010 });
    scene.addCollider(scene.addShape(capsule(1, 0.5)), { position: [20, 0, 0], membership: 0b0100 });
    scene.addCollider(scene.addShape(halfSpace()), { position: [0, -5, 0], static: true, membership: 0b1000 });
    scene.addCollider(scene.addShape(hull([-1, -1, -1, 1, -1, -1, 0, -1, 1, 0, 1, 0])), {
      position: [30, 0, 0],
      membership: 0b0001,
    });
    rays = engine.createRayList(64);
  });
  afterAll(() => engine.close());

  const cast = (rows: readonly (readonly number[])[], maxT?: number, options = {}) => {
    rays.set(
      rows.flatMap((row) => row.slice(0, 3)),
      rows.flatMap((row) => row.slice(3, 6)),
      maxT,
    );
    const hits = engine.castRaysSync(rays, options);
    return rows.map((_, k) => hits.read(k));
  };

  test('t counts in directions; the normal is that of the collider', () => {
    const [one, two, down, top, side] = cast([
      [-5, 0, 0, 1, 0, 0],
      [-5, 0, 0, 0.25, 0, 0],
      [3, 0, 0, 0, -2, 0],
      [10, 5, 0, 0, -1, 0],
      [20.25, 0, 5, 0, 0, -1],
    ]);
    expect(one).toMatchObject({ status: Hit, id: 0, t: 4, point: [-1, 0, 0], normal: [-1, 0, 0] });
    expect(one!.errorBound).toBeLessThan(1e-13);
    expect(two).toMatchObject({ status: Hit, id: 0, t: 16 });
    expect(down).toMatchObject({ status: Hit, id: 3, t: 2.5, point: [3, -5, 0], normal: [0, 1, 0] });
    expect(top).toMatchObject({ status: Hit, id: 1, t: 4, normal: [0, 1, 0] });
    expect(side!.id).toBe(2);
    expect(side!.t).toBeCloseTo(5 - Math.sqrt(0.25 - 0.0625), 14);
    expect(side!.normal[0]).toBeCloseTo(0.5, 6);
  });

  test('nothing, or nothing before maxT', () => {
    const miss = { status: Miss, id: -1, t: Infinity, normal: [0, 0, 0], errorBound: 0 };
    expect(cast([[0, 9, 0, 0, 1, 0]])[0]).toMatchObject({ ...miss, point: [Number.NaN, Number.NaN, Number.NaN] });
    const across = [-5, 0, 0, 1, 0, 0];
    expect(cast([across], 3.999)[0]).toMatchObject(miss);
    expect(cast([across], 4)[0]).toMatchObject({ status: Hit, t: 4 });
    expect(cast([across], 0)[0]).toMatchObject(miss);
  });

  test('rays that start inside, or on the surface', () => {
    const rows = [
      [0, 0, 0, 1, 0, 0],
      [1, 0, 0, 1, 0, 0],
      [10.5, 0, 0, 1, 0, 0],
      [20, 1.25, 0, 1, 0, 0],
      [5, -6, 0, 0, 1, 0],
      [30, 0, 0, 1, 0, 0],
    ];
    const ids = [0, 0, 1, 2, 3, 4];
    const hit = cast(rows);
    for (const [k, id] of ids.entries()) {
      expect(hit[k]).toMatchObject({ status: StartsInside, id, t: 0, normal: [0, 0, 0], errorBound: 0 });
    }
    const skipped = cast(rows, Infinity, { inside: 'skip' });
    expect(skipped.map(({ id }) => id)).toEqual([1, 1, 2, -1, -1, -1]);
    // maxT 0 asks whether the origin lies in a body
    expect(cast(rows, 0).map(({ status }) => status)).toEqual(rows.map(() => StartsInside));
  });

  test('through vertices, along edges and in face planes; along axes, with −0', () => {
    const rows = [
      [-5, 2, 3, 1, 0, 0],
      [-5, 2, 0, 1, -0, 0],
      [-5, -2, -3, 1, -0, -0],
      [-2, 3, 4, 1, -1, -1],
      [1, 9, 0, 0, -1, 0],
      [30, 9, 0, 0, -1, -0],
      [30, -1, 9, 0, 0, -1],
      [25, -1, -1, 1, 0, 0],
      [10, 9, 1, 0, -1, 0],
      [20.5, 9, 0, -0, -1, 0],
    ];
    // the last bits of t are those of the slack
    const found = cast(rows).map(({ id, t }) => [id, Number(t.toFixed(12))]);
    expect(found.slice(0, 8)).toEqual([
      [0, 4],
      [0, 4],
      [0, 4],
      [0, 1],
      [0, 7],
      [4, 8],
      [4, 8],
      [4, 4],
    ]);
    expect(found.slice(8).map(([id]) => id)).toEqual([1, 2]);
    // a hair beside
    expect(cast([[-5, 2 + 1e-9, 0, 1, 0, 0]])[0]!.status).toBe(Miss);
    expect(cast([[30, -1 - 1e-9, 9, 0, 0, -1]])[0]!.status).toBe(Miss);
  });

  test('groups of the query and of the ray, and one that is ignored', () => {
    rays.set([-5, 0, 0, -5, 0, 0, -5, 0, 0, -5, 0, 0], [1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
    const ids = (mask?: number) => [
      ...engine.castRaysSync(rays, mask === undefined ? {} : { mask }).ids.subarray(0, 4),
    ];
    expect(ids()).toEqual([0, 0, 0, 0]);
    rays.masks.set([0xffff, 0b0110, 0, 0xffff]);
    rays.ignored.set([-1, 1, -1, 0]);
    expect(ids()).toEqual([0, 2, -1, 1]);
    expect(ids(0b0100)).toEqual([2, 2, -1, 2]);
    // ids that do not exist are ignored by nothing
    rays.ignored.set([99, -7, 1e6, 2]);
    expect(ids(0b0100)).toEqual([2, 2, -1, -1]);
  });

  test('all hits, by t and then by id; any', () => {
    const row = [-5, 0, 0, 1, 0, 0];
    rays.set([...row.slice(0, 3), 0, 9, 0], [...row.slice(3), 0, 1, 0]);
    const all = engine.castRaysSync(rays, { hits: 'all' });
    expect([...all.starts.subarray(0, 3)]).toEqual([0, 4, 4]);
    expect([...all.ids.subarray(0, 4)]).toEqual([0, 1, 2, 4]);
    expect(all.read(0).map(({ t }) => t)).toEqual([4, 14, 24.5, 34.75]);
    expect(all.read(1)).toEqual([]);
    expect([...all.status.subarray(0, 2)]).toEqual([Hit, Miss]);
    const any = engine.castRaysSync(rays, { hits: 'any' });
    expect([...any.status.subarray(0, 2)]).toEqual([Hit, Miss]);
    expect([...any.ids.subarray(0, 2)]).toEqual([-1, -1]);
    // two bodies in one place
    const twin = engine.scene.addCollider(0, { position: [0, 0, 0], membership: 0b0001 });
    expect(
      engine
        .castRaysSync(rays, { hits: 'all' })
        .read(0)
        .map(({ id }) => id),
    ).toEqual([0, twin, 1, 2, 4]);
    expect(engine.castRaysSync(rays).ids[0]).toBe(0);
    engine.scene.removeCollider(twin);
  });

  test('rows with bad numbers are Invalid, and the others are answered', () => {
    const good = [-5, 0, 0, 1, 0, 0];
    const rows = [
      good,
      [Number.NaN, 0, 0, 1, 0, 0],
      [-5, Infinity, 0, 1, 0, 0],
      [-5, 0, 0, 0, 0, 0],
      [-5, 0, 0, -0, 0, -0],
      [-5, 0, 0, 1, Number.NaN, 0],
      [-5, 0, 0, -Infinity, 0, 0],
      [-5, 0, 0, 1e-300, 0, 0],
      [-5, 0, 0, 1e300, 0, 0],
      good,
    ];
    const found = cast(rows);
    expect(found.map(({ status }) => status)).toEqual([Hit, ...Array(6).fill(Invalid), Hit, Hit, Hit]);
    expect(found[7]!.t).toBeCloseTo(4e300, -290);
    expect(found[8]!.t).toBe(4 / 1e300);
    for (const maxT of [Number.NaN, -1]) expect(cast([good], maxT)[0]).toMatchObject({ status: Invalid, id: -1 });
    expect(engine.castRaysSync(rays, { hits: 'all' }).status[0]).toBe(Invalid);
  });

  test('colliders with an invalid pose are not hit', () => {
    const { positions } = engine.scene;
    positions[0] = Number.NaN;
    expect(cast([[-5, 0, 0, 1, 0, 0]])[0]!.id).toBe(1);
    positions[0] = 0;
    expect(cast([[-5, 0, 0, 1, 0, 0]])[0]!.id).toBe(0);
  });

  test('bodies that move, come, go, or change their shape between calls', () => {
    const { scene } = engine;
    const ray = [[-5, 0, 9, 1, 0, 0]];
    expect(cast(ray)[0]!.id).toBe(-1);
    const id = scene.addCollider(0, { position: [0, 0, 9] });
    expect(cast(ray)[0]).toMatchObject({ id, t: 4 });
    scene.positions[4 * id] = 1;
    expect(cast(ray)[0]).toMatchObject({ id, t: 5 });
    scene.rotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], 4 * id);
    expect(cast(ray)[0]!.t).toBeCloseTo(4, 6);
    scene.shapes[id] = 1;
    expect(cast(ray)[0]).toMatchObject({ id, t: 5 });
    scene.removeCollider(id);
    expect(cast(ray)[0]!.id).toBe(-1);
  });

  test('a scene that is restored, with other shapes at the same poses', async () => {
    const capacity = { ...CAPACITY, colliders: 4 };
    const [large, small] = await Promise.all([1, 2].map(() => createEngine({ workers: 0, capacity })));
    large!.scene.addCollider(large!.scene.addShape(box(2, 2, 2)));
    small!.scene.addCollider(small!.scene.addShape(box(1, 1, 1)));
    const list = small!.createRayList(1);
    list.set([-5, 0, 0], [1, 0, 0]);
    expect(small!.castRaysSync(list).read(0).t).toBe(4);
    small!.scene.restore(large!.scene.snapshot());
    expect(small!.castRaysSync(list).read(0).t).toBe(3);
    await Promise.all([large!.close(), small!.close()]);
  });

  test('written columns, several lists, and none at all', async () => {
    const other = engine.createRayList(2);
    other.origins.set([10, 9, 0, Infinity]);
    other.directions.set([0, -1, 0, 0]);
    other.count = 1;
    rays.set([-5, 0, 0], [1, 0, 0]);
    const [first, second] = await Promise.all([engine.castRays(rays), engine.castRays(other)]);
    expect([first.read(0).id, second.read(0).id]).toEqual([0, 1]);
    rays.set([], []);
    expect(engine.castRaysSync(rays).count).toBe(0);
    expect([...engine.castRaysSync(rays, { hits: 'all' }).starts.subarray(0, 1)]).toEqual([0]);
    // the results of the other list stay
    expect(second.read(0).t).toBe(8);
  });
});

describe('bad input', () => {
  let engine: Engine;
  let rays: RayList;
  beforeAll(async () => {
    engine = await createEngine({ workers: 1, capacity: { ...CAPACITY, rays: 8, rayHits: 5 } });
    engine.scene.addColliders(engine.scene.addShape(sphere(1)), 3);
    rays = engine.createRayList(4);
    rays.set([0, 5, 0], [0, -1, 0]);
  });
  afterAll(() => engine.close());

  test.each([
    [{ hits: 'nearest' }, "hits: expected 'closest', 'any' or 'all', got 'nearest'"],
    [{ inside: 'no' }, "inside: expected 'hit' or 'skip', got 'no'"],
    [{ mask: 1.5 }, 'mask: expected an integer in 0..65535, got 1.5'],
    [
      { hit: 'all' },
      'options: expected hits, inside, mask, sensors, got the unknown option `hit`; did you mean `hits`?',
    ],
    [null, 'options: expected an object, got null'],
  ])('options %j', async (options, sentence) => {
    expect(await rejection(engine.castRays(rays, options as object))).toBe(`engine.castRays: ${sentence}`);
    expect(() => engine.castRaysSync(rays, options as object)).toThrow(
      new QueryError(`engine.castRaysSync: ${sentence}`),
    );
  });

  test.each([
    [
      [
        [0, 0],
        [0, 0],
      ],
      'origins: expected x y z of each ray, got 2 numbers',
    ],
    [
      [
        [0, 0, 0],
        [0, 0],
      ],
      'directions: expected as many numbers as origins, 3, got 2',
    ],
    [
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, 2],
      ],
      'maxT: expected one number per ray, 1, got 2',
    ],
    [
      [new Array(15).fill(0), new Array(15).fill(1)],
      'rays: expected at most 4 (raise capacity.rays, or the capacity of this list), got 5',
    ],
    [
      [
        [0, 0, '0'],
        [1, 0, 0],
      ],
      "origins[2]: expected a number, got '0'",
    ],
  ])('rays.set %j', (given, sentence) => {
    expect(() => rays.set(...(given as [number[], number[]]))).toThrow(new QueryError(`rays.set: ${sentence}`));
    expect(rays.count).toBe(1);
  });

  test('capacities, lists of others, counts', async () => {
    expect(() => engine.createRayList(5)).toThrow(
      'engine.createRayList: capacity: expected at most 4 more rays (raise capacity.rays, which lists share), got 5',
    );
    expect(() => {
      rays.count = 5;
    }).toThrow('rays.count: expected an integer in 0..4, got 5');
    expect(() => engine.castRaysSync({} as RayList)).toThrow(
      'engine.castRaysSync: rays: expected a ray list, got an object',
    );
    const stranger = await createEngine({ workers: 0, capacity: { ...CAPACITY, rays: 1 } });
    const foreign = stranger.createRayList(1);
    expect(() => engine.castRaysSync(foreign)).toThrow(
      "engine.castRaysSync: rays: expected a ray list of this engine, got another engine's",
    );
    await stranger.close();
    expect(await rejection(stranger.castRays(foreign))).toBe(
      'engine.castRays: expected an open engine, got one that is closed',
    );
    expect(() => foreign.set([], [])).toThrow('rays.set: expected an open engine, got one that is closed');
    expect(() => stranger.createRayList(1)).toThrow('expected an open engine, got one that is closed');
  });

  test('more hits than fit: the results of before stay', async () => {
    const down = [0, 5, 0];
    rays.set(down, [0, -1, 0]);
    const all = await engine.castRays(rays, { hits: 'all' });
    rays.set([...down, ...down], [0, -1, 0, 0, -1, 0]);
    expect(await rejection(engine.castRays(rays, { hits: 'all' }))).toBe(
      'engine.castRays: hits: expected at most 5 (raise capacity.rayHits), got 6',
    );
    expect(all.read(0).map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(() => all.read(1)).toThrow('hits.read: ray: expected an integer in 0..0, got 1');
  });

  test('during a query', async () => {
    rays.set([0, 5, 0], [0, -1, 0]);
    const first = engine.castRays(rays);
    const busy = 'rays: expected a list that no query is running on, got one that is being queried';
    expect(() => rays.set([], [])).toThrow(`rays.set: ${busy}`);
    expect(() => {
      rays.count = 0;
    }).toThrow(`rays.count: ${busy}`);
    expect(await rejection(engine.castRays(rays))).toBe(`engine.castRays: ${busy}`);
    expect(() => engine.castRaysSync(rays)).toThrow('engine.castRaysSync: expected an engine at rest');
    expect((await first).read(0).t).toBe(4);
    const other = engine.createRayList(1);
    const all = engine.castRays(rays, { hits: 'all' });
    expect(await rejection(engine.castRays(other, { hits: 'all' }))).toBe(
      'engine.castRays: expected results that no query is filling, got those of one that is running',
    );
    expect((await all).count).toBe(1);
  });

  test('planar engines have no ray lists', async () => {
    const planar = await createEngine({ planar: true, workers: 0, capacity: CAPACITY });
    expect(() => planar.createRayList(1)).toThrow(
      'engine.createRayList: expected an engine in space, got a planar one (hullstorm/pair2d has castRay)',
    );
    await planar.close();
  });
});
