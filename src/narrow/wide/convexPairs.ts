/** Distance, overlap and depth of any two shapes that are not both boxes without radius. */

import { epaPairs } from './epa/epaPairs.ts';
import { gjk } from './gjk/gjk.ts';
import { addressOf, type Int, type Ints, min } from './lanes.ts';
import { writeStatus } from './pairResult.ts';
import { type Counts, gatherDeep, pad, type Rows } from './rows.ts';
import { CHUNK_ROWS } from './tile.ts';

/** Answers `count` rows, and `togetherCount` that overlapped in the query before; `deep` has room for all of them. */
export function convexPairs(
  context: Ints,
  rows: Rows,
  together: Rows,
  deep: Rows,
  counts: Counts,
  count: Int,
  togetherCount: Int,
): void {
  seekOthers(context, rows, counts, count);
  seekOthers(context, together, counts, togetherCount);
  const apart = gatherDeep(deep, 0, rows, count);
  const deepCount = gatherDeep(deep, apart, together, togetherCount);
  pad(addressOf(deep), deepCount);
  epaPairs(context, deep, counts, deepCount);
}

function seekOthers(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += CHUNK_ROWS) gjk(context, rows, k, min(k + CHUNK_ROWS, count), 0);
  writeStatus(context, rows, counts, count);
}
