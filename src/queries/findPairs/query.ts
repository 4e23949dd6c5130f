/** `findPairs`: fills the engine's own list. stages.ts has the stages of the broad phase, search.ts their passes. */
import type { PairList } from '../../pairs/pairList.ts';
import { callsOf, defineQuery, type Input } from '../define.ts';
import { PairsInput } from '../inputs.ts';
import { copyNumber, length, number, type OptionKinds } from '../options.ts';
import type { QueryStages, QueryTools } from '../queryRunner.ts';
import { findPairsSearch } from './search.ts';

export interface FindPairsOptions {
  /** Pairs whose bounding boxes are within this of each other along every axis (m, ≥ 0). Default: 0, touching boxes. */
  readonly margin?: number | undefined;
}

export interface FindPairsCalls {
  /**
   * Fills `engine.pairs` with the candidate pairs: all pairs whose bounding boxes come within `margin`. The smaller id
   * of a pair comes first, and pairs are sorted by first id, then by second id. Colliders with an invalid pose are in
   * no pair; `info.invalidColliders` counts them.
   * @returns `engine.pairs`
   * @throws QueryError for a bad option, for more pairs than `capacity.pairs` (the list then stays as it is), and after
   *   `close`
   *
   * @example
   * ```ts
   * const pairs = await engine.findPairs({ margin: 0.1 });
   * for (let i = 0; i < pairs.count; i++) console.log(pairs.ids[2 * i], pairs.ids[2 * i + 1]);
   * ```
   */
  findPairs(options?: FindPairsOptions): Promise<PairList>;
  /**
   * `findPairs` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws as `findPairs`
   */
  findPairsSync(options?: FindPairsOptions): PairList;
}

const OPTIONS = {
  margin: number<FindPairsOptions>(length(0), ({ margin }, to) => copyNumber(margin, to)),
} satisfies OptionKinds<FindPairsOptions>;

/** The engine's own list. */
class OwnPairs extends PairsInput implements Input<typeof OPTIONS> {
  override check(): void {}
}

export const findPairsQuery = defineQuery<FindPairsCalls>({
  search: findPairsSearch,
  open: (tools) =>
    callsOf(tools, 'findPairs', {
      given: ['options'],
      options: OPTIONS,
      input: () => new OwnPairs(tools.lists),
      isOfList: () => true,
      begin: ({ where, options: { margin } }) => beginFinding(tools, where, margin),
      read: ({ input: { state } }) => state.list,
    }),
});

/**
 * Within a call: begins to fill the engine's own list.
 * @param most maximum number of pairs; with more, the call fails and the list does not change
 * @returns its stages
 * @internal
 */
export function beginFinding(
  { pairStages, lists, runner, scene }: QueryTools,
  where: string,
  margin: Float64Array,
  most = Infinity,
): QueryStages {
  pairStages.begin(where, lists.own.list, margin, most);
  runner.setList(lists.own);
  runner.stage.worth = scene.rows;
  return pairStages;
}
