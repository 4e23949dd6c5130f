/**
 * The passes that keep the bounding tree up to date, for all searches.
 *
 *   pass          items           reads → writes
 *   MAKE_BOUNDS   rows            poses → bounds; rows outside their fat boxes or with a changed filter
 *   FATTEN        rows            bounds → fat boxes
 *   MAKE_NODES    level-1 nodes   fat boxes, order → boxes of leaves and level 1
 *   MAKE_RAY_NODES   nodes        tree, bounds, colliders, shapes → nodes and leaves of the f32 tree
 */
import type { Pass } from './pass.ts';
import { makeRayNodes } from './rays/rayNodes.ts';

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

export const MAKE_RAY_NODES: Pass = {
  name: 'makeRayNodes',
  run({ frame }, _, begin, end) {
    makeRayNodes(frame.rays, frame, begin, end);
  },
};

/** Those that every engine has. */
export const TREE_PASSES: readonly Pass[] = [MAKE_BOUNDS, FATTEN, MAKE_NODES];
