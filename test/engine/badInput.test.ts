import {
  box,
  capsule,
  createEngine,
  type Engine,
  hull,
  type PairList,
  QueryError,
  rounded,
  type Scene,
  type Shape,
  segment,
  sphere,
} from 'hullstorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageOf } from '../support/messageOf.ts';

const CAPACITY = { shapes: 4, vertices: 64, colliders: 6, pairs: 8 };
const TINY = 1e-46; // 0 as f32
const HUGE = 1e39; // Infinity as f32

/** A value as sentences say it. */
const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

/** The whole message, so that a test reads it as a user would. */

async function rejection(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.then(
    () => new Error('no error'),
    (cause: unknown) => cause,
  );
  return (error as Error).message;
}

/** All that bad input must not change. */
function stateOf({ scene, pairs }: Engine): unknown {
  return {
    bytes: Buffer.from(scene.snapshot()).toString('base64'),
    count: [scene.count, scene.rows, scene.shapeCount, pairs.count],
    ids: [...pairs.ids.subarray(0, 2 * pairs.count)],
  };
}

let engine: Engine;
let scene: Scene;
let crate: number;

beforeAll(async () => {
  engine = await createEngine({ workers: 1, capacity: CAPACITY });
  ({ scene } = engine);
  crate = scene.addShape(box(1, 1, 1));
  scene.addColliders(crate, 4);
  scene.removeCollider(2);
  engine.pairs.set([0, 1, 3, 1]);
});
afterAll(() => engine.close());

describe('shapes', () => {
  const shapes: [string, Shape, string][] = [
    ['NaN half extent', box(1, NaN, 1), '(box): halfExtents[1]: expected a number > 0 (m, f32), got NaN'],
    [
      'infinite half extent',
      box(1, 1, Infinity),
      '(box): halfExtents[2]: expected a number > 0 (m, f32), got Infinity',
    ],
    ['negative half extent', box(-1, 1, 1), '(box): halfExtents[0]: expected a number > 0 (m, f32), got -1'],
    ['zero half extent', box(1, 0, 1), '(box): halfExtents[1]: expected a number > 0 (m, f32), got 0'],
    [
      'half extent that rounds to 0',
      box(1, TINY, 1),
      '(box): halfExtents[1]: expected a number > 0 (m, f32), got 1e-46',
    ],
    ['half extent beyond f32', box(HUGE, 1, 1), '(box): halfExtents[0]: expected 1e18 m at most, got 1e+39'],
    [
      'point beyond the limit',
      hull([2e18, 0, 0]),
      '(hull): distance of a point from the local origin: expected 1e18 m at most, got 1999999968613499000',
    ],
    [
      'half extents that are missing',
      { kind: 'box', radius: 0 } as unknown as Shape,
      '(box): halfExtents: expected three numbers > 0 (m, f32), got undefined',
    ],
    [
      'half extent that is no number',
      box('1' as unknown as number, 1, 1),
      "(box): halfExtents[0]: expected a number > 0 (m, f32), got '1'",
    ],
    ['NaN radius', sphere(NaN), '(point): radius: expected a number ≥ 0 (m, f32), got NaN'],
    ['infinite radius', sphere(Infinity), '(point): radius: expected a number ≥ 0 (m, f32), got Infinity'],
    ['negative radius', sphere(-0.5), '(point): radius: expected a number ≥ 0 (m, f32), got -0.5'],
    ['radius beyond f32', rounded(box(1, 1, 1), HUGE), '(box): radius: expected 1e18 m at most, got 1e+39'],
    [
      'half extent beyond the limit',
      box(1, 2e18, 1),
      '(box): halfExtents[1]: expected 1e18 m at most, got 2000000000000000000',
    ],
    ['zero half height', capsule(0, 1), '(segment): halfHeight: expected a number > 0 (m, f32), got 0'],
    ['half height that rounds to 0', segment(TINY), '(segment): halfHeight: expected a number > 0 (m, f32), got 1e-46'],
    ['negative half height', capsule(-1, 1), '(segment): halfHeight: expected a number > 0 (m, f32), got -1'],
    ['NaN point', hull([0, 0, 0, 1, NaN, 0]), '(hull): points: expected at least one finite xyz triple, got NaN at 4'],
    [
      'infinite point',
      hull([0, 0, -Infinity]),
      '(hull): points: expected at least one finite xyz triple, got -Infinity at 2',
    ],
    ['point beyond f32', hull([HUGE, 0, 0]), '(hull): points: expected at least one finite xyz triple, got 1e+39 at 0'],
    ['no points', hull([]), '(hull): points: expected at least one finite xyz triple, got 0 numbers'],
    [
      'half a triple',
      hull([1, 2, 3, 4]),
      '(hull): points: expected xyz triples (a multiple of 3 numbers), got 4 numbers',
    ],
    [
      'points that are none',
      hull(undefined as unknown as number[]),
      '(hull): points: expected an array of xyz triples, got undefined',
    ],
    ['3 vertices at most', hull([0, 0, 0], { maxVertices: 3 }), '(hull): maxVertices: expected an integer ≥ 4, got 3'],
    [
      'NaN vertices at most',
      hull([0, 0, 0], { maxVertices: NaN }),
      '(hull): maxVertices: expected an integer ≥ 4, got NaN',
    ],
    [
      'a kind that is none',
      { kind: 'torus', radius: 1 } as unknown as Shape,
      ": shape: expected a shape made by a call of box(), hull() or the like, got kind 'torus'",
    ],
    [
      'null',
      null as unknown as Shape,
      ': shape: expected a shape made by a call of box(), hull() or the like, got null',
    ],
    ['an id', 3 as unknown as Shape, ': shape: expected a shape made by a call of box(), hull() or the like, got 3'],
  ];

  test.each(shapes)('%s', (_, shape, message) => {
    const before = stateOf(engine);
    expect(messageOf(() => scene.addShape(shape))).toBe(`scene.addShape${message}`);
    expect(stateOf(engine)).toEqual(before);
  });
});

