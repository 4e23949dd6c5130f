/** The memory of `separate`. Its capacity is that of probes. */
import { bindSeparate, type SeparateTable, separateTableBytes } from '../../tables/separateTable.ts';
import type { ProbeCapacity } from '../probes/query.ts';
import type { Query } from '../query.ts';

/** @internal */
export interface SeparateTables {
  readonly separate: SeparateTable;
}

/** @internal */
export const separateQuery: Query<object, ProbeCapacity, SeparateTables> = {
  name: 'separate',
  capacity: {},
  bytes: ({ probes }) => separateTableBytes(probes),
  bind: (buffer, byteOffset, { probes }) => ({ separate: bindSeparate(buffer, byteOffset, probes) }),
};
