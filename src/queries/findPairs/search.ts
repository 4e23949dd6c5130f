/**
 * The passes of `findPairs`, after those of the tree (broad/passes.ts).
 *
 *   pass         items             reads → writes
 *   FIND         level-1 nodes     tree → all candidates, in no order
 *   FIND_ROWS    blocks            candidates, pair list → row of each candidate in the list
 *   FIND_MOVED   rows that moved   tree → fresh candidates, in no order
 *   MERGE        blocks            candidates, fresh ones → candidates
 *   FILTER       blocks            candidates, bounds → which candidates are pairs
 *   WRITE_PAIRS  blocks            kept candidates → pair list
 *   CARRY        rows of the list  simplexes and polytopes of the rows before → those of the rows now
 */
import type { BroadKernel } from '../../broad/broadKernel.ts';
import type { BroadTools, Pass } from '../../broad/pass.ts';
import { reserve } from '../../broad/reserve.ts';
import { ITEM, PENDING } from '../../broad/tree/findScratch.ts';
import type { QueryPass, Search } from '../../narrow/threadTools.ts';
import { bindCandidates, CURSOR, candidateTableBytes } from '../../tables/candidateTable.ts';
import { EVEN_TO_ODD, POLYTOPES_EVEN_TO_ODD } from '../../tables/queryTable.ts';
import { carryPolytopes } from '../distance/carryPolytopes.ts';
import { carrySimplexes } from '../distance/carrySimplex.ts';
import type { PairCapacity } from '../distance/search.ts';

/** @internal */
export const FIND: Pass = {
  name: 'find',
  run(tools, block, begin, end) {
    runSearch(tools, block, begin, end, searchGroups);
  },
};

/** @internal */
export const FIND_ROWS: QueryPass = {
  name: 'findRows',
  run({ broad, tables }, _, begin, end) {
    broad.findRows(tables.list.pairs, begin, end);
  },
};

/** @internal */
export const FIND_MOVED: Pass = {
  name: 'findMoved',
  run(tools, block, begin, end) {
    runSearch(tools, block, begin, end, searchMoved);
  },
};

/** @internal */
export const MERGE: Pass = {
  name: 'merge',
  run({ broad }, _, begin, end) {
    broad.mergeBlocks(begin, end);
  },
};

/** @internal */
export const FILTER: Pass = {
  name: 'filter',
  run({ broad }, _, begin, end) {
    broad.filterBlocks(begin, end);
  },
};

/** @internal */
export const WRITE_PAIRS: QueryPass = {
  name: 'writePairs',
  run({ broad, tables }, _, begin, end) {
    broad.placeBlocks(tables.list.pairs, begin, end);
  },
};

/** @internal */
export const CARRY: QueryPass = {
  name: 'carry',
  run({ broad, frame, tables }, _, begin, end) {
    const { list, polytopes } = tables;
    const { words } = frame.query;
    const { carried } = list.pairs;
    const simplexes = carrySimplexes(list.results, words[EVEN_TO_ODD] === 1, carried, begin, end, broad);
    if (polytopes) carryPolytopes(polytopes, words[POLYTOPES_EVEN_TO_ODD] === 1, simplexes, carried, begin, end);
  },
};

const searchGroups = (broad: BroadKernel, end: number) => broad.findGroups(end);
const searchMoved = (broad: BroadKernel, end: number) => broad.findMore(end);

/** Searches items [begin, end), and stages the pairs. Counts all pairs; stages them while there is room. */
function runSearch(
  { frame: { candidates, tree }, broad }: BroadTools,
  block: number,
  begin: number,
  end: number,
  search: (broad: BroadKernel, end: number) => number,
): void {
  const { state } = broad;
  state[ITEM] = begin;
  state[PENDING] = 0;
  let total = 0;
  do {
    const count = search(broad, end);
    const at = reserve(candidates.words, CURSOR, 2 * count, candidates.staging.length);
    if (at >= 0) broad.stage(at, count);
    total += count;
  } while (state[ITEM] < end);
  tree.foundCounts[block] = total;
}

/** @internal */
export const findPairsSearch: Search<PairCapacity> = {
  name: 'findPairs',
  passes: [FIND, FIND_ROWS, FIND_MOVED, MERGE, FILTER, WRITE_PAIRS, CARRY],
  bytes: ({ pairs }) => candidateTableBytes(pairs),
  bind: (buffer, byteOffset, { pairs }) => ({ candidates: bindCandidates(buffer, byteOffset, pairs) }),
  mostItems: ({ pairs }) => pairs,
};