describe('poses', () => {
  const identity = [0, 0, 0, 1];
  const poses: [string, number[], number[], string][] = [
    ['NaN position', [0, NaN, 0], identity, 'position[1]: expected a finite number, got NaN'],
    ['infinite position', [0, 0, Infinity], identity, 'position[2]: expected a finite number, got Infinity'],
    ['short position', [0, 0], identity, 'position: expected x y z, got 2 numbers'],
    ['NaN quaternion', [0, 0, 0], [0, 0, NaN, 1], 'rotation[2]: expected a finite number, got NaN'],
    ['infinite quaternion', [0, 0, 0], [0, 0, 0, -Infinity], 'rotation[3]: expected a finite number, got -Infinity'],
    ['zero quaternion', [0, 0, 0], [0, -0, 0, 0], 'rotation: expected a quaternion that is not zero, got 0,0,0,0'],
    ['short quaternion', [0, 0, 0], [0, 0, 1], 'rotation: expected a quaternion x y z w, got 3 numbers'],
  ];

  test.each(poses)('%s', (_, position, rotation, message) => {
    const before = stateOf(engine);
    expect(messageOf(() => scene.setPose(0, position, rotation))).toBe(`scene.setPose: ${message}`);
    expect(messageOf(() => scene.addCollider(crate, { position, rotation }))).toBe(`scene.addCollider: ${message}`);
    expect(stateOf(engine)).toEqual(before);
  });

  test.each([[1], [1e-3], [7], [1e-200], [1e200]])('a quaternion of length %d is made unit', (length) => {
    scene.setPose(1, [0, 0, 0], [0, 0.6 * length, 0, -0.8 * length]);
    expect([...scene.rotations.subarray(4, 8)]).toEqual([0, Math.fround(0.6), 0, Math.fround(-0.8)]);
  });
});

