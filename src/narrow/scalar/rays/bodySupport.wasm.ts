/** Supports of bodies in wasm: the contract of bodySupport.ts. */
import type { Int } from '../../wide/lanes.ts';
import { addressOf, intsAt } from '../../wide/lanes.ts';
import type { Vec } from '../../wide/planes/placed.ts';
import { supportOf } from '../../wide/rays/composites.ts';
import type { RayPools } from './pools.ts';
import type { BodyRay } from './tables.ts';

export function supportOfBody(body: BodyRay, pools: RayPools, word: Int): void {
  const direction = body.portal.direction;
  const toward: Vec = { x: direction[0], y: direction[1], z: direction[2] };
  const point = supportOf(intsAt(body.context), intsAt(addressOf(pools.shapes.words) + 4 * word), toward);
  direction[0] = point.x;
  direction[1] = point.y;
  direction[2] = point.z;
}
