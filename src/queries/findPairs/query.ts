/** The memory of `findPairs`: candidates, for the pairs of the engine's own list. */
import { bindCandidates, type CandidateTable, candidateTableBytes } from '../../tables/candidateTable.ts';
import type { PairCapacity } from '../distance/query.ts';
import type { Query } from '../query.ts';

/** @internal */
export const findPairsQuery: Query<object, PairCapacity, { readonly candidates: CandidateTable }> = {
  name: 'findPairs',
  capacity: {},
  bytes: ({ pairs }) => candidateTableBytes(pairs),
  bind: (buffer, byteOffset, { pairs }) => ({ candidates: bindCandidates(buffer, byteOffset, pairs) }),
  mostItems: ({ pairs }) => pairs,
};
