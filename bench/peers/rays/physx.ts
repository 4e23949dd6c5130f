/** PhysX: `PxScene.raycast` into static actors. */
import { type Hits, nearestOf, type PhysxBodies, type PxVec3, physxBodies } from '../bodies/physx.ts';
import { installedVersion } from '../peer.ts';
import { PHYSX } from '../physxModule.ts';
import type { RayPeer } from './rayPeer.ts';

interface Scene {
  addActor(actor: object): boolean;
  raycast(origin: PxVec3, direction: PxVec3, far: number, hits: Hits): boolean;
  simulate(dt: number): boolean;
  fetchResults(block: boolean): boolean;
  release(): void;
}
interface PhysX extends PhysxBodies<Scene> {
  PxRaycastResult: new () => Hits;
}

export function physx(): RayPeer {
  let scene: Scene;
  let px: PhysX;
  return {
    name: 'physx',
    version: installedVersion(PHYSX),
    note: 'one PxScene.raycast per ray. The buffers of the bindings collect all hits: the nearest is taken from them',
    async setup({ bodies }) {
      ({ px, scene } = await physxBodies<PhysX, Scene>(bodies));
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
        distances[k] = nearestOf(hits);
      }
    },
    dispose: () => scene.release(),
  };
}
