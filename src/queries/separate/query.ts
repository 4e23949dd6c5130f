/** `separate`: the shortest push of movers out of what they overlap. search.ts has its pass. */

import { passNumber } from '../../broad/pass.ts';
import { EXACT_CHILDREN } from '../../narrow/wasmPieces.ts';
import { ownTable } from '../../tables/frame.ts';
import { MOVER_ROWS } from '../../tables/probeTable.ts';
import { setDistance } from '../../tables/queryTable.ts';
import { callsOf, defineQuery } from '../define.ts';
import { copyNumber, GROUPS as GROUP_OPTION, integer, LIMIT, length, number, type OptionKinds } from '../options.ts';
import type { ProbeList } from '../probes/probeList.ts';
import { probesInput } from '../probes/query.ts';
import { treeSearch } from '../treeSearch.ts';
import { SeparateResults } from './results.ts';
import { SEPARATE, separateSearch } from './search.ts';
import { FIRST, GROUPS, MOST_PUSH, ROUNDS, SEPARATE_TABLE, SKIN } from './table.ts';

/** The parameters of `separate` besides the movers. */
export interface SeparateOptions {
  /** Distance that movers keep from colliders, where there is room (m). A finite number ≥ 0, default 0.001. */
  readonly skin?: number | undefined;
  /** Most pushes of a mover, each of which is measured again. An integer in 1..64, default 16. */
  readonly rounds?: number | undefined;
  /** Longest sum of the pushes of a mover (m). Default: Infinity. */
  readonly maxPush?: number | undefined;
  /** Groups to search, besides the mask of each mover. An integer in 0..65535, default 0xffff. */
  readonly mask?: number | undefined;
}

export interface SeparateCalls {
  /**
   * Finds, for each mover, the shortest push out of all colliders that it overlaps, and that keeps it `skin` away from
   * them where there is room. A push is at most twice the deepest overlap at the start, and the skin. Movers do not see
   * each other, and the list does not change: add the pushes to the positions yourself.
   * @param movers a list of this engine; each mover sees the groups that its mask and the option `mask` have in common,
   *   and not the collider in `ignored`
   * @throws QueryError for a bad option, a list that is being queried, while another `separate` runs, and after `close`
   *
   * @example
   * ```ts
   * const { pushes, status } = await engine.separate(movers, { skin: 0.01 });
   * for (let k = 0; k < 4 * movers.count; k++) movers.positions[k] += pushes[k];
   * ```
   */
  separate(movers: ProbeList, options?: SeparateOptions): Promise<SeparateResults>;
  /**
   * `separate` that returns when it is done; the calling thread takes part. Allocates nothing.
   * @throws QueryError as `separate`
   */
  separateSync(movers: ProbeList, options?: SeparateOptions): SeparateResults;
}

/** Work of a mover as a number of pairs. */
const MOVER_WORTH = 100;
const NO_LIMIT = /* @__PURE__ */ Float64Array.of(Infinity);
/** Between two edges a round may leave half of the overlap: 16 rounds leave 2e-5 of it. */
const ROUNDS_BY_DEFAULT = 16;

const OPTIONS = {
  skin: number<SeparateOptions>(length(1e-3), ({ skin }, to) => copyNumber(skin, to)),
  rounds: integer(ROUNDS_BY_DEFAULT, 1, 64),
  maxPush: number<SeparateOptions>(LIMIT, ({ maxPush }, to) => copyNumber(maxPush, to)),
  mask: GROUP_OPTION,
} satisfies OptionKinds<SeparateOptions>;

export const separateQuery = defineQuery<SeparateCalls>({
  search: separateSearch,
  // planes of children
  wasm: [EXACT_CHILDREN],
  open(tools) {
    const { query } = tools.frame;
    const separate = ownTable(tools.frame, SEPARATE_TABLE);
    const { reals, words } = separate;
    const results = new SeparateResults(separate);
    let count = 0;
    const start = treeSearch(tools, [
      { pass: passNumber(tools.frame, SEPARATE), blockRows: MOVER_ROWS, prepare: () => count },
    ]);
    return callsOf(tools, 'separate', {
      given: ['movers', 'options'],
      options: OPTIONS,
      input: () => probesInput(tools, ': movers'),
      begin({ input: { list }, options: { mask, maxPush, rounds, skin } }) {
        count = list.count;
        words[FIRST] = list.first;
        words[GROUPS] = mask;
        words[ROUNDS] = rounds;
        reals.set(skin, SKIN);
        reals.set(maxPush, MOST_PUSH);
        setDistance(query, true, NO_LIMIT);
        return start(MOVER_WORTH * count);
      },
      read() {
        results.answered(count);
        return results;
      },
    });
  },
});
