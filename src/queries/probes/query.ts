/** The capacity and memory of probes, which several queries take. */
import type { Query } from '../query.ts';
import { bindProbes, type ProbeTable, probeTableBytes } from './table.ts';

export interface ProbeCapacity {
  /** Probes of all probe lists together. Default 16,384. */
  readonly probes: number;
}

/** @internal */
export const probeQuery: Query<ProbeCapacity, ProbeCapacity, { readonly probes: ProbeTable }> = {
  name: 'probes',
  capacity: { probes: { default: 16_384 } },
  bytes: ({ probes }) => probeTableBytes(probes),
  bind: (buffer, byteOffset, { probes }) => ({ probes: bindProbes(buffer, byteOffset, probes) }),
  mostItems: ({ probes }) => probes,
};
