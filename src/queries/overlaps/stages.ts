/**
 * The stages of overlap queries, from top to bottom: update the tree, search it for each volume, and put the ids in the
 * order of their volumes.
 */
import type { Stage } from '../../broad/pass.ts';
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { StageList } from '../../schedule/stageList.ts';
import type { Frame } from '../../tables/frame.ts';
import { BOXES, GROUPS, KIND, STAGED } from '../../tables/overlapTable.ts';
import { passNumber } from '../passList.ts';
import { FIND_OVERLAPS, SCATTER_OVERLAPS } from './passes.ts';
import { OverlapResults } from './results.ts';

/** Volumes per block. */
const VOLUME_BLOCK = 16;

export class OverlapFinder {
  /** By kind: of boxes, of spheres. */
  readonly results: readonly [OverlapResults, OverlapResults];
  readonly #frame: Frame;
  readonly #keeper: TreeKeeper;
  readonly #stages: StageList;
  #where = '';
  #kind = BOXES;
  #count = 0;

  constructor(frame: Frame, keeper: TreeKeeper) {
    const { startsOfBoxes, idsOfBoxes, startsOfSpheres, idsOfSpheres, words } = frame.overlaps;
    this.#frame = frame;
    this.#keeper = keeper;
    this.results = [new OverlapResults(startsOfBoxes, idsOfBoxes), new OverlapResults(startsOfSpheres, idsOfSpheres)];
    const find: Stage = {
      operation: passNumber(FIND_OVERLAPS),
      blockRows: VOLUME_BLOCK,
      prepare: () => {
        words[STAGED] = 0;
        return this.#count;
      },
    };
    const scatter: Stage = {
      operation: passNumber(SCATTER_OVERLAPS),
      blockRows: VOLUME_BLOCK,
      prepare: () => this.#count,
    };
    this.#stages = new StageList([
      ...keeper.follow,
      ...keeper.remake,
      find,
      () => this.#checkFound(find),
      () => this.#layStarts(),
      scatter,
      () => this.results[this.#kind].answered(this.#count),
    ]);
  }

  /**
   * Starts a query of `count` volumes, which are in the table. The results do not change before all ids are found and
   * fit.
   */
  begin(where: string, kind: number, count: number, mask: number): void {
    const { words } = this.#frame.overlaps;
    this.#where = where;
    this.#kind = kind;
    this.#count = count;
    words[KIND] = kind;
    words[GROUPS] = mask;
    this.#keeper.begin(false);
    this.#stages.begin();
  }

  /**
   * Describes the next stage. The previous one must be complete.
   * @returns whether there is one: if not, `results` are complete
   * @throws QueryError if the ids do not fit; the results are then unchanged
   */
  next(stage: StageDescription): boolean {
    return this.#stages.next(stage);
  }

  /** @returns the stage to go back to if a worker that died in the search has staged ids twice */
  #checkFound(find: Stage): Stage | undefined {
    const { counts, staging, words } = this.#frame.overlaps;
    let total = 0;
    for (let k = 0; k < this.#count; k++) total += counts[k];
    const room = staging.length;
    if (total > room) fail(`${this.#where}: overlaps`, `at most ${room} (raise capacity.overlaps)`, total);
    return this.#count > 0 && words[STAGED] !== total ? find : undefined;
  }

  #layStarts(): void {
    const { counts, startsOfBoxes, startsOfSpheres } = this.#frame.overlaps;
    const starts = this.#kind === BOXES ? startsOfBoxes : startsOfSpheres;
    let at = 0;
    for (let k = 0; k < this.#count; k++) {
      starts[k] = at;
      at += counts[k];
    }
    starts[this.#count] = at;
  }
}
