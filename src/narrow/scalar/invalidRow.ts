/** Rows, or simplexes, without anything to say. */
import { SIMPLEX_STRIDE, Status, UNUSED } from '../../queries/distance/table.ts';
import type { DistanceParams, ResultColumns } from './queryParams.ts';

/** A row that has none: an id out of range, removed or equal to the other, or an invalid pose. */
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

/** Hands row `p`'s simplex on unchanged: for rows that end without one of their own. */
export function passSimplex(to: Uint16Array, from: Uint16Array, p: number): void {
  const at = p * SIMPLEX_STRIDE;
  // a row whose first slot is empty is empty: nothing to hand on, nothing to overwrite
  if (from[at] === UNUSED && to[at] === UNUSED) return;
  for (let k = at; k < at + SIMPLEX_STRIDE; k++) to[k] = from[k];
}
