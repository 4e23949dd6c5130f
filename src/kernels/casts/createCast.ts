/** A cast on a host. */
import type { CorePools } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import type { Cast } from './cast.ts';
import { CastNumbers } from './castNumbers.ts';

export function createCast(scratch: CoreScratch, poolsA: CorePools, poolsB: CorePools): Cast {
  const params = { overlapOnly: false, maxDistance: new Float64Array([Infinity]), depth: true };
  return { c: new CastNumbers(), scratch, params, poolsA, poolsB };
}
