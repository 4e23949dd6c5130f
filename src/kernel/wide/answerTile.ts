/** Answers rows of a pair list four at a time; see context.ts. */
import { LEFT_BYTES } from './context.ts';
import { addressOf, type Int, type Ints, intsAt } from './lanes.ts';

/**
 * Answers rows [begin, end), at most TILE_ROWS.
 * @returns how many rows are left to the scalar kernel: their numbers are in the list of the scratch
 */
export function answerTile(context: Ints, begin: Int, end: Int): Int {
  const left = intsAt(addressOf(context) + LEFT_BYTES);
  let count: Int = 0;
  for (let row: Int = begin; row < end; row += 1) {
    left[count] = row;
    count += 1;
  }
  return count;
}
