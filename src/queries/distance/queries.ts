/** `intersect` and `distance`: one stage over all rows of a list. engine.ts has the contract of the public methods. */
import type { PairList } from '../../pairs/pairList.ts';
import { setDistance } from '../../tables/queryTable.ts';
import { DISTANCE, INTERSECT } from '../builtInPasses.ts';
import type { ListState } from '../pairLists.ts';
import type { QueryTools } from '../queryRunner.ts';
import { type DistanceOptions, DistanceOptionsReader } from './options.ts';
import type { DistanceResults, IntersectResults } from './results.ts';

export class DistanceQueries {
  readonly #tools: QueryTools;
  readonly #options = new DistanceOptionsReader();

  constructor(tools: QueryTools) {
    this.#tools = tools;
  }

  async intersect(where: string, pairs: PairList): Promise<IntersectResults> {
    const { lists, runner } = this.#tools;
    const state = lists.lock(where, pairs);
    return this.#run(state, () => runner.describe(state, INTERSECT), state.overlaps);
  }

  intersectSync(where: string, pairs: PairList): IntersectResults {
    const { lists, queue, runner } = this.#tools;
    queue.checkIdle(where);
    const state = lists.stateOf(where, pairs);
    runner.describe(state, INTERSECT);
    runner.runSync();
    runner.finish(state);
    return state.overlaps;
  }

  async distance(where: string, pairs: PairList, options: DistanceOptions | undefined): Promise<DistanceResults> {
    const { frame, lists, runner } = this.#tools;
    const asked = this.#options;
    asked.read(where, options);
    // the reader is used again before this query starts
    const depth = asked.depth;
    const maxDistance = asked.maxDistance.slice();
    const state = lists.lock(where, pairs);
    const describe = () => {
      runner.describe(state, DISTANCE);
      setDistance(frame.query, depth, maxDistance);
    };
    return this.#run(state, describe, state.distances);
  }

  distanceSync(where: string, pairs: PairList, options: DistanceOptions | undefined): DistanceResults {
    const { frame, lists, queue, runner } = this.#tools;
    this.#options.read(where, options);
    queue.checkIdle(where);
    const state = lists.stateOf(where, pairs);
    runner.describe(state, DISTANCE);
    setDistance(frame.query, this.#options.depth, this.#options.maxDistance);
    runner.runSync();
    runner.finish(state);
    return state.distances;
  }

  /** Runs a query after the earlier ones. The list is locked, and unlocked at the end. */
  #run<R>(state: ListState, describe: () => void, results: R): Promise<R> {
    const { queue, runner } = this.#tools;
    return queue.enqueue(async () => {
      try {
        describe();
        await runner.run();
        runner.finish(state);
        return results;
      } finally {
        state.list.unlock();
      }
    });
  }
}
