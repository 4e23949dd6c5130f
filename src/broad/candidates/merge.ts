/**
 * Merges candidates with fresh pairs. Old pairs of bodies that moved are dropped, unless the search has found them
 * again; then they keep their row in the pair list.
 *
 *   reads   the side in use, candidates.fresh, the plan, tree.moved
 *   writes  the other side: block by block, each in its own range
 */

import type { TreeTable } from '../tree/treeTable.ts';
import { type CandidateTable, ODD_IDS, ODD_ROWS } from './candidateTable.ts';

/** Sentinel after the last fresh pair: no collider has this id. */
const NO_ID = 0xffffffff;

/** Writes blocks [begin, end) of the other side. */
export function mergeBlocks(candidates: CandidateTable, { moved }: TreeTable, begin: number, end: number): void {
  const { fresh, planOld, planFresh, words } = candidates;
  const isOdd = words[ODD_IDS] === 1;
  const ids = isOdd ? candidates.idsOdd : candidates.idsEven;
  const toIds = isOdd ? candidates.idsEven : candidates.idsOdd;
  const toBegins = isOdd ? candidates.beginEven : candidates.beginOdd;
  const toCounts = isOdd ? candidates.countEven : candidates.countOdd;
  const isOddRow = words[ODD_ROWS] === 1;
  const rows = isOddRow ? candidates.rowsOdd : candidates.rowsEven;
  const toRows = isOddRow ? candidates.rowsEven : candidates.rowsOdd;
  for (let block = begin; block < end; block++) {
    const oldEnd = planOld[2 * block + 1];
    let f = planFresh[2 * block];
    const freshEnd = planFresh[2 * block + 1];
    let freshA = f < freshEnd ? fresh[2 * f] : NO_ID;
    let freshB = f < freshEnd ? fresh[2 * f + 1] : NO_ID;
    let to = toBegins[block];
    for (let e = planOld[2 * block]; e < oldEnd; e++) {
      const a = ids[2 * e];
      const b = ids[2 * e + 1];
      while (freshA < a || (freshA === a && freshB < b)) {
        toIds[2 * to] = freshA;
        toIds[2 * to + 1] = freshB;
        toRows[to++] = -1;
        f++;
        freshA = f < freshEnd ? fresh[2 * f] : NO_ID;
        freshB = f < freshEnd ? fresh[2 * f + 1] : NO_ID;
      }
      const isFresh = freshA === a && freshB === b;
      if (isFresh) {
        f++;
        freshA = f < freshEnd ? fresh[2 * f] : NO_ID;
        freshB = f < freshEnd ? fresh[2 * f + 1] : NO_ID;
      }
      toIds[2 * to] = a;
      toIds[2 * to + 1] = b;
      toRows[to] = rows[e];
      to += isFresh || (moved[a] | moved[b]) === 0 ? 1 : 0;
    }
    for (; f < freshEnd; f++) {
      toIds[2 * to] = fresh[2 * f];
      toIds[2 * to + 1] = fresh[2 * f + 1];
      toRows[to++] = -1;
    }
    toCounts[block] = to - toBegins[block];
  }
}
