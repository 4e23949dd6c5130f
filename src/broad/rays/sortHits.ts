/** Orders the hits of one ray by t, those of equal t by id, and those of one collider by child. */
import type { BlockHits } from './rayScratch.ts';

/** Gaps of a Shell sort: Ciura, Best increments for the average case of shellsort, 2001, and two more. */
const GAPS = [8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1];

/** Writes rows [begin, end) to the same rows of `order`, sorted by their hits. Hits stay where they are. */
export function sortHits(hits: BlockHits, begin: number, end: number): void {
  const { order } = hits;
  for (let k = begin; k < end; k++) order[k] = k;
  for (let g = 0; g < GAPS.length; g++) {
    const gap = GAPS[g];
    for (let k = begin + gap; k < end; k++) {
      const row = order[k];
      let place = k;
      for (; place - gap >= begin && isLater(hits, order[place - gap], row); place -= gap) {
        order[place] = order[place - gap];
      }
      order[place] = row;
    }
  }
}

/** Whether hit `one` belongs behind hit `other`. */
function isLater({ ids, t, child }: BlockHits, one: number, other: number): boolean {
  if (t[one] !== t[other]) return t[one] > t[other];
  return ids[one] > ids[other] || (ids[one] === ids[other] && child[one] > child[other]);
}
