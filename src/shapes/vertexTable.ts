/**
 * Pools that shapes take runs of: vertices, their neighbours, and direction cells.
 *
 *   pool        type  holds, per shape
 *   coordinates f32   m: x[rows] y[rows] z[rows], rows = vertices padded to a multiple of 4 by repeating the last;
 *                     a block begins at 3 × VERTEX_BEGIN, so every coordinate run is 16-byte aligned
 *   points      f32   m: the same vertices row by row, x y z and the bits of the vertex' id (u32), for whoever gathers
 *   neighbours  u32   starts[vertices + 1] counted from the end of starts, then vertex ids: who shares an edge with whom
 *   cells       u16   starts[2 grid² + 1] counted from the end of starts, then vertex ids: who can be the support of a
 *                     direction in the cell (see cells.ts)
 *
 * Neighbours of a planar graph are fewer than 6 per vertex. Cells are an acceleration: a shape whose cells do not fit
 * goes without them.
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';

export const PAD_VERTICES = 4;

/** Words of the cell pool per padded vertex: what hulls of any size take at most, but for those of 12 vertices or 48. */
export const CELL_WORDS = 40;

const SCHEMA = {
  coordinates: column(Float32Array, 3),
  points: column(Float32Array, 4),
  neighbours: column(Uint32Array, 8),
  cells: column(Uint16Array, CELL_WORDS),
};

export type VertexTable = Columns<typeof SCHEMA>;

/** Bytes the pools for `capacity` padded vertices take. */
export function vertexTableBytes(capacity: number): number {
  return columnsBytes(SCHEMA, capacity);
}

/** Views over pools that lie at `byteOffset`. */
export function bindVertices(buffer: ArrayBufferLike, byteOffset: number, capacity: number): VertexTable {
  return bindColumns(SCHEMA, buffer, byteOffset, capacity);
}

/** Writes the points of `rows` rows from `begin` on, of which the first `count` are vertices, from their coordinates. */
export function storePoints({ coordinates, points }: VertexTable, begin: number, rows: number, count: number): void {
  const ids = new Uint32Array(points.buffer, points.byteOffset, points.length);
  for (let k = 0; k < rows; k++) {
    const point = 4 * (begin + k);
    for (let axis = 0; axis < 3; axis++) points[point + axis] = coordinates[3 * begin + axis * rows + k]!;
    ids[point + 3] = Math.min(k, count - 1);
  }
}
