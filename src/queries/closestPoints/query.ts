/** The capacity and memory of `closestPoints`. */
import { bindClosest, type ClosestTable, closestTableBytes } from '../../tables/closestTable.ts';
import type { Query } from '../query.ts';

export interface PointCapacity {
  /** Points of one call of `closestPoints`. Default 65,536. */
  readonly points: number;
}

/** @internal */
export const closestQuery: Query<PointCapacity, PointCapacity, { readonly closest: ClosestTable }> = {
  name: 'closestPoints',
  capacity: { points: { default: 65_536 } },
  bytes: ({ points }) => closestTableBytes(points),
  bind: (buffer, byteOffset, { points }) => ({ closest: bindClosest(buffer, byteOffset, points) }),
  mostItems: ({ points }) => points,
};
