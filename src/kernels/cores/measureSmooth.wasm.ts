/** The measurement of cores of tier smooth in wasm, in place of measureSmooth.ts. */
import type { Flag, Int } from '../../language/lanes.ts';
import { SMOOTH, TRAITS, UNBOUNDED } from '../../tables/shapeWords.ts';
import { smoothDistance } from '../round/smoothDistance.ts';
import type { CorePools } from './corePair.ts';
import { halfSpaceDistance } from './halfSpaceDistance.ts';
import type { CoreScratch } from './scratch.ts';

export function measureSmooth(scratch: CoreScratch, a: CorePools, b: CorePools, depth: Flag): Int {
  const { wordA, wordB } = scratch.pair;
  const traits = a.shapes.words[wordA + TRAITS] | b.shapes.words[wordB + TRAITS];
  if ((traits & UNBOUNDED) !== 0) {
    const isExact = halfSpaceDistance(scratch, a, b);
    return Number(isExact);
  }
  if ((traits & SMOOTH) === 0) return -1;
  const isProven = smoothDistance(scratch, a, b, depth);
  return Number(isProven);
}
