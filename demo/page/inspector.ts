/** What the visitor asks of the world: which body and child is under the cursor, and where bodies touch. */
import { RayStatus } from 'hullstorm';
import type { Dynamics } from 'hullstorm/dynamics';
import { TARGETS } from './balls.ts';
import { CONTACT_NUMBERS, MOST_SHOWN, type Seen, type Shot } from './protocol.ts';

export interface Inspector {
  /** The first body along a ray, and its child. The engine needs room for one ray. */
  see(ray: Shot): Promise<Seen | undefined>;
  /** The contact points of the last step, CONTACT_NUMBERS of each: x y z (m), then the normal of its manifold. */
  contacts(): Float32Array<ArrayBuffer>;
}

export function createInspector(dynamics: Dynamics): Inspector {
  const { scene } = dynamics.engine;
  const rays = dynamics.engine.createRayList(1);
  return {
    async see({ origin, direction }) {
      rays.set(origin, direction);
      const { status, ids, child } = await dynamics.engine.castRays(rays, { mask: TARGETS, inside: 'skip' });
      return status[0] === RayStatus.Hit ? { body: ids[0], child: child[0] } : undefined;
    },
    contacts() {
      const found = new Float32Array(CONTACT_NUMBERS * MOST_SHOWN);
      const { contacts } = dynamics;
      if (!contacts) return new Float32Array(0);
      const { rowCount, ids, pointCount, pointsA, separation } = contacts;
      const { positions, statics } = scene;
      let to = 0;
      for (let row = 0; row < rowCount; row++) {
        const a = ids[2 * row];
        // away from what does not move
        const sign = statics[a] === 1 || statics[ids[2 * row + 1]] !== 1 ? 1 : -1;
        for (let k = 0; k < pointCount[row] && to < found.length; k++) {
          for (let c = 0; c < 3; c++) {
            found[to + c] = positions[4 * a + c] + pointsA[16 * row + 4 * k + c];
            found[to + 3 + c] = sign * separation[4 * row + c];
          }
          to += CONTACT_NUMBERS;
        }
      }
      return found.slice(0, to);
    },
  };
}
