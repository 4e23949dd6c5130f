/** Answers rows of a pair list four at a time; see context.ts. */
import { answerOthers } from './answerOthers.ts';
import { FLAGS, TILE_BYTES } from './context.ts';
import { distanceBoxes } from './distanceBoxes.ts';
import { intersectBoxes } from './intersectBoxes.ts';
import { addressOf, type Int, type Ints, intsAt, tableAt } from './lanes.ts';
import { type Counts, ROWS_BYTES, type Rows, sortRows } from './rows.ts';

/**
 * Answers rows [begin, end), at most TILE_ROWS.
 * @returns how many rows are left to the scalar kernel: their numbers are in the list of the scratch
 */
export function answerTile(context: Ints, begin: Int, end: Int): Int {
  const tile = addressOf(context) + TILE_BYTES;
  const counts = tableAt<Counts>(tile);
  const boxes = tableAt<Rows>(tile + 64);
  const others = tableAt<Rows>(tile + 64 + ROWS_BYTES);
  sortRows(context, boxes, others, counts, begin, end);
  const boxCount = intsAt(counts.boxes)[0];
  const otherCount = intsAt(counts.others)[0];
  if (context[FLAGS] === 1) intersectBoxes(context, boxes, counts, boxCount);
  else distanceBoxes(context, boxes, tableAt<Rows>(tile + 64 + 2 * ROWS_BYTES), counts, boxCount);
  answerOthers(context, others, counts, otherCount);
  return intsAt(counts.left)[0];
}
