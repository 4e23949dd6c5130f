/**
 * Orders pairs by first id, then by second: a counting sort by second id, then a stable one by first id. It takes half
 * the time of one counting sort with an insertion sort of each run, up to 100,000 ids; at 1,000,000 ids the same time.
 *
 * Host and wide kernel compile this file.
 */
import type { Int, Words } from '../../language/lanes.ts';

/**
 * Writes the pairs of `from` to `to` in order. Both hold `count` pairs, and so does `between`, which is scratch.
 * `starts` is scratch of at least `idCount` + 1.
 */
export function sortPairs(to: Words, from: Words, between: Words, count: Int, starts: Words, idCount: Int): void {
  countIds(starts, from, 1, count, idCount);
  for (let p: Int = 0; p < count; p++) {
    const b = from[2 * p + 1];
    const at = starts[b];
    starts[b] = at + 1;
    between[2 * at] = from[2 * p];
    between[2 * at + 1] = b;
  }
  countIds(starts, from, 0, count, idCount);
  for (let p: Int = 0; p < count; p++) {
    const a = between[2 * p];
    const at = starts[a];
    starts[a] = at + 1;
    to[2 * at] = a;
    to[2 * at + 1] = between[2 * p + 1];
  }
}

/** Sets starts[id] to the number of pairs with a smaller id at position `place`, 0 or 1. */
function countIds(starts: Words, pairs: Words, place: Int, count: Int, idCount: Int): void {
  for (let id: Int = 0; id <= idCount; id++) starts[id] = 0;
  for (let p: Int = 0; p < count; p++) starts[pairs[2 * p + place] + 1]++;
  for (let id: Int = 0; id < idCount; id++) starts[id + 1] += starts[id];
}
