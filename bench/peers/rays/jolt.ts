/** Jolt: `NarrowPhaseQuery.CastRay` with a collector of the closest hit, into static bodies. */
import { type JoltBodies, joltBodies } from '../bodies/jolt.ts';
import { installedVersion } from '../peer.ts';
import type { RayPeer } from './rayPeer.ts';

interface Settable {
  Set(x: number, y: number, z: number): void;
}
interface Query {
  CastRay(ray: object, settings: object, collector: object, ...filters: object[]): void;
}
interface Jolt extends JoltBodies<Query> {
  RRayCast: new (origin: object, direction: object) => { mOrigin: Settable; mDirection: Settable };
  RayCastSettings: new () => object;
  CastRayClosestHitCollisionCollector: new () => { Reset(): void; HadHit(): boolean; mHit: { mFraction: number } };
}

export function jolt(): RayPeer {
  let cast: RayPeer['cast'] | undefined;
  return {
    name: 'jolt',
    version: installedVersion('jolt-physics'),
    note: 'one CastRay per ray; no normal, which would be another call',
    async setup({ bodies }) {
      const { module, query, filters } = await joltBodies<Jolt, Query>(bodies);
      const ray = new module.RRayCast(new module.RVec3(0, 0, 0), new module.Vec3(0, 0, 0));
      const { mOrigin: origin, mDirection: way } = ray;
      const settings = new module.RayCastSettings();
      const collector = new module.CastRayClosestHitCollisionCollector();
      const [layers, objects, all, shapes] = filters as [object, object, object, object];
      cast = ({ count: rays, origins, directions, far }, distances) => {
        for (let k = 0; k < rays; k++) {
          const at = 3 * k;
          origin.Set(origins[at]!, origins[at + 1]!, origins[at + 2]!);
          way.Set(far * directions[at]!, far * directions[at + 1]!, far * directions[at + 2]!);
          collector.Reset();
          query.CastRay(ray, settings, collector, layers, objects, all, shapes);
          distances[k] = collector.HadHit() ? far * collector.mHit.mFraction : Infinity;
        }
      };
    },
    cast: (rays, distances) => cast!(rays, distances),
    dispose() {
      cast = undefined;
    },
  };
}
