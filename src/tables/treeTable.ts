/**
 * The bounding tree of one engine's colliders over fat boxes: bounds with room to move, so that small motions do not
 * change the tree.
 *
 *   column       type   per       meaning
 *   fat          f64×6  collider  fat box, min x y z, max x y z (m); NaN for a row without one, infinite for
 *                                 one without bounds: neither is in the tree
 *   anchors      f64×8  collider  bounds of `fat`, and the number of the call that made it (−1: none); last: spare
 *   treeIndex    u32    collider  position in the tree, or NOT_IN_TREE
 *   filters      u32    collider  membership (low 16 bits) and mask of the candidates
 *   kinds        u16    collider  static (low 8 bits) and sensor, likewise
 *   excluded     u8     collider  bits of which a pair has none in common, likewise
 *   moved        u8     collider  1 = its position in the tree is wrong (broad/tree/fatBoxes.ts)
 *   outdated     u8     collider  1 = its fat box is newer than its candidates: a call without pairs changed it
 *   movedRows    u32    collider  those rows: first by block of the bounds pass, then contiguous
 *   foundCounts   u32    block     pairs that a block of a search has found
 *   order        u32    position  row
 *   spare        u32    position  scratch of the ordering
 *   centerX,Y,Z  f64    position  center of the fat box, during the ordering
 *   classes      u8     position  size class, during the ordering
 *   boxes        f64×6  node      min x y z, max x y z; an empty one is (∞, −∞)
 *   blockMoved   u32    block     rows of the bounds pass that moved
 *   blockInvalid u32    block     rows of the bounds pass with an invalid pose
 *   planes       f64×8  plane     of the colliders without bounds, which are not in the tree (broad/unbounded.ts)
 *   words        i32              header, see below
 *   reals        f64              numbers of the current pass
 *
 * Nodes: positions [0, LEAVES), then TAIL positions for colliders added since, then level 1 and higher levels up to one
 * root. Node k of level 1 holds positions [WIDTH k, WIDTH k + WIDTH).
 *
 * f64 like the bounds: the rounded gap of two fat boxes never exceeds that of the bounds in them, so no candidate is
 * missed, at any distance from the origin.
 */
import { MOST_UNBOUNDED } from '../memory/capacity.ts';
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { ANCHOR_STRIDE, FAT_STRIDE, PLANE_STRIDE, TAIL, WIDTH } from './treeWords.ts';

export * from './treeWords.ts';

/** Rows per block of the bounds pass. */
export const BOUNDS_BLOCK = 512;
/** Level-1 nodes per block of the passes over the tree. */
export const GROUP_BLOCK = 32;

const WORDS = 96;
const MAX_LEVELS = 20;

const REALS = 8;

const ROW_SCHEMA = {
  fat: column(Float64Array, FAT_STRIDE),
  anchors: column(Float64Array, ANCHOR_STRIDE),
  treeIndex: column(Uint32Array),
  filters: column(Uint32Array),
  kinds: column(Uint16Array),
  excluded: column(Uint8Array),
  moved: column(Uint8Array),
  outdated: column(Uint8Array),
  movedRows: column(Uint32Array),
  foundCounts: column(Uint32Array),
  blockMoved: column(Uint32Array),
  blockInvalid: column(Uint32Array),
};
const PLACE_SCHEMA = {
  order: column(Uint32Array),
  spare: column(Uint32Array),
  centerX: column(Float64Array),
  centerY: column(Float64Array),
  centerZ: column(Float64Array),
  classes: column(Uint8Array),
};
const NODE_SCHEMA = { boxes: column(Float64Array, FAT_STRIDE) };
const HEAD_SCHEMA = {
  planes: column(Float64Array, PLANE_STRIDE * MOST_UNBOUNDED),
  words: column(Int32Array, WORDS),
  reals: column(Float64Array, REALS),
};

export type TreeTable = Columns<typeof ROW_SCHEMA> &
  Columns<typeof PLACE_SCHEMA> &
  Columns<typeof NODE_SCHEMA> &
  Columns<typeof HEAD_SCHEMA>;

function nodeCapacity(colliders: number): number {
  return colliders + TAIL + Math.ceil(colliders / (WIDTH - 1)) + MAX_LEVELS;
}

/** Bytes of a tree over `colliders` colliders. */
export function treeTableBytes(colliders: number): number {
  return (
    columnsBytes(ROW_SCHEMA, colliders) +
    columnsBytes(PLACE_SCHEMA, colliders + TAIL) +
    columnsBytes(NODE_SCHEMA, nodeCapacity(colliders)) +
    columnsBytes(HEAD_SCHEMA, 1)
  );
}

/** Views over a table that lies at `byteOffset`. */
export function bindTree(buffer: ArrayBufferLike, byteOffset: number, colliders: number): TreeTable {
  let at = byteOffset;
  const rows = bindColumns(ROW_SCHEMA, buffer, at, colliders);
  at += columnsBytes(ROW_SCHEMA, colliders);
  const places = bindColumns(PLACE_SCHEMA, buffer, at, colliders + TAIL);
  at += columnsBytes(PLACE_SCHEMA, colliders + TAIL);
  const nodes = bindColumns(NODE_SCHEMA, buffer, at, nodeCapacity(colliders));
  at += columnsBytes(NODE_SCHEMA, nodeCapacity(colliders));
  const head = bindColumns(HEAD_SCHEMA, buffer, at, 1);
  return { ...places, ...nodes, ...head, ...rows };
}
