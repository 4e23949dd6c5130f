/** The capacity and memory of `castPairs` and `castShapes`. */
import { bindCasts, type CastSizes, type CastTable, castTableBytes } from '../../tables/castTable.ts';
import type { Query } from '../query.ts';

export interface CastCapacity {
  /** Casts of one call of `castPairs` or `castShapes`. Default 16,384. */
  readonly casts: number;
}

/** @internal */
export const castQuery: Query<CastCapacity, CastSizes, { readonly casts: CastTable }> = {
  name: 'casts',
  capacity: { casts: { default: 16_384 } },
  bytes: castTableBytes,
  bind: (buffer, byteOffset, capacity) => ({ casts: bindCasts(buffer, byteOffset, capacity) }),
  mostItems: ({ casts }) => casts,
};
