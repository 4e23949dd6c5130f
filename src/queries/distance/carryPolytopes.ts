/** Moves the cached polytopes of a pair list when its rows change. */
import type { PolytopeTable } from '../../tables/polytopeTable.ts';
import { FACES_SHIFT, POINTS_MASK, POLYTOPE_WORDS } from '../../tables/polytopeWords.ts';
import { SIMPLEX_STRIDE, UNUSED } from '../../tables/simplexWords.ts';

/** Words of a polytope with this first word. */
function wordsOf(header: number): number {
  return 1 + (header & POINTS_MASK) + Math.ceil((header >>> FACES_SHIFT) / 2);
}

/** Words of 32 bits per simplex, and its second word, whose high half is the last vertex of A. */
const SIMPLEX_WORDS = SIMPLEX_STRIDE / 2;
const LAST_OF_A = 1;

/**
 * Copies the polytopes of rows [begin, end) from their rows before, carried[p], after `carrySimplexes`. They need no
 * mirror: they are stored in the order of the ids, not of the pair.
 * @param evenToOdd whether the even column is read
 * @param simplexes the simplex column that `carrySimplexes` wrote
 */
export function carryPolytopes(
  { even, odd, flags, capacity }: PolytopeTable,
  evenToOdd: boolean,
  simplexes: Uint32Array,
  carried: Int32Array,
  begin: number,
  end: number,
): void {
  if (flags[0] === 0) return;
  const from = evenToOdd ? even : odd;
  const to = evenToOdd ? odd : even;
  for (let p = begin; p < Math.min(end, capacity); p++) {
    // without four points nothing is cached, and nothing is read
    if (simplexes[SIMPLEX_WORDS * p + LAST_OF_A] >>> 16 === UNUSED) continue;
    const row = carried[p];
    const header = row < capacity ? from[POLYTOPE_WORDS * row] : 0;
    const at = POLYTOPE_WORDS * p;
    // does not touch memory that holds no polytope yet
    if (header === 0 && to[at] === 0) continue;
    const source = POLYTOPE_WORDS * row;
    const words = header === 0 ? 0 : wordsOf(header);
    to[at] = header;
    for (let k = 1; k < words; k++) to[at + k] = from[source + k];
  }
}
