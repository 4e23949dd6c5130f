/**
 * All tables of one engine, bound to one memory. Sizes and places follow from the capacities alone, so a worker that is
 * given the memory and the capacities finds the same tables without a word more.
 */

import { type BoundsTable, bindBounds, boundsTableBytes } from '../broad/bounds/boundsTable.ts';
import { bindCandidates, type CandidateTable, candidateTableBytes } from '../broad/candidates/candidateTable.ts';
import { bindTree, type TreeTable, treeTableBytes } from '../broad/tree/treeTable.ts';
import { SCRATCH_BYTES } from '../narrow/wide/context.ts';
import { bindPairs, type PairTable, pairTableBytes } from '../pairs/pairTable.ts';
import { bindContacts, type ContactTable, contactTableBytes } from '../queries/contacts/table.ts';
import { bindResults, type ResultTable, resultTableBytes } from '../queries/distance/table.ts';
import { bindOverlaps, type OverlapTable, overlapTableBytes } from '../queries/overlaps/table.ts';
import { bindQuery, QUERY_TABLE_BYTES, type QueryTable } from '../queries/queryTable.ts';
import { bindColliders, type ColliderTable, colliderTableBytes } from '../scene/colliderTable.ts';
import { bindCounts, COUNT_TABLE_BYTES, type SceneCounts } from '../scene/countTable.ts';
import { bindPrograms, MAX_STAGE_BLOCKS, type ProgramTable, programTableBytes } from '../schedule/programTable.ts';
import { bindShapes, type ShapeTable, shapeTableBytes } from '../shapes/shapeTable.ts';
import { bindVertices, type VertexTable, vertexTableBytes } from '../shapes/vertexTable.ts';
import { alignUp, CACHE_LINE_BYTES } from './units.ts';

/** Plain numbers only: this crosses to a worker, once. */
export interface FrameCapacity {
  readonly shapes: number;
  readonly vertices: number;
  readonly colliders: number;
  /** Rows of the engine's own pair list; further lists share as much again. */
  readonly pairs: number;
  /** Rows of contact manifolds for the engine's own pair list; further lists share as much again. */
  readonly contacts: number;
  /** Volumes of one overlap query, and ids that it may find in all. */
  readonly volumes: number;
  readonly overlaps: number;
  /** Bytes for users' own passes. */
  readonly passBytes: number;
  /** Workers and the caller. */
  readonly threads: number;
}

export interface Frame {
  readonly buffer: ArrayBufferLike;
  readonly program: ProgramTable;
  readonly query: QueryTable;
  readonly counts: SceneCounts;
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  readonly colliders: ColliderTable;
  readonly bounds: BoundsTable;
  readonly tree: TreeTable;
  readonly candidates: CandidateTable;
  readonly overlaps: OverlapTable;
  /** What wide kernels compute in: SCRATCH_BYTES per thread. */
  readonly scratch: Uint8Array;
  /** Where pair lists lie: `bindList` binds one at a byte offset in here. */
  readonly listsBegin: number;
  readonly listsEnd: number;
  /** Where contact tables lie: `placeContacts` binds one at a byte offset in here. */
  readonly contactsBegin: number;
  readonly contactsEnd: number;
  /** What users' own passes compute in: each set of them has its part. */
  readonly passesBegin: number;
  readonly passesEnd: number;
}

/** The tables of one pair list. */
export interface ListTables {
  readonly byteOffset: number;
  readonly pairs: PairTable;
  readonly results: ResultTable;
}

/** Bytes a pair list of `capacity` rows takes. */
export function listBytes(capacity: number): number {
  return pairTableBytes(capacity) + resultTableBytes(capacity);
}

/** Tables of the pair list at `byteOffset`. */
export function bindList(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ListTables {
  return {
    byteOffset,
    pairs: bindPairs(buffer, byteOffset, capacity),
    results: bindResults(buffer, byteOffset + pairTableBytes(capacity), capacity),
  };
}

/** A contact table and where it lies. */
export interface PlacedContacts {
  readonly byteOffset: number;
  readonly table: ContactTable;
}

/** The contact table at `byteOffset`. */
export function placeContacts(buffer: ArrayBufferLike, byteOffset: number, capacity: number): PlacedContacts {
  return { byteOffset, table: bindContacts(buffer, byteOffset, capacity) };
}

/** Byte offset of thread `t`'s scratch for wide kernels. Thread 0 is the caller. */
export function scratchPlace({ scratch }: Frame, t: number): number {
  return scratch.byteOffset + t * SCRATCH_BYTES;
}

/** Byte offset of every region, in order, and the end. The first line of the memory stays empty, so that 0 is no address. */
function places(c: FrameCapacity) {
  let at = CACHE_LINE_BYTES;
  const take = (bytes: number) => {
    const here = at;
    at += alignUp(bytes, CACHE_LINE_BYTES);
    return here;
  };
  return {
    program: take(programTableBytes(c.threads, blockCapacity(c))),
    query: take(QUERY_TABLE_BYTES),
    counts: take(COUNT_TABLE_BYTES),
    shapes: take(shapeTableBytes(c.shapes)),
    vertices: take(vertexTableBytes(c.vertices)),
    colliders: take(colliderTableBytes(c.colliders)),
    bounds: take(boundsTableBytes(c.colliders)),
    tree: take(treeTableBytes(c.colliders)),
    candidates: take(candidateTableBytes(c.pairs)),
    overlaps: take(overlapTableBytes(c.volumes, c.overlaps)),
    scratch: take(c.threads * SCRATCH_BYTES),
    lists: take(2 * listBytes(c.pairs)),
    contacts: take(2 * contactTableBytes(c.contacts)),
    passes: take(c.passBytes),
    end: at,
  };
}

function blockCapacity(c: FrameCapacity): number {
  return Math.min(MAX_STAGE_BLOCKS, Math.max(c.pairs, c.colliders, c.volumes));
}

/** Bytes of memory an engine of these capacities takes. */
export function frameBytes(capacity: FrameCapacity): number {
  return places(capacity).end;
}

/** Binds all tables. Copies nothing, writes nothing. */
export function bindFrame(buffer: ArrayBufferLike, capacity: FrameCapacity): Frame {
  const at = places(capacity);
  return {
    buffer,
    program: bindPrograms(buffer, at.program, capacity.threads, blockCapacity(capacity)),
    query: bindQuery(buffer, at.query),
    counts: bindCounts(buffer, at.counts),
    shapes: bindShapes(buffer, at.shapes, capacity.shapes),
    vertices: bindVertices(buffer, at.vertices, capacity.vertices),
    colliders: bindColliders(buffer, at.colliders, capacity.colliders),
    bounds: bindBounds(buffer, at.bounds, capacity.colliders),
    tree: bindTree(buffer, at.tree, capacity.colliders),
    candidates: bindCandidates(buffer, at.candidates, capacity.pairs),
    overlaps: bindOverlaps(buffer, at.overlaps, capacity.volumes, capacity.overlaps),
    scratch: new Uint8Array(buffer, at.scratch, capacity.threads * SCRATCH_BYTES),
    listsBegin: at.lists,
    listsEnd: at.contacts,
    contactsBegin: at.contacts,
    contactsEnd: at.passes,
    passesBegin: at.passes,
    passesEnd: at.end,
  };
}
