/**
 * The pass of `separate`, after those of the tree (broad/passes.ts).
 *
 *   pass       items    reads → writes
 *   SEPARATE   movers   probes, tree, bounds → pushes and planes of each mover
 */
import type { QueryPass, Search, ThreadTools } from '../../narrow/threadTools.ts';
import { type ProbeCapacity, probeSearch } from '../probes/search.ts';
import { Separator } from './separator.ts';
import { SEPARATE_TABLE } from './table.ts';

/** @internal */
export const SEPARATE: QueryPass = {
  name: 'separate',
  run(tools, _, begin, end) {
    tools.part(separator).run(begin, end);
  },
};

const separator = (tools: ThreadTools) => new Separator(tools);

/** @internal */
export const separateSearch: Search<ProbeCapacity> = {
  name: 'separate',
  needs: [probeSearch],
  passes: [SEPARATE],
  table: SEPARATE_TABLE,
};
