import { box, createEngine, type Engine, hull, sphere } from 'hullstorm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seeded } from '../support/random.ts';

const CAPACITY = { shapes: 8, vertices: 64, colliders: 32, pairs: 600 };

let engine: Engine;
beforeEach(async () => {
  engine = await createEngine({ workers: 0, capacity: CAPACITY });
});
afterEach(() => engine.close());

describe('colliders', () => {
  test('ids count up, and are rows of the columns', () => {
    const { scene } = engine;
    const shape = scene.addShape(sphere(1));
    expect([0, 1, 2].map(() => scene.addCollider(shape))).toEqual([0, 1, 2]);
    expect([scene.count, scene.rows]).toEqual([3, 3]);
    expect(scene.addCollider(shape, { position: [1, 2, 3], rotation: [0, 0, 2, 0] })).toBe(3);
    expect([...scene.positions.subarray(12, 15)]).toEqual([1, 2, 3]);
    expect([...scene.rotations.subarray(12, 16)]).toEqual([0, 0, 1, 0]);
    expect(scene.shapes[3]).toBe(shape);
  });

  test('default pose: the origin, not turned', () => {
    const { scene } = engine;
    const id = scene.addCollider(scene.addShape(sphere(1)));
    expect([...scene.positions.subarray(0, 3), ...scene.rotations.subarray(0, 4)]).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(id).toBe(0);
  });

  test('removed ids are taken again, the last first', () => {
    const { scene } = engine;
    const shape = scene.addShape(sphere(1));
    const other = scene.addShape(box(1, 2, 3));
    scene.addColliders(shape, 5);
    for (const id of [1, 4, 2]) scene.removeCollider(id);
    expect([scene.count, scene.rows]).toEqual([2, 5]);
    expect([...scene.shapes.subarray(0, 5)]).toEqual([0, 0xffffffff, 0xffffffff, 0, 0xffffffff]);
    expect([1, 2, 3, 4].map(() => scene.addCollider(other, { position: [9, 9, 9] }))).toEqual([2, 4, 1, 5]);
    expect([scene.count, scene.rows]).toEqual([6, 6]);
    expect([...scene.shapes.subarray(0, 6)]).toEqual([0, 1, 1, 0, 1, 1]);
  });

  test('in bulk: a run of new rows at the origin, removed ones left alone', () => {
    const { scene } = engine;
    const shape = scene.addShape(sphere(1));
    scene.addColliders(shape, 3);
    scene.removeCollider(1);
    const first = scene.addColliders(shape, 4);
    expect(first).toBe(3);
    expect([scene.count, scene.rows]).toEqual([6, 7]);
    for (let id = first; id < first + 4; id++) {
      expect([...scene.positions.subarray(4 * id, 4 * id + 3)]).toEqual([0, 0, 0]);
      expect([...scene.rotations.subarray(4 * id, 4 * id + 4)]).toEqual([0, 0, 0, 1]);
    }
    expect(scene.addCollider(shape)).toBe(1);
  });

  test('a thousand additions and removals, against a model (seed 0xadd)', () => {
    const { scene } = engine;
    const random = seeded(0xadd);
    const shapes = [scene.addShape(sphere(1)), scene.addShape(box(1, 1, 1))];
    const live = new Map<number, { shape: number; x: number }>();
    for (let step = 0; step < 1000; step++) {
      const ids = [...live.keys()];
      if (random() < 0.55 && live.size < 32) {
        const shape = shapes[Math.floor(2 * random())];
        const x = random();
        const id = scene.addCollider(shape, { position: [x, 0, 0] });
        expect(live.has(id)).toBe(false);
        live.set(id, { shape, x });
      } else if (ids.length > 0) {
        const id = ids[Math.floor(ids.length * random())];
        scene.removeCollider(id);
        live.delete(id);
      }
      expect(scene.count).toBe(live.size);
      expect(scene.rows).toBeLessThanOrEqual(32);
    }
    for (let row = 0; row < scene.rows; row++) {
      const there = live.get(row);
      expect(scene.shapes[row]).toBe(there ? there.shape : 0xffffffff);
      if (there) expect(scene.positions[4 * row]).toBe(there.x);
    }
    expect(live.size).toBeGreaterThan(0);
  });

  test('a pair whose collider was removed is invalid, and valid again when the id is taken', () => {
    const { scene, pairs } = engine;
    const shape = scene.addShape(sphere(1));
    scene.addColliders(shape, 2);
    pairs.set([0, 1]);
    expect(engine.intersectSync().status[0]).toBe(1);
    scene.removeCollider(1);
    expect(engine.intersectSync().status[0]).toBe(4);
    expect(engine.distanceSync().distance(0)).toBeNaN();
    scene.addCollider(scene.addShape(box(1, 1, 1)), { position: [5, 0, 0] });
    expect(engine.intersectSync().status[0]).toBe(0);
    expect(engine.distanceSync().distance(0)).toBe(3);
  });
});

