/** Rapier's simd build: `World.castRayAndGetNormal` into fixed bodies. */
import { installedVersion } from '../peer.ts';
import { loadRapierSimd, PACKAGE, type Vec3 } from '../rapierModule.ts';
import { type RayPeer, tripleAt } from './rayPeer.ts';

interface Ray {
  readonly origin: Vec3;
  readonly dir: Vec3;
}
interface Desc {
  setTranslation(x: number, y: number, z: number): Desc;
  setRotation(q: Vec3 & { w: number }): Desc;
}
interface World {
  createCollider(desc: Desc): object;
  step(): void;
  castRayAndGetNormal(ray: Ray, far: number, isSolid: boolean): { timeOfImpact: number } | null;
  free(): void;
}
interface Rapier {
  World: new (gravity: Vec3) => World;
  ColliderDesc: { cuboid(x: number, y: number, z: number): Desc };
  Ray: new (origin: Vec3, dir: Vec3) => Ray;
}

export function rapier(): RayPeer {
  let world: World | undefined;
  let ray: Ray | undefined;
  return {
    name: 'rapier',
    version: installedVersion(PACKAGE),
    note: 'the simd build, one castRayAndGetNormal per ray',
    async setup({ count, halves, positions, rotations }) {
      const module = await loadRapierSimd<Rapier>();
      world = new module.World({ x: 0, y: 0, z: 0 });
      ray = new module.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
      for (let k = 0; k < count; k++) {
        const [x, y, z] = tripleAt(rotations, 4, k);
        const desc = module.ColliderDesc.cuboid(...tripleAt(halves, 3, k))
          .setTranslation(...tripleAt(positions, 4, k))
          .setRotation({ x, y, z, w: rotations[4 * k + 3]! });
        world.createCollider(desc);
      }
      world.step();
    },
    cast({ count, origins, directions, far }, distances) {
      const { origin, dir } = ray!;
      for (let k = 0; k < count; k++) {
        const at = 3 * k;
        origin.x = origins[at]!;
        origin.y = origins[at + 1]!;
        origin.z = origins[at + 2]!;
        dir.x = directions[at]!;
        dir.y = directions[at + 1]!;
        dir.z = directions[at + 2]!;
        distances[k] = world!.castRayAndGetNormal(ray!, far, true)?.timeOfImpact ?? Infinity;
      }
    },
    dispose: () => world!.free(),
  };
}
