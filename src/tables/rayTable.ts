/**
 * Rays, and what they hit. Lists share the rows of rays; a list has consecutive rows.
 *
 *   column       type   per      meaning
 *   origins      f64×4  ray      origin x y z (m, world), largest t of a hit
 *   directions   f64×4  ray      direction x y z, world, of any length but zero; t counts in it. The fourth is spare
 *   masks        u16    ray      groups that the ray meets
 *   ignored      i32    ray      one collider that the ray does not meet, or −1
 *   status       u8     ray      rayStatus.ts: of 'closest' and 'any'
 *   ids          i32    ray      the collider, or −1
 *   t            f64    ray      the ray meets it at origin + t · direction
 *   normals      f32×4  ray      outward unit normal x y z, world; error bound of t · |direction| (m)
 *   child        i32     ray   the user's number of the child that it meets; −1 for a convex shape
 *   barycentrics f32×2   ray   weights of the user's corners 1 and 2 of a triangle there; else 0
 *   material     u8      ray   of the triangle; else 0
 *   allStatus, counts, stagedAt  u8, u32, u32  ray      'all': status, number of hits, their begin in the staging
 *   starts       u32    ray + 1  'all': begin of each ray in the hits, and the end
 *   all          hits   hit    'all': ids … material as above, by t, then by id, then by child
 *   staged       hits   hit    found hits: sorted for each ray, rays in no order
 *   nodes        f32×32 node     the f32 tree (rayTree.ts)
 *   leaves       f32×48 leaf     its leaves
 *   reals        f64             its header
 *   words        i32             the query (below), and the header of the f32 tree
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { HEAD_REALS, LEAF_WORDS, NODE_WORDS } from './rayTree.ts';

// words
/** First row of the list. */
export const FIRST = 0;
/** Number of staged hits. Threads add to it, so it has a cache line of its own. */
export const STAGED = 16;
const WORDS = 32;

const HIT_SCHEMA = {
  ids: column(Int32Array),
  t: column(Float64Array),
  normals: column(Float32Array, 4),
  child: column(Int32Array),
  barycentrics: column(Float32Array, 2),
  material: column(Uint8Array),
};
const RAY_SCHEMA = {
  origins: column(Float64Array, 4),
  directions: column(Float64Array, 4),
  masks: column(Uint16Array),
  ignored: column(Int32Array),
  status: column(Uint8Array),
  ...HIT_SCHEMA,
  allStatus: column(Uint8Array),
  counts: column(Uint32Array),
  stagedAt: column(Uint32Array),
};
const START_SCHEMA = { starts: column(Uint32Array) };
const NODE_SCHEMA = { nodes: column(Float32Array, NODE_WORDS) };
const LEAF_SCHEMA = { leaves: column(Float32Array, LEAF_WORDS) };
const HEAD_SCHEMA = { words: column(Int32Array, WORDS), reals: column(Float64Array, HEAD_REALS) };

/** Hits of rays. */
export type HitColumns = Omit<Columns<typeof HIT_SCHEMA>, 'capacity'>;

export type RayTable = Columns<typeof RAY_SCHEMA> &
  Columns<typeof START_SCHEMA> &
  Columns<typeof NODE_SCHEMA> &
  Columns<typeof LEAF_SCHEMA> &
  Columns<typeof HEAD_SCHEMA> & {
    readonly all: HitColumns;
    readonly staged: HitColumns;
    readonly nodeWords: Int32Array;
  };

/** Nodes over `colliders` leaves: a quarter as many on each of at most 20 levels, and those of the tail. */
function nodeCapacity(colliders: number): number {
  return Math.ceil(colliders / 3) + 64;
}

/** Leaves of four bodies: those of the tree, and those of the tail. */
function leafCapacity(colliders: number): number {
  return Math.ceil(colliders / 4) + 64;
}

/** Bytes of a table of `rays` rays and `rayHits` hits. */
export function rayTableBytes(rays: number, rayHits: number, colliders: number): number {
  return (
    columnsBytes(RAY_SCHEMA, rays) +
    columnsBytes(START_SCHEMA, rays + 1) +
    2 * columnsBytes(HIT_SCHEMA, rayHits) +
    columnsBytes(NODE_SCHEMA, nodeCapacity(colliders)) +
    columnsBytes(LEAF_SCHEMA, leafCapacity(colliders)) +
    columnsBytes(HEAD_SCHEMA, 1)
  );
}

/** Views over a table that lies at `byteOffset`. Its capacity is that of rays. */
export function bindRays(
  buffer: ArrayBufferLike,
  byteOffset: number,
  rays: number,
  rayHits: number,
  colliders: number,
): RayTable {
  let at = byteOffset;
  const rows = bindColumns(RAY_SCHEMA, buffer, at, rays);
  at += columnsBytes(RAY_SCHEMA, rays);
  const starts = bindColumns(START_SCHEMA, buffer, at, rays + 1);
  at += columnsBytes(START_SCHEMA, rays + 1);
  const all = bindColumns(HIT_SCHEMA, buffer, at, rayHits);
  at += columnsBytes(HIT_SCHEMA, rayHits);
  const staged = bindColumns(HIT_SCHEMA, buffer, at, rayHits);
  at += columnsBytes(HIT_SCHEMA, rayHits);
  const nodes = bindColumns(NODE_SCHEMA, buffer, at, nodeCapacity(colliders));
  at += columnsBytes(NODE_SCHEMA, nodeCapacity(colliders));
  const leaves = bindColumns(LEAF_SCHEMA, buffer, at, leafCapacity(colliders));
  at += columnsBytes(LEAF_SCHEMA, leafCapacity(colliders));
  const head = bindColumns(HEAD_SCHEMA, buffer, at, 1);
  const nodeWords = new Int32Array(buffer, nodes.nodes.byteOffset, nodes.nodes.length);
  return { ...starts, all, staged, ...nodes, nodeWords, ...leaves, ...head, ...rows };
}
