/** What is wrong with results of a GPU, by the results of f64. */
import { Status } from '../../src/tables/distanceStatus.ts';
import type { BoxQuery, BoxResults } from '../support/boxRows.ts';

/** Rows that are not left, and have another flag than f64, or an error above both bounds. At most ten are told. */
export function faultsOf(found: BoxResults, truth: BoxResults, query: BoxQuery): string[] {
  const faults: string[] = [];
  for (let row = 0; row < truth.status.length && faults.length < 10; row++) {
    if (found.left.has(row)) continue;
    const [status, due] = [found.status[row]!, truth.status[row]!];
    if (status !== due) faults.push(`row ${row}: status ${status}, f64 ${due}`);
    const isMeasured = due === Status.Separated || (due === Status.Overlapping && query.depth);
    if (query.overlapOnly || !isMeasured) continue;
    const [distance, exact] = [found.separation[4 * row + 3]!, truth.separation[4 * row + 3]!];
    const bound = found.offsetA[4 * row + 3]! + truth.offsetA[4 * row + 3]! + 1e-7 * Math.abs(exact);
    if (!(Math.abs(distance - exact) <= bound))
      faults.push(`row ${row}: distance ${distance}, f64 ${exact} ± ${bound}`);
  }
  return faults;
}
