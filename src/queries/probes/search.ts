/** The memory of probes, and of the pair lists of threads. */
import type { Search } from '../../narrow/threadTools.ts';
import { PLACED_LIST_BYTES } from '../../tables/frame.ts';
import { bindProbes, probeTableBytes } from '../../tables/probeTable.ts';

export interface ProbeCapacity {
  /** Probes of all probe lists together. Default 16,384. */
  readonly probes: number;
}

/** @internal */
export const probeSearch: Search<ProbeCapacity & { readonly threads: number }> = {
  name: 'probes',
  capacity: { probes: { default: 16_384 } },
  passes: [],
  bytes: ({ probes, threads }) => probeTableBytes(probes) + threads * PLACED_LIST_BYTES,
  bind: (buffer, byteOffset, { probes, threads }) => ({
    probes: bindProbes(buffer, byteOffset, probes),
    placedPairs: new Uint8Array(buffer, byteOffset + probeTableBytes(probes), threads * PLACED_LIST_BYTES),
  }),
  mostItems: ({ probes }) => probes,
};
