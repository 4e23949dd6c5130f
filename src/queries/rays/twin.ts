/** The stage that makes the f32 twin of the bounding tree (broad/rays/rayNodes.ts), for one call. */
import { layRayNodes } from '../../broad/rays/rayNodes.ts';
import type { Frame } from '../../memory/frame.ts';
import { HAS_TWIN } from '../../narrow/wide/rays/codes.ts';
import type { Stage } from '../../schedule/stageList.ts';
import { passNumber } from '../passList.ts';
import { MAKE_RAY_NODES } from './passes.ts';

/** Nodes per block. */
const NODE_BLOCK = 64;

/** @param isWanted whether the current call has a use for the twin: without it, the next call finds none */
export function twinStage({ rays, tree, bounds, shapes, counts }: Frame, isWanted: () => boolean): Stage {
  return {
    operation: passNumber(MAKE_RAY_NODES),
    blockRows: NODE_BLOCK,
    prepare: () => {
      rays.words[HAS_TWIN] = 0;
      return isWanted() ? layRayNodes(rays, tree, bounds, shapes.reals, counts) : 0;
    },
  };
}
