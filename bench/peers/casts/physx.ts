/** PhysX: `PxScene.sweep` into static actors. */
import { type Hits, nearestOf, type PhysxBodies, type PxVec3, physxBodies } from '../bodies/physx.ts';
import { installedVersion } from '../peer.ts';
import { PHYSX } from '../physxModule.ts';
import type { CastPeer } from './castPeer.ts';

interface Scene {
  addActor(actor: object): boolean;
  sweep(geometry: object, pose: object, direction: PxVec3, far: number, hits: Hits): boolean;
  simulate(dt: number): boolean;
  fetchResults(block: boolean): boolean;
  release(): void;
}
interface PhysX extends PhysxBodies<Scene> {
  PxSweepResult: new () => Hits;
}
interface Pose {
  p: PxVec3;
  q: PxVec3 & { set_w(w: number): void };
}

export function physx(): CastPeer {
  let scene: Scene;
  let px: PhysX;
  let boxes: object[];
  return {
    name: 'physx',
    version: installedVersion(PHYSX),
    note: 'one PxScene.sweep per cast. The buffers of the bindings collect all hits: the nearest is taken from them',
    async setup(bodies, { halves }) {
      ({ px, scene } = await physxBodies<PhysX, Scene>(bodies));
      boxes = halves.map(([x, y, z]) => new px.PxBoxGeometry(x!, y!, z!));
    },
    cast({ count, starts, rotations, moves }, times) {
      const pose = new px.PxTransform(new px.PxVec3(0, 0, 0), new px.PxQuat(0, 0, 0, 1)) as Pose;
      const { p, q } = pose;
      const way = new px.PxVec3(0, 0, 0);
      const hits = new px.PxSweepResult();
      for (let k = 0; k < count; k++) {
        const at = 3 * k;
        const far = Math.hypot(moves[at]!, moves[at + 1]!, moves[at + 2]!);
        p.set_x(starts[at]!);
        p.set_y(starts[at + 1]!);
        p.set_z(starts[at + 2]!);
        q.set_x(rotations[4 * k]!);
        q.set_y(rotations[4 * k + 1]!);
        q.set_z(rotations[4 * k + 2]!);
        q.set_w(rotations[4 * k + 3]!);
        way.set_x(moves[at]! / far);
        way.set_y(moves[at + 1]! / far);
        way.set_z(moves[at + 2]! / far);
        hits.clear();
        scene.sweep(boxes[k % boxes.length]!, pose, way, far, hits);
        times[k] = nearestOf(hits) / far;
      }
    },
    dispose: () => scene.release(),
  };
}
