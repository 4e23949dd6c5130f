/** Answers rows of a pair list four at a time; see context.ts. */

import { boxDistance } from './boxes/distance.ts';
import { boxIntersect } from './boxes/intersect.ts';
import { OVERLAP_ONLY } from './context.ts';
import { convexPairs } from './convexPairs.ts';
import { addressOf, type Int, type Ints, intsAt, tableAt } from './lanes.ts';
import { BOXES, type Counts, DEEP_OTHERS, listAt, OTHERS, type Rows, sortRows } from './rows.ts';
import { COUNTS, LISTS } from './tile.ts';

/**
 * Answers rows [begin, end), at most TILE_ROWS.
 * @returns how many rows are left to the scalar kernel: their numbers are in the list of the scratch
 */
export function distanceTile(context: Ints, begin: Int, end: Int): Int {
  const counts = tableAt<Counts>(addressOf(context) + COUNTS);
  const lists = addressOf(context) + LISTS;
  sortRows(context, lists, counts, begin, end);
  const lengths = intsAt(counts.lists);
  const boxes = tableAt<Rows>(listAt(lists, BOXES));
  const boxesTogether = tableAt<Rows>(listAt(lists, BOXES + 1));
  const others = tableAt<Rows>(listAt(lists, OTHERS));
  const othersTogether = tableAt<Rows>(listAt(lists, OTHERS + 1));
  if (context[OVERLAP_ONLY] === 1) {
    boxIntersect(context, boxes, counts, lengths[BOXES]);
    boxIntersect(context, boxesTogether, counts, lengths[BOXES + 1]);
  } else {
    boxDistance(context, lists, counts);
  }
  const deep = tableAt<Rows>(listAt(lists, DEEP_OTHERS));
  convexPairs(context, others, othersTogether, deep, counts, lengths[OTHERS], lengths[OTHERS + 1]);
  return intsAt(counts.left)[0];
}
