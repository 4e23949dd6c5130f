/** Sorts the hits of one ray by t, those of equal t by id, and those of one collider by child. */
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
function isLater({ hits: { ids, t, children } }: RayScratch, one: number, other: number): boolean {
  if (t[one] !== t[other]) return t[one] > t[other];
  return ids[one] > ids[other] || (ids[one] === ids[other] && children[one] > children[other]);
}

function swap({ hits }: RayScratch, one: number, other: number): void {
  const { ids, t, normals, children, barycentrics, materials } = hits;
  swapIn(ids, one, other);
  swapIn(t, one, other);
  for (let c = 0; c < 4; c++) swapIn(normals, 4 * one + c, 4 * other + c);
  swapIn(children, one, other);
  for (let c = 0; c < 2; c++) swapIn(barycentrics, 2 * one + c, 2 * other + c);
  swapIn(materials, one, other);
}

function swapIn(column: { [row: number]: number }, one: number, other: number): void {
  const value = column[one];
  column[one] = column[other];
  column[other] = value;
}
