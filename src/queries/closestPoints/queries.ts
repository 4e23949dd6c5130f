/** The calls of `closestPoints`, and its stages. sceneQueries.ts has the contract. */
import type { Stage } from '../../broad/pass.ts';
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import { StageList } from '../../schedule/stageList.ts';
import { GROUPS } from '../../tables/closestWords.ts';
import { LEAVES } from '../../tables/treeTable.ts';
import { passNumber } from '../passList.ts';
import { checkSpatial } from '../probes/probeLists.ts';
import type { QueryTools } from '../queryRunner.ts';
import { twinStages } from '../rays/twin.ts';
import { type ClosestOptions, ClosestOptionsReader, countPoints, readPoints } from './options.ts';
import { CLOSEST } from './passes.ts';
import { ClosestResults } from './results.ts';

/** Points per block. */
const POINT_BLOCK = 64;
/** Work of a point as a number of pairs: it decides how many workers wake. */
const POINT_WORTH = 20;
/** One point is worth making the twin of a tree with this many leaves. */
const TWIN_LEAVES = 256;

export class ClosestQueries {
  readonly #tools: QueryTools;
  readonly #keeper: TreeKeeper;
  readonly #results: ClosestResults;
  readonly #stages: StageList;
  readonly #options = new ClosestOptionsReader();
  #count = 0;
  /** Whether an asynchronous query is running. */
  #isRunning = false;

  /** @param isWide whether the engine has a wide kernel */
  constructor(tools: QueryTools, keeper: TreeKeeper, isWide: boolean) {
    this.#tools = tools;
    this.#keeper = keeper;
    this.#results = new ClosestResults(tools.frame);
    const find: Stage = {
      operation: passNumber(CLOSEST),
      blockRows: POINT_BLOCK,
      prepare: () => this.#count,
    };
    const { words } = tools.frame.tree;
    const twin = twinStages(tools.frame, keeper, () => isWide && TWIN_LEAVES * this.#count >= words[LEAVES]);
    this.#stages = new StageList([
      ...keeper.follow,
      ...keeper.remake,
      ...twin,
      find,
      () => this.#results.answered(this.#count),
    ]);
  }

  /** @param given 3 numbers per point, copied before the first await */
  async find(where: string, given: ArrayLike<number>, options: ClosestOptions | undefined): Promise<ClosestResults> {
    const { frame, queue, runner } = this.#tools;
    queue.checkOpen(where);
    checkSpatial(where, frame);
    this.#options.read(where, options);
    const { mask } = this.#options;
    const maxDistance = this.#options.maxDistance.slice();
    const count = countPoints(where, given, frame.closest.capacity);
    const points = new Float64Array(4 * count);
    readPoints(where, points, given, count);
    if (this.#isRunning) fail(where, 'results that no query is filling', 'those of one that is running');
    this.#isRunning = true;
    return queue.enqueue(async () => {
      try {
        frame.closest.points.set(points);
        this.#begin(count, maxDistance, mask);
        await runner.run(this.#stages);
        return this.#results;
      } finally {
        this.#isRunning = false;
      }
    });
  }

  findSync(where: string, given: ArrayLike<number>, options: ClosestOptions | undefined): ClosestResults {
    const { frame, queue, runner } = this.#tools;
    queue.checkIdle(where);
    checkSpatial(where, frame);
    this.#options.read(where, options);
    const count = countPoints(where, given, frame.closest.capacity);
    readPoints(where, frame.closest.points, given, count);
    this.#begin(count, this.#options.maxDistance, this.#options.mask);
    runner.runSync(this.#stages);
    return this.#results;
  }

  #begin(count: number, maxDistance: Float64Array, mask: number): void {
    const { frame, runner, scene } = this.#tools;
    const { words, reals } = frame.closest;
    this.#count = count;
    words[GROUPS] = mask;
    reals.set(maxDistance);
    this.#keeper.begin(false);
    this.#stages.begin();
    runner.stage.worth = Math.max(scene.rows, POINT_WORTH * count);
  }
}
