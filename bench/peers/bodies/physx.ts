/** PhysX: a scene of static actors, for rays and casts. */
import type { Bodies } from '../../castScenes.ts';
import type { VertexShape } from '../../workloadShapes.ts';
import { type PhysxModule, type PhysxStart, startPhysx } from '../physxModule.ts';

export interface PxVec3 {
  set_x(x: number): void;
  set_y(y: number): void;
  set_z(z: number): void;
}
/** A buffer that collects hits. */
export interface Hits {
  clear(): void;
  getNbAnyHits(): number;
  getAnyHit(index: number): { readonly distance: number };
}
interface PhysxScene {
  addActor(actor: object): boolean;
  simulate(dt: number): boolean;
  fetchResults(block: boolean): boolean;
  release(): void;
}
interface SceneDesc {
  set_cpuDispatcher(dispatcher: object): void;
  set_filterShader(shader: object): void;
}
interface Physics<Scene> {
  createScene(desc: SceneDesc): Scene;
  createMaterial(staticFriction: number, dynamicFriction: number, restitution: number): object;
  createShape(geometry: object, material: object, exclusive: boolean): object;
  createRigidStatic(pose: object): { attachShape(shape: object): boolean };
}
interface MeshDesc {
  points: { stride: number; count: number; data: object };
  flags: object;
}
export interface PhysxBodies<Scene> extends PhysxModule<Physics<Scene>> {
  destroy(object: object): void;
  PxVec3: new (x: number, y: number, z: number) => PxVec3;
  PxQuat: new (x: number, y: number, z: number, w: number) => object;
  PxTransform: new (position: PxVec3, rotation: object) => object;
  PxSceneDesc: new (scale: object) => SceneDesc;
  PxBoxGeometry: new (hx: number, hy: number, hz: number) => object;
  PxConvexMeshGeometry: new (mesh: object) => object;
  PxCookingParams: new (scale: object) => object;
  PxConvexFlags: new (flags: number) => object;
  PxConvexFlagEnum: { eCOMPUTE_CONVEX: number };
  PxArray_PxVec3: new () => { pushBack(point: PxVec3): void; begin(): object };
  PxConvexMeshDesc: new () => MeshDesc;
  PxTopLevelFunctions: {
    prototype: PhysxStart<Physics<Scene>> & {
      DefaultCpuDispatcherCreate(threads: number): object;
      DefaultFilterShader(): object;
      CreateConvexMesh(cooking: object, desc: MeshDesc): object;
    };
  };
}

/** Adds the bodies to a scene, and steps it once. */
export async function physxBodies<M extends PhysxBodies<Scene>, Scene extends PhysxScene>(
  bodies: Bodies,
): Promise<{ px: M; scene: Scene }> {
  const { colliderCount: count, shapeOf, positions, rotations } = bodies;
  const { px, scale, physics } = await startPhysx<M, Physics<Scene>>();
  const functions = px.PxTopLevelFunctions.prototype;
  const desc = new px.PxSceneDesc(scale);
  desc.set_cpuDispatcher(functions.DefaultCpuDispatcherCreate(0));
  desc.set_filterShader(functions.DefaultFilterShader());
  const scene = physics.createScene(desc);
  const material = physics.createMaterial(0.5, 0.5, 0);
  const geometries = bodies.shapes.map((shape) => geometryOf(px, scale, shape));
  for (let k = 0; k < count; k++) {
    const [x, y, z, w] = rotations.subarray(4 * k, 4 * k + 4);
    const place = new px.PxVec3(positions[4 * k]!, positions[4 * k + 1]!, positions[4 * k + 2]!);
    const actor = physics.createRigidStatic(new px.PxTransform(place, new px.PxQuat(x!, y!, z!, w!)));
    actor.attachShape(physics.createShape(geometries[shapeOf[k]!]!, material, true));
    scene.addActor(actor);
  }
  scene.simulate(1 / 60);
  scene.fetchResults(true);
  return { px, scene };
}

function geometryOf<Scene>(px: PhysxBodies<Scene>, scale: object, shape: VertexShape): object {
  if (shape.kind === 'box') {
    const [hx, hy, hz] = shape.halfExtents;
    return new px.PxBoxGeometry(hx!, hy!, hz!);
  }
  const { points } = shape;
  const array = new px.PxArray_PxVec3();
  for (let i = 0; i < points.length; i += 3) {
    array.pushBack(new px.PxVec3(points[i]!, points[i + 1]!, points[i + 2]!));
  }
  const desc = new px.PxConvexMeshDesc();
  desc.points.stride = 12;
  desc.points.count = points.length / 3;
  desc.points.data = array.begin();
  desc.flags = new px.PxConvexFlags(px.PxConvexFlagEnum.eCOMPUTE_CONVEX);
  const mesh = px.PxTopLevelFunctions.prototype.CreateConvexMesh(new px.PxCookingParams(scale), desc);
  return new px.PxConvexMeshGeometry(mesh);
}

/** The distance of the nearest hit, Infinity for none (m). */
export function nearestOf(hits: Hits): number {
  let least = Infinity;
  for (let n = hits.getNbAnyHits() - 1; n >= 0; n--) least = Math.min(least, hits.getAnyHit(n).distance);
  return least;
}
