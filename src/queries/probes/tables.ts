/** The memory of probes, and of the pair lists of threads. */
import type { Search } from '../define.ts';
import { listBytes } from '../distance/tables.ts';
import type { ProbeCapacity } from './query.ts';
import { bindProbes, PLACED_PAIRS, type ProbeTable, probeTableBytes } from './table.ts';

/** Bytes of the pair list of one thread. */
export const PLACED_LIST_BYTES = /* @__PURE__ */ listBytes(PLACED_PAIRS);

export interface ProbeTables {
  readonly probes: ProbeTable;
  /** Pair lists, one per thread: PLACED_LIST_BYTES each. */
  readonly placedPairs: Uint8Array;
}

export const probeTables: Search<ProbeCapacity & { readonly threads: number }, ProbeTables> = {
  passes: [],
  bytes: ({ probes, threads }) => probeTableBytes(probes) + threads * PLACED_LIST_BYTES,
  bind: (buffer, byteOffset, { probes, threads }) => ({
    probes: bindProbes(buffer, byteOffset, probes),
    placedPairs: new Uint8Array(buffer, byteOffset + probeTableBytes(probes), threads * PLACED_LIST_BYTES),
  }),
  mostItems: ({ probes }) => probes,
};
