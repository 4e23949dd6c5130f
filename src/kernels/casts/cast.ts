/** A cast of two shapes: what its functions take. */
import type { CorePools } from '../cores/corePair.ts';
import type { CoreScratch } from '../cores/scratch.ts';
import type { PairParams } from '../rows/context.ts';
import type { CastNumbers } from './castNumbers.ts';

/** A cast: its numbers, the pools of both shapes, and the memory and the parameters of distance queries. */
export interface Cast {
  readonly c: CastNumbers;
  readonly scratch: CoreScratch;
  readonly params: PairParams;
  poolsA: CorePools;
  poolsB: CorePools;
}
