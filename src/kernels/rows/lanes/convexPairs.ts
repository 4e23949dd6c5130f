/** Distance, overlap and depth of convex pairs: all pairs but those of two boxes without radius. */
import { type Ints, intsAt } from '../../../language/lanes.ts';
import { POLYTOPE_ROWS } from '../../../tables/kernelContext.ts';
import { epaPairs, warmStartPairs } from '../../epa/lanes/epaPairs.ts';
import { searchPairs } from '../../gjk/lanes/searchPairs.ts';
import { CONVEX, type Counts, DEEP_CONVEX, type Lists, pad } from './rows.ts';

/** Computes the convex pairs of a tile. The pairs that overlapped in the last query are a list of their own. */
export function convexPairs(context: Ints, lists: Lists, counts: Counts): void {
  const together = lists[CONVEX + 1];
  const deep = lists[DEEP_CONVEX];
  const lengths = intsAt(counts.lists);
  if (context[POLYTOPE_ROWS] > 0) lengths[CONVEX + 1] = warmStartPairs(context, together, counts, lengths[CONVEX + 1]);
  lengths[DEEP_CONVEX] = 0;
  searchPairs(context, lists, counts, CONVEX, DEEP_CONVEX, 0);
  searchPairs(context, lists, counts, CONVEX + 1, DEEP_CONVEX, 0);
  pad(deep, lengths[DEEP_CONVEX]);
  epaPairs(context, deep, counts, lengths[DEEP_CONVEX]);
}