describe('ids', () => {
  test('of shapes', () => {
    for (const shape of [1, -1, 0.5, NaN, '0' as unknown as number]) {
      expect(messageOf(() => scene.addCollider(shape))).toBe(
        `scene.addCollider: shape: expected a shape id (0..0), got ${quoted(shape)}`,
      );
      expect(messageOf(() => scene.addColliders(shape, 1))).toBe(
        `scene.addColliders: shape: expected a shape id (0..0), got ${quoted(shape)}`,
      );
    }
    expect(messageOf(() => scene.addColliders(crate, 0))).toBe(
      'scene.addColliders: count: expected an integer in 1..4294967295, got 0',
    );
  });

  test('of colliders', () => {
    for (const id of [4, -1, 0.5, NaN, undefined as unknown as number]) {
      const sentence = `id: expected a collider id (0..3), got ${id}`;
      expect(messageOf(() => scene.removeCollider(id))).toBe(`scene.removeCollider: ${sentence}`);
      expect(messageOf(() => scene.setPose(id, [0, 0, 0], [0, 0, 0, 1]))).toBe(`scene.setPose: ${sentence}`);
      expect(messageOf(() => scene.setGroups(id, 1, 1))).toBe(`scene.setGroups: ${sentence}`);
      expect(messageOf(() => scene.setStatic(id, true))).toBe(`scene.setStatic: ${sentence}`);
    }
    const removed = 'id: expected a live collider, got 2, which was removed';
    expect(messageOf(() => scene.removeCollider(2))).toBe(`scene.removeCollider: ${removed}`);
    expect(messageOf(() => scene.setGroups(2, 1, 1))).toBe(`scene.setGroups: ${removed}`);
    expect(messageOf(() => scene.setStatic(2, true))).toBe(`scene.setStatic: ${removed}`);
  });

  test('in an empty scene', async () => {
    const empty = await createEngine({ workers: 0, capacity: CAPACITY });
    expect(messageOf(() => empty.scene.addCollider(0))).toBe(
      'scene.addCollider: shape: expected the id of a shape added before, got 0',
    );
    expect(messageOf(() => empty.scene.removeCollider(0))).toBe(
      'scene.removeCollider: id: expected the id of a collider added before, got 0',
    );
    expect(messageOf(() => empty.distanceSync().read(0))).not.toContain('..-1');
    await empty.close();
  });

  test('in pair lists', () => {
    const { pairs } = engine;
    const before = stateOf(engine);
    const set = (ids: ArrayLike<number>) => messageOf(() => pairs.set(ids));
    expect(set([0, 1, 0, 4])).toBe('pairs.set: ids[3]: expected a collider id (0..3), got 4');
    expect(set([0, -1])).toBe('pairs.set: ids[1]: expected a collider id (0..3), got -1');
    expect(set([0.5, 1])).toBe('pairs.set: ids[0]: expected a collider id (0..3), got 0.5');
    expect(set([0, 1, 2, 0])).toBe('pairs.set: ids[2]: expected a live collider, got 2, which was removed');
    expect(set([0, 3, 1, 1])).toBe('pairs.set: ids[2]: expected two different colliders, got (1, 1)');
    expect(set([0, 1, 3])).toBe('pairs.set: ids: expected two collider ids per pair, got 3 ids');
    expect(messageOf(() => pairs.resize(9))).toBe('pairs.resize: count: expected an integer in 0..8, got 9');
    expect(messageOf(() => pairs.resize(-1))).toBe('pairs.resize: count: expected an integer in 0..8, got -1');
    expect(messageOf(() => engine.distanceSync().read(2))).toBe(
      'results.read: row: expected an integer in 0..1, got 2',
    );
    expect(stateOf(engine)).toEqual(before);
  });

  test('written straight into the column are marked, not read', () => {
    const list = engine.createPairList(6);
    list.set([0, 1, 3, 0, 1, 3, 0, 3]);
    list.ids.set([0, 99, 0xffffffff, 1, 2, 3, 3, 3]);
    expect([...engine.distanceSync(list).status.subarray(0, 4)]).toEqual([4, 4, 4, 4]);
    expect([...engine.distanceSync(list).separation.subarray(0, 16)].every(Number.isNaN)).toBe(true);
    expect([...engine.intersectSync(list).status.subarray(0, 4)]).toEqual([4, 4, 4, 4]);
  });

  test('poses written straight into the columns are marked, and left out of findPairs', async () => {
    const own = await createEngine({ workers: 0, capacity: CAPACITY });
    own.scene.addColliders(own.scene.addShape(box(1, 1, 1)), 5);
    own.scene.positions[0] = NaN;
    own.scene.rotations.fill(0, 4, 8);
    own.scene.rotations[8] = Infinity;
    own.pairs.set([0, 1, 1, 2, 2, 3, 3, 4]);
    expect([...own.distanceSync().status.subarray(0, 4)]).toEqual([4, 4, 4, 1]);
    expect([...own.intersectSync().status.subarray(0, 4)]).toEqual([4, 4, 4, 1]);
    expect([...own.findPairsSync().ids.subarray(0, 2 * own.pairs.count)]).toEqual([3, 4]);
    expect(own.info.invalidColliders).toBe(3);
    await own.close();
  });
});

