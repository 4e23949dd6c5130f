/**
 * The pass of `castPairs`.
 *
 *   pass         items            reads → writes
 *   CAST_PAIRS   rows of a list   poses, motions → results of castPairs
 */
import type { Pass, Search } from '../../broad/pass.ts';

/** @internal */
export const CAST_PAIRS: Pass = {
  name: 'castPairs',
  run({ castKernel }, _, begin, end, pairs) {
    castKernel?.castPairs(pairs.ids, begin, end);
  },
};

/** @internal */
export const castPairsSearch: Search = { passes: [CAST_PAIRS] };
