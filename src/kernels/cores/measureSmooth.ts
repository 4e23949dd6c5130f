/** The measurement of cores of tier smooth on hosts. The wasm has measureSmooth.wasm.ts in place of this file. */
import type { Flag, Int } from '../../language/lanes.ts';
import { UNBOUNDED } from '../../tables/shapeWords.ts';
import type { CorePools } from './corePair.ts';
import type { Geometry, MeasuredCore } from './geometry.ts';
import type { CoreScratch } from './scratch.ts';
import { coreAt } from './smoothCores.ts';

/**
 * Measures a pair with a core that has its own function for that: of two such cores the one without bounds, else B's.
 * The contract of `exactDistance`.
 * @returns whether the distance is proven, as 0 or 1; −1 if there is no such core
 */
export function measureSmooth(scratch: CoreScratch, a: CorePools, b: CorePools, depth: Flag): Int {
  const coreA = coreAt(a, scratch.pair.wordA);
  const coreB = coreAt(b, scratch.pair.wordB);
  const core = coreA && (!coreB || (coreA.traits & UNBOUNDED) !== 0) ? coreA : coreB;
  return core ? Number((core as MeasuredCore).distance(scratch, a as Geometry, b as Geometry, depth)) : -1;
}
