/**
 * The stages of `overlapShapes`, from top to bottom: update the tree, search it for each probe, and put the ids in the
 * order of the probes.
 */
import type { Stage } from '../../broad/pass.ts';
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import type { StageDescription } from '../../schedule/stageDescription.ts';
import { StageList } from '../../schedule/stageList.ts';
import type { Frame } from '../../tables/frame.ts';
import { setDistance } from '../../tables/queryTable.ts';
import { FIRST, GROUPS, OVERLAP_ONLY, STAGED } from '../../tables/shapeOverlapTable.ts';
import { LEAVES } from '../../tables/treeTable.ts';
import { passNumber } from '../passList.ts';
import type { ProbeList } from '../probes/probeList.ts';
import { twinStages } from '../rays/twin.ts';
import { FIND_SHAPES, SCATTER_SHAPES } from './passes.ts';
import { ShapeOverlapResults } from './results.ts';

/** Probes per block. */
const PROBE_BLOCK = 16;
/** One probe is worth making the twin of a tree with this many leaves. */
const TWIN_LEAVES = 64;

export class ShapeOverlapFinder {
  readonly results: ShapeOverlapResults;
  readonly #frame: Frame;
  readonly #keeper: TreeKeeper;
  readonly #stages: StageList;
  #where = '';
  #count = 0;

  /** @param isWide whether the engine has a wide kernel */
  constructor(frame: Frame, keeper: TreeKeeper, isWide: boolean) {
    const { words } = frame.shapeOverlaps;
    this.#frame = frame;
    this.#keeper = keeper;
    this.results = new ShapeOverlapResults(frame.shapeOverlaps);
    const find: Stage = {
      operation: passNumber(FIND_SHAPES),
      blockRows: PROBE_BLOCK,
      prepare: () => {
        words[STAGED] = 0;
        return this.#count;
      },
    };
    const scatter: Stage = {
      operation: passNumber(SCATTER_SHAPES),
      blockRows: PROBE_BLOCK,
      prepare: () => this.#count,
    };
    this.#stages = new StageList([
      ...keeper.follow,
      ...keeper.remake,
      ...twinStages(frame, keeper, () => isWide && TWIN_LEAVES * this.#count >= frame.tree.words[LEAVES]),
      find,
      () => this.#checkFound(find),
      () => this.#layStarts(),
      scatter,
      () => this.results.answered(this.#count),
    ]);
  }

  /** Starts a query of a list. The results do not change before all ids are found and fit. @param margin one number */
  begin(where: string, { first, count }: ProbeList, margin: Float64Array, mask: number): void {
    const { query, shapeOverlaps } = this.#frame;
    const { words } = shapeOverlaps;
    this.#where = where;
    this.#count = count;
    words[FIRST] = first;
    words[GROUPS] = mask;
    words[OVERLAP_ONLY] = margin[0] === 0 ? 1 : 0;
    setDistance(query, false, margin);
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
    const { overlaps, shapeOverlaps } = this.#frame;
    const { counts, words } = shapeOverlaps;
    let total = 0;
    for (let k = 0; k < this.#count; k++) total += counts[k];
    const room = overlaps.staging.length;
    if (total > room) fail(`${this.#where}: overlaps`, `at most ${room} (raise capacity.overlaps)`, total);
    return this.#count > 0 && words[STAGED] !== total ? find : undefined;
  }

  #layStarts(): void {
    const { counts, starts } = this.#frame.shapeOverlaps;
    let at = 0;
    for (let k = 0; k < this.#count; k++) {
      starts[k] = at;
      at += counts[k];
    }
    starts[this.#count] = at;
  }
}
