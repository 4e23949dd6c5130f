/** Sensors: options, columns, pairs and snapshots. What searches see of sensors: test/queries. */
import { box, createEngine, type Engine, sphere } from 'hullstorm';
import { box2 } from 'hullstorm/pair2d';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signed } from '../support/signed.ts';

const CAPACITY = { shapes: 8, vertices: 64, colliders: 16, pairs: 200 };
const BEFORE_SENSORS = [2, 3, 4];

let engine: Engine;
let ball: number;
beforeEach(async () => {
  engine = await createEngine({ workers: 0, capacity: CAPACITY });
  ball = engine.scene.addShape(sphere(1));
});
afterEach(() => engine.close());

describe('options and columns', () => {
  test('sensors: false, as given, written, and 0 after a removal', () => {
    const { scene } = engine;
    for (const options of [{}, { sensor: true }, { sensor: false }]) scene.addCollider(ball, options);
    expect([...scene.sensors.subarray(0, 3)]).toEqual([0, 1, 0]);
    scene.removeCollider(1);
    expect(scene.sensors[1]).toBe(0);
    const first = scene.addColliders(ball, 2);
    expect([...scene.sensors.subarray(first, first + 2)]).toEqual([0, 0]);
  });

  test('sensor: anything but true and false is refused', () => {
    const add = () => engine.scene.addCollider(ball, { sensor: 1 as unknown as boolean });
    expect(add).toThrow('scene.addCollider: sensor: expected true or false, got 1');
    expect(engine.scene.count).toBe(0);
  });
});

/** All kinds of colliders at one place: ids by kind. */
const KINDS = {
  moves: {},
  static: { static: true },
  asleep: { static: true },
  sensor: { sensor: true },
  'static sensor': { static: true, sensor: true },
};
type Name = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Name[];
/** Pairs that are none, of different kinds or of two of a kind. */
const NO_PAIRS = new Set([
  'static, static',
  'static, asleep',
  'asleep, asleep',
  'sensor, sensor',
  'sensor, static sensor',
  'static, static sensor',
  'static sensor, static sensor',
]);
const isPair = (a: Name, b: Name) => !NO_PAIRS.has(`${a}, ${b}`) && !NO_PAIRS.has(`${b}, ${a}`);

describe.each(['simd', 'scalar'] as const)('pairs, kernel %s', (kernel) => {
  test.each([0, 1, 3])('each kind with each kind, %i workers', async (workers) => {
    const own = await createEngine({ workers, kernel, capacity: CAPACITY, tuning: { shareFrom: 0, blockPairs: 4 } });
    const { scene } = own;
    const shape = scene.addShape(sphere(1));
    const kinds = [...NAMES, ...NAMES];
    for (const name of kinds) {
      const id = scene.addCollider(shape, KINDS[name]);
      if (name === 'asleep') scene.statics[id] = 2;
    }
    const wanted = kinds.flatMap((a, i) => kinds.flatMap((b, k) => (i < k && isPair(a, b) ? [[i, k]] : [])));
    const found = await own.findPairs();
    const pairs = Array.from({ length: found.count }, (_, p) => [...found.ids.subarray(2 * p, 2 * p + 2)]);
    expect(pairs).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(15);
    // a write to the columns counts in the next query, without any motion
    scene.sensors.fill(0);
    scene.statics.fill(0);
    expect((await own.findPairs()).count).toBe((kinds.length * (kinds.length - 1)) / 2);
    scene.sensors.fill(255, 0, kinds.length);
    expect((await own.findPairs()).count).toBe(0);
    await own.close();
  });
});

test('groups count for sensors as for others', () => {
  const { scene } = engine;
  scene.addCollider(ball, { sensor: true, mask: 2 });
  scene.addCollider(ball);
  scene.addCollider(ball, { membership: 2 });
  expect([...engine.findPairsSync().ids.subarray(0, 4)]).toEqual([0, 2, 1, 2]);
});

describe('planar scenes', () => {
  test('have the same options, columns, pairs and snapshots', async () => {
    const planar = await createEngine({ planar: true, workers: 0, capacity: CAPACITY });
    const { scene } = planar;
    const crate = scene.addShape(box2(1, 1));
    scene.addCollider(crate, { sensor: true, userId: 5 });
    scene.addCollider(crate, { sensor: true, userId: 6 });
    scene.addCollider(crate, { position: [0.5, 0] });
    expect([[...scene.sensors.subarray(0, 3)], [...scene.userIds.subarray(0, 3)]]).toEqual([
      [1, 1, 0],
      [5, 6, 0],
    ]);
    const contacts = planar.contactsSync();
    expect([...contacts.pairs.ids.subarray(0, 2 * contacts.count)]).toEqual([0, 2, 1, 2]);
    expect([...contacts.sensors.subarray(0, 2)]).toEqual([1, 1]);
    expect([...contacts.pointCount.subarray(0, 2)]).toEqual([0, 0]);
    expect(contacts.beganCount).toBe(2);
    const bytes = scene.snapshot();
    scene.sensors.fill(0);
    scene.userIds.fill(0);
    scene.restore(bytes);
    expect([...scene.userIds.subarray(0, 3)]).toEqual([5, 6, 0]);
    expect(scene.snapshot()).toEqual(bytes);
    await planar.close();
  });
});

describe('snapshots', () => {
  const COLLIDERS = 5;

  function fill(): void {
    const { scene } = engine;
    const crate = scene.addShape(box(1, 1, 1));
    for (let k = 0; k < COLLIDERS; k++) scene.addCollider(k % 2 ? ball : crate, { sensor: k === 3, userId: 1000 * k });
    scene.removeCollider(1);
  }

  test('hold both columns; any value of a sensor is 1', () => {
    fill();
    const { scene } = engine;
    const bytes = scene.snapshot();
    scene.sensors[3] = 200;
    expect(scene.snapshot()).toEqual(bytes);
    scene.sensors.fill(0);
    scene.userIds.fill(9);
    scene.restore(bytes);
    expect([...scene.sensors.subarray(0, COLLIDERS)]).toEqual([0, 0, 0, 1, 0]);
    expect([...scene.userIds.subarray(0, COLLIDERS)]).toEqual([0, 0, 2000, 3000, 4000]);
  });

  test.each(BEFORE_SENSORS)('version %i is read: no sensors, no user ids', (version) => {
    fill();
    const { scene } = engine;
    const old = signed(scene.snapshot().slice(0, -5 * COLLIDERS), version);
    scene.sensors.fill(1);
    scene.userIds.fill(9);
    scene.restore(old);
    expect([...scene.sensors.subarray(0, COLLIDERS)]).toEqual([0, 0, 0, 0, 0]);
    expect([...scene.userIds.subarray(0, COLLIDERS)]).toEqual([0, 0, 0, 0, 0]);
    expect(scene.count).toBe(COLLIDERS - 1);
  });

  test('damaged ones are refused, and nothing changes', () => {
    fill();
    const { scene } = engine;
    const bytes = scene.snapshot();
    const flagged = bytes.slice();
    flagged[bytes.length - 1] = 2;
    const damaged: [Uint8Array, string][] = [
      [signed(flagged), 'scene.restore: bytes: expected sensors of 0 or 1, got 2'],
      [signed(bytes.slice(0, -1)), 'scene.restore: bytes: expected as many rows as the counts say, got fewer'],
      [signed(bytes, 4), 'scene.restore: bytes: expected as many rows as the counts say, got more'],
    ];
    for (const [other, sentence] of damaged) {
      expect(() => scene.restore(other)).toThrow(sentence);
      expect(scene.snapshot()).toEqual(bytes);
    }
  });
});
