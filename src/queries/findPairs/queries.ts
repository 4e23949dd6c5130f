/**
 * `findPairs`: fills the engine's own list, as a query of its own or as the first half of a contact query. Its passes,
 * in order, are in stages.ts; the contract of the public methods is in engine.ts.
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
    const { lists, queue } = this.#tools;
    this.#options.read(where, options);
    // the reader is used again before this query has its turn
    const margin = this.#options.margin.slice();
    const { list } = lists.lock(where, lists.own.list);
    return queue.enqueue(async () => {
      try {
        await this.find(where, margin);
        return list;
      } finally {
        list.unlock();
      }
    });
  }

  findPairsSync(where: string, options: FindPairsOptions | undefined): PairList {
    const { lists, queue } = this.#tools;
    this.#options.read(where, options);
    queue.checkIdle(where);
    this.findSync(where, this.#options.margin);
    return lists.own.list;
  }

  /**
   * Within a query: fills the engine's own list. @param most pairs; with more, the list stays as it was and the query
   * fails
   */
  async find(where: string, margin: Float64Array, most = Infinity): Promise<void> {
    this.#begin(where, margin, most);
    const { runner, scene } = this.#tools;
    await runner.runPasses(this.#finder, scene.rows);
  }

  /** The same, before it returns. */
  findSync(where: string, margin: Float64Array, most = Infinity): void {
    this.#begin(where, margin, most);
    const { runner, scene } = this.#tools;
    runner.runPassesSync(this.#finder, scene.rows);
  }

  #begin(where: string, margin: Float64Array, most: number): void {
    const { lists, runner } = this.#tools;
    const { list, tables, even } = lists.own;
    this.#finder.begin(where, list, margin, most);
    runner.job.list = tables;
    runner.job.evenToOdd = even;
  }
}