describe('poses', () => {
  test('setPose moves one collider', () => {
    const { scene } = engine;
    scene.addColliders(scene.addShape(sphere(1)), 3);
    scene.setPose(1, [1e9 + 0.25, -2, 3], new Float32Array([0, 3, 0, 4]));
    expect([...scene.positions.subarray(0, 12)]).toEqual([0, 0, 0, 0, 1e9 + 0.25, -2, 3, 0, 0, 0, 0, 0]);
    expect([...scene.rotations.subarray(4, 8)]).toEqual([0, 0.6, 0, 0.8].map(Math.fround));
  });

  test('the columns are the memory that queries read', async () => {
    const { scene, pairs } = engine;
    const shape = scene.addShape(box(1, 0.5, 0.5));
    scene.addColliders(shape, 2);
    pairs.set([0, 1]);
    expect(scene.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
    for (const x of [3, 4.5, 2.25]) {
      scene.positions[4] = x;
      expect(engine.distanceSync().distance(0)).toBe(x - 2);
      expect((await engine.distance()).distance(0)).toBe(x - 2);
    }
    // a quarter turn about z, of any length: the long side is along y now
    scene.rotations.set([0, 0, 5, 5], 4);
    expect(engine.distanceSync().distance(0)).toBeCloseTo(0.75, 6);
  });
});

describe('writeInstances', () => {
  test('x y z shape, then the quaternion; −1 where there is no collider', () => {
    const { scene } = engine;
    const round = scene.addShape(sphere(1));
    const crate = scene.addShape(box(1, 1, 1));
    scene.addCollider(round, { position: [1, 2, 3] });
    scene.addCollider(round);
    scene.addCollider(crate, { position: [4, 5, 6], rotation: [1, 0, 0, 0] });
    scene.removeCollider(1);
    const out = new Float32Array(8 * 3 + 2).fill(7);
    expect(scene.writeInstances(out)).toBe(3);
    expect([...out]).toEqual([1, 2, 3, round, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0, 1, 4, 5, 6, crate, 1, 0, 0, 0, 7, 7]);
  });

  test('is exact far from the world’s origin, relative to one nearby', () => {
    const { scene } = engine;
    const far = 1e9;
    scene.addCollider(scene.addShape(sphere(1)), { position: [far + 0.125, -far, far] });
    const out = new Float32Array(8);
    scene.writeInstances(out, [far, -far - 0.5, far - 0.0625]);
    expect([...out.subarray(0, 3)]).toEqual([0.125, 0.5, 0.0625]);
  });

  test('an empty scene writes nothing', () => {
    expect(engine.scene.writeInstances(new Float32Array(0))).toBe(0);
  });
});

test('shapes are shared, and counted', () => {
  const { scene } = engine;
  expect(scene.addShape(sphere(1))).toBe(0);
  expect(scene.addShape(sphere(1))).toBe(1);
  expect(scene.addShape(hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]))).toBe(2);
  expect(scene.shapeCount).toBe(3);
});
