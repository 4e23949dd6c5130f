import { box, createEngine, type Engine, type Scene } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { box2 } from 'hullstorm/pair2d';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messageOf } from '../support/messageOf.ts';
import { signed } from '../support/signed.ts';

const CAPACITY = { shapes: 8, vertices: 64, colliders: 32, pairs: 600 };
const LARGEST = 2 ** 32 - 1;

let engine: Engine;
let scene: Scene;
let shape: number;
beforeEach(async () => {
  engine = await createEngine({ workers: 0, capacity: CAPACITY });
  ({ scene } = engine);
  shape = scene.addShape(box(1, 1, 1));
});
afterEach(() => engine.close());

describe('user ids', () => {
  test('0 by default, as given, and as written', () => {
    const plain = scene.addCollider(shape);
    const named = scene.addCollider(shape, { userId: LARGEST });
    const many = scene.addColliders(shape, 2);
    scene.userIds[many + 1] = 7;
    expect([plain, named, many, many + 1].map((id) => scene.userIds[id])).toEqual([0, LARGEST, 0, 7]);
    expect(scene.userIds).toBeInstanceOf(Uint32Array);
    expect(scene.userIds.length).toBe(CAPACITY.colliders);
  });

  test('gone with the collider: a row that is used again begins with 0', () => {
    const id = scene.addCollider(shape, { userId: 12 });
    scene.removeCollider(id);
    expect(scene.userIds[id]).toBe(0);
    expect(scene.addCollider(shape)).toBe(id);
    expect(scene.userIds[id]).toBe(0);
  });

  test.each([-1, 2 ** 32, 0.5, Number.NaN, '3', null])('%s is refused, and no collider is added', (userId) => {
    const options = { userId: userId as number };
    expect(messageOf(() => scene.addCollider(shape, options))).toMatch(
      /^scene\.addCollider: userId: expected an integer in 0\.\.4294967295, got /,
    );
    expect(scene.count).toBe(0);
  });

  test('planar scenes have them', async () => {
    const planar = await createEngine({ workers: 0, planar: true, capacity: CAPACITY });
    const square = planar.scene.addShape(box2(1, 1));
    const id = planar.scene.addCollider(square, { userId: 5 });
    expect(planar.scene.userIds[id]).toBe(5);
    const bytes = planar.scene.snapshot();
    planar.scene.userIds[id] = 6;
    planar.scene.restore(bytes);
    expect(planar.scene.userIds[id]).toBe(5);
    await planar.close();
  });

  test('bodies have them', async () => {
    const dynamics = await createDynamics(engine);
    const id = dynamics.addBody(box(1, 1, 1), { userId: 9 });
    expect(scene.userIds[id]).toBe(9);
    const bad = () => dynamics.addBody(box(1, 1, 1), { userId: -9 });
    expect(messageOf(bad)).toBe('dynamics.addBody: userId: expected an integer in 0..4294967295, got -9');
    expect(scene.count).toBe(1);
  });
});

describe('user ids in snapshots', () => {
  /** A scene of three colliders with a hole, and its ids. */
  function aScene(): number[] {
    const ids = [11, 22, 33].map((userId) => scene.addCollider(shape, { userId }));
    scene.removeCollider(ids[1]);
    return [...scene.userIds.subarray(0, 3)];
  }

  test('restored with the scene', () => {
    const before = aScene();
    expect(before).toEqual([11, 0, 33]);
    const bytes = scene.snapshot();
    scene.userIds.fill(99, 0, 3);
    scene.restore(bytes);
    expect([...scene.userIds.subarray(0, 3)]).toEqual(before);
    expect(scene.snapshot()).toEqual(bytes);
  });

  test.each([2, 3, 4])('version %i has none: they are 0', (version) => {
    aScene();
    const now = scene.snapshot();
    // user ids and sensors are the last columns
    scene.restore(signed(now.slice(0, now.length - 5 * scene.rows), version));
    expect([...scene.userIds.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect([scene.count, scene.rows]).toEqual([2, 3]);
  });
});
