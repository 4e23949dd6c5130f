/** Queries that search the bounding tree: their stages bring it up to date before they search it. */
import type { Stage, Step } from '../broad/pass.ts';
import { StageList } from '../schedule/stageList.ts';
import type { QueryTools } from './queryRunner.ts';
import { twinStages } from './rays/twin.ts';

/**
 * The stages of a search of the tree.
 * @param own those after the tree is up to date
 * @param usesTwin whether the current call gains by the f32 tree, where there is a wide kernel. Default: it never does
 * @returns what starts a call, and gives its stages. Its argument is the work of the call as a number of pairs: it
 *   decides how many workers wake
 */
export function treeSearch(
  tools: QueryTools,
  own: readonly (Stage | Step)[],
  usesTwin?: () => boolean,
): (work: number) => StageList {
  const { frame, isWide, treeUpdater, runner, scene } = tools;
  const twin = isWide && usesTwin ? twinStages(frame, treeUpdater, usesTwin) : [];
  const stages = new StageList([...treeUpdater.follow, ...treeUpdater.remake, ...twin, ...own]);
  return (work) => {
    treeUpdater.begin(false);
    stages.begin();
    // the bounds of all colliders are work, too
    runner.stage.worth = Math.max(scene.rows, work);
    return stages;
  };
}