describe('more than the capacity', () => {
  test('shapes', async () => {
    const own = await createEngine({ workers: 0, capacity: CAPACITY });
    for (let k = 0; k < 4; k++) own.scene.addShape(sphere(1));
    const before = stateOf(own);
    expect(messageOf(() => own.scene.addShape(sphere(1)))).toBe(
      'scene.addShape: shapes: expected at most 4 (raise capacity.shapes), got 5',
    );
    expect(stateOf(own)).toEqual(before);
    await own.close();
  });

  test('vertices', async () => {
    const own = await createEngine({ workers: 0, capacity: CAPACITY });
    // a circle: every point is a corner
    const circle = (count: number) =>
      hull(
        Array.from({ length: count }, (_, k) => [
          Math.cos((2 * Math.PI * k) / count),
          0,
          Math.sin((2 * Math.PI * k) / count),
        ]).flat(),
      );
    own.scene.addShape(circle(40));
    const before = stateOf(own);
    expect(messageOf(() => own.scene.addShape(circle(25)))).toBe(
      "scene.addShape: vertices: expected at most 64 in all (raise capacity.vertices, or use hull's maxVertices), got 68",
    );
    expect(stateOf(own)).toEqual(before);
    own.scene.addShape(circle(24));
    await own.close();
  });

  test('colliders', async () => {
    const own = await createEngine({ workers: 0, capacity: CAPACITY });
    const shape = own.scene.addShape(sphere(1));
    own.scene.addColliders(shape, 5);
    own.scene.removeCollider(1);
    const before = stateOf(own);
    expect(messageOf(() => own.scene.addColliders(shape, 2))).toBe(
      'scene.addColliders: colliders: expected at most 6 (raise capacity.colliders), got 7',
    );
    expect(stateOf(own)).toEqual(before);
    own.scene.addCollider(shape);
    own.scene.addCollider(shape);
    const full = stateOf(own);
    expect(messageOf(() => own.scene.addCollider(shape))).toBe(
      'scene.addCollider: colliders: expected at most 6 (raise capacity.colliders), got 7',
    );
    expect(stateOf(own)).toEqual(full);
    await own.close();
  });

  test('pairs, by set and by findPairs', async () => {
    const own = await createEngine({ workers: 1, capacity: CAPACITY });
    own.scene.addColliders(own.scene.addShape(sphere(1)), 5);
    own.pairs.set([3, 4, 0, 1]);
    const before = stateOf(own);
    const sentence = 'pairs: expected at most 8 (raise capacity.pairs, or the capacity of this list), got';
    expect(messageOf(() => own.pairs.set(new Array(9).fill([0, 1]).flat()))).toBe(`pairs.set: ${sentence} 9`);
    expect(stateOf(own)).toEqual(before);
    expect(messageOf(() => own.findPairsSync())).toBe(`engine.findPairsSync: ${sentence} 10`);
    expect(await rejection(own.findPairs())).toBe(`engine.findPairs: ${sentence} 10`);
    expect(stateOf(own)).toEqual(before);
    // the list is not left locked
    own.pairs.set([1, 2]);
    expect((await own.distance()).status[0]).toBe(1);
    await own.close();
  });

  test('a million pairs where there is room for eight: counted, not stored', async () => {
    const own = await createEngine({ workers: 0, capacity: { ...CAPACITY, colliders: 1500 } });
    own.scene.addColliders(own.scene.addShape(sphere(1)), 1500);
    const { arrayBuffers } = process.memoryUsage();
    expect(messageOf(() => own.findPairsSync())).toBe(
      `engine.findPairsSync: pairs: expected at most 8 (raise capacity.pairs, or the capacity of this list), got ${750 * 1499}`,
    );
    expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(2 ** 20);
    await own.close();
  });

  test('lists', async () => {
    const own = await createEngine({ workers: 0, capacity: { ...CAPACITY, pairs: 100 } });
    own.createPairList(60);
    const message = messageOf(() => own.createPairList(100));
    expect(message).toMatch(
      /^engine\.createPairList: capacity: expected at most \d+ more pairs \(raise capacity\.pairs, which lists share\), got 100$/,
    );
    // what the sentence names is what fits
    const room = Number(/at most (\d+)/.exec(message)![1]);
    expect(messageOf(() => own.createPairList(room + 1))).toMatch(/^engine\.createPairList/);
    if (room > 0) own.createPairList(room);
    for (const capacity of [0, -1, 1.5, NaN]) {
      expect(messageOf(() => own.createPairList(capacity))).toBe(
        `engine.createPairList: capacity: expected an integer in 1..2147483647, got ${capacity}`,
      );
    }
    await own.close();
  });

  test('rows of writeInstances', () => {
    expect(messageOf(() => scene.writeInstances(new Float32Array(31)))).toBe(
      'scene.writeInstances: out: expected at least 32 numbers (8 per row), got 31',
    );
    expect(messageOf(() => scene.writeInstances(new Float32Array(32), [0, NaN, 0]))).toBe(
      'scene.writeInstances: origin[1]: expected a finite number, got NaN',
    );
    expect(messageOf(() => scene.writeInstances(new Float32Array(32), [0, 0]))).toBe(
      'scene.writeInstances: origin: expected x y z, got 2 numbers',
    );
  });
});

