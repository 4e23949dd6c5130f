/** The capacity and memory of probes, which several queries take. */
import { PLACED_LIST_BYTES } from '../../tables/frame.ts';
import { bindProbes, type ProbeTable, probeTableBytes } from '../../tables/probeTable.ts';
import type { Query } from '../query.ts';

export interface ProbeCapacity {
  /** Probes of all probe lists together. Default 16,384. */
  readonly probes: number;
}

/** The tables of probes. @internal */
export interface ProbeTables {
  readonly probes: ProbeTable;
  /** Pair lists, one per thread: PLACED_LIST_BYTES each. */
  readonly placedPairs: Uint8Array;
}

/** @internal */
export const probeQuery: Query<ProbeCapacity, ProbeCapacity & { readonly threads: number }, ProbeTables> = {
  name: 'probes',
  capacity: { probes: { default: 16_384 } },
  bytes: ({ probes, threads }) => probeTableBytes(probes) + threads * PLACED_LIST_BYTES,
  bind: (buffer, byteOffset, { probes, threads }) => ({
    probes: bindProbes(buffer, byteOffset, probes),
    placedPairs: new Uint8Array(buffer, byteOffset + probeTableBytes(probes), threads * PLACED_LIST_BYTES),
  }),
  mostItems: ({ probes }) => probes,
};
