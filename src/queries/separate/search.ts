/**
 * The pass of `separate`, after those of the tree (broad/passes.ts).
 *
 *   pass       items    reads → writes
 *   SEPARATE   movers   probes, tree, bounds → pushes and planes of each mover
 */
import type { Pass, Search } from '../../broad/pass.ts';
import type { ProbeCapacity } from '../probes/tables.ts';
import { SEPARATE_TABLE } from './table.ts';

/** @internal */
export const SEPARATE: Pass = {
  name: 'separate',
  run({ separator }, _, begin, end) {
    separator?.run(begin, end);
  },
};

/** @internal */
export const separateSearch: Search<ProbeCapacity> = { passes: [SEPARATE], table: SEPARATE_TABLE };
