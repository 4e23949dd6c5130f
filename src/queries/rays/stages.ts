/**
 * The stages of `castRays`, from top to bottom: update the tree, cast the rays, and for all hits put them in the order
 * of their rays.
 */
import type { Stage } from '../../broad/pass.ts';
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { StageList } from '../../schedule/stageList.ts';
import type { Frame } from '../../tables/frame.ts';
import { FIRST, STAGED } from '../../tables/rayTable.ts';
import { QUERY_GROUPS, SKIP_INSIDE } from '../../tables/rayTree.ts';
import { passNumber } from '../passList.ts';
import type { RayList } from './list.ts';
import type { RayOptions } from './options.ts';
import { CAST_ALL, CAST_ANY, CAST_CLOSEST, PLACE_RAY_HITS } from './passes.ts';
import { AllRayHits } from './results.ts';
import { twinStages } from './twin.ts';

/** Rays per block. */
const RAY_BLOCK = 64;

export class RayCaster {
  readonly all: AllRayHits;
  readonly #frame: Frame;
  readonly #keeper: TreeKeeper;
  readonly #stages: StageList;
  #where = '';
  #hits: NonNullable<RayOptions['hits']> = 'closest';
  #count = 0;

  /** @param isWide whether the engine has a wide kernel */
  constructor(frame: Frame, keeper: TreeKeeper, isWide: boolean) {
    const { rays } = frame;
    this.#frame = frame;
    this.#keeper = keeper;
    this.all = new AllRayHits(rays);
    const cast = (hits: RayOptions['hits'], operation: number): Stage => ({
      operation,
      blockRows: RAY_BLOCK,
      prepare: () => {
        rays.words[STAGED] = 0;
        return this.#hits === hits ? this.#count : 0;
      },
    });
    const castAll = cast('all', passNumber(CAST_ALL));
    this.#stages = new StageList([
      ...keeper.follow,
      ...keeper.remake,
      ...twinStages(frame, keeper, () => isWide && this.#count > 0),
      cast('closest', passNumber(CAST_CLOSEST)),
      cast('any', passNumber(CAST_ANY)),
      castAll,
      () => (this.#hits === 'all' ? this.#checkStaged(castAll) : undefined),
      () => this.#layStarts(),
      {
        operation: passNumber(PLACE_RAY_HITS),
        blockRows: RAY_BLOCK,
        prepare: () => (this.#hits === 'all' ? this.#count : 0),
      },
    ]);
  }

  /** Starts a query on the rays of a list. */
  begin(where: string, list: RayList, hits: NonNullable<RayOptions['hits']>, skipsInside: boolean, mask: number): void {
    const { words } = this.#frame.rays;
    this.#where = where;
    this.#hits = hits;
    this.#count = list.count;
    words[FIRST] = list.first;
    words[QUERY_GROUPS] = mask;
    words[SKIP_INSIDE] = skipsInside ? 1 : 0;
    this.#keeper.begin(false);
    this.#stages.begin();
  }

  /**
   * Describes the next stage. The previous one must be complete.
   * @returns whether there is one: if not, the results are complete
   * @throws QueryError if all hits do not fit; the results of 'all' are then unchanged
   */
  next(stage: StageDescription): boolean {
    return this.#stages.next(stage);
  }

  /** @returns the stage to go back to if a worker that died in the search has staged hits twice */
  #checkStaged(castAll: Stage): Stage | undefined {
    const { counts, stagedIds, words } = this.#frame.rays;
    let total = 0;
    for (let k = 0; k < this.#count; k++) total += counts[k];
    const room = stagedIds.length;
    if (total > room) fail(`${this.#where}: hits`, `at most ${room} (raise capacity.rayHits)`, total);
    return this.#count > 0 && words[STAGED] !== total ? castAll : undefined;
  }

  #layStarts(): void {
    if (this.#hits !== 'all') return;
    const { counts, starts } = this.#frame.rays;
    let at = 0;
    for (let k = 0; k < this.#count; k++) {
      starts[k] = at;
      at += counts[k];
    }
    starts[this.#count] = at;
  }
}
