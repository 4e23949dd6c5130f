/** Distance and overlap of any two shapes that are not both boxes without radius. */
import { pronounce } from './answer.ts';
import { type Int, type Ints, min } from './lanes.ts';
import type { Counts, Rows } from './rows.ts';
import { seek } from './seek.ts';

/** Rows whose sides stay in the processor's first cache. */
const CHUNK = 16;

export function answerOthers(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += CHUNK) seek(context, rows, k, min(k + CHUNK, count), 0);
  pronounce(context, rows, counts, count);
}
