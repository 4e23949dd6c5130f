/**
 * Merges candidates with fresh pairs. Old pairs of bodies that moved are dropped, unless the search has found them
 * again; then they keep their row in the pair list.
 *
 *   reads   the side in use, candidates.fresh, the plan, tree.moved
 *   writes  the other side: block by block, each in its own range
 *
 * Host and wide kernel compile this file.
 */
import type { Int, Words } from '../../language/lanes.ts';
import { ODD_IDS, ODD_ROWS } from '../../tables/candidateWords.ts';
import type { CandidateColumns, TreeColumns } from '../columns.ts';

/** Sentinel after the last fresh pair: no collider has this id. */
const NO_ID = 0x7fffffff;

/** Writes blocks [begin, end) of the other side. */
export function mergeBlocks(candidates: CandidateColumns, tree: TreeColumns, begin: Int, end: Int): void {
  const isOdd = candidates.words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const toIds = isOdd ? candidates.idsEven : candidates.idsOdd;
  const toBegins = isOdd ? candidates.beginEven : candidates.beginOdd;
  const toCounts = isOdd ? candidates.countEven : candidates.countOdd;
  const isOddRow = candidates.words[ODD_ROWS] === 1;
  const rows = isOddRow ? candidates.rowsOdd : candidates.rowsEven;
  const toRows = isOddRow ? candidates.rowsEven : candidates.rowsOdd;
  const fresh = candidates.fresh;
  const moved = tree.moved;
  for (let block: Int = begin; block < end; block++) {
    const oldEnd = candidates.planOld[2 * block + 1];
    let f: Int = candidates.planFresh[2 * block];
    const freshEnd = candidates.planFresh[2 * block + 1];
    let freshA: Int = idAt(fresh, 2 * f, 2 * freshEnd);
    let freshB: Int = idAt(fresh, 2 * f + 1, 2 * freshEnd);
    let to: Int = toBegins[block];
    for (let e: Int = candidates.planOld[2 * block]; e < oldEnd; e++) {
      const a = ids[2 * e];
      const b = ids[2 * e + 1];
      while (freshA < a || (freshA === a && freshB < b)) {
        toIds[2 * to] = freshA;
        toIds[2 * to + 1] = freshB;
        toRows[to] = -1;
        to++;
        f++;
        freshA = idAt(fresh, 2 * f, 2 * freshEnd);
        freshB = idAt(fresh, 2 * f + 1, 2 * freshEnd);
      }
      const isFresh = freshA === a && freshB === b;
      if (isFresh) {
        f++;
        freshA = idAt(fresh, 2 * f, 2 * freshEnd);
        freshB = idAt(fresh, 2 * f + 1, 2 * freshEnd);
      }
      toIds[2 * to] = a;
      toIds[2 * to + 1] = b;
      toRows[to] = rows[e];
      to += Number(isFresh || (moved[a] | moved[b]) === 0);
    }
    for (; f < freshEnd; f++) {
      toIds[2 * to] = fresh[2 * f];
      toIds[2 * to + 1] = fresh[2 * f + 1];
      toRows[to] = -1;
      to++;
    }
    toCounts[block] = to - toBegins[block];
  }
}

/** fresh[at], or the sentinel behind the end. */
function idAt(fresh: Words, at: Int, end: Int): Int {
  return at < end ? fresh[at] : NO_ID;
}
