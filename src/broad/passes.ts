/**
 * The passes that keep the bounding tree up to date, for all searches.
 *
 *   pass          items           reads → writes
 *   MAKE_BOUNDS   rows            poses → bounds; rows outside their fat boxes or with a changed filter
 *   FATTEN        rows            bounds → fat boxes
 *   MAKE_NODES    level-1 nodes   fat boxes, order → boxes of leaves and level 1
 */
import { storeFilters } from './candidates/pairable.ts';
import type { Pass } from './pass.ts';
import { fattenRows, findMoved } from './tree/fatBoxes.ts';
import { boxGroups } from './tree/nodes.ts';

export const MAKE_BOUNDS: Pass = {
  name: 'makeBounds',
  run({ frame: { bounds, colliders, tree }, writeBounds }, block, begin, end) {
    tree.blockInvalid[block] = writeBounds(begin, end);
    tree.blockMoved[block] = findMoved(tree, bounds, colliders, begin, end);
  },
};

export const FATTEN: Pass = {
  name: 'fatten',
  run({ frame: { bounds, colliders, tree } }, _, begin, end) {
    fattenRows(tree, bounds, begin, end);
    storeFilters(tree, colliders, begin, end);
  },
};

export const MAKE_NODES: Pass = {
  name: 'makeNodes',
  run({ frame: { tree } }, _, begin, end) {
    boxGroups(tree, begin, end);
  },
};

export const TREE_PASSES: readonly Pass[] = [MAKE_BOUNDS, FATTEN, MAKE_NODES];
