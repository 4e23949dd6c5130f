/** Queries that search the bounding tree: their stages bring it up to date before they search it. */
import type { Stage, Step } from '../broad/pass.ts';
import { StageList } from '../schedule/stageList.ts';
import { f32TreeStages } from './f32Tree.ts';
import type { QueryTools } from './queryRunner.ts';

/**
 * The stages of a search of the tree.
 * @param own those after the tree is up to date
 * @param usesF32Tree whether the current call gains by the f32 tree, where there is a wide kernel. Default: never
 * @returns what starts a call, and gives its stages. Its argument is the work of the call as a number of pairs: it
 *   decides how many workers wake
 */
export function treeSearch(
  tools: QueryTools,
  own: readonly (Stage | Step)[],
  usesF32Tree?: () => boolean,
): (work: number) => StageList {
  const { frame, isWide, treeUpdater, runner, scene } = tools;
  const f32Tree = isWide && usesF32Tree ? f32TreeStages(frame, treeUpdater, usesF32Tree) : [];
  const stages = new StageList([...treeUpdater.follow, ...treeUpdater.remake, ...f32Tree, ...own]);
  return (work) => {
    treeUpdater.begin(false);
    stages.begin();
    // the bounds of all colliders are work, too
    runner.stage.worth = Math.max(scene.rows, work);
    return stages;
  };
}
