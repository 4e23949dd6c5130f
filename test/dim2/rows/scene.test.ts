/** The scene of a planar engine: what it refuses, snapshots, and engines of the other kind. */
import { box, createEngine, hull, type PlanarEngine, QueryError } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { box2, circle, polygon, type Shape } from 'hullstorm/pair2d';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CAPACITY = { shapes: 16, vertices: 64, colliders: 16, pairs: 16 };
let engine: PlanarEngine;
let space: Awaited<ReturnType<typeof createEngine>>;
beforeAll(async () => {
  engine = await createEngine({ planar: true, workers: 0, capacity: CAPACITY });
  space = await createEngine({ workers: 0, capacity: { ...CAPACITY, passBytes: 1 << 23 } });
});
afterAll(() => Promise.all([engine.close(), space.close()]));

const HULL = hull([0, 0, 0]) as unknown as Shape;
const BOX = box(1, 1, 1) as unknown as Shape;
const IN_SPACE = { rotation: [0, 0, 0, 1] } as object;

test.each<[string, () => unknown]>([
  [
    "scene.addShape: shape: expected a shape made by polygon(), circle(), box2() and the like, got kind 'hull'",
    () => engine.scene.addShape(HULL),
  ],
  ['scene.addShape(box): halfExtents: expected two numbers > 0 (m), got 3 numbers', () => engine.scene.addShape(BOX)],
  [
    'scene.addShapesSync: shapes[1](polygon): points: expected x y of one point or more, got 3 numbers',
    () => engine.scene.addShapesSync([circle(1), polygon([1, 2, 3])]),
  ],
  [
    'scene.addShape(box): expected half extents > 0 (m, f32), got one that f32 rounds to 0',
    () => engine.scene.addShape(box2(1e-60, 1)),
  ],
  [
    'scene.addCollider: options: expected position, angle, membership, mask, static, userId, got the unknown option `rotation`',
    () => engine.scene.addCollider(0, IN_SPACE),
  ],
  [
    'scene.addCollider: position: expected x y, got 3 numbers',
    () => engine.scene.addCollider(0, { position: [1, 2, 3] }),
  ],
  ['scene.setPose: angle: expected a finite number, got NaN', () => engine.scene.setPose(0, [0, 0], Number.NaN)],
  [
    'scene.restore: bytes: expected a snapshot of a planar scene, got one of a scene in space',
    () => engine.scene.restore(space.scene.snapshot()),
  ],
  [
    'scene.restore: bytes: expected a snapshot of a scene in space, got one of a planar scene',
    () => space.scene.restore(engine.scene.snapshot()),
  ],
  [
    "scene.addShape: shape: expected a shape made by a call of box(), hull() or the like, got kind 'polygon'",
    () => space.scene.addShape(polygon([0, 0]) as never),
  ],
  [
    'scene.addShape(box): halfExtents: expected three numbers > 0 (m, f32), got 2 numbers',
    () => space.scene.addShape(box2(1, 1) as never),
  ],
])('%s', (message, call) => {
  const before = [engine.scene.snapshot(), space.scene.snapshot()];
  expect(call).toThrow(new QueryError(message));
  expect([engine.scene.snapshot(), space.scene.snapshot()]).toEqual(before);
});

test('the stepper refuses a planar engine', async () => {
  await expect(createDynamics(engine as never)).rejects.toThrow(
    'createDynamics: engine: expected an engine with a scene in space, got a planar one',
  );
});

test('a snapshot brings back shapes, poses, angles and groups, in the same bytes', async () => {
  const { scene } = engine;
  const [one, other] = scene.addShapesSync([polygon([0, 0, 2, 0, 1, 1]), circle(0.5)]);
  const id = scene.addCollider(one, { position: [1, 2], angle: 0.5, membership: 3, static: true });
  scene.addCollider(other, { position: [3, 4] });
  const bytes = scene.snapshot();
  scene.setPose(id, [7, 7], 7);
  scene.removeCollider(id + 1);
  scene.restore(bytes);
  expect(scene.snapshot()).toEqual(bytes);
  expect([...scene.positions.subarray(2 * id, 2 * id + 4), scene.angles[id]]).toEqual([1, 2, 3, 4, 0.5]);
  expect([scene.groups[2 * id], scene.statics[id], scene.count]).toEqual([3, 1, 2]);
  const damaged = bytes.slice();
  damaged[bytes.length >> 1] ^= 1;
  expect(() => scene.restore(damaged)).toThrow(/^scene\.restore: bytes: expected /);
  scene.removeCollider(id);
  scene.removeCollider(id + 1);
});
