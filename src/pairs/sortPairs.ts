/**
 * Orders pairs by first id, then by second: a counting sort over the first, insertion within each run of equal firsts.
 * Runs are short (a collider has few neighbours), so the whole is linear.
 */

/** Rows of `to` from `from`, ordered. `firsts` is scratch of at least `idCount` + 1. Both hold `count` pairs. */
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
  for (let p = 1; p < count; p++) {
    const a = to[2 * p]!;
    const b = to[2 * p + 1]!;
    let j = p;
    for (; j > 0 && to[2 * j - 2] === a && to[2 * j - 1]! > b; j--) to[2 * j + 1] = to[2 * j - 1]!;
    to[2 * j + 1] = b;
  }
}
