/** Sorts the hits of one ray by t, and those of equal t by id. */
import type { RayScratch } from './rayScratch.ts';

/** Gaps of a Shell sort: Ciura, Best increments for the average case of shellsort, 2001, and two more. */
const GAPS = [8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1];

/** Sorts hits [begin, end) of the scratch. */
export function sortHits(scratch: RayScratch, begin: number, end: number): void {
  for (let g = 0; g < GAPS.length; g++) {
    const gap = GAPS[g];
    for (let k = begin + gap; k < end; k++) {
      let place = k;
      while (place - gap >= begin && isLater(scratch, place - gap, place)) {
        swap(scratch, place - gap, place);
        place -= gap;
      }
    }
  }
}

/** Whether hit `one` belongs behind hit `other`. */
function isLater({ ids, t }: RayScratch, one: number, other: number): boolean {
  return t[one] > t[other] || (t[one] === t[other] && ids[one] > ids[other]);
}

function swap({ ids, t, normals }: RayScratch, one: number, other: number): void {
  const id = ids[one];
  ids[one] = ids[other];
  ids[other] = id;
  const place = t[one];
  t[one] = t[other];
  t[other] = place;
  for (let c = 0; c < 4; c++) {
    const value = normals[4 * one + c];
    normals[4 * one + c] = normals[4 * other + c];
    normals[4 * other + c] = value;
  }
}
