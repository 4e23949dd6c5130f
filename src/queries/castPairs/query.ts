/** `castPairs`: when the two colliders of each pair of a list meet first. One stage over the rows of the list. */
import { passNumber } from '../../broad/pass.ts';
import { fail } from '../../errors.ts';
import { CASTS_WASM, EXACT_CASTS } from '../../narrow/wasmPieces.ts';
import type { PairList } from '../../pairs/pairList.ts';
import { PIVOTS } from '../../tables/castTable.ts';
import { CAST_OPTIONS, type CastOptions, writeCastOptions } from '../castShapes/query.ts';
import { callsOf, defineQuery, type Input } from '../define.ts';
import { PairsInput } from '../inputs.ts';
import { type OptionKinds, type OptionValues, unchecked } from '../options.ts';
import type { QueryTools } from '../queryRunner.ts';
import { countMotions, countPivots, readMotions } from './motions.ts';
import { CastPairResults } from './results.ts';
import { CAST_PAIRS, castPairsSearch } from './search.ts';

/** The parameters of `castPairs` besides the pairs and their motions. */
export interface CastPairsOptions extends CastOptions {
  /**
   * The point of each collider that moves straight, and about which the collider turns: 4 numbers per collider, by id,
   * x y z – (m), from its position along its own axes. Copied. Default: the position. A free body turns about its
   * center of mass. The pivot of a collider without a turn does not count. The size of a pair is measured from pivots.
   */
  readonly pivots?: ArrayLike<number> | undefined;
}

export interface CastPairsCalls {
  /**
   * When the colliders of each pair, both moving and turning, meet first. No contact is passed over, however fast the
   * motion is: before `t` a pair is proven to be farther apart than `skin`.
   * @param motions 8 per collider, by id: displacement x y z – (m) and rotation vector x y z – (rad, |turn| ≤ 64, about
   *   the position, world axes) while t goes from 0 to 1, at constant speed. Copied. Pairs with numbers that are not
   *   finite, and with a half-space that turns, are `Invalid`
   * @throws QueryError for too few motions, a bad option, a list that is being queried, more pairs than
   *   `capacity.casts`, while another `castPairs` runs, in a planar scene, and after `close`
   *
   * @example
   * ```ts
   * const motions = new Float64Array(8 * 2); // two colliders
   * motions[0] = 5; // the first one moves 5 m along x
   * const casts = await engine.castPairs(pairs, motions);
   * if (casts.status[0] === CastStatus.Hit) console.log(casts.t[0]);
   * ```
   */
  castPairs(pairs: PairList, motions: ArrayLike<number>, options?: CastPairsOptions): Promise<CastPairResults>;
  /**
   * `castPairs` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `castPairs`
   */
  castPairsSync(pairs: PairList, motions: ArrayLike<number>, options?: CastPairsOptions): CastPairResults;
}

/** Work of a cast as a number of pairs. */
const CAST_WORTH = 8;
/** Pairs per block. */
const CAST_BLOCK = 16;

const OPTIONS = {
  ...CAST_OPTIONS,
  pivots: unchecked<ArrayLike<number>>(),
} satisfies OptionKinds<CastPairsOptions>;

/** A list, and the motions and pivots of all colliders. */
class MovingPairs extends PairsInput implements Input<typeof OPTIONS> {
  readonly #tools: QueryTools;
  readonly #isOwn: boolean;
  #motions: Float64Array;
  #pivots: Float64Array;
  hasPivots = false;

  /** @param isOwn whether they go to the columns at once */
  constructor(tools: QueryTools, isOwn: boolean) {
    super(tools.lists);
    this.#tools = tools;
    this.#isOwn = isOwn;
    this.#motions = tools.frame.casts.motions;
    this.#pivots = tools.frame.casts.pivots;
  }

  override check(
    where: string,
    pairs: PairList,
    motions?: ArrayLike<number>,
    options?: OptionValues<typeof OPTIONS>,
  ): void {
    const { frame, lists, scene } = this.#tools;
    const pivots = options?.pivots;
    const count = countMotions(where, motions!, scene.rows);
    const pivotCount = countPivots(where, pivots, scene.rows);
    this.state = lists.stateOf(where, pairs);
    const room = frame.casts.ofPairs.capacity;
    if (pairs.count > room) fail(`${where}: pairs`, `at most ${room} (raise capacity.casts)`, pairs.count);
    if (!this.#isOwn) {
      this.#motions = new Float64Array(count);
      this.#pivots = new Float64Array(pivotCount);
    }
    readMotions(where, 'motions', this.#motions, motions!, count);
    if (pivots) readMotions(where, 'pivots', this.#pivots, pivots, pivotCount);
    this.hasPivots = pivotCount > 0;
  }

  /** Moves the numbers to the columns. */
  enter(): void {
    const { casts } = this.#tools.frame;
    if (this.#isOwn) return;
    casts.motions.set(this.#motions);
    casts.pivots.set(this.#pivots);
  }
}

export const castPairsQuery = defineQuery<CastPairsCalls>({
  search: castPairsSearch,
  wasm: [CASTS_WASM, EXACT_CASTS],
  open(tools) {
    const { frame, runner } = tools;
    const { casts, colliders } = frame;
    const results = new CastPairResults(casts, colliders);
    return callsOf(tools, 'castPairs', {
      given: ['pairs', 'motions', 'options'],
      options: OPTIONS,
      isSpatial: true,
      input: (isOwn) => new MovingPairs(tools, isOwn),
      begin({ input, options }) {
        input.enter();
        writeCastOptions(frame, options);
        casts.words[PIVOTS] = input.hasPivots ? 1 : 0;
        runner.setStage(input.state, passNumber(frame, CAST_PAIRS));
        runner.stage.blockRows = CAST_BLOCK;
        runner.stage.worth = CAST_WORTH * input.state.list.count;
        return undefined;
      },
      read({ input: { state } }) {
        results.answered(state.list, state.list.count);
        return results;
      },
    });
  },
});
