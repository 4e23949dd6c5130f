/**
 * `findPairs`: fills the engine's own list, as a query of its own or as the first half of a contact query. stages.ts
 * has its passes in order; engine.ts has the contract of the public methods.
 */
import type { TreeKeeper } from '../../broad/tree/treeKeeper.ts';
import type { PairList } from '../../pairs/pairList.ts';
import type { QueryTools } from '../queryRunner.ts';
import { FindOptionsReader, type FindPairsOptions } from './options.ts';
import { PairFinder } from './stages.ts';

export class FindQueries {
  readonly #tools: QueryTools;
  readonly #finder: PairFinder;
  readonly #options = new FindOptionsReader();

  constructor(tools: QueryTools, keeper: TreeKeeper) {
    this.#tools = tools;
    this.#finder = new PairFinder(tools.frame, keeper);
  }

  async findPairs(where: string, options: FindPairsOptions | undefined): Promise<PairList> {
    const { lists, queue, runner } = this.#tools;
    this.#options.read(where, options);
    // the reader is used again before this query starts
    const margin = this.#options.margin.slice();
    const { list } = lists.lock(where, lists.own.list);
    return queue.enqueue(async () => {
      try {
        await runner.run(this.begin(where, margin));
        return list;
      } finally {
        list.unlock();
      }
    });
  }

  findPairsSync(where: string, options: FindPairsOptions | undefined): PairList {
    const { lists, queue, runner } = this.#tools;
    this.#options.read(where, options);
    queue.checkIdle(where);
    runner.runSync(this.begin(where, this.#options.margin));
    return lists.own.list;
  }

  /**
   * Within a query: begins to fill the engine's own list.
   * @param most maximum number of pairs; with more, the query fails and the list does not change
   * @returns its stages
   */
  begin(where: string, margin: Float64Array, most = Infinity): PairFinder {
    const { lists, runner, scene } = this.#tools;
    this.#finder.begin(where, lists.own.list, margin, most);
    runner.setList(lists.own);
    runner.stage.worth = scene.rows;
    return this.#finder;
  }
}
