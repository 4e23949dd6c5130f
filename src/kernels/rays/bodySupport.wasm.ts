/** Supports of bodies in wasm, in place of bodySupport.ts: without ids, and in locals. */
import { addressOf, type Int, intsAt } from '../lanes.ts';
import type { Vec3 } from '../math/vectors.ts';
import type { Vec } from '../planes/lanes/placed.ts';
import { supportOf } from './lanes/composites.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay } from './tables.ts';

export function supportOfBody(point: Vec3, body: BodyRay, pools: RayPools, word: Int): void {
  const toward: Vec = { x: point.x, y: point.y, z: point.z };
  const found = supportOf(intsAt(body.context), intsAt(addressOf(pools.shapes.words) + 4 * word), toward);
  point.x = found.x;
  point.y = found.y;
  point.z = found.z;
}
