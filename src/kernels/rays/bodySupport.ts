/** Supports of bodies, on hosts. The wasm has bodySupport.wasm.ts in place of this file. */
import { support } from '../cores/support.ts';
import type { Int } from '../lanes.ts';
import { load, store, type Vec3 } from '../math/vectors.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay } from './tables.ts';

/** Replaces a direction of any length but zero by the point of the core that is farthest along it, both local. */
export function supportOfBody(point: Vec3, body: BodyRay, pools: RayPools, word: Int): void {
  const { direction } = body.portal;
  store(direction, 0, point);
  support(direction, pools, word);
  load(point, direction, 0);
}
