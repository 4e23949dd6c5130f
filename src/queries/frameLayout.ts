/**
 * Where the tables of an engine lie. Sizes and offsets depend on the capacities alone, so a worker needs only the
 * memory and the capacities to find the same tables.
 */
import { TREE_PASSES } from '../broad/passes.ts';
import type { SceneCapacity } from '../memory/capacity.ts';
import { alignUp, CACHE_LINE_BYTES } from '../memory/units.ts';
import type { QueryPass, Search } from '../narrow/threadTools.ts';
import { bindBounds, boundsTableBytes } from '../tables/boundsTable.ts';
import { bindChildren, type ChildCapacity, childTableBytes } from '../tables/childTable.ts';
import { bindColliders, colliderTableBytes } from '../tables/colliderTable.ts';
import { COUNT_TABLE_BYTES } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { GUEST_LIST_BYTES, GUEST_VERTICES, GUESTS, guestsOf } from '../tables/guestTable.ts';
import { SCRATCH_BYTES } from '../tables/kernelContext.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import { MOVER_ROWS } from '../tables/probeTable.ts';
import { bindPrograms, MAX_STAGE_BLOCKS, programTableBytes } from '../tables/programTable.ts';
import { bindQuery, QUERY_TABLE_BYTES } from '../tables/queryTable.ts';
import { bindShapes, shapeTableBytes } from '../tables/shapeTable.ts';
import { bindTree, treeTableBytes } from '../tables/treeTable.ts';
import { bindVertices, vertexTableBytes } from '../tables/vertexTable.ts';
import type { QueryCapacity } from './whole.ts';

/** Plain data only: this object crosses to a worker, once. */
export interface FrameCapacity extends SceneCapacity, QueryCapacity {
  /** Workers and the calling thread. */
  readonly threads: number;
  /** Whether the scene is planar. Default: false. */
  readonly planar?: boolean;
}

/** The searches of an engine, in the order of their tables. @internal */
export type Searches = readonly Search<never>[];

/** All passes, in the order of their numbers. @internal */
export function passesOf(searches: Searches): readonly QueryPass[] {
  return [...TREE_PASSES, ...searches.flatMap(({ passes }) => passes)];
}

/**
 * Byte offset of every region, in order, and the end. The first cache line of the memory stays empty, so that 0 is no
 * address.
 */
function layoutOf(c: FrameCapacity, searches: Searches) {
  let at = CACHE_LINE_BYTES;
  const take = (bytes: number) => {
    const here = at;
    at += alignUp(bytes, CACHE_LINE_BYTES);
    return here;
  };
  return {
    program: take(programTableBytes(c.threads, blockCapacity(c, searches))),
    query: take(QUERY_TABLE_BYTES),
    counts: take(COUNT_TABLE_BYTES),
    shapes: take(shapeTableBytes(c.shapes, guestsOf(c))),
    vertices: take(vertexTableBytes(c.vertices, guestsOf(c) * (GUEST_VERTICES / GUESTS))),
    parts: take(shapeTableBytes(PART_ROWS * c.parts)),
    children: take(c.planar ? 0 : childTableBytes(c)),
    guestLists: take(guestsOf(c) * (GUEST_LIST_BYTES / GUESTS)),
    colliders: take(colliderTableBytes(c.colliders, moverRows(c) + guestsOf(c), c.planar)),
    bounds: take(boundsTableBytes(c.colliders + moverRows(c))),
    tree: take(treeTableBytes(c.colliders)),
    scratch: take(c.threads * SCRATCH_BYTES),
    searches: searches.map((search) => take(search.bytes?.(c as never) ?? 0)),
    own: searches.map(({ table }) => take(table?.bytes(c as never) ?? 0)),
    end: at,
  };
}

/** Rows behind the colliders: of probes, if a query has any, then of the movers of each thread. */
function moverRows({ probes = 0, threads }: FrameCapacity): number {
  return probes + threads * MOVER_ROWS;
}

function blockCapacity(c: FrameCapacity, searches: Searches): number {
  return Math.min(
    MAX_STAGE_BLOCKS,
    Math.max(c.colliders, ...searches.map((search) => search.mostItems?.(c as never) ?? 0)),
  );
}

/** Of planar scenes. */
const NO_CHILDREN: ChildCapacity = { meshTriangles: 0, meshVertices: 0, heights: 0, compoundParts: 0 };

/** Bytes of memory of an engine with these capacities. */
export function frameBytes(capacity: FrameCapacity, searches: Searches): number {
  return layoutOf(capacity, searches).end;
}

/** Binds all tables. Copies nothing, writes nothing. */
export function bindFrame(buffer: ArrayBufferLike, capacity: FrameCapacity, searches: Searches): Frame {
  const at = layoutOf(capacity, searches);
  const guests = guestsOf(capacity);
  const own = new Map<object, unknown>();
  for (const [k, { table }] of searches.entries())
    if (table) own.set(table, table.bind(buffer, at.own[k], capacity as never));
  // all names at once: V8 reads an object slowly that gets many of them later
  const frame: { [K in keyof Frame]: Frame[K] | undefined } = {
    buffer,
    program: bindPrograms(buffer, at.program, capacity.threads, blockCapacity(capacity, searches)),
    query: bindQuery(buffer, at.query),
    counts: new Uint32Array(buffer, at.counts, COUNT_TABLE_BYTES / 4),
    shapes: bindShapes(buffer, at.shapes, capacity.shapes, guests),
    vertices: bindVertices(buffer, at.vertices, capacity.vertices, guests * (GUEST_VERTICES / GUESTS)),
    parts: bindShapes(buffer, at.parts, PART_ROWS * capacity.parts),
    children: bindChildren(buffer, at.children, capacity.planar ? NO_CHILDREN : capacity),
    guestLists: new Uint8Array(buffer, at.guestLists, guests * (GUEST_LIST_BYTES / GUESTS)),
    ...bindColliders(buffer, at.colliders, capacity.colliders, moverRows(capacity) + guests, capacity.planar),
    bounds: bindBounds(buffer, at.bounds, capacity.colliders + moverRows(capacity)),
    tree: bindTree(buffer, at.tree, capacity.colliders),
    scratch: new Uint8Array(buffer, at.scratch, capacity.threads * SCRATCH_BYTES),
    own,
    passes: passesOf(searches),
    listsBegin: undefined,
    listsEnd: undefined,
    polytopesEnd: undefined,
    listedRows: undefined,
    childCounts: undefined,
    contactsBegin: undefined,
    contactsEnd: undefined,
    candidates: undefined,
    probes: undefined,
    placedPairs: undefined,
    rays: undefined,
    closest: undefined,
    casts: undefined,
    passesBegin: undefined,
    passesEnd: undefined,
  };
  return Object.assign(frame, ...searches.map((search, k) => search.bind?.(buffer, at.searches[k], capacity as never)));
}