describe('query options', () => {
  test.each([-1, NaN, -Infinity, '1' as unknown as number])('maxDistance %s', async (maxDistance) => {
    const sentence = `maxDistance: expected a number ≥ 0 (m), got ${quoted(maxDistance)}`;
    expect(messageOf(() => engine.distanceSync(engine.pairs, { maxDistance }))).toBe(
      `engine.distanceSync: ${sentence}`,
    );
    expect(await rejection(engine.distance(engine.pairs, { maxDistance }))).toBe(`engine.distance: ${sentence}`);
  });

  test.each([-1, NaN, Infinity, '1' as unknown as number])('margin %s', async (margin) => {
    const sentence = `margin: expected a finite number ≥ 0 (m), got ${quoted(margin)}`;
    expect(messageOf(() => engine.findPairsSync({ margin }))).toBe(`engine.findPairsSync: ${sentence}`);
    expect(await rejection(engine.findPairs({ margin }))).toBe(`engine.findPairs: ${sentence}`);
  });

  test('depth', () => {
    const depth = 1 as unknown as boolean;
    expect(messageOf(() => engine.distanceSync(engine.pairs, { depth }))).toBe(
      'engine.distanceSync: depth: expected true or false, got 1',
    );
  });

  test('a list of another engine, and no list', async () => {
    const other = await createEngine({ workers: 0, capacity: CAPACITY });
    const sentence = "pairs: expected a pair list of this engine, got another engine's";
    expect(messageOf(() => engine.distanceSync(other.pairs))).toBe(`engine.distanceSync: ${sentence}`);
    expect(messageOf(() => engine.intersectSync(other.pairs))).toBe(`engine.intersectSync: ${sentence}`);
    expect(await rejection(engine.distance(other.pairs))).toBe(`engine.distance: ${sentence}`);
    expect(await rejection(engine.intersect(other.pairs))).toBe(`engine.intersect: ${sentence}`);
    expect(await rejection(engine.intersect([0, 1] as unknown as PairList))).toBe(
      'engine.intersect: pairs: expected a pair list of this engine, got an array of 2',
    );
    await other.close();
  });
});

