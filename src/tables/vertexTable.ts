/**
 * Pools for the data of shapes: vertices, their neighbors, direction cells, and contact faces.
 *
 *   pool        type  holds, per shape
 *   coordinates f32   m: x[rows] y[rows] z[rows], rows = vertices padded to a multiple of 4 by repeating the last;
 *                     a block begins at 3 × VERTEX_BEGIN, so every coordinate run is 16-byte aligned
 *   points      f32   m: the same vertices row by row for gathers, x y z and the bits of the vertex id (u32)
 *   neighbors   u32   starts[vertices + 1] counted from the end of starts, then ids of the vertices that share an edge
 *   cells       u16   starts[2 grid² + 1] counted from the end of starts, then ids of the vertices that are the
 *                     support of some direction in the cell (shapes/hull/cells.ts)
 *   planes      f32   nx[rows] ny[rows] nz[rows] offset[rows] of contact faces (faces/contactFaces.ts): outward unit
 *                     normal, local axes, and n · x on the plane (m); rows = faceRowsOf(faces), by repeating the last;
 *                     a block begins at planesAt(VERTEX_BEGIN), so every run is 16-byte aligned
 *   loops       u16   starts[faces + 1] counted from the end of starts, then vertex ids, counter-clockwise seen from
 *                     outside; a block begins at loopsAt(VERTEX_BEGIN)
 *
 * Neighbors of a planar graph are fewer than 6 per vertex. Cells only accelerate: if they do not fit, the shape has
 * none.
 *
 * Faces need no room of their own, because V vertices, V ≤ R = VERTEX_ROWS, bound them (Euler):
 *   planes   a solid has at most 2 V − 4 faces ≤ 2 R − 4, a multiple of 4 that padding does not pass: 8 R words hold
 *            them. A flat polygon has 2, padded 4, and 2 R ≥ 8
 *   loops    a solid has at most 3 V − 6 edges, each in two loops: (2 V − 4 + 1) + 2 (3 V − 6) = 8 V − 15 < 8 R words.
 *            A flat polygon has 3 starts and 2 V ids, and V ≥ 3
 * Contact faces are merged faces of the hull, without some of their vertices: both numbers only decrease.
 */
import { bindColumns, type Columns, column, columnsBytes } from '../memory/columns.ts';
import { alignUp } from '../memory/units.ts';
import { FACE_WORDS } from './shapeWords.ts';

export const PAD_VERTICES = 4;

/** Words of the neighbor pool per padded vertex. */
export const NEIGHBOR_WORDS = 8;
/** Words of the cell pool per padded vertex: the maximum of all hulls, except those of 12 and of 48 vertices. */
export const CELL_WORDS = 40;

const SCHEMA = {
  coordinates: /* @__PURE__ */ column(Float32Array, 3),
  points: /* @__PURE__ */ column(Float32Array, 4),
  neighbors: /* @__PURE__ */ column(Uint32Array, NEIGHBOR_WORDS),
  cells: /* @__PURE__ */ column(Uint16Array, CELL_WORDS),
  planes: /* @__PURE__ */ column(Float32Array, FACE_WORDS),
  loops: /* @__PURE__ */ column(Uint16Array, FACE_WORDS),
};

export type VertexTable = Columns<typeof SCHEMA>;

/** Bytes of the pools for `capacity` padded vertices. */
export function vertexTableBytes(capacity: number, guests = 0): number {
  return columnsBytes(SCHEMA, capacity + guests);
}

/** Views over pools that lie at `byteOffset`. @param guests rows behind those of the scene (guestTable.ts) */
export function bindVertices(buffer: ArrayBufferLike, byteOffset: number, capacity: number, guests = 0): VertexTable {
  return { ...bindColumns(SCHEMA, buffer, byteOffset, capacity + guests), capacity };
}

/** Rows of the planes of `count` contact faces. */
export function faceRowsOf(count: number): number {
  return alignUp(count, PAD_VERTICES);
}

/** Begin of a shape's block in `planes`, from its VERTEX_BEGIN. */
export function planesAt(vertexBegin: number): number {
  return FACE_WORDS * vertexBegin;
}

/** Begin of a shape's block in `loops`, from its VERTEX_BEGIN. */
export function loopsAt(vertexBegin: number): number {
  return FACE_WORDS * vertexBegin;
}

/** Writes the points of `rows` rows from `begin` on, from their coordinates. The first `count` of them are vertices. */
export function storePoints({ coordinates, points }: VertexTable, begin: number, rows: number, count: number): void {
  const ids = new Uint32Array(points.buffer, points.byteOffset, points.length);
  for (let k = 0; k < rows; k++) {
    const point = 4 * (begin + k);
    for (let axis = 0; axis < 3; axis++) points[point + axis] = coordinates[3 * begin + axis * rows + k];
    ids[point + 3] = Math.min(k, count - 1);
  }
}
