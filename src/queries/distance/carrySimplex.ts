/** Moves the warm-start simplexes of a pair list when its rows change. */
import type { PairTable } from '../../pairs/pairTable.ts';
import { type ResultTable, SIMPLEX_STRIDE, UNUSED } from './table.ts';

/** Words of 32 bits per simplex. */
const WORDS = SIMPLEX_STRIDE / 2;
/** Words of one shape's half. */
const HALF = WORDS / 2;
const UNUSED_TWICE = UNUSED * 0x10001;

/**
 * Copies rows [begin, end): row carried[p] of one simplex column becomes row p of the other; without such a row it is
 * empty. The caller swaps their roles afterwards.
 * @param evenToOdd whether the even column is read
 * @returns the column that is written, as words
 */
export function carrySimplexes(
  { simplexWordsEven, simplexWordsOdd }: ResultTable,
  evenToOdd: boolean,
  carried: Int32Array,
  begin: number,
  end: number,
): Uint32Array {
  const from = evenToOdd ? simplexWordsEven : simplexWordsOdd;
  const to = evenToOdd ? simplexWordsOdd : simplexWordsEven;
  for (let p = begin; p < end; p++) {
    const at = p * WORDS;
    const row = carried[p];
    if (row < 0) {
      to[at] = UNUSED_TWICE;
      to[at + 1] = UNUSED_TWICE;
      to[at + 2] = UNUSED_TWICE;
      to[at + 3] = UNUSED_TWICE;
    } else {
      const source = row * WORDS;
      to[at] = from[source];
      to[at + 1] = from[source + 1];
      to[at + 2] = from[source + 2];
      to[at + 3] = from[source + 3];
    }
  }
  return to;
}

/**
 * Swaps the sides of copied simplexes whose pairs stood in the other order before.
 * @param evenToOdd whether the even column was read
 */
export function mirrorSimplexes(
  { simplexWordsEven, simplexWordsOdd }: ResultTable,
  evenToOdd: boolean,
  { ids, previousIds, carried }: PairTable,
  count: number,
): void {
  const words = evenToOdd ? simplexWordsOdd : simplexWordsEven;
  for (let p = 0; p < count; p++) {
    const row = carried[p];
    // a carried pair has the same two ids: the first shows the order
    if (row < 0 || ids[2 * p] === previousIds[2 * row]) continue;
    for (let k = p * WORDS; k < p * WORDS + HALF; k++) {
      const ofFirst = words[k];
      words[k] = words[k + HALF];
      words[k + HALF] = ofFirst;
    }
  }
}

/** Empties all simplexes: the next query starts cold. */
export function clearSimplexes({ simplexEven, simplexOdd }: ResultTable, count: number): void {
  simplexEven.fill(UNUSED, 0, count * SIMPLEX_STRIDE);
  simplexOdd.fill(UNUSED, 0, count * SIMPLEX_STRIDE);
}
