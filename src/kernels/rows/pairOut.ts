/** The result for one pair, f64. Hosts and wasm compile this file, with the same bits. */
import type { Double, Int } from '../../language/lanes.ts';
import { store } from '../../math/vectors.ts';
import type { PairOut } from '../cores/corePair.ts';
import type { Search } from '../gjk/search.ts';
import { boundOf, inWorld, type PairResult, statusOf } from './pairResult.ts';
import type { PairRow } from './row.ts';

/** Writes the result. @returns its status */
export function writePair(out: PairOut, row: PairRow, search: Search, result: PairResult): Int {
  const world = inWorld(row, result);
  const { normal, pointA, pointB, distance } = world;
  const { normal: n, offsetA, offsetB } = out;
  store(n, 0, normal);
  store(offsetA, 0, pointA);
  store(offsetB, 0, pointB);
  out.distance = distance;
  out.errorBound = boundOf(row, result, distance);
  return statusOf(search, result, distance);
}

/** Writes a distance, and NaN for the rest. */
export function writeDistance(out: PairOut, distance: Double): void {
  for (let k: Int = 0; k < 3; k++) {
    out.normal[k] = NaN;
    out.offsetA[k] = NaN;
    out.offsetB[k] = NaN;
  }
  out.distance = distance;
  out.errorBound = NaN;
}
