/** The calls of `overlapShapes`. stages.ts has its passes in order; sceneQueries.ts has the contract. */
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import type { ProbeList } from '../probes/probeList.ts';
import type { ProbeLists } from '../probes/probeLists.ts';
import type { QueryTools } from '../queryRunner.ts';
import { type OverlapShapesOptions, OverlapShapesOptionsReader } from './options.ts';
import type { ShapeOverlapResults } from './results.ts';
import { ShapeOverlapFinder } from './stages.ts';

/** Work of a probe as a number of pairs: it decides how many workers wake. */
const PROBE_WORTH = 30;

export class ShapeOverlapQueries {
  readonly #tools: QueryTools;
  readonly #lists: ProbeLists;
  readonly #finder: ShapeOverlapFinder;
  readonly #options = new OverlapShapesOptionsReader();
  /** Whether an asynchronous query is running. */
  #isRunning = false;

  /** @param isWide whether the engine has a wide kernel */
  constructor(tools: QueryTools, keeper: TreeKeeper, lists: ProbeLists, isWide: boolean) {
    this.#tools = tools;
    this.#lists = lists;
    this.#finder = new ShapeOverlapFinder(tools.frame, keeper, isWide);
  }

  async overlap(
    where: string,
    probes: ProbeList,
    options: OverlapShapesOptions | undefined,
  ): Promise<ShapeOverlapResults> {
    const { queue, runner } = this.#tools;
    queue.checkOpen(where);
    this.#lists.check(where, ': probes', probes);
    this.#options.read(where, options);
    const { mask } = this.#options;
    const margin = this.#options.margin.slice();
    if (this.#isRunning) fail(where, 'results that no query is filling', 'those of one that is running');
    probes.lock(`${where}: probes`);
    this.#isRunning = true;
    return queue.enqueue(async () => {
      try {
        this.#begin(where, probes, margin, mask);
        await runner.run(this.#finder);
        return this.#finder.results;
      } finally {
        probes.unlock();
        this.#isRunning = false;
      }
    });
  }

  overlapSync(where: string, probes: ProbeList, options: OverlapShapesOptions | undefined): ShapeOverlapResults {
    const { queue, runner } = this.#tools;
    queue.checkIdle(where);
    this.#lists.check(where, ': probes', probes);
    this.#options.read(where, options);
    this.#begin(where, probes, this.#options.margin, this.#options.mask);
    runner.runSync(this.#finder);
    return this.#finder.results;
  }

  #begin(where: string, probes: ProbeList, margin: Float64Array, mask: number): void {
    const { runner, scene } = this.#tools;
    this.#finder.begin(where, probes, margin, mask);
    runner.stage.worth = Math.max(scene.rows, PROBE_WORTH * probes.count);
  }
}
