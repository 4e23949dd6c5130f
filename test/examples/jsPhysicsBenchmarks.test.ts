/** The adapter for js-physics-benchmarks, as that project calls it: a world, bodies of each shape, contacts, rays. */
import { beforeAll, expect, test } from 'vitest';
import { MotionType, type PhysicsShape, ShapeType, type Vec3 } from '../../examples/jsPhysicsBenchmarks/src/api.ts';
import * as impl from '../../examples/jsPhysicsBenchmarks/src/impls/hullstorm-impl.ts';

const DT = 1 / 60;
const FLOOR: PhysicsShape = {
  type: ShapeType.TRIANGLE_MESH,
  positions: Float32Array.of(-20, 0, -20, -20, 0, 20, 20, 0, 20, 20, 0, -20),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
};
const FALLING: PhysicsShape[] = [
  { type: ShapeType.BOX, halfExtents: [0.5, 0.5, 0.5] },
  { type: ShapeType.BOX, halfExtents: [0.5, 0.5, 0.5], convexRadius: 0.05 },
  { type: ShapeType.SPHERE, radius: 0.5 },
  {
    type: ShapeType.CONVEX_HULL,
    points: [1, -0.5, 1, -1, -0.5, 1, 1, -0.5, -1, -1, -0.5, -1, 0.5, 0.5, 0, -0.5, 0.5, 0],
  },
];

beforeAll(impl.init);

/** The height of a body. */
function heightOf(world: ReturnType<typeof impl.createWorld>, id: number): number {
  const out: Vec3 = [0, 0, 0];
  impl.getBodyPosition(out, world, id);
  return out[1];
}

test('bodies of all shapes fall on a mesh, and report their first contact', () => {
  const world = impl.createWorld();
  impl.setGravity(world, 0, -9.81, 0);
  const met = new Set<number>();
  impl.onContactAdded(world, (a, b) => {
    met.add(a);
    met.add(b);
  });
  const shape = impl.createShape(world, FLOOR);
  const floor = impl.createRigidBody(world, { shape, motionType: MotionType.STATIC, position: [0, 0, 0] }, shape);
  const bodies = FALLING.map((desc, k) => {
    const own = impl.createShape(world, desc);
    const options = { shape: own, motionType: MotionType.DYNAMIC, position: [4 * k - 6, 2, 0] as Vec3, mass: 1 };
    return impl.createRigidBody(world, options, own);
  });
  for (let k = 0; k < 180; k++) impl.stepSimulation(world, DT);
  expect([...met].sort((a, b) => a - b)).toEqual([floor, ...bodies]);
  for (const id of bodies) expect(heightOf(world, id)).toBeCloseTo(0.5, 2);
  impl.disposeContactListener(world);
  impl.disposeWorld(world);
});

test('poses, velocities and impulses are set and read', () => {
  const world = impl.createWorld();
  impl.setGravity(world, 0, 0, 0);
  const shape = impl.createShape(world, { type: ShapeType.SPHERE, radius: 0.5 });
  const options = { shape, motionType: MotionType.DYNAMIC, position: [0, 5, 0] as Vec3, mass: 2 };
  const id = impl.createRigidBody(world, options, shape);
  impl.setBodyLinearVelocity(world, id, [0, 3, 0]);
  impl.applyImpulse(world, id, [4, 0, 0]);
  const velocity: Vec3 = [0, 0, 0];
  impl.getBodyLinearVelocity(velocity, world, id);
  expect(velocity).toEqual([expect.closeTo(2, 5), 3, 0]);
  impl.setBodyPosition(world, id, [0, 9, 0]);
  impl.setBodyQuaternion(world, id, [0, 1, 0, 0]);
  const turn: [number, number, number, number] = [0, 0, 0, 0];
  impl.getBodyQuaternion(turn, world, id);
  expect([heightOf(world, id), turn]).toEqual([9, [0, 1, 0, 0]]);
  const ray = { hit: false, fraction: 0 };
  impl.raycastClosest(ray, world, [0, 19, 0], [0, -1, 0], 20);
  expect([ray.hit, ray.fraction]).toEqual([true, expect.closeTo(9.5 / 20, 6)]);
  impl.setBodyTranslationRotation(world, id, [50, 9, 0], [0, 0, 0, 1]);
  impl.raycastClosest(ray, world, [0, 19, 0], [0, -1, 0], 20);
  expect(ray.hit).toBe(false);
  impl.removeRigidBody(world, id);
  impl.destroyShape(world, shape);
  impl.disposeWorld(world);
});

test('worlds follow each other, and two at once are an error', () => {
  for (let k = 0; k < 20; k++) {
    const world = impl.createWorld();
    const shape = impl.createShape(world, FALLING[k % 4]);
    impl.createRigidBody(world, { shape, motionType: MotionType.DYNAMIC, position: [0, 1, 0] }, shape);
    impl.stepSimulation(world, DT);
    expect(() => impl.createWorld()).toThrow('expected the world before to be disposed of');
    impl.disposeWorld(world);
    expect(world.engine.scene.count).toBe(0);
    expect(world.engine.scene.shapeCount).toBe(0);
  }
});
