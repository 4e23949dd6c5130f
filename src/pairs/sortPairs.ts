/**
 * Orders pairs by first id, then by second: a counting sort over the first, then each run of equal firsts by itself.
 * Most runs are short (a collider has few neighbours) and are ordered by insertion; the ground's may be as long as the
 * list. What `from` holds stays.
 */

/** Longest run that is ordered by insertion alone. */
const SHORT = 32;

/**
 * Rows of `to` from `from`, ordered. `firsts` is scratch of at least `idCount` + 1. Both hold `count` pairs.
 */
export function sortPairs(
  to: Uint32Array,
  from: Uint32Array,
  count: number,
  firsts: Uint32Array,
  idCount: number,
): void {
  firsts.fill(0, 0, idCount + 1);
  for (let p = 0; p < count; p++) firsts[from[2 * p]! + 1]!++;
  for (let id = 0; id < idCount; id++) firsts[id + 1]! += firsts[id]!;
  for (let p = 0; p < count; p++) {
    const a = from[2 * p]!;
    const at = firsts[a]!++;
    to[2 * at] = a;
    to[2 * at + 1] = from[2 * p + 1]!;
  }
  // firsts[a] is now where the run of a ends
  for (let begin = 0; begin < count; ) {
    const end = firsts[to[2 * begin]!]!;
    sortRun(to, begin, end);
    begin = end;
  }
}

/** Orders the second ids of pairs [begin, end): by insertion, from far to near if there are many (Shell's sort). */
function sortRun(pairs: Uint32Array, begin: number, end: number): void {
  let gap = 1;
  if (end - begin > SHORT) while (gap < (end - begin) / 5) gap = Math.floor(2.25 * gap) + 1;
  for (; gap > 0; gap = Math.floor(gap / 2.25)) {
    for (let p = begin + gap; p < end; p++) {
      const b = pairs[2 * p + 1]!;
      let j = p;
      for (; j >= begin + gap && pairs[2 * (j - gap) + 1]! > b; j -= gap) pairs[2 * j + 1] = pairs[2 * (j - gap) + 1]!;
      pairs[2 * j + 1] = b;
    }
  }
}