describe('while a query runs', () => {
  test('on the same list: queries and changes fail, and disturb nothing', async () => {
    const running = engine.distance();
    const busy = 'pairs: expected a list that no query is running on, got one that is being queried';
    const rest = 'expected an engine at rest, got one that is running a query (await it first)';
    expect(await rejection(engine.distance())).toBe(`engine.distance: ${busy}`);
    const again = engine.distance();
    expect(messageOf(() => engine.pairs.set([0, 1]))).toMatch(/^(pairs\.set: pairs: expected a list|no error)/);
    await again.catch(() => {});
    await running;

    const first = engine.distance();
    const messages = [
      messageOf(() => engine.pairs.set([0, 1])),
      messageOf(() => engine.pairs.resize(1)),
      messageOf(() => engine.distanceSync()),
      messageOf(() => engine.intersectSync()),
      messageOf(() => engine.findPairsSync()),
      messageOf(() => scene.addShape(sphere(1))),
      messageOf(() => scene.addCollider(crate)),
      messageOf(() => scene.addColliders(crate, 1)),
      messageOf(() => scene.removeCollider(0)),
      messageOf(() => scene.setPose(0, [0, 0, 0], [0, 0, 0, 1])),
      messageOf(() => scene.setGroups(0, 1, 1)),
      messageOf(() => scene.setStatic(0, true)),
      messageOf(() => scene.snapshot()),
      messageOf(() => scene.restore(new Uint8Array(4))),
    ];
    const rejected = [engine.intersect(), engine.findPairs()].map(rejection);
    expect(messages).toEqual([
      `pairs.set: ${busy}`,
      `pairs.resize: ${busy}`,
      `engine.distanceSync: ${rest}`,
      `engine.intersectSync: ${rest}`,
      `engine.findPairsSync: ${rest}`,
      `scene.addShape: ${rest}`,
      `scene.addCollider: ${rest}`,
      `scene.addColliders: ${rest}`,
      `scene.removeCollider: ${rest}`,
      `scene.setPose: ${rest}`,
      `scene.setGroups: ${rest}`,
      `scene.setStatic: ${rest}`,
      `scene.snapshot: ${rest}`,
      `scene.restore: ${rest}`,
    ]);
    expect(await Promise.all(rejected)).toEqual([`engine.intersect: ${busy}`, `engine.findPairs: ${busy}`]);
    expect((await first).count).toBe(2);
    // and it is over: nothing is left locked
    engine.pairs.set([0, 1, 3, 1]);
    expect(engine.distanceSync().count).toBe(2);
  });

  test('findPairs keeps its list from being queried until it is done', async () => {
    const own = await createEngine({ workers: 1, capacity: CAPACITY });
    own.scene.addColliders(own.scene.addShape(sphere(1)), 3);
    const other = own.createPairList(4);
    other.set([0, 1]);
    const first = own.distance(other);
    const finding = own.findPairs();
    expect(await rejection(own.distance())).toMatch(/^engine\.distance: pairs: expected a list that no query/);
    await first;
    expect((await finding).count).toBe(3);
    expect((await own.distance()).count).toBe(3);
    await own.close();
  });

  test('reading the scene is fine', async () => {
    const running = engine.distance();
    expect(scene.writeInstances(new Float32Array(32))).toBe(4);
    expect([scene.count, scene.rows, scene.shapeCount]).toEqual([3, 4, 1]);
    await running;
  });
});

