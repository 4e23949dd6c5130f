/**
 * Orders pairs by first id, then by second: a counting sort over the first, then each run of equal firsts by itself.
 * Most runs are short (a collider has few neighbours) and are ordered by insertion; the ground's may be as long as the
 * list.
 */

/** Longest run that is ordered by insertion. */
const SHORT = 32;

/**
 * Rows of `to` from `from`, ordered. `firsts` is scratch of at least `idCount` + 1. Both hold `count` pairs; what `from`
 * holds afterwards is not defined.
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
    if (end - begin > SHORT) sortLong(to, from, begin, end);
    else sortShort(to, begin, end);
    begin = end;
  }
}

function sortShort(to: Uint32Array, begin: number, end: number): void {
  for (let p = begin + 1; p < end; p++) {
    const b = to[2 * p + 1]!;
    let j = p;
    for (; j > begin && to[2 * j - 1]! > b; j--) to[2 * j + 1] = to[2 * j - 1]!;
    to[2 * j + 1] = b;
  }
}

function sortLong(to: Uint32Array, scratch: Uint32Array, begin: number, end: number): void {
  const seconds = scratch.subarray(0, end - begin);
  for (let p = begin; p < end; p++) seconds[p - begin] = to[2 * p + 1]!;
  seconds.sort();
  for (let p = begin; p < end; p++) to[2 * p + 1] = seconds[p - begin]!;
}
