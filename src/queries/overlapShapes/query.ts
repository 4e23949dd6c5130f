/** The memory of `overlapShapes`. Its capacities are those of probes and of overlaps. */
import { bindShapeOverlaps, type ShapeOverlapTable, shapeOverlapBytes } from '../../tables/shapeOverlapTable.ts';
import type { OverlapCapacity } from '../overlaps/query.ts';
import type { ProbeCapacity } from '../probes/query.ts';
import type { Query } from '../query.ts';

/** @internal */
export interface ShapeOverlapTables {
  readonly shapeOverlaps: ShapeOverlapTable;
}

/** @internal */
export const shapeOverlapQuery: Query<object, OverlapCapacity & ProbeCapacity, ShapeOverlapTables> = {
  name: 'overlapShapes',
  capacity: {},
  bytes: ({ probes, overlaps }) => shapeOverlapBytes(probes, overlaps),
  bind: (buffer, byteOffset, { probes, overlaps }) => ({
    shapeOverlaps: bindShapeOverlaps(buffer, byteOffset, probes, overlaps),
  }),
};
