/** Distance, overlap and depth of convex pairs: all pairs but those of two boxes without radius. */

import { POLYTOPE_ROWS } from './context.ts';
import { epaPairs, recallPairs } from './epa/epaPairs.ts';
import { gjk } from './gjk/gjk.ts';
import { CHUNK_ROWS } from './gjk/supportSet.ts';
import { type Int, type Ints, intsAt, min } from './lanes.ts';
import { writeStatus } from './pairResult.ts';
import { CONVEX, type Counts, DEEP_CONVEX, gatherDeep, type Lists, pad, type Rows } from './rows.ts';

/** Computes the convex pairs of a tile. The pairs that overlapped in the last query are a list of their own. */
export function convexPairs(context: Ints, lists: Lists, counts: Counts): void {
  const rows = lists[CONVEX];
  const together = lists[CONVEX + 1];
  const deep = lists[DEEP_CONVEX];
  const lengths = intsAt(counts.lists);
  if (context[POLYTOPE_ROWS] > 0) lengths[CONVEX + 1] = recallPairs(context, together, counts, lengths[CONVEX + 1]);
  gjkPairs(context, rows, counts, lengths[CONVEX]);
  gjkPairs(context, together, counts, lengths[CONVEX + 1]);
  const count = gatherDeep(deep, 0, rows, lengths[CONVEX]);
  const deepCount = gatherDeep(deep, count, together, lengths[CONVEX + 1]);
  pad(deep, deepCount);
  epaPairs(context, deep, counts, deepCount);
}

/** Runs GJK on `count` rows, chunk by chunk. */
function gjkPairs(context: Ints, rows: Rows, counts: Counts, count: Int): void {
  for (let k: Int = 0; k < count; k += CHUNK_ROWS) gjk(context, rows, k, min(k + CHUNK_ROWS, count), 0);
  writeStatus(context, rows, counts, count);
}
