/** Half extents of boxes, from rows of the shape table to the pair. Hosts and wasm compile this file. */
import type { Int } from '../../language/lanes.ts';
import { HALF_X } from '../../tables/shapeWords.ts';
import type { CorePair, CorePools } from '../cores/corePair.ts';

/** Writes the half extents of two boxes. */
export function loadHalves(pair: CorePair, a: CorePools, b: CorePools): void {
  const { halfA, halfB, wordA, wordB } = pair;
  const { reals: realsA } = a.shapes;
  const { reals: realsB } = b.shapes;
  for (let c: Int = 0; c < 3; c++) {
    halfA[c] = Number(realsA[wordA + HALF_X + c]);
    halfB[c] = Number(realsB[wordB + HALF_X + c]);
  }
}
