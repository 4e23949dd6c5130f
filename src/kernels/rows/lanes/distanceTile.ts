/** Computes distance rows of a pair list, four at a time; see tables/kernelContext.ts. */
import { addressOf, type Int, type Ints, intsAt } from '../../../language/lanes.ts';
import { HALF_EXTENTS, IS_LISTED, LISTED_BYTES, OVERLAP_ONLY } from '../../../tables/kernelContext.ts';
import { boxDistance } from '../../boxes/lanes/distance.ts';
import { boxIntersect } from '../../boxes/lanes/intersect.ts';
import { areBoxes, overlapRows } from '../../boxes/lanes/overlapRows.ts';
import { sortBoxes } from '../../boxes/lanes/sortBoxes.ts';
import { f64FaceRows } from '../../planes/lanes/faceRows.ts';
import { planePairs } from '../../planes/lanes/planePairs.ts';
import { roundPairs } from '../../round/lanes/roundPairs.ts';
import { convexPairs } from './convexPairs.ts';
import { BOXES, clearLists, DEEP_BOXES, sortRows, UNBOUNDED_ROWS } from './rows.ts';
import { sortConvex } from './sortConvex.ts';
import { distanceTables } from './tile.ts';

/**
 * Computes rows [begin, end), at most TILE_ROWS: of the pair list, or of the list of rows in the scratch.
 * @returns the number of deferred rows; the scratch lists them
 */
export function distanceTile(context: Ints, begin: Int, end: Int): Int {
  const tables = distanceTables(context);
  const lists = tables.lists;
  const counts = tables.counts;
  const open = intsAt(lists[DEEP_BOXES].row);
  clearLists(counts);
  let boxes: Int = 0;
  if (context[HALF_EXTENTS] !== 0 && context[IS_LISTED] === 0) boxes = areBoxes(context, begin, end);
  if (boxes === 1 && context[OVERLAP_ONLY] === 1) {
    const count = overlapRows(context, open, begin, end);
    if (count === 0) return 0;
    sortRows(context, lists, counts, 0, count, open);
  } else if (boxes === 1) {
    const count = sortBoxes(context, lists, counts, tables.orders, open, begin, end);
    sortRows(context, lists, counts, 0, count, open);
  } else if (context[IS_LISTED] === 1) {
    sortRows(context, lists, counts, begin, end, intsAt(addressOf(context) + LISTED_BYTES));
  } else {
    const count = sortConvex(context, lists, counts, tables.orders, open, begin, end);
    sortRows(context, lists, counts, 0, count, open);
  }
  planePairs(context, lists[UNBOUNDED_ROWS], counts, intsAt(counts.unbounded)[0]);
  if (context[OVERLAP_ONLY] === 1) {
    const lengths = intsAt(counts.lists);
    boxIntersect(context, lists[BOXES], counts, lengths[BOXES]);
    boxIntersect(context, lists[BOXES + 1], counts, lengths[BOXES + 1]);
  } else {
    boxDistance(context, lists, counts);
  }
  convexPairs(context, lists, counts);
  roundPairs(context, lists, counts);
  f64FaceRows(context, counts);
  return intsAt(counts.deferred)[0];
}
