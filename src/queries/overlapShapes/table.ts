/**
 * The colliders, or their children, that come within the margin of each probe of a query.
 *
 *   column           type  per        meaning
 *   counts, stagedAt u32   probe      number of its ids, and their begin in the staging of overlap queries
 *   verdicts         u8    probe      its status, before all ids are found
 *   status           u8    probe      ProbeStatus (tables/probeStatus.ts)
 *   starts           u32   probe + 1  begin of each probe in the ids, and the end
 *   ids              u32   overlap    collider ids, ascending in each probe
 *   child            i32   overlap    their children, ascending in each collider, or −1
 *   staging          i32   overlap    children of the ids in the staging of overlap queries
 *   words            i32              parameters of the query; the cursor of the staging
 *
 * Results are written after all ids are found and fit: a call that fails keeps those of the call before.
 */

import { column, columnGroup, tableLayout } from '../../memory/columns.ts';
import type { OverlapCapacity } from '../overlaps/table.ts';
import type { ProbeCapacity } from '../probes/search.ts';

// words
/** The first probe of the list. @internal */
export const FIRST = 0;
/** Groups to search. @internal */
export const GROUPS = 1;
/** 1 = the margin is 0: whether shapes overlap decides. @internal */
export const OVERLAP_ONLY = 2;
/** Number of staged ids. Threads add to it, so it has a cache line of its own. @internal */
export const STAGED = 16;
/** 1 = children are found, too. @internal */
export const CHILDREN = 3;
const WORDS = 32;

const PROBE_SCHEMA = {
  counts: column(Uint32Array),
  stagedAt: column(Uint32Array),
  verdicts: column(Uint8Array),
  status: column(Uint8Array),
};
const START_SCHEMA = { starts: column(Uint32Array) };
const ID_SCHEMA = { ids: column(Uint32Array), child: column(Int32Array), staging: column(Int32Array) };
const HEAD_SCHEMA = { words: column(Int32Array, WORDS) };

/** @internal */
export const SHAPE_OVERLAP_TABLE = /* @__PURE__ */ tableLayout(
  columnGroup(PROBE_SCHEMA, ({ probes }: ProbeCapacity) => probes),
  columnGroup(START_SCHEMA, ({ probes }: ProbeCapacity) => probes + 1),
  columnGroup(ID_SCHEMA, ({ overlaps }: OverlapCapacity) => overlaps),
  columnGroup(HEAD_SCHEMA, () => 1),
);

/** @internal */
export type ShapeOverlapTable = ReturnType<typeof SHAPE_OVERLAP_TABLE.bind>;
