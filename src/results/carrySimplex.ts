/** Hands the warm-start simplexes of a pair list on when its rows change. */
import { type ResultTable, SIMPLEX_STRIDE, UNUSED } from './resultTable.ts';

/** Words of 32 bits per simplex. */
const WORDS = SIMPLEX_STRIDE / 2;
const UNUSED_TWICE = UNUSED * 0x10001;

/**
 * Rows [begin, end): row p of one simplex column becomes row carried[p] of the other, or empty. The caller swaps their roles
 * afterwards.
 * @param evenToOdd whether the even column is the one that is read
 */
export function carrySimplexes(
  { simplexWordsEven, simplexWordsOdd }: ResultTable,
  evenToOdd: boolean,
  carried: Int32Array,
  begin: number,
  end: number,
): void {
  const from = evenToOdd ? simplexWordsEven : simplexWordsOdd;
  const to = evenToOdd ? simplexWordsOdd : simplexWordsEven;
  for (let p = begin; p < end; p++) {
    const at = p * WORDS;
    const row = carried[p]!;
    if (row < 0) {
      to[at] = UNUSED_TWICE;
      to[at + 1] = UNUSED_TWICE;
      to[at + 2] = UNUSED_TWICE;
      to[at + 3] = UNUSED_TWICE;
    } else {
      const source = row * WORDS;
      to[at] = from[source]!;
      to[at + 1] = from[source + 1]!;
      to[at + 2] = from[source + 2]!;
      to[at + 3] = from[source + 3]!;
    }
  }
}

/** Empties all simplexes: the next query starts cold. */
export function clearSimplexes({ simplexEven, simplexOdd }: ResultTable, count: number): void {
  simplexEven.fill(UNUSED, 0, count * SIMPLEX_STRIDE);
  simplexOdd.fill(UNUSED, 0, count * SIMPLEX_STRIDE);
}
