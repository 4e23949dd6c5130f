/** Answers rows of a pair list four at a time; see context.ts. */
import { answerOthers } from './answerOthers.ts';
import { FLAGS, TILE_BYTES } from './context.ts';
import { distanceBoxes } from './distanceBoxes.ts';
import { intersectBoxes } from './intersectBoxes.ts';
import { addressOf, type Int, type Ints, intsAt, tableAt } from './lanes.ts';
import { measureOthers } from './measureOthers.ts';
import {
  BOXES,
  type Counts,
  DEEP_BOXES,
  DEEP_OTHERS,
  gatherDeep,
  OTHERS,
  pad,
  ROWS_BYTES,
  type Rows,
  sortRows,
} from './rows.ts';

/** Bytes from the tile to its lists. */
const LIST_BYTES = 64;

/**
 * Answers rows [begin, end), at most TILE_ROWS.
 * @returns how many rows are left to the scalar kernel: their numbers are in the list of the scratch
 */
export function answerTile(context: Ints, begin: Int, end: Int): Int {
  const tile = addressOf(context) + TILE_BYTES;
  const counts = tableAt<Counts>(tile);
  const lists = tile + LIST_BYTES;
  const deep = tableAt<Rows>(lists + ROWS_BYTES * DEEP_BOXES);
  sortRows(context, lists, counts, begin, end);
  const lengths = intsAt(counts.lists);
  for (let list: Int = BOXES; list < OTHERS; list += 1) {
    const rows = tableAt<Rows>(lists + ROWS_BYTES * list);
    if (context[FLAGS] === 1) intersectBoxes(context, rows, counts, lengths[list]);
    else distanceBoxes(context, rows, deep, counts, lengths[list]);
  }
  const deepOthers = tableAt<Rows>(lists + ROWS_BYTES * DEEP_OTHERS);
  let deepCount: Int = 0;
  for (let list: Int = OTHERS; list < DEEP_BOXES; list += 1) {
    const rows = tableAt<Rows>(lists + ROWS_BYTES * list);
    answerOthers(context, rows, counts, lengths[list]);
    deepCount = gatherDeep(deepOthers, deepCount, rows, lengths[list]);
  }
  pad(addressOf(deepOthers), deepCount);
  measureOthers(context, deepOthers, counts, deepCount);
  return intsAt(counts.left)[0];
}
