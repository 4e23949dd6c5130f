/** Rapier's simd build: `World.castRayAndGetNormal` into fixed bodies. */
import { type RapierBodies, type RapierWorld, rapierBodies } from '../bodies/rapier.ts';
import { installedVersion } from '../peer.ts';
import { PACKAGE, type Vec3 } from '../rapierModule.ts';
import type { RayPeer } from './rayPeer.ts';

interface Ray {
  readonly origin: Vec3;
  readonly dir: Vec3;
}
interface World extends RapierWorld {
  castRayAndGetNormal(ray: Ray, far: number, isSolid: boolean): { timeOfImpact: number } | null;
}
interface Rapier extends RapierBodies<World> {
  Ray: new (origin: Vec3, dir: Vec3) => Ray;
}

export function rapier(): RayPeer {
  let world: World | undefined;
  let ray: Ray | undefined;
  return {
    name: 'rapier',
    version: installedVersion(PACKAGE),
    note: 'the simd build, one castRayAndGetNormal per ray',
    async setup({ bodies }) {
      const made = await rapierBodies<Rapier, World>(bodies);
      world = made.world;
      ray = new made.module.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
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
