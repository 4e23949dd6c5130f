/** All tables of one engine, bound to one memory: those of the scene, then those of each query. */
import type { TableLayout } from '../memory/columns.ts';
import type { BoundsTable } from './boundsTable.ts';
import type { CandidateTable } from './candidateTable.ts';
import type { CastTable } from './castTable.ts';
import type { ChildTable } from './childTable.ts';
import type { ClosestTable } from './closestTable.ts';
import type { ColliderTable, PlacedTable } from './colliderTable.ts';
import { bindContacts, type ContactTable } from './contactTable.ts';
import type { SceneCounts } from './countTable.ts';
import { SCRATCH_BYTES } from './kernelContext.ts';
import { bindPairs, type PairTable, pairTableBytes } from './pairTable.ts';
import { PLACED_PAIRS, type ProbeTable } from './probeTable.ts';
import type { ProgramTable } from './programTable.ts';
import type { QueryTable } from './queryTable.ts';
import type { RayTable } from './rayTable.ts';
import { bindResults, type ResultTable, resultTableBytes } from './resultTable.ts';
import type { ShapeTable } from './shapeTable.ts';
import type { TreeTable } from './treeTable.ts';
import type { VertexTable } from './vertexTable.ts';

/** The tables of the scene, and those of queries: an engine has the tables of its queries alone. */
export interface Frame {
  readonly buffer: ArrayBufferLike;
  readonly program: ProgramTable;
  readonly query: QueryTable;
  readonly counts: SceneCounts;
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  /** Rows of parts (partTable.ts). */
  readonly parts: ShapeTable;
  /** Children of meshes, height fields and compounds. */
  readonly children: ChildTable;
  /** Pair lists with contacts, one per thread (guestTable.ts). */
  readonly guestLists: Uint8Array;
  readonly colliders: ColliderTable;
  /** Shapes and poses of the colliders, behind them of the probes and of movers, then of the guests of threads. */
  readonly placed: PlacedTable;
  /** Of the colliders, and behind them of the probes. */
  readonly bounds: BoundsTable;
  readonly tree: TreeTable;
  /** Scratch of wide kernels: SCRATCH_BYTES per thread. */
  readonly scratch: Uint8Array;
  /** The region of pair lists: `bindList` binds one at a byte offset inside. Behind it that of polytopes. */
  readonly listsBegin: number;
  readonly listsEnd: number;
  readonly polytopesEnd: number;
  /** Rows of the list of the query that a stage is about, if it is not about all. The calling thread writes them. */
  readonly listedRows: Uint32Array;
  /** Children of these pairs that a contact query has computed against the other shape. */
  readonly childCounts: Uint32Array;
  /** The region of contact tables: `placeContacts` binds one at a byte offset inside. */
  readonly contactsBegin: number;
  readonly contactsEnd: number;
  readonly candidates: CandidateTable;
  readonly probes: ProbeTable;
  /** Pair lists, one per thread: PLACED_LIST_BYTES each. */
  readonly placedPairs: Uint8Array;
  readonly rays: RayTable;
  readonly closest: ClosestTable;
  readonly casts: CastTable;
  /** The region of users' passes: each set of passes has its part. */
  readonly passesBegin: number;
  readonly passesEnd: number;
  /** Tables that one query alone reads and writes, by their layouts. */
  readonly own: ReadonlyMap<object, unknown>;
  /** The passes of the engine's queries: their places are their numbers (broad/pass.ts). */
  readonly passes: readonly { readonly name: string }[];
}

/** The table of a query that has this layout. */
export function ownTable<Table>({ own }: Frame, layout: TableLayout<never, Table>): Table {
  return own.get(layout) as Table;
}

/** The tables of one pair list. */
export interface ListTables {
  readonly byteOffset: number;
  readonly pairs: PairTable;
  readonly results: ResultTable;
}

/** Bytes of a pair list of `capacity` rows. */
export function listBytes(capacity: number): number {
  return pairTableBytes(capacity) + resultTableBytes(capacity);
}

/** Bytes of the pair list of one thread. */
export const PLACED_LIST_BYTES = /* @__PURE__ */ listBytes(PLACED_PAIRS);

/** Tables of the pair list at `byteOffset`. */
export function bindList(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ListTables {
  return {
    byteOffset,
    pairs: bindPairs(buffer, byteOffset, capacity),
    results: bindResults(buffer, byteOffset + pairTableBytes(capacity), capacity),
  };
}

/** The list of thread `t` for pairs of a probe and a collider. */
export function bindPlacedList({ buffer, placedPairs }: Frame, t: number): ListTables {
  return bindList(buffer, placedPairs.byteOffset + t * PLACED_LIST_BYTES, PLACED_PAIRS);
}

/** A contact table and its place. */
export interface PlacedContacts {
  readonly byteOffset: number;
  readonly table: ContactTable;
}

/** The contact table at `byteOffset`. */
export function contactsAt(buffer: ArrayBufferLike, byteOffset: number, capacity: number): PlacedContacts {
  return { byteOffset, table: bindContacts(buffer, byteOffset, capacity) };
}

/** Byte offset of thread `t`'s scratch for wide kernels. Thread 0 is the calling thread. */
export function scratchAt({ scratch }: Frame, t: number): number {
  return scratch.byteOffset + t * SCRATCH_BYTES;
}
