/**
 * The pass of `castPairs`.
 *
 *   pass         items            reads → writes
 *   CAST_PAIRS   rows of a list   poses, motions → results of castPairs
 */
import type { QueryPass, Search } from '../../narrow/threadTools.ts';
import { castRunner, castSearch } from '../castShapes/search.ts';

/** @internal */
export const CAST_PAIRS: QueryPass = {
  name: 'castPairs',
  run(tools, _, begin, end) {
    tools.part(castRunner).castPairs(tools.tables.list.pairs.ids, begin, end);
  },
};

/** @internal */
export const castPairsSearch: Search = { name: 'castPairs', needs: [castSearch], passes: [CAST_PAIRS] };
