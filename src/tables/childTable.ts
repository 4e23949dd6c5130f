/**
 * Pools for the children of shapes: triangles of meshes, heights of height fields, parts of compounds.
 *
 *   pool       type     holds
 *   nodes      128 B    per shape: its head (childWords.ts), then the nodes of its tree (meshWords.ts), whose runs
 *                       count triangles or parts from the first one of the shape
 *   triangles  u32 × 4  vertices and the user's number (meshWords.ts)
 *   edges      u32 × 3  neighbors (meshWords.ts)
 *   materials  u8       per triangle
 *   vertices   f32 × 4  of meshes
 *   heights    f32      of height fields, with their holes and bounds (heightWords.ts)
 *   parts      128 B    of compounds: the row of a shape, then its place (partTable.ts, childWords.ts)
 */
import type { SceneCapacity } from '../memory/capacity.ts';
import { column, columnGroup, tableLayout } from '../memory/columns.ts';
import { EDGES, TRIANGLE_STRIDE, VERTEX_STRIDE } from './meshWords.ts';
import { PART_ROWS } from './partTable.ts';
import { NODE_WORDS } from './rayTree.ts';
import type { ShapeRows } from './shapeTable.ts';
import { SHAPE_STRIDE } from './shapeWords.ts';

export type ChildCapacity = Pick<SceneCapacity, 'meshTriangles' | 'meshVertices' | 'heights' | 'compoundParts'>;

/** Heads of shapes besides. */
const FEW_NODES = 256;

/** Nodes of all shapes: of a mesh about one per nine triangles, of a compound at most two per part. */
export function nodeCapacity({ meshTriangles, heights, compoundParts }: ChildCapacity): number {
  const hasChildren = meshTriangles + heights + compoundParts > 0;
  return Math.ceil(meshTriangles / 4) + 2 * compoundParts + (hasChildren ? FEW_NODES : 0);
}

/** Words of the pool: for square fields of all heights, holes and bounds included. */
export function heightRoom({ heights }: ChildCapacity): number {
  return Math.ceil((5 * heights) / 4);
}

const LAYOUT = tableLayout(
  columnGroup({ nodes: column(Uint32Array, NODE_WORDS) }, nodeCapacity),
  columnGroup(
    {
      triangles: column(Uint32Array, TRIANGLE_STRIDE),
      edges: column(Uint32Array, EDGES),
      materials: column(Uint8Array),
    },
    ({ meshTriangles }: ChildCapacity) => meshTriangles,
  ),
  columnGroup({ vertices: column(Float32Array, VERTEX_STRIDE) }, ({ meshVertices }: ChildCapacity) => meshVertices),
  columnGroup({ heights: column(Float32Array) }, heightRoom),
  columnGroup(
    { partWords: column(Uint32Array, PART_ROWS * SHAPE_STRIDE) },
    ({ compoundParts }: ChildCapacity) => compoundParts,
  ),
);

export interface ChildTable {
  readonly nodes: Uint32Array;
  /** The nodes as floats. */
  readonly reals: Float32Array;
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
  readonly materials: Uint8Array;
  readonly vertices: Float32Array;
  readonly heights: Float32Array;
  /** The same words as integers. */
  readonly heightWords: Uint32Array;
  readonly parts: ShapeRows;
}

/** Bytes of the pools. */
export function childTableBytes(capacity: ChildCapacity): number {
  return LAYOUT.bytes(capacity);
}

/** Views over pools that lie at `byteOffset`. */
export function bindChildren(buffer: ArrayBufferLike, byteOffset: number, capacity: ChildCapacity): ChildTable {
  const { partWords, ...pools } = LAYOUT.bind(buffer, byteOffset, capacity);
  const realsOf = ({ byteOffset: at, length }: Uint32Array) => new Float32Array(buffer, at, length);
  const { heights } = pools;
  const heightWords = new Uint32Array(buffer, heights.byteOffset, heights.length);
  return { ...pools, heightWords, reals: realsOf(pools.nodes), parts: { words: partWords, reals: realsOf(partWords) } };
}
