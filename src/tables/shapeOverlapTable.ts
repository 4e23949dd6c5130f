/**
 * The colliders that come within the margin of each probe of a query.
 *
 *   column           type  per        meaning
 *   counts, stagedAt u32   probe      number of its ids, and their begin in the staging of overlap queries
 *   verdicts         u8    probe      its status, before all ids are found
 *   status           u8    probe      ProbeStatus (probeStatus.ts)
 *   starts           u32   probe + 1  begin of each probe in the ids, and the end
 *   ids              u32   overlap    collider ids, ascending in each probe
 *   words            i32              parameters of the query; the cursor of the staging
 *
 * Results are written after all ids are found and fit: a call that fails keeps those of the call before.
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';

// words
/** The first probe of the list. */
export const FIRST = 0;
/** Groups to search. */
export const GROUPS = 1;
/** 1 = the margin is 0: whether shapes overlap decides. */
export const OVERLAP_ONLY = 2;
/** Number of staged ids. Threads add to it, so it has a cache line of its own. */
export const STAGED = 16;
const WORDS = 32;

const PROBE_SCHEMA = {
  counts: column(Uint32Array),
  stagedAt: column(Uint32Array),
  verdicts: column(Uint8Array),
  status: column(Uint8Array),
};
const START_SCHEMA = { starts: column(Uint32Array) };
const ID_SCHEMA = { ids: column(Uint32Array) };
const HEAD_SCHEMA = { words: column(Int32Array, WORDS) };

export type ShapeOverlapTable = Columns<typeof PROBE_SCHEMA> &
  Columns<typeof START_SCHEMA> &
  Columns<typeof ID_SCHEMA> &
  Columns<typeof HEAD_SCHEMA>;

/** Bytes of a table of `probes` probes and `overlaps` ids. */
export function shapeOverlapBytes(probes: number, overlaps: number): number {
  return (
    columnsBytes(PROBE_SCHEMA, probes) +
    columnsBytes(START_SCHEMA, probes + 1) +
    columnsBytes(ID_SCHEMA, overlaps) +
    columnsBytes(HEAD_SCHEMA, 1)
  );
}

/** Views over a table that lies at `byteOffset`. Its capacity is that of probes. */
export function bindShapeOverlaps(
  buffer: ArrayBufferLike,
  byteOffset: number,
  probes: number,
  overlaps: number,
): ShapeOverlapTable {
  let at = byteOffset;
  const rows = bindColumns(PROBE_SCHEMA, buffer, at, probes);
  at += columnsBytes(PROBE_SCHEMA, probes);
  const starts = bindColumns(START_SCHEMA, buffer, at, probes + 1);
  at += columnsBytes(START_SCHEMA, probes + 1);
  const ids = bindColumns(ID_SCHEMA, buffer, at, overlaps);
  at += columnsBytes(ID_SCHEMA, overlaps);
  const head = bindColumns(HEAD_SCHEMA, buffer, at, 1);
  return { ...starts, ...ids, ...head, ...rows };
}
