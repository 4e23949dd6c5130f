/** Half extents of boxes, from rows of the shape table to the pair. Hosts and wasm compile this file. */
import { HALF_X } from '../../../shapes/codes.ts';
import type { Int } from '../../wide/lanes.ts';
import type { CorePair, CorePools } from '../tables.ts';

/** Writes the half extents of two boxes. */
export function loadHalves(pair: CorePair, a: CorePools, b: CorePools): void {
  for (let c: Int = 0; c < 3; c++) {
    pair.halfA[c] = Number(a.shapes.reals[pair.wordA + HALF_X + c]);
    pair.halfB[c] = Number(b.shapes.reals[pair.wordB + HALF_X + c]);
  }
}
