/** The capacities and memory of `overlapBox` and `overlapSphere`. */
import { bindOverlaps, type OverlapTable, overlapTableBytes } from '../../tables/overlapTable.ts';
import type { Query } from '../query.ts';

export interface OverlapCapacity {
  /** Boxes, or spheres, of one call of `overlapBox` or `overlapSphere`. Default 16,384. */
  readonly volumes: number;
  /** Ids that one such call finds in all. Default 1,048,576. */
  readonly overlaps: number;
}

/** @internal */
export const overlapQuery: Query<OverlapCapacity, OverlapCapacity, { readonly overlaps: OverlapTable }> = {
  name: 'overlaps',
  capacity: { volumes: { default: 16_384 }, overlaps: { default: 1_048_576 } },
  bytes: ({ volumes, overlaps }) => overlapTableBytes(volumes, overlaps),
  bind: (buffer, byteOffset, { volumes, overlaps }) => ({
    overlaps: bindOverlaps(buffer, byteOffset, volumes, overlaps),
  }),
  mostItems: ({ volumes }) => volumes,
};
