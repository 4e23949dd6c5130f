/** The result for one pair, f64. */
import type { Double, Int } from '../wide/lanes.ts';
import type { Search } from './gjk/search.ts';
import { boundOf, inWorld, type PairResult, statusOf } from './pairResult.ts';
import type { PairRow } from './row.ts';
import { store } from './vectors.ts';

export interface PairOut {
  distance: Double;
  errorBound: Double;
  readonly normal: Float64Array;
  readonly offsetA: Float64Array;
  readonly offsetB: Float64Array;
}

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

/** Writes an overlap without depth. */
export function writePairOverlap(out: PairOut): void {
  out.normal.fill(Number.NaN, 0, 3);
  out.offsetA.fill(Number.NaN, 0, 3);
  out.offsetB.fill(Number.NaN, 0, 3);
  out.distance = 0;
  out.errorBound = Number.NaN;
}
