/** Writes a prepared shape into the shape and vertex tables. The caller has checked that it fits. */
import type { ChildTable } from '../tables/childTable.ts';
import { FIRST_CHILD, FIRST_VERTEX } from '../tables/childWords.ts';
import { EDGES, TRIANGLE_STRIDE, VERTEX_STRIDE } from '../tables/meshWords.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import { NODE_WORDS } from '../tables/rayTree.ts';
import type { ShapeRows, ShapeTable } from '../tables/shapeTable.ts';
import {
  CELL_BEGIN,
  CELL_GRID,
  CHILD_HEAD,
  COMPOUND,
  CORE,
  EXTENT,
  FACE_COUNT,
  FACE_WORDS,
  HALF_X,
  MESH,
  NEIGHBOR_BEGIN,
  PART_BEGIN,
  RADIUS,
  SHAPE_STRIDE,
  TRAITS,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../tables/shapeWords.ts';
import { loopsAt, planesAt, type VertexTable } from '../tables/vertexTable.ts';
import type { ContactFaces, PreparedChildren, PreparedParts, PreparedShape } from './cores/core.ts';

/** The place of a shape in the pools. */
export interface ShapeLayout {
  readonly row: number;
  readonly vertexBegin: number;
  readonly neighborBegin: number;
  readonly cellBegin: number;
  readonly partBegin: number;
  /** Of the head of a shape with children. */
  readonly head: number;
  /** Whether the direction cells are stored: not if their pool is full. */
  readonly withCells: boolean;
}

/** Writes `shape` to the row and the pool ranges of `place`. */
export function storeShape(shapes: ShapeRows, vertices: VertexTable, layout: ShapeLayout, shape: PreparedShape): void {
  const word = layout.row * SHAPE_STRIDE;
  const { words } = shapes;
  words.fill(0, word, word + SHAPE_STRIDE);
  storeRow(shapes, word, shape);
  words[word + VERTEX_BEGIN] = layout.vertexBegin;
  if (shape.parts) words[word + PART_BEGIN] = layout.partBegin;
  if (shape.children) words[word + CHILD_HEAD] = layout.head;
  // a smooth core has its numbers in the other words
  if (shape.numbers) return;
  words[word + CELL_BEGIN] = layout.cellBegin;
  if (!layout.withCells) words[word + CELL_GRID] = 0;
  words[word + NEIGHBOR_BEGIN] = layout.neighborBegin;
  storeVertices(vertices.coordinates, 3 * layout.vertexBegin, shape);
  vertices.neighbors.set(shape.neighbors, layout.neighborBegin);
  if (layout.withCells) vertices.cells.set(shape.cells, layout.cellBegin);
}

/** Writes where the parts of a stored composite are, and what follows each. Their cores are stored apart. */
export function storeParts(parts: ShapeTable, begin: number, { leaves, geometry }: PreparedParts): void {
  const { words } = geometry.shapes;
  for (let k = 1; k < PART_ROWS * leaves.length; k += PART_ROWS) {
    parts.words.set(words.subarray(k * SHAPE_STRIDE, (k + 1) * SHAPE_STRIDE), (PART_ROWS * begin + k) * SHAPE_STRIDE);
  }
}

/** The places of the children of a shape in their pools. */
export interface ChildLayout {
  readonly nodes: number;
  readonly triangles: number;
  readonly meshVertices: number;
  readonly heights: number;
  readonly compoundParts: number;
}

/** Writes the head, the nodes and the children of a shape. The shapes of parts are stored apart. */
export function storeChildren(table: ChildTable, at: ChildLayout, core: number, children: PreparedChildren): void {
  const { nodes, triangles, edges, materials, vertices, heights, places } = children;
  const head = NODE_WORDS * at.nodes;
  table.nodes.set(nodes, head);
  table.nodes[head + FIRST_CHILD] = core === MESH ? at.triangles : core === COMPOUND ? at.compoundParts : at.heights;
  if (core === MESH) table.nodes[head + FIRST_VERTEX] = at.meshVertices;
  table.triangles.set(triangles, TRIANGLE_STRIDE * at.triangles);
  table.edges.set(edges, EDGES * at.triangles);
  if (materials.length > 0) table.materials.set(materials, at.triangles);
  else table.materials.fill(0, at.triangles, at.triangles + triangles.length / TRIANGLE_STRIDE);
  table.vertices.set(vertices, VERTEX_STRIDE * at.meshVertices);
  table.heightWords.set(heights, at.heights);
  for (let k = 0; k < places.length; k += SHAPE_STRIDE) {
    const row = PART_ROWS * (at.compoundParts + k / SHAPE_STRIDE) + 1;
    table.parts.words.set(places.subarray(k, k + SHAPE_STRIDE), SHAPE_STRIDE * row);
  }
}

/** Writes `shape` to the row at `word`, except its places in the pools. */
export function storeRow({ words, reals }: ShapeRows, word: number, shape: PreparedShape): void {
  words[word + CORE] = shape.core;
  words[word + TRAITS] = shape.traits ?? 0;
  reals[word + RADIUS] = shape.radius;
  reals.set(shape.half, word + HALF_X);
  words[word + VERTEX_COUNT] = shape.vertexCount;
  words[word + VERTEX_ROWS] = shape.vertexRows;
  words[word + CELL_GRID] = shape.grid;
  // rounded up, so that no vertex lies beyond it
  reals[word + EXTENT] = shape.extent * (1 + 2 ** -23);
  for (const [at, value] of shape.numbers ?? []) reals[word + at] = value;
}

/** Writes the vertices of `shape` to coordinates[x …]: all x, all y, all z, padded by the last vertex. */
export function storeVertices(coordinates: Float32Array, x: number, shape: PreparedShape): void {
  const { vertices, vertexCount, vertexRows } = shape;
  for (let k = 0; k < 3 * vertexRows; k++) {
    coordinates[x + k] = vertices[3 * Math.min(k % vertexRows, vertexCount - 1) + Math.floor(k / vertexRows)];
  }
}

/**
 * Writes the contact faces of a stored shape. Unused words of its blocks become 0, so that snapshots do not show older
 * contents.
 */
export function storeFaces(shapes: ShapeRows, vertices: VertexTable, row: number, faces?: ContactFaces): void {
  const word = row * SHAPE_STRIDE;
  const { words } = shapes;
  const { planes, loops } = vertices;
  const begin = words[word + VERTEX_BEGIN];
  const room = FACE_WORDS * words[word + VERTEX_ROWS];
  planes.fill(0, planesAt(begin), planesAt(begin) + room);
  loops.fill(0, loopsAt(begin), loopsAt(begin) + room);
  if (!faces) return;
  words[word + FACE_COUNT] = faces.count;
  planes.set(faces.planes, planesAt(begin));
  loops.set(faces.loops, loopsAt(begin));
}
