/** Moves the warm-start simplexes of a pair list when its rows change. */
import type { SimplexCopier } from '../../broad/broadKernel.ts';
import { copySimplexes } from '../../broad/candidates/copySimplexes.ts';
import type { PairTable } from '../../tables/pairTable.ts';
import type { ResultTable } from '../../tables/resultTable.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';

/** Words of 32 bits per simplex. */
const WORDS = SIMPLEX_STRIDE / 2;
/** Words of one shape's half. */
const HALF = WORDS / 2;

const ON_HOST: SimplexCopier = { copySimplexes };

/**
 * Copies rows [begin, end) of one simplex column to the other: see `copySimplexes`. The caller swaps their roles
 * afterwards.
 * @param evenToOdd whether the even column is read
 * @param copy that of the thread
 * @returns the column that is written, as words
 */
export function carrySimplexes(
  { simplexWordsEven, simplexWordsOdd }: ResultTable,
  evenToOdd: boolean,
  carried: Int32Array,
  begin: number,
  end: number,
  copy: SimplexCopier = ON_HOST,
): Uint32Array {
  const from = evenToOdd ? simplexWordsEven : simplexWordsOdd;
  const to = evenToOdd ? simplexWordsOdd : simplexWordsEven;
  copy.copySimplexes(from, to, carried, begin, end);
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
