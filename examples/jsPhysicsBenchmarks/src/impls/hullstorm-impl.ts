/**
 * hullstorm for isaac-mason/js-physics-benchmarks: this file goes to `src/impls/` of that project, as it is, and
 * `README.md` beside it says which lines register it. hullstorm has no joints: scenarios with them are left out.
 *
 * An engine is made asynchronously, a world at once. So `init` makes the engine, and worlds follow each other in it.
 */
import {
  box,
  createEngine,
  type Engine,
  hull,
  mesh,
  type RayList,
  RayStatus,
  rounded,
  type Shape,
  sphere,
} from 'hullstorm';
import { createDynamics, type Dynamics } from 'hullstorm/dynamics';
import type { PhysicsShape, Quat, RaycastResult, RigidBodyOptions, Vec3 } from '../api.ts';
import { Capability, MotionType, ShapeType } from '../api.ts';

export const capabilities: ReadonlySet<Capability> = new Set([
  Capability.Raycast,
  Capability.ContactListener,
  Capability.ConvexHull,
]);

const GRAVITY = [0, -9.81, 0] as const;
const TYPES = {
  [MotionType.STATIC]: 'static',
  [MotionType.DYNAMIC]: 'dynamic',
  [MotionType.KINEMATIC]: 'kinematic',
} as const;

interface World {
  readonly engine: Engine;
  readonly dynamics: Dynamics;
  readonly ray: RayList;
  readonly bodies: Set<number>;
  readonly shapes: Set<number>;
  onContact: ((a: number, b: number) => void) | undefined;
}

let engine: Engine;
let dynamics: Dynamics;
let ray: RayList;
let isUsed = false;

export async function init(): Promise<void> {
  engine = await createEngine();
  dynamics = await createDynamics(engine);
  ray = engine.createRayList(1);
}

export function createWorld(): World {
  if (isUsed) throw new Error('hullstorm: expected the world before to be disposed of, got a second one');
  isUsed = true;
  dynamics.setGravity(GRAVITY);
  return { engine, dynamics, ray, bodies: new Set(), shapes: new Set(), onContact: undefined };
}

export function disposeWorld({ bodies, shapes }: World): void {
  for (const id of bodies) dynamics.removeBody(id);
  for (const id of shapes) engine.scene.removeShape(id);
  bodies.clear();
  shapes.clear();
  isUsed = false;
}

export function setGravity(_: World, x: number, y: number, z: number): void {
  dynamics.setGravity([x, y, z]);
}

export function stepSimulation({ onContact }: World, dt: number): void {
  dynamics.stepSync(dt);
  const { contacts } = dynamics;
  if (!onContact || !contacts) return;
  const { began, ids } = contacts;
  for (let k = 0; k < contacts.beganCount; k++) onContact(ids[2 * began[k]], ids[2 * began[k] + 1]);
}

export function createShape({ shapes }: World, desc: PhysicsShape): number {
  const id = dynamics.addShape(shapeOf(desc));
  shapes.add(id);
  return id;
}

export function destroyShape({ shapes }: World, id: number): void {
  engine.scene.removeShape(id);
  shapes.delete(id);
}

export function createRigidBody({ bodies }: World, options: RigidBodyOptions, shape: number): number {
  const { motionType, position, quaternion, mass, friction, restitution } = options;
  const id = dynamics.addBody(shape, {
    type: TYPES[motionType],
    position,
    rotation: quaternion,
    mass: motionType === MotionType.DYNAMIC ? mass : undefined,
    friction,
    restitution,
  });
  bodies.add(id);
  return id;
}

export function removeRigidBody({ bodies }: World, id: number): void {
  dynamics.removeBody(id);
  bodies.delete(id);
}

export function getBodyPosition(out: Vec3, { engine: { scene } }: World, id: number): void {
  for (let c = 0; c < 3; c++) out[c] = scene.positions[4 * id + c];
}

export function getBodyQuaternion(out: Quat, { engine: { scene } }: World, id: number): void {
  for (let c = 0; c < 4; c++) out[c] = scene.rotations[4 * id + c];
}

export function setBodyPosition({ engine: { scene } }: World, id: number, position: Vec3): void {
  dynamics.setPose(id, position, scene.rotations.subarray(4 * id, 4 * id + 4));
}

export function setBodyQuaternion({ engine: { scene } }: World, id: number, quaternion: Quat): void {
  dynamics.setPose(id, scene.positions.subarray(4 * id, 4 * id + 3), quaternion);
}

export function setBodyTranslationRotation(_: World, id: number, position: Vec3, quaternion: Quat): void {
  dynamics.setPose(id, position, quaternion);
}

export function setBodyLinearVelocity(_: World, id: number, velocity: Vec3): void {
  dynamics.setVelocity(id, velocity, dynamics.spins.subarray(4 * id, 4 * id + 3));
}

export function getBodyLinearVelocity(out: Vec3, _: World, id: number): void {
  for (let c = 0; c < 3; c++) out[c] = dynamics.velocities[4 * id + c];
}

export function applyImpulse(_: World, id: number, impulse: Vec3): void {
  dynamics.applyImpulse(id, impulse);
}

export function onContactAdded(world: World, onContact: (a: number, b: number) => void): void {
  world.onContact = onContact;
}

export function disposeContactListener(world: World): void {
  world.onContact = undefined;
}

export function raycastClosest(out: RaycastResult, _: World, origin: Vec3, direction: Vec3, maxDistance: number): void {
  ray.set(origin, direction, maxDistance);
  const { status, t } = engine.castRaysSync(ray);
  out.hit = status[0] !== RayStatus.Miss;
  out.fraction = out.hit ? t[0] / maxDistance : 0;
}

function shapeOf(desc: PhysicsShape): Shape {
  switch (desc.type) {
    case ShapeType.BOX: {
      const { halfExtents, convexRadius: radius = 0 } = desc;
      const [x, y, z] = halfExtents.map((half) => half - radius);
      return radius > 0 ? rounded(box(x, y, z), radius) : box(x, y, z);
    }
    case ShapeType.SPHERE:
      return sphere(desc.radius);
    case ShapeType.CONVEX_HULL:
      return hull(desc.points);
    case ShapeType.TRIANGLE_MESH:
      return mesh({ positions: desc.positions, indices: desc.indices });
  }
}
