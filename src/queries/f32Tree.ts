/** The stages that make the f32 copy of the bounding tree (broad/rays/rayNodes.ts). It is kept while nothing moves. */
import { passNumber, type Stage, type Step } from '../broad/pass.ts';
import { MAKE_RAY_NODES } from '../broad/passes.ts';
import { layRayNodes } from '../broad/rays/rayNodes.ts';
import type { TreeUpdater } from '../broad/tree/treeUpdater.ts';
import { SHAPES } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { F32_TREE_SHAPES, F32_TREE_VERSION, FITS, HAS_F32_TREE } from '../tables/rayTree.ts';

/** Nodes per block. */
const NODE_BLOCK = 64;

/** @param isWanted whether the current call has a use for the f32 tree: without it, the call finds none */
export function f32TreeStages(frame: Frame, treeUpdater: TreeUpdater, isWanted: () => boolean): [Stage, Step] {
  const { rays, tree, bounds, shapes, counts } = frame;
  const { words } = rays;
  const makeNodes: Stage = {
    pass: passNumber(frame, MAKE_RAY_NODES),
    blockRows: NODE_BLOCK,
    prepare: () => {
      words[HAS_F32_TREE] = 0;
      if (!isWanted()) return 0;
      if (words[F32_TREE_VERSION] === treeUpdater.version && words[F32_TREE_SHAPES] === counts[SHAPES]) {
        words[HAS_F32_TREE] = words[FITS];
        return 0;
      }
      // a call that fails leaves none
      words[F32_TREE_VERSION] = 0;
      return layRayNodes(rays, tree, bounds, shapes.reals, counts);
    },
  };
  const keep = () => {
    if (!isWanted()) return;
    words[F32_TREE_VERSION] = treeUpdater.version;
    words[F32_TREE_SHAPES] = counts[SHAPES];
    words[FITS] = words[HAS_F32_TREE];
  };
  return [makeNodes, keep];
}
