/**
 * The pass of `separate`, after those of the tree (broad/passes.ts).
 *
 *   pass       items    reads → writes
 *   SEPARATE   movers   probes, tree, bounds → pushes and planes of each mover
 */
import type { Pass, Search } from '../../broad/pass.ts';
import { bindSeparate, separateTableBytes } from '../../tables/separateTable.ts';
import type { ProbeCapacity } from '../probes/tables.ts';

/** @internal */
export const SEPARATE: Pass = {
  name: 'separate',
  run({ separator }, _, begin, end) {
    separator?.run(begin, end);
  },
};

/** @internal */
export const separateSearch: Search<ProbeCapacity> = {
  passes: [SEPARATE],
  bytes: ({ probes }) => separateTableBytes(probes),
  bind: (buffer, byteOffset, { probes }) => ({ separate: bindSeparate(buffer, byteOffset, probes) }),
};
