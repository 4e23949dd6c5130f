/**
 * Cores of tier smooth on hosts: through `Geometry.cores`, so that a program is bundled without the cores that it does
 * not use. The wasm has smoothCores.wasm.ts in place of this file.
 */
import { CORE, UNBOUNDED } from '../../shapes/codes.ts';
import type { Geometry, SupportCore } from '../../shapes/cores/core.ts';
import type { Doubles, Flag, Int } from '../lanes.ts';
import type { CoreScratch } from './scratch.ts';
import type { CorePools } from './tables.ts';

function coreAt(pools: CorePools, word: number): SupportCore | undefined {
  return (pools as Geometry).cores?.[pools.shapes.words[word + CORE]];
}

/** The support of a core of tier smooth: `support` of support.ts. */
export function supportSmooth(direction: Doubles, pools: CorePools, word: Int): Int {
  return coreAt(pools, word)!.support(direction, pools as Geometry, word);
}

/** The point of an id: `pointOf` of support.ts. */
export function pointOfSmooth(point: Doubles, pools: CorePools, word: Int, id: Int): void {
  coreAt(pools, word)!.pointOf(point, pools as Geometry, word, id);
}

/**
 * Measures a pair with a core that has its own function for that: of two such cores the one without bounds, else B's.
 * The contract of `exactDistance`.
 * @returns whether the distance is proven, as 0 or 1; −1 if there is no such core
 */
export function measureSmooth(scratch: CoreScratch, a: CorePools, b: CorePools, depth: Flag): Int {
  const coreA = coreAt(a, scratch.pair.wordA);
  const coreB = coreAt(b, scratch.pair.wordB);
  const core = coreA && (!coreB || (coreA.traits & UNBOUNDED) !== 0) ? coreA : coreB;
  return core ? Number(core.distance(scratch, a as Geometry, b as Geometry, depth)) : -1;
}