test('after close, everything but close fails', async () => {
  const own = await createEngine({ workers: 1, capacity: CAPACITY });
  own.scene.addColliders(own.scene.addShape(sphere(1)), 3);
  const snapshot = own.scene.snapshot();
  const list = own.createPairList(4);
  await own.close();
  const closed = 'expected an open engine, got one that is closed';
  const calls: [string, () => unknown][] = [
    ['engine.createPairList', () => own.createPairList(1)],
    ['engine.findPairsSync', () => own.findPairsSync()],
    ['engine.intersectSync', () => own.intersectSync()],
    ['engine.distanceSync', () => own.distanceSync(list)],
    ['scene.addShape', () => own.scene.addShape(sphere(1))],
    ['scene.addCollider', () => own.scene.addCollider(0)],
    ['scene.addColliders', () => own.scene.addColliders(0, 1)],
    ['scene.removeCollider', () => own.scene.removeCollider(0)],
    ['scene.setPose', () => own.scene.setPose(0, [0, 0, 0], [0, 0, 0, 1])],
    ['scene.setGroups', () => own.scene.setGroups(0, 1, 1)],
    ['scene.setStatic', () => own.scene.setStatic(0, true)],
    ['scene.writeInstances', () => own.scene.writeInstances(new Float32Array(24))],
    ['scene.snapshot', () => own.scene.snapshot()],
    ['scene.restore', () => own.scene.restore(snapshot)],
    ['pairs.set', () => own.pairs.set([0, 1])],
    ['pairs.set', () => list.set([])],
    ['pairs.resize', () => own.pairs.resize(0)],
  ];
  for (const [where, call] of calls) expect(messageOf(call)).toBe(`${where}: ${closed}`);
  expect(await rejection(own.findPairs())).toBe(`engine.findPairs: ${closed}`);
  expect(await rejection(own.intersect())).toBe(`engine.intersect: ${closed}`);
  expect(await rejection(own.distance(list))).toBe(`engine.distance: ${closed}`);
  await own.close();
});

describe('createEngine', () => {
  const bad: [string, object, string][] = [
    ['workers −1', { workers: -1 }, 'workers: expected an integer in 0..255, got -1'],
    ['workers 1.5', { workers: 1.5 }, 'workers: expected an integer in 0..255, got 1.5'],
    ['workers "auto"', { workers: 'auto' }, "workers: expected an integer in 0..255, got 'auto'"],
    ['workers 256', { workers: 256 }, 'workers: expected an integer in 0..255, got 256'],
    ['kernel webgpu', { kernel: 'webgpu' }, "kernel: expected 'auto', 'scalar', 'simd', 'relaxed', got 'webgpu'"],
    ['kernel fast', { kernel: 'fast' }, "kernel: expected 'auto', 'scalar', 'simd', 'relaxed', got 'fast'"],
    [
      'createWorker',
      { createWorker: 'worker.js' },
      "createWorker: expected a function that returns a worker, got 'worker.js'",
    ],
    [
      'workerPort',
      { workerPort: new MessageChannel().port1 },
      'workerPort: expected none in Node, where threads make workers, got an instance of MessagePort',
    ],
    [
      'an unknown capacity',
      { capacity: { beams: 9 } },
      'capacity: expected shapes, vertices, parts, colliders, meshTriangles, meshVertices, heights, compoundParts, pairs, polytopes, probes, rays, rayHits, casts, points, contacts, neighbors, volumes, overlaps, passBytes, got the unknown option `beams`',
    ],
    ['capacity 0', { capacity: { pairs: 0 } }, 'capacity.pairs: expected an integer in 1..2147483647, got 0'],
    ['capacity −4', { capacity: { shapes: -4 } }, 'capacity.shapes: expected an integer in 1..2147483647, got -4'],
    [
      'capacity 2.5',
      { capacity: { vertices: 2.5 } },
      'capacity.vertices: expected an integer in 1..2147483647, got 2.5',
    ],
    [
      'capacity NaN',
      { capacity: { colliders: NaN } },
      'capacity.colliders: expected an integer in 1..2147483647, got NaN',
    ],
    [
      'too much of it',
      { capacity: { pairs: 1e8 } },
      'capacity: expected tables of at most 4 GiB together, got 26.4 GiB',
    ],
    ['blockPairs 0', { tuning: { blockPairs: 0 } }, 'tuning.blockPairs: expected an integer in 1..1048576, got 0'],
    ['shareFrom −1', { tuning: { shareFrom: -1 } }, 'tuning.shareFrom: expected an integer in 0..2147483647, got -1'],
  ];
  test.each(bad)('%s', async (_, options, message) => {
    const creation = createEngine(options);
    await expect(creation).rejects.toThrow(QueryError);
    expect(await rejection(creation)).toBe(`createEngine: ${message}`);
  });
});

test.each([NaN, -1, Infinity, '1' as unknown as number])(
  'rounded(shape, %s) is refused where it is written',
  (radius) => {
    expect(() => rounded(sphere(2), radius)).toThrow(
      `rounded: radius: expected a number ≥ 0 (m), got ${quoted(radius)}`,
    );
  },
);
