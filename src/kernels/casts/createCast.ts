/** A cast on a host. */
import type { CoreScratch } from '../cores/scratch.ts';
import type { CorePools } from '../cores/tables.ts';
import type { Cast } from './cast.ts';
import { CastNumbers } from './tables.ts';

export function createCast(scratch: CoreScratch, poolsA: CorePools, poolsB: CorePools): Cast {
  const params = { overlapOnly: false, maxDistance: new Float64Array([Infinity]), depth: true };
  return { c: new CastNumbers(), scratch, params, poolsA, poolsB };
}
