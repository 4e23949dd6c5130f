/** Invalid rows, and rows without a new simplex. Hosts and wasm compile this file. */
import type { Int, Shorts } from '../../language/lanes.ts';
import { storeNothing } from '../../math/vectors.ts';
import { Status } from '../../tables/distanceStatus.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';
import type { Context } from './context.ts';

/** Writes an invalid row: an id is out of range, removed or equal to the other, or a pose is invalid. */
export function invalidRow(context: Context, p: Int): void {
  const { overlapOnly, status, to } = context;
  status[p] = Status.Invalid;
  for (let k: Int = 0; k < SIMPLEX_STRIDE; k++) to[SIMPLEX_STRIDE * p + k] = UNUSED;
  if (overlapOnly) return;
  storeNothing(context.separation, 4 * p);
  storeNothing(context.offsetA, 4 * p);
  storeNothing(context.offsetB, 4 * p);
}

/** Copies the simplex of row `p` unchanged, for rows that compute none. */
export function passSimplex(to: Shorts, from: Shorts, p: Int): void {
  const at = p * SIMPLEX_STRIDE;
  // an UNUSED first slot means an empty simplex: nothing to copy, nothing to overwrite
  if (from[at] === UNUSED && to[at] === UNUSED) return;
  for (let k = at; k < at + SIMPLEX_STRIDE; k++) to[k] = from[k];
}
