/** Finds a pair among the contacts of a step. */
import type { ContactResults } from 'hullstorm';

/** Whether two bodies have contact points. Rows are sorted by ids, the smaller id of a pair first (`findPairs`). */
export function hasContact({ pairs, pointCount, count }: ContactResults, id: number, other: number): boolean {
  const { ids } = pairs;
  const a = Math.min(id, other);
  const b = Math.max(id, other);
  let low = 0;
  let high = count;
  while (low < high) {
    const row = (low + high) >> 1;
    const isBefore = ids[2 * row] < a || (ids[2 * row] === a && ids[2 * row + 1] < b);
    if (isBefore) low = row + 1;
    else high = row;
  }
  return low < count && ids[2 * low] === a && ids[2 * low + 1] === b && pointCount[low] > 0;
}
