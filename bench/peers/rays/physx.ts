/** PhysX: `PxScene.raycast` into static actors. */
import { installedVersion } from '../peer.ts';
import { PHYSX, type PhysxModule, type PhysxStart, startPhysx } from '../physxModule.ts';
import { type RayPeer, tripleAt } from './rayPeer.ts';

interface Vec3 {
  set_x(x: number): void;
  set_y(y: number): void;
  set_z(z: number): void;
}
interface Hits {
  clear(): void;
  getNbAnyHits(): number;
  getAnyHit(index: number): { readonly distance: number };
}
interface Scene {
  addActor(actor: object): boolean;
  raycast(origin: Vec3, direction: Vec3, far: number, hits: Hits): boolean;
  simulate(dt: number): boolean;
  fetchResults(block: boolean): boolean;
  release(): void;
}
interface SceneDesc {
  set_cpuDispatcher(dispatcher: object): void;
  set_filterShader(shader: object): void;
}
interface Physics {
  createScene(desc: SceneDesc): Scene;
  createMaterial(staticFriction: number, dynamicFriction: number, restitution: number): object;
  createShape(geometry: object, material: object, exclusive: boolean): object;
  createRigidStatic(pose: object): { attachShape(shape: object): boolean };
}
interface PhysX extends PhysxModule<Physics> {
  PxVec3: new (x: number, y: number, z: number) => Vec3;
  PxQuat: new (x: number, y: number, z: number, w: number) => object;
  PxTransform: new (position: Vec3, rotation: object) => object;
  PxSceneDesc: new (scale: object) => SceneDesc;
  PxBoxGeometry: new (hx: number, hy: number, hz: number) => object;
  PxRaycastResult: new () => Hits;
  PxTopLevelFunctions: {
    prototype: PhysxStart<Physics> & {
      DefaultCpuDispatcherCreate(threads: number): object;
      DefaultFilterShader(): object;
    };
  };
}

export function physx(): RayPeer {
  let scene: Scene;
  let px: PhysX;
  return {
    name: 'physx',
    version: installedVersion(PHYSX),
    note: 'one PxScene.raycast per ray. The buffers of the bindings collect all hits: the nearest is taken from them',
    async setup({ count, halves, positions, rotations }) {
      const started = await startPhysx<PhysX, Physics>();
      px = started.px;
      const functions = px.PxTopLevelFunctions.prototype;
      const desc = new px.PxSceneDesc(started.scale);
      desc.set_cpuDispatcher(functions.DefaultCpuDispatcherCreate(0));
      desc.set_filterShader(functions.DefaultFilterShader());
      scene = started.physics.createScene(desc);
      const material = started.physics.createMaterial(0.5, 0.5, 0);
      for (let k = 0; k < count; k++) {
        const turn = new px.PxQuat(...tripleAt(rotations, 4, k), rotations[4 * k + 3]!);
        const pose = new px.PxTransform(new px.PxVec3(...tripleAt(positions, 4, k)), turn);
        const actor = started.physics.createRigidStatic(pose);
        const geometry = new px.PxBoxGeometry(...tripleAt(halves, 3, k));
        actor.attachShape(started.physics.createShape(geometry, material, true));
        scene.addActor(actor);
      }
      scene.simulate(1 / 60);
      scene.fetchResults(true);
    },
    cast({ count, origins, directions, far }, distances) {
      const origin = new px.PxVec3(0, 0, 0);
      const way = new px.PxVec3(0, 0, 0);
      const hits = new px.PxRaycastResult();
      for (let k = 0; k < count; k++) {
        const at = 3 * k;
        origin.set_x(origins[at]!);
        origin.set_y(origins[at + 1]!);
        origin.set_z(origins[at + 2]!);
        way.set_x(directions[at]!);
        way.set_y(directions[at + 1]!);
        way.set_z(directions[at + 2]!);
        hits.clear();
        scene.raycast(origin, way, far, hits);
        let least = Infinity;
        for (let n = hits.getNbAnyHits() - 1; n >= 0; n--) least = Math.min(least, hits.getAnyHit(n).distance);
        distances[k] = least;
      }
    },
    dispose: () => scene.release(),
  };
}
