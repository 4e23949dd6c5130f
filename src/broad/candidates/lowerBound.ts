/** Binary search in a list of pairs. Host and wide kernel compile this file. */
import type { Int, Words } from '../../language/lanes.ts';

/** Index of the first of `count` ascending pairs that is not less than (a, b). */
export function lowerBound(pairs: Words, count: Int, a: Int, b: Int): Int {
  let low: Int = 0;
  let high: Int = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pairs[2 * middle] < a || (pairs[2 * middle] === a && pairs[2 * middle + 1] < b)) low = middle + 1;
    else high = middle;
  }
  return low;
}
