/** The capacity of probes, which several queries take, and the call that makes their lists. */
import { defineQuery } from '../define.ts';
import { ListInput } from '../inputs.ts';
import type { QueryTools } from '../queryRunner.ts';
import type { ProbeList } from './probeList.ts';
import { probeLists } from './probeLists.ts';
import { type ProbeCapacity, probeSearch } from './search.ts';

export interface ProbeCalls {
  /**
   * Creates a list of probes: shapes that ask and are not in the scene. It lives as long as the engine.
   * @param capacity most probes of the list
   * @throws QueryError when the lists together would need more than `capacity.probes` rows, in a planar scene, and
   *   after `close`
   *
   * @example
   * ```ts
   * const probes = engine.createProbeList(1);
   * probes.set(ball, [0, 1, 0]); // a shape id, and a position
   * ```
   */
  createProbeList(capacity: number): ProbeList;
}

export const probeQuery = defineQuery<ProbeCalls, ProbeCapacity>({
  search: probeSearch,
  open: (tools) => ({
    createProbeList: (capacity: number) => tools.part(probeLists).create('engine.createProbeList', capacity),
  }),
});

/** A probe list of the engine. @param part its name, as a part of a call: `': probes'` @internal */
export function probesInput(tools: QueryTools, part: string): ListInput<ProbeList> {
  return new ListInput<ProbeList>(part, (where, name, list) => tools.part(probeLists).check(where, name, list));
}
