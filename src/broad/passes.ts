/**
 * The passes that keep the bounding tree up to date, for all searches.
 *
 *   pass          items           reads → writes
 *   MAKE_BOUNDS   rows            poses → bounds; rows outside their fat boxes or with a changed filter
 *   FATTEN        rows            bounds → fat boxes
 *   MAKE_NODES    level-1 nodes   fat boxes, order → boxes of leaves and level 1
 */
import type { Pass } from './pass.ts';

export const MAKE_BOUNDS: Pass = {
  name: 'makeBounds',
  run({ frame: { tree }, broad, writeBounds }, block, begin, end) {
    tree.blockInvalid[block] = writeBounds(begin, end);
    tree.blockMoved[block] = broad.findMoved(begin, end);
  },
};

export const FATTEN: Pass = {
  name: 'fatten',
  run({ broad }, _, begin, end) {
    broad.fattenRows(begin, end);
  },
};

export const MAKE_NODES: Pass = {
  name: 'makeNodes',
  run({ broad }, _, begin, end) {
    broad.boxGroups(begin, end);
  },
};

export const TREE_PASSES: readonly Pass[] = [MAKE_BOUNDS, FATTEN, MAKE_NODES];
