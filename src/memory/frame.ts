/**
 * All tables of one engine, bound to one memory: those of the scene, then those of each query. Sizes and places depend
 * on the capacities alone, so a worker needs only the memory and the capacities to find the same tables.
 */
import { type BoundsTable, bindBounds, boundsTableBytes } from '../broad/bounds/boundsTable.ts';
import { bindTree, type TreeTable, treeTableBytes } from '../broad/tree/treeTable.ts';
import { SCRATCH_BYTES } from '../kernels/rows/lanes/context.ts';
import { bindPairs, type PairTable, pairTableBytes } from '../pairs/pairTable.ts';
import { bindContacts, type ContactTable } from '../queries/contacts/table.ts';
import type { Search } from '../queries/define.ts';
import { bindResults, type ResultTable } from '../queries/distance/table.ts';
import type { QueryCapacity } from '../queries/list.ts';
import { MOVER_ROWS, PLACED_PAIRS } from '../queries/probes/table.ts';
import { PLACED_LIST_BYTES } from '../queries/probes/tables.ts';
import { bindQuery, QUERY_TABLE_BYTES, type QueryTable } from '../queries/queryTable.ts';
import { SEARCHES, type SearchTables } from '../queries/searchList.ts';

import { bindColliders, type ColliderTable, colliderTableBytes, type PlacedTable } from '../scene/colliderTable.ts';
import { COUNT_TABLE_BYTES, type SceneCounts } from '../scene/countTable.ts';
import { bindPrograms, MAX_STAGE_BLOCKS, type ProgramTable, programTableBytes } from '../schedule/programTable.ts';
import { PART_ROWS } from '../shapes/partTable.ts';
import { bindShapes, type ShapeTable, shapeTableBytes } from '../shapes/shapeTable.ts';
import { bindVertices, type VertexTable, vertexTableBytes } from '../shapes/vertexTable.ts';
import type { SceneCapacity } from './capacity.ts';
import { alignUp, CACHE_LINE_BYTES } from './units.ts';

/** Plain data only: this object crosses to a worker, once. */
export interface FrameCapacity extends SceneCapacity, QueryCapacity {
  /** Workers and the calling thread. */
  readonly threads: number;
  /** Whether the scene is planar. Default: false. */
  readonly planar?: boolean;
}

interface SceneTables {
  readonly buffer: ArrayBufferLike;
  readonly program: ProgramTable;
  readonly query: QueryTable;
  readonly counts: SceneCounts;
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  /** Rows of parts (partTable.ts). */
  readonly parts: ShapeTable;
  readonly colliders: ColliderTable;
  /** Shapes and poses of the colliders, and behind them of the probes. */
  readonly placed: PlacedTable;
  /** Of the colliders, and behind them of the probes. */
  readonly bounds: BoundsTable;
  readonly tree: TreeTable;
  /** Scratch of wide kernels: SCRATCH_BYTES per thread. */
  readonly scratch: Uint8Array;
}

export type Frame = SceneTables & SearchTables;

/** The tables of one pair list. */
export interface ListTables {
  readonly byteOffset: number;
  readonly pairs: PairTable;
  readonly results: ResultTable;
}

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
export function placeContacts(buffer: ArrayBufferLike, byteOffset: number, capacity: number): PlacedContacts {
  return { byteOffset, table: bindContacts(buffer, byteOffset, capacity) };
}

/** Byte offset of thread `t`'s scratch for wide kernels. Thread 0 is the calling thread. */
export function scratchPlace({ scratch }: Frame, t: number): number {
  return scratch.byteOffset + t * SCRATCH_BYTES;
}

/**
 * Byte offset of every region, in order, and the end. The first cache line of the memory stays empty, so that 0 is no
 * address.
 */
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
    parts: take(shapeTableBytes(PART_ROWS * c.parts)),
    colliders: take(colliderTableBytes(c.colliders, guestRows(c), c.planar)),
    bounds: take(boundsTableBytes(c.colliders + guestRows(c))),
    tree: take(treeTableBytes(c.colliders)),
    scratch: take(c.threads * SCRATCH_BYTES),
    searches: SEARCHES.map((search: Search<FrameCapacity>) => take(search.bytes?.(c) ?? 0)),
    end: at,
  };
}

/** Rows behind the colliders: of probes, then of the movers of each thread. */
function guestRows({ probes, threads }: FrameCapacity): number {
  return probes + threads * MOVER_ROWS;
}

function blockCapacity(c: FrameCapacity): number {
  return Math.min(
    MAX_STAGE_BLOCKS,
    Math.max(c.colliders, ...SEARCHES.map((search: Search<FrameCapacity>) => search.mostItems?.(c) ?? 0)),
  );
}

/** Bytes of memory of an engine with these capacities. */
export function frameBytes(capacity: FrameCapacity): number {
  return places(capacity).end;
}

/** Binds all tables. Copies nothing, writes nothing. */
export function bindFrame(buffer: ArrayBufferLike, capacity: FrameCapacity): Frame {
  const at = places(capacity);
  const tables: SceneTables = {
    buffer,
    program: bindPrograms(buffer, at.program, capacity.threads, blockCapacity(capacity)),
    query: bindQuery(buffer, at.query),
    counts: new Uint32Array(buffer, at.counts, COUNT_TABLE_BYTES / 4),
    shapes: bindShapes(buffer, at.shapes, capacity.shapes),
    vertices: bindVertices(buffer, at.vertices, capacity.vertices),
    parts: bindShapes(buffer, at.parts, PART_ROWS * capacity.parts),
    ...bindColliders(buffer, at.colliders, capacity.colliders, guestRows(capacity), capacity.planar),
    bounds: bindBounds(buffer, at.bounds, capacity.colliders + guestRows(capacity)),
    tree: bindTree(buffer, at.tree, capacity.colliders),
    scratch: new Uint8Array(buffer, at.scratch, capacity.threads * SCRATCH_BYTES),
  };
  const own = SEARCHES.map((search: Search<FrameCapacity>, k) => search.bind?.(buffer, at.searches[k], capacity));
  return Object.assign(tables, ...own);
}
