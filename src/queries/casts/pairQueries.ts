/** `castPairs`: one stage over all rows of a list. engine/pairQueries.ts has the contract of the public methods. */
import { fail } from '../../errors.ts';
import type { PairList } from '../../pairs/pairList.ts';
import { LEAVING, PIVOTS, SKIN, TOLERANCE } from '../../tables/castTable.ts';
import type { ListState } from '../pairLists.ts';
import { passNumber } from '../passList.ts';
import { checkSpatial } from '../probes/probeLists.ts';
import type { QueryTools } from '../queryRunner.ts';
import { countMotions, countPivots, readMotions } from './motions.ts';
import { CastOptionsReader, type CastPairsOptions } from './options.ts';
import { CAST_PAIRS } from './passes.ts';
import { CastPairResults } from './results.ts';

/** Work of a cast as a number of pairs: it decides how many workers wake. */
const CAST_WORTH = 8;
/** Pairs per block. */
const CAST_BLOCK = 16;

export class CastPairQueries {
  readonly #tools: QueryTools;
  readonly #options = new CastOptionsReader(false);
  readonly #results: CastPairResults;
  readonly #operation = passNumber(CAST_PAIRS);
  #isRunning = false;

  constructor(tools: QueryTools) {
    this.#tools = tools;
    const { casts, colliders } = tools.frame;
    this.#results = new CastPairResults(casts, colliders);
  }

  async cast(
    where: string,
    pairs: PairList,
    given: ArrayLike<number>,
    options: CastPairsOptions | undefined,
  ): Promise<CastPairResults> {
    const { frame, lists, queue, runner, scene } = this.#tools;
    queue.checkOpen(where);
    checkSpatial(where, frame);
    this.#options.read(where, options);
    // the reader is used again before this query starts
    const lengths = this.#options.lengths.slice();
    const { leaving, pivots: givenPivots } = this.#options;
    const motions = new Float64Array(countMotions(where, given, scene.rows));
    const pivots = new Float64Array(countPivots(where, givenPivots, scene.rows));
    readMotions(where, 'motions', motions, given, motions.length);
    if (givenPivots) readMotions(where, 'pivots', pivots, givenPivots, pivots.length);
    const state = lists.lock(where, pairs);
    try {
      this.#checkRoom(where, pairs);
      if (this.#isRunning) fail(where, 'results that no query is filling', 'those of one that is running');
    } catch (error) {
      pairs.unlock();
      throw error;
    }
    this.#isRunning = true;
    return queue.enqueue(async () => {
      try {
        frame.casts.motions.set(motions);
        frame.casts.pivots.set(pivots);
        this.#describe(state, lengths, leaving, pivots.length);
        await runner.run();
        this.#results.answered(pairs, pairs.count);
        return this.#results;
      } finally {
        this.#isRunning = false;
        pairs.unlock();
      }
    });
  }

  castSync(
    where: string,
    pairs: PairList,
    given: ArrayLike<number>,
    options: CastPairsOptions | undefined,
  ): CastPairResults {
    const { frame, lists, queue, runner, scene } = this.#tools;
    queue.checkIdle(where);
    checkSpatial(where, frame);
    this.#options.read(where, options);
    const { lengths, leaving, pivots } = this.#options;
    const count = countMotions(where, given, scene.rows);
    const pivotCount = countPivots(where, pivots, scene.rows);
    const state = lists.stateOf(where, pairs);
    this.#checkRoom(where, pairs);
    readMotions(where, 'motions', frame.casts.motions, given, count);
    if (pivots) readMotions(where, 'pivots', frame.casts.pivots, pivots, pivotCount);
    this.#describe(state, lengths, leaving, pivotCount);
    runner.runSync();
    this.#results.answered(pairs, pairs.count);
    return this.#results;
  }

  #checkRoom(where: string, { count }: PairList): void {
    const room = this.#tools.frame.casts.ofPairs.capacity;
    if (count > room) fail(`${where}: pairs`, `at most ${room} (raise capacity.casts)`, count);
  }

  #describe(state: ListState, lengths: Float64Array, leaving: boolean, pivotCount: number): void {
    const { frame, runner } = this.#tools;
    const { options, words } = frame.casts;
    options[SKIN] = lengths[0];
    options[TOLERANCE] = lengths[1];
    words[LEAVING] = leaving ? 1 : 0;
    words[PIVOTS] = pivotCount > 0 ? 1 : 0;
    runner.describe(state, this.#operation);
    runner.stage.blockRows = CAST_BLOCK;
    runner.stage.worth = CAST_WORTH * state.list.count;
  }
}
