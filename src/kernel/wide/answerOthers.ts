/** Distance and overlap of any two shapes that are not both boxes without radius. */
import { pronounce } from './answer.ts';
import type { Int, Ints } from './lanes.ts';
import type { Counts, Rows } from './rows.ts';
import { seek } from './seek.ts';

export function answerOthers(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += 4) seek(context, rows, k, 0);
  pronounce(context, rows, counts, count);
}
