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
 */
import { filterBlocks, findRows, placeBlocks } from '../../broad/candidates/filter.ts';
import { mergeBlocks } from '../../broad/candidates/merge.ts';
import type { Pass } from '../../broad/pass.ts';
import { findGroups } from '../../broad/tree/findAll.ts';
import { findMore } from '../../broad/tree/findMore.ts';

export const FIND: Pass = {
  name: 'find',
  run({ frame: { candidates, tree }, search }, block, begin, end) {
    findGroups(candidates, tree, search, block, begin, end);
  },
};

export const FIND_ROWS: Pass = {
  name: 'findRows',
  run({ frame: { candidates } }, _, begin, end, pairs) {
    findRows(candidates, pairs, begin, end);
  },
};

export const FIND_MOVED: Pass = {
  name: 'findMoved',
  run({ frame: { candidates, tree }, search }, block, begin, end) {
    findMore(candidates, tree, search, block, begin, end);
  },
};

export const MERGE: Pass = {
  name: 'merge',
  run({ frame: { candidates, tree } }, _, begin, end) {
    mergeBlocks(candidates, tree, begin, end);
  },
};

export const FILTER: Pass = {
  name: 'filter',
  run({ frame: { bounds, candidates, tree } }, _, begin, end) {
    filterBlocks(candidates, bounds, tree, begin, end);
  },
};

export const WRITE_PAIRS: Pass = {
  name: 'writePairs',
  run({ frame: { candidates } }, _, begin, end, pairs) {
    placeBlocks(candidates, pairs, begin, end);
  },
};

export const FIND_PAIRS_PASSES: readonly Pass[] = [FIND, FIND_ROWS, FIND_MOVED, MERGE, FILTER, WRITE_PAIRS];
