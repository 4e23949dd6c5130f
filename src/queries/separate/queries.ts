/** The calls of `separate`, and its stages. sceneQueries.ts has the contract. */
import type { Stage } from '../../broad/pass.ts';
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import { fail } from '../../errors.ts';
import { StageList } from '../../schedule/stageList.ts';
import { MOVER_ROWS } from '../../tables/probeTable.ts';
import { setDistance } from '../../tables/queryTable.ts';
import { FIRST, GROUPS, ROUNDS } from '../../tables/separateTable.ts';
import { passNumber } from '../passList.ts';
import type { ProbeList } from '../probes/probeList.ts';
import type { ProbeLists } from '../probes/probeLists.ts';
import type { QueryTools } from '../queryRunner.ts';
import { type SeparateOptions, SeparateOptionsReader } from './options.ts';
import { SEPARATE } from './passes.ts';
import { SeparateResults } from './results.ts';

/** Work of a mover as a number of pairs: it decides how many workers wake. */
const MOVER_WORTH = 100;
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Infinity);

export class SeparateQueries {
  readonly #tools: QueryTools;
  readonly #keeper: TreeKeeper;
  readonly #lists: ProbeLists;
  readonly #results: SeparateResults;
  readonly #stages: StageList;
  readonly #options = new SeparateOptionsReader();
  #count = 0;
  /** Whether an asynchronous query is running. */
  #isRunning = false;

  constructor(tools: QueryTools, keeper: TreeKeeper, lists: ProbeLists) {
    this.#tools = tools;
    this.#keeper = keeper;
    this.#lists = lists;
    this.#results = new SeparateResults(tools.frame.separate);
    const separate: Stage = {
      operation: passNumber(SEPARATE),
      blockRows: MOVER_ROWS,
      prepare: () => this.#count,
    };
    this.#stages = new StageList([
      ...keeper.follow,
      ...keeper.remake,
      separate,
      () => this.#results.answered(this.#count),
    ]);
  }

  async separate(where: string, movers: ProbeList, options: SeparateOptions | undefined): Promise<SeparateResults> {
    const { queue, runner } = this.#tools;
    queue.checkOpen(where);
    this.#lists.check(where, ': movers', movers);
    this.#options.read(where, options);
    const { mask, rounds } = this.#options;
    const reals = this.#options.reals.slice();
    if (this.#isRunning) fail(where, 'results that no query is filling', 'those of one that is running');
    movers.lock(`${where}: movers`);
    this.#isRunning = true;
    return queue.enqueue(async () => {
      try {
        this.#begin(movers, reals, rounds, mask);
        await runner.run(this.#stages);
        return this.#results;
      } finally {
        movers.unlock();
        this.#isRunning = false;
      }
    });
  }

  separateSync(where: string, movers: ProbeList, options: SeparateOptions | undefined): SeparateResults {
    const { queue, runner } = this.#tools;
    queue.checkIdle(where);
    this.#lists.check(where, ': movers', movers);
    this.#options.read(where, options);
    const { mask, reals, rounds } = this.#options;
    this.#begin(movers, reals, rounds, mask);
    runner.runSync(this.#stages);
    return this.#results;
  }

  #begin({ first, count }: ProbeList, reals: Float64Array, rounds: number, mask: number): void {
    const { frame, runner, scene } = this.#tools;
    const { words } = frame.separate;
    this.#count = count;
    words[FIRST] = first;
    words[GROUPS] = mask;
    words[ROUNDS] = rounds;
    frame.separate.reals.set(reals);
    setDistance(frame.query, true, NO_LIMIT);
    this.#keeper.begin(false);
    this.#stages.begin();
    runner.stage.worth = Math.max(scene.rows, MOVER_WORTH * count);
  }
}
