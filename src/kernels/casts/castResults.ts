/** Results of casts, and rows of them without a hit. Hosts and wasm compile this file, with the same bits. */
import type { Bytes, Doubles, Floats, Int, Ints } from '../../language/lanes.ts';
import { storeNothing } from '../../math/vectors.ts';
import { CastStatus } from '../../tables/castStatus.ts';

/** Results: columns of the cast table. */
export interface CastColumns {
  readonly status: Bytes;
  readonly ids: Ints;
  readonly t: Doubles;
  readonly normals: Floats;
  readonly offsetsA: Floats;
  readonly offsetsB: Floats;
}

/** Writes row k, but its id, without a hit: free or invalid. */
export function writeNone(results: CastColumns, k: Int, status: Int): void {
  results.status[k] = status;
  results.t[k] = status === CastStatus.Free ? 1 : NaN;
  storeNothing(results.normals, 4 * k);
  storeNothing(results.offsetsA, 4 * k);
  storeNothing(results.offsetsB, 4 * k);
}
