/** Havok: `HP_World_CastRayWithCollector` into static bodies. */
import { type Answer, HAVOK, type HavokBodies, havokBodies, type Id } from '../bodies/havok.ts';
import { installedVersion } from '../peer.ts';
import type { RayPeer, Triple } from './rayPeer.ts';

type Query = readonly [start: Triple, end: Triple, filter: readonly number[], triggers: boolean, ignored: Id];

interface Havok extends HavokBodies {
  HP_QueryCollector_GetCastRayResult(collector: Id, hit: number): Answer<readonly [number, unknown]>;
  HP_World_CastRayWithCollector(world: Id, collector: Id, query: Query): unknown;
}

const ALL_GROUPS = [0xffff, 0xffff];

export function havok(): RayPeer {
  let hp: Havok;
  let world: Id;
  let collector: Id;
  return {
    name: 'havok',
    version: installedVersion(HAVOK),
    note: 'one HP_World_CastRayWithCollector per ray, with point and normal',
    async setup({ bodies }) {
      ({ hp, world, collector } = await havokBodies<Havok>(bodies));
    },
    cast({ count, origins, directions, far }, distances) {
      const start: Triple = [0, 0, 0];
      const end: Triple = [0, 0, 0];
      const query: Query = [start, end, ALL_GROUPS, false, [0n]];
      for (let k = 0; k < count; k++) {
        for (let c = 0; c < 3; c++) {
          start[c] = origins[3 * k + c]!;
          end[c] = start[c]! + far * directions[3 * k + c]!;
        }
        hp.HP_World_CastRayWithCollector(world, collector, query);
        const hits = hp.HP_QueryCollector_GetNumHits(collector)[1];
        distances[k] = hits > 0 ? far * hp.HP_QueryCollector_GetCastRayResult(collector, 0)[1][0] : Infinity;
      }
    },
    dispose() {
      hp.HP_World_Release(world);
    },
  };
}
