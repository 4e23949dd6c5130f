/** Distance of boxes; those that overlap are measured by their axes, put together. */
import { DEEP, pronounce } from './answer.ts';
import { addressOf, type Int, type Ints, intsAt } from './lanes.ts';
import { measureBoxes } from './measureBoxes.ts';
import { type Counts, copyRow, pad, type Rows } from './rows.ts';
import { seek } from './seek.ts';

export function distanceBoxes(context: Ints, rows: Rows, deep: Rows, counts: Counts, count: Int): void {
  seek(context, rows, 0, count, 1);
  // those that overlap, put together
  const verdicts = intsAt(rows.verdict);
  let deepCount: Int = 0;
  for (let k: Int = 0; k < count; k += 1) {
    if (verdicts[k] === DEEP) {
      copyRow(deep, deepCount, rows, k);
      deepCount += 1;
    }
  }
  pad(addressOf(deep), deepCount);
  measureBoxes(context, deep, counts, deepCount);
  pronounce(context, rows, counts, count);
}
