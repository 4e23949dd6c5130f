/** Moves the warm-start simplexes of pairs to new rows. Host and wide kernel compile this file. */
import type { Int, Ints, Words } from '../../language/lanes.ts';
import { copyFour } from '../words.ts';

/** Words of a simplex: u16×8 (tables/resultTable.ts). All bits of an empty one are set. */
const SIMPLEX_WORDS = 4;

/** Row carried[p] of `from` becomes row p of `to`, for rows [begin, end); without such a row it is empty. */
export function copySimplexes(from: Words, to: Words, carried: Ints, begin: Int, end: Int): void {
  for (let p: Int = begin; p < end; p++) {
    const at = SIMPLEX_WORDS * p;
    const row = carried[p];
    if (row < 0) {
      to[at] = -1;
      to[at + 1] = -1;
      to[at + 2] = -1;
      to[at + 3] = -1;
    } else {
      copyFour(to, at, from, SIMPLEX_WORDS * row);
    }
  }
}
