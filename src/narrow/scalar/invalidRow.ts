/** Invalid rows, and rows without a new simplex. */
import { SIMPLEX_STRIDE, Status, UNUSED } from '../../queries/distance/table.ts';
import type { DistanceParams, ResultColumns } from './queryParams.ts';

/** Writes an invalid row: an id is out of range, removed or equal to the other, or a pose is invalid. */
export function invalidRow(
  { status, separation, offsetA, offsetB }: ResultColumns,
  { overlapOnly, to }: DistanceParams,
  p: number,
): void {
  status[p] = Status.Invalid;
  to.fill(UNUSED, p * SIMPLEX_STRIDE, (p + 1) * SIMPLEX_STRIDE);
  if (overlapOnly) return;
  separation.fill(Number.NaN, 4 * p, 4 * p + 4);
  offsetA.fill(Number.NaN, 4 * p, 4 * p + 4);
  offsetB.fill(Number.NaN, 4 * p, 4 * p + 4);
}

/** Copies the simplex of row `p` unchanged, for rows that compute none. */
export function passSimplex(to: Uint16Array, from: Uint16Array, p: number): void {
  const at = p * SIMPLEX_STRIDE;
  // an UNUSED first slot means an empty simplex: nothing to copy, nothing to overwrite
  if (from[at] === UNUSED && to[at] === UNUSED) return;
  for (let k = at; k < at + SIMPLEX_STRIDE; k++) to[k] = from[k];
}
