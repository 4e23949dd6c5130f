/**
 * Supports of cores of tier smooth on hosts: through `Geometry.cores`, so that a program is bundled without the cores
 * that it does not use. The wasm has smoothCores.wasm.ts in place of this file.
 */
import type { Doubles, Int } from '../../language/lanes.ts';
import { CORE } from '../../tables/shapeWords.ts';
import type { CorePools } from './corePair.ts';
import type { Geometry, SupportCore } from './geometry.ts';

export function coreAt(pools: CorePools, word: number): SupportCore | undefined {
  return (pools as Geometry).cores?.[pools.shapes.words[word + CORE]];
}

/** The support of a core of tier smooth: `findSupport` of support.ts. */
export function findSmooth(direction: Doubles, pools: CorePools, word: Int): void {
  coreAt(pools, word)!.support(direction, pools as Geometry, word);
}

/** The same. @returns its id */
export function supportSmooth(direction: Doubles, pools: CorePools, word: Int): Int {
  const core = coreAt(pools, word)!;
  const id = core.idOf(direction);
  core.support(direction, pools as Geometry, word);
  return id;
}

/** The point of an id: `pointOf` of support.ts. */
export function pointOfSmooth(point: Doubles, pools: CorePools, word: Int, id: Int): void {
  coreAt(pools, word)!.pointOf(point, pools as Geometry, word, id);
}
