/**
 * One cache line per shape: everything a kernel asks about a shape before it touches a vertex.
 *
 *   word  type  unit  meaning
 *   0     u32         core: POINT | SEGMENT | BOX | HULL
 *   1     f32   m     radius by which the core is grown, ≥ 0
 *   2–4   f32   m     BOX: half extents; others: largest |x|, |y|, |z| of a vertex
 *   5     u32         first row of the core's block in the vertex table (POINT, SEGMENT and HULL)
 *   6     u32         vertices; BOX: 8, none of them stored
 *   7     u32         rows of the block: vertices padded to a multiple of 4 by repeating the last
 *   8     u32         direction cells: first word in the cell pool
 *   9     u32         direction cells per edge of the grid; 0 = none, scan all vertices
 *   10    u32         first word of the neighbour lists in the neighbour pool
 *   11    f32   m     extent: largest distance of a core point from the local origin
 *   12    u32         contact faces (vertexTable.ts); 0 = none: points, segments, boxes, hulls that are a point or a segment
 *
 * Both views lie over the same bytes, SHAPE_STRIDE elements per row.
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';

export const SHAPE_STRIDE = 16;

export const CORE = 0;
export const RADIUS = 1;
export const HALF_X = 2;
export const HALF_Y = 3;
export const HALF_Z = 4;
export const VERTEX_BEGIN = 5;
export const VERTEX_COUNT = 6;
export const VERTEX_ROWS = 7;
export const CELL_BEGIN = 8;
export const CELL_GRID = 9;
export const NEIGHBOUR_BEGIN = 10;
export const EXTENT = 11;
export const FACE_COUNT = 12;

export const POINT = 0;
export const SEGMENT = 1;
export const BOX = 2;
export const HULL = 3;

const SCHEMA = { words: column(Uint32Array, SHAPE_STRIDE) };

export interface ShapeTable {
  readonly capacity: number;
  readonly words: Uint32Array;
  readonly reals: Float32Array;
}

/** Bytes a table of `capacity` shapes takes. */
export function shapeTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over a table that lies at `byteOffset`. */
export function bindShapes(buffer: ArrayBufferLike, byteOffset: number, capacity: number): ShapeTable {
  const { words }: Columns<typeof SCHEMA> = bindColumns(SCHEMA, buffer, byteOffset, capacity);
  return { capacity, words, reals: new Float32Array(buffer, byteOffset, words.length) };
}
