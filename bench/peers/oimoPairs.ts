/** OimoPhysics' tree of boxes alone: `BvhBroadPhase.moveProxy` for every collider, then `collectPairs`. */
import { rotationMatrix } from '../workloadShapes.ts';
import type { Workload } from '../workloads.ts';
import type { Poses } from './motion.ts';
import type { PairFinder } from './pairFinder.ts';
import { importPeer, installedVersion } from './peer.ts';

interface Vec3 {
  init(x: number, y: number, z: number): Vec3;
}
type Aabb = object;
interface Transform {
  setPosition(position: Vec3): Transform;
  setRotation(rotation: Mat3): Transform;
}
interface Mat3 {
  init(...rows: number[]): Mat3;
}
interface Geometry {
  _computeAabb(out: Aabb, at: Transform): void;
}
interface BroadPhase {
  createProxy(data: unknown, box: Aabb): object;
  moveProxy(proxy: object, box: Aabb, displacement: Vec3): void;
  collectPairs(): void;
}
interface Oimo {
  common: { Vec3: new (x: number, y: number, z: number) => Vec3; Mat3: new () => Mat3; Transform: new () => Transform };
  collision: {
    geometry: { Aabb: new () => Aabb; BoxGeometry: new (halfExtents: Vec3) => Geometry };
    broadphase: { bvh: { BvhBroadPhase: new () => BroadPhase } };
  };
}

export async function loadOimoPairs(): Promise<PairFinder> {
  const { oimo } = await importPeer<{ oimo: Oimo }>('oimophysics');
  const { Vec3, Mat3, Transform } = oimo.common;
  const still = new Vec3(0, 0, 0);
  const box = new oimo.collision.geometry.Aabb();
  const v = new Vec3(0, 0, 0);
  const matrix = new Mat3();
  const m = new Float64Array(9);
  let broadPhase: BroadPhase | undefined;
  let geometries: Geometry[] = [];
  let transforms: Transform[] = [];
  let proxies: object[] = [];
  function move({ positions: p, rotations }: Poses) {
    transforms.forEach((transform, id) => {
      rotationMatrix(m, rotations, id);
      transform.setPosition(v.init(p[4 * id], p[4 * id + 1], p[4 * id + 2])).setRotation(matrix.init(...m));
    });
  }

  return {
    name: 'oimo',
    version: installedVersion('oimophysics'),
    includes:
      'boxes of all colliders, BvhBroadPhase.moveProxy of each, collectPairs: it lists only pairs of those that ' +
      'left their fat boxes, so they are not counted here',
    setup(workload: Workload) {
      const { BvhBroadPhase } = oimo.collision.broadphase.bvh;
      broadPhase = new BvhBroadPhase();
      geometries = Array.from(workload.shapeOf, (row) => {
        const shape = workload.shapes[row];
        if (shape.kind !== 'box') throw new Error('oimo: boxes only');
        const [hx, hy, hz] = shape.halfExtents;
        return new oimo.collision.geometry.BoxGeometry(new Vec3(hx!, hy!, hz!));
      });
      transforms = geometries.map(() => new Transform());
      move(workload);
      proxies = geometries.map((geometry, id) => {
        geometry._computeAabb(box, transforms[id]);
        return broadPhase!.createProxy(id, box);
      });
    },
    move,
    find() {
      for (let id = 0; id < proxies.length; id++) {
        geometries[id]._computeAabb(box, transforms[id]);
        broadPhase!.moveProxy(proxies[id], box, still);
      }
      broadPhase!.collectPairs();
    },
    dispose() {
      broadPhase = undefined;
      geometries = [];
      transforms = [];
      proxies = [];
    },
  };
}
