/**
 * The blocks of stored shapes in the pools: their sizes, and their order without holes. In this order, which snapshots
 * have, blocks follow each other by shape id, the blocks of a shape's parts behind its own.
 */
import { fail, refuse } from '../errors.ts';
import type { PreparedShape, SnapshotShapes } from '../shapes/cores/core.ts';
import type { ChildTable } from '../tables/childTable.ts';
import {
  CHILD_COUNT,
  CHILD_FLAGS,
  FIELD_COLUMNS,
  FIELD_ROWS,
  FIRST_CHILD,
  FIRST_VERTEX,
  HEAD_NODES,
  MESH_VERTEX_COUNT,
} from '../tables/childWords.ts';
import {
  CELLS,
  COMPOUND_PARTS,
  HEIGHTS,
  MESH_VERTICES,
  NEIGHBORS,
  NODES,
  PARTS,
  type SceneCounts,
  SHAPES,
  TRIANGLES,
  VERTICES,
} from '../tables/countTable.ts';
import { fieldWords } from '../tables/heightWords.ts';
import { EDGES, TRIANGLE_STRIDE, VERTEX_STRIDE } from '../tables/meshWords.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import { NODE_WORDS } from '../tables/rayTree.ts';
import type { ShapeRows } from '../tables/shapeTable.ts';
import {
  CELL_BEGIN,
  CELL_GRID,
  CHILD_HEAD,
  COMPOSITE,
  COMPOUND,
  CORE,
  FACE_WORDS,
  HALF_SPACE,
  HALF_SPACE_TRAITS,
  HEIGHT_FIELD,
  HULL,
  MANY,
  MESH,
  NEIGHBOR_BEGIN,
  PART_BEGIN,
  PART_COUNT,
  SEGMENT,
  SHAPE_STRIDE,
  SMOOTH,
  TRAITS,
  VACANT,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../tables/shapeWords.ts';
import { loopsAt, planesAt, storePoints, type VertexTable } from '../tables/vertexTable.ts';

type Pools = Pick<VertexTable, 'coordinates' | 'neighbors' | 'cells' | 'planes' | 'loops'>;

/** The tables of shapes. */
export interface ShapeTables {
  readonly counts: SceneCounts;
  readonly shapes: ShapeRows;
  readonly vertices: Pools;
  /** Rows of parts (tables/partTable.ts). */
  readonly parts: ShapeRows;
  /** Children of meshes, height fields and compounds. */
  readonly children: ChildTable;
}

/** The pools that a shape has a block of, by the words that count them. */
export const POOLS = {
  /** Rows of vertices. */
  rows: VERTICES,
  /** Words of neighbors. */
  neighbors: NEIGHBORS,
  /** Words of direction cells. */
  cells: CELLS,
  parts: PARTS,
  nodes: NODES,
  triangles: TRIANGLES,
  meshVertices: MESH_VERTICES,
  compoundParts: COMPOUND_PARTS,
  /** Words of height fields. */
  heights: HEIGHTS,
} as const;

export type Pool = keyof typeof POOLS;
export const POOL_NAMES = Object.keys(POOLS) as readonly Pool[];

/** How much of each pool is in use, or taken; or where a block begins in each. */
export type BlockSizes = Record<Pool, number>;

/** Whether no shape is in a row. */
export function isVacant({ words }: Pick<ShapeRows, 'words'>, shape: number): boolean {
  const word = SHAPE_STRIDE * shape;
  return words[word + CORE] === HALF_SPACE && words[word + VACANT] === 1;
}

/** Fails unless `shape` is the id of a shape. */
export function checkShapeId(
  where: string,
  { counts, shapes }: Pick<ShapeTables, 'counts' | 'shapes'>,
  shape: number,
): void {
  const count = counts[SHAPES];
  if (!(Number.isInteger(shape) && shape >= 0 && shape < count)) {
    refuse(where, count === 0 ? 'the id of a shape added before' : `a shape id (0..${count - 1})`, shape);
  }
  if (isVacant(shapes, shape)) fail(where, 'the id of a shape', `${shape}, which was removed`);
}

/** Makes a row vacant. */
export function vacate({ words }: ShapeRows, shape: number): void {
  const word = SHAPE_STRIDE * shape;
  words.fill(0, word, word + SHAPE_STRIDE);
  words[word + CORE] = HALF_SPACE;
  words[word + TRAITS] = HALF_SPACE_TRAITS;
  words[word + VACANT] = 1;
}

/** Words of the neighbor list of the row at `word`. */
export function neighborsOf(
  { neighbors }: Pick<SnapshotShapes, 'neighbors'>,
  words: Uint32Array,
  word: number,
): number {
  const core = words[word + CORE];
  if (core !== HULL && core !== SEGMENT) return 0;
  return listLength(neighbors, words[word + NEIGHBOR_BEGIN], words[word + VERTEX_COUNT]);
}

/** Words of the direction cells of the row at `word`. */
export function cellsOf({ cells }: Pick<SnapshotShapes, 'cells'>, words: Uint32Array, word: number): number {
  if ((words[word + TRAITS] & SMOOTH) !== 0) return 0;
  const grid = words[word + CELL_GRID];
  return grid === 0 ? 0 : listLength(cells, words[word + CELL_BEGIN], 2 * grid * grid);
}

/** Words of a list of `runs` runs: its starts, and the ids behind them. */
function listLength(pool: Uint32Array | Uint16Array, begin: number, runs: number): number {
  return runs + 1 + pool[begin + runs];
}

/** Calls `visit` for each row of shapes and parts, in order. */
function visitRows(tables: ShapeTables, visit: (rows: ShapeRows, word: number) => void): void {
  for (let shape = 0; shape < tables.counts[SHAPES]; shape++) visitShape(tables, tables.shapes, shape, visit);
}

/** Calls `visit` for row `row` of a table and for those of its parts. */
export function visitShape(
  tables: Pick<ShapeTables, 'parts' | 'children'>,
  rows: ShapeRows,
  row: number,
  visit: (rows: ShapeRows, word: number) => void,
): void {
  const { parts, children } = tables;
  const word = SHAPE_STRIDE * row;
  visit(rows, word);
  const core = rows.words[word + CORE];
  if (core === COMPOSITE) {
    const begin = rows.words[word + PART_BEGIN];
    const end = begin + rows.reals[word + PART_COUNT];
    for (let part = begin; part < end; part++) visit(parts, SHAPE_STRIDE * PART_ROWS * part);
  } else if (core === COMPOUND) {
    const head = NODE_WORDS * rows.words[word + CHILD_HEAD];
    const begin = children.nodes[head + FIRST_CHILD];
    const end = begin + children.nodes[head + CHILD_COUNT];
    for (let part = begin; part < end; part++) visitShape(tables, children.parts, PART_ROWS * part, visit);
  }
}

/** What the row at `word` takes of each pool. */
export function sizesOf({ vertices, children }: ShapeTables, { words, reals }: ShapeRows, word: number): BlockSizes {
  const sizes = noBlocks();
  const core = words[word + CORE];
  sizes.rows = words[word + VERTEX_ROWS];
  sizes.neighbors = neighborsOf(vertices, words, word);
  sizes.cells = cellsOf(vertices, words, word);
  if (core === COMPOSITE) sizes.parts = reals[word + PART_COUNT];
  if ((words[word + TRAITS] & MANY) === 0) return sizes;
  const { nodes } = children;
  const head = NODE_WORDS * words[word + CHILD_HEAD];
  sizes.nodes = 1 + nodes[head + HEAD_NODES];
  sizes[CHILD_POOLS[core]] =
    core === HEIGHT_FIELD
      ? fieldWords(nodes[head + FIELD_ROWS], nodes[head + FIELD_COLUMNS], nodes[head + CHILD_FLAGS])
      : nodes[head + CHILD_COUNT];
  if (core === MESH) sizes.meshVertices = nodes[head + MESH_VERTEX_COUNT];
  return sizes;
}

/** The pools of children by the codes of cores. */
const CHILD_POOLS: Readonly<Record<number, Pool>> = {
  [MESH]: 'triangles',
  [HEIGHT_FIELD]: 'heights',
  [COMPOUND]: 'compoundParts',
};

/** Adds what a shape and its parts take to `sizes`. @returns `sizes` */
export function addSizes(sizes: BlockSizes, shape: PreparedShape): BlockSizes {
  sizes.rows += shape.vertexRows;
  sizes.neighbors += shape.neighbors.length;
  sizes.cells += shape.cells.length;
  if (shape.parts) {
    const { leaves } = shape.parts;
    sizes.parts += leaves.length;
    for (const leaf of leaves) addSizes(sizes, leaf);
  }
  if (!shape.children) return sizes;
  const { nodes, triangles, vertices, heights, parts } = shape.children;
  sizes.nodes += nodes.length / NODE_WORDS;
  sizes.triangles += triangles.length / TRIANGLE_STRIDE;
  sizes.meshVertices += vertices.length / VERTEX_STRIDE;
  sizes.heights += heights.length;
  sizes.compoundParts += parts.length;
  for (const part of parts) addSizes(sizes, part);
  return sizes;
}

export function noBlocks(): BlockSizes {
  return {
    rows: 0,
    neighbors: 0,
    cells: 0,
    parts: 0,
    nodes: 0,
    triangles: 0,
    meshVertices: 0,
    heights: 0,
    compoundParts: 0,
  };
}

function addAll(sizes: BlockSizes, more: BlockSizes): void {
  for (const pool of POOL_NAMES) sizes[pool] += more[pool];
}

/** Whether the row at `word` has its blocks at these places. */
function isAt(at: BlockSizes, { children }: ShapeTables, words: Uint32Array, word: number): boolean {
  if (words[word + VERTEX_BEGIN] !== at.rows) return false;
  const core = words[word + CORE];
  if (core === COMPOSITE) return words[word + PART_BEGIN] === at.parts;
  if ((words[word + TRAITS] & MANY) !== 0) {
    const { nodes } = children;
    const head = NODE_WORDS * words[word + CHILD_HEAD];
    const isVertexAt = core !== MESH || nodes[head + FIRST_VERTEX] === at.meshVertices;
    return words[word + CHILD_HEAD] === at.nodes && nodes[head + FIRST_CHILD] === at[CHILD_POOLS[core]] && isVertexAt;
  }
  if ((words[word + TRAITS] & SMOOTH) !== 0) return true;
  return words[word + NEIGHBOR_BEGIN] === at.neighbors && words[word + CELL_BEGIN] === at.cells;
}

/** Sets the places of the blocks of the row at `word`, and those in its head, which is in place. */
function placeRow(at: BlockSizes, words: Uint32Array, word: number, nodes: Uint32Array): void {
  const core = words[word + CORE];
  words[word + VERTEX_BEGIN] = at.rows;
  if (core === COMPOSITE) words[word + PART_BEGIN] = at.parts;
  if ((words[word + TRAITS] & MANY) !== 0) {
    const head = NODE_WORDS * at.nodes;
    words[word + CHILD_HEAD] = at.nodes;
    nodes[head + FIRST_CHILD] = at[CHILD_POOLS[core]];
    if (core === MESH) nodes[head + FIRST_VERTEX] = at.meshVertices;
  }
  // a smooth core has its numbers in the other words
  if ((words[word + TRAITS] & SMOOTH) !== 0) return;
  words[word + NEIGHBOR_BEGIN] = at.neighbors;
  words[word + CELL_BEGIN] = at.cells;
}

/** The shapes in order, without holes: the tables themselves if they are so, else a copy. */
export function inOrder(tables: ShapeTables): ShapeTables {
  const sizes = noBlocks();
  let areInOrder = true;
  visitRows(tables, (rows, word) => {
    areInOrder &&= isAt(sizes, tables, rows.words, word);
    addAll(sizes, sizesOf(tables, rows, word));
  });
  const counts = tables.counts.slice();
  for (const pool of POOL_NAMES) counts[POOLS[pool]] = sizes[pool];
  return areInOrder && counts.every((count, k) => count === tables.counts[k]) ? tables : copyInOrder(tables, counts);
}

function copyInOrder(tables: ShapeTables, counts: SceneCounts): ShapeTables {
  const { shapes, parts, children } = tables;
  const own = {
    counts,
    shapes: rowsFor(counts[SHAPES]),
    vertices: {
      coordinates: new Float32Array(3 * counts[VERTICES]),
      neighbors: new Uint32Array(counts[NEIGHBORS]),
      cells: new Uint16Array(counts[CELLS]),
      planes: new Float32Array(planesAt(counts[VERTICES])),
      loops: new Uint16Array(loopsAt(counts[VERTICES])),
    },
    parts: rowsFor(PART_ROWS * counts[PARTS]),
    children: childrenFor(counts),
  };
  // a table that a row is in, that of the copy, rows from one shape to the next, and shapes so far
  const targets = new Map([
    [shapes, { to: own.shapes, rows: 1, count: 0 }],
    [parts, { to: own.parts, rows: PART_ROWS, count: 0 }],
    [children.parts, { to: own.children.parts, rows: PART_ROWS, count: 0 }],
  ]);
  const at = noBlocks();
  visitRows(tables, (rows, word) => {
    const target = targets.get(rows)!;
    const { words } = target.to;
    const to = SHAPE_STRIDE * target.rows * target.count++;
    words.set(rows.words.subarray(word, word + target.rows * SHAPE_STRIDE), to);
    const sizes = sizesOf(tables, rows, word);
    copyBlocks(own.vertices, at, tables.vertices, rows.words, word);
    if (sizes.nodes > 0) copyChildren(own.children, at, children, rows.words, word, sizes);
    placeRow(at, words, to, own.children.nodes);
    addAll(at, sizes);
  });
  return own;
}

function childrenFor(counts: SceneCounts): ChildTable {
  const nodes = new Uint32Array(NODE_WORDS * counts[NODES]);
  const heightWords = new Uint32Array(counts[HEIGHTS]);
  return {
    nodes,
    reals: new Float32Array(nodes.buffer),
    triangles: new Uint32Array(TRIANGLE_STRIDE * counts[TRIANGLES]),
    edges: new Uint32Array(EDGES * counts[TRIANGLES]),
    materials: new Uint8Array(counts[TRIANGLES]),
    vertices: new Float32Array(VERTEX_STRIDE * counts[MESH_VERTICES]),
    heights: new Float32Array(heightWords.buffer),
    heightWords,
    parts: rowsFor(PART_ROWS * counts[COMPOUND_PARTS]),
  };
}

/** The columns of children, with the pool that counts their rows, and their elements per row. Parts are apart. */
export const CHILD_COLUMNS = [
  ['nodes', 'nodes', NODE_WORDS],
  ['triangles', 'triangles', TRIANGLE_STRIDE],
  ['edges', 'triangles', EDGES],
  ['materials', 'triangles', 1],
  ['vertices', 'meshVertices', VERTEX_STRIDE],
  ['heightWords', 'heights', 1],
] as const;

/** Copies the head, the nodes and the children of the row at `word` to their places in `to`. */
function copyChildren(
  to: ChildTable,
  at: BlockSizes,
  from: ChildTable,
  words: Uint32Array,
  word: number,
  sizes: BlockSizes,
): void {
  const head = NODE_WORDS * words[word + CHILD_HEAD];
  const child = from.nodes[head + FIRST_CHILD];
  const begins: Partial<Record<Pool, number>> = {
    nodes: words[word + CHILD_HEAD],
    triangles: child,
    meshVertices: from.nodes[head + FIRST_VERTEX],
    heights: child,
  };
  for (const [column, pool, stride] of CHILD_COLUMNS) {
    const begin = stride * begins[pool]!;
    const block = from[column].subarray(begin, begin + stride * sizes[pool]);
    if (block.length > 0) to[column].set(block as never, stride * at[pool]);
  }
}

/** Copies the blocks of the row at `word` to their places in `to`. */
function copyBlocks(to: Pools, blocks: BlockSizes, from: Pools, words: Uint32Array, word: number): void {
  const begin = words[word + VERTEX_BEGIN];
  const rows = words[word + VERTEX_ROWS];
  const copy = (pool: 'coordinates' | 'planes' | 'loops', perRow: number) =>
    to[pool].set(from[pool].subarray(perRow * begin, perRow * (begin + rows)), perRow * blocks.rows);
  if (rows > 0) {
    copy('coordinates', 3);
    copy('planes', FACE_WORDS);
    copy('loops', FACE_WORDS);
  }
  const neighbors = neighborsOf(from, words, word);
  const cells = cellsOf(from, words, word);
  const neighborBegin = words[word + NEIGHBOR_BEGIN];
  const cellBegin = words[word + CELL_BEGIN];
  if (neighbors > 0)
    to.neighbors.set(from.neighbors.subarray(neighborBegin, neighborBegin + neighbors), blocks.neighbors);
  if (cells > 0) to.cells.set(from.cells.subarray(cellBegin, cellBegin + cells), blocks.cells);
}

function rowsFor(count: number): ShapeRows {
  const words = new Uint32Array(SHAPE_STRIDE * count);
  return { words, reals: new Float32Array(words.buffer) };
}

/** Moves all shapes to their places in order: the holes are closed. Ids stay. */
export function closeHoles(tables: ShapeTables & { readonly vertices: VertexTable }): void {
  const packed = inOrder(tables);
  if (packed === tables) return;
  const { vertices } = tables;
  tables.shapes.words.set(packed.shapes.words);
  tables.parts.words.set(packed.parts.words);
  tables.children.parts.words.set(packed.children.parts.words);
  for (const [column] of CHILD_COLUMNS) tables.children[column].set(packed.children[column] as never);
  for (const pool of ['coordinates', 'neighbors', 'cells', 'planes', 'loops'] as const) {
    vertices[pool].set(packed.vertices[pool]);
  }
  tables.counts.set(packed.counts);
  storeAllPoints(tables);
}

/** Writes the points of all shapes and parts, from their coordinates. */
export function storeAllPoints(tables: ShapeTables & { readonly vertices: VertexTable }): void {
  visitRows(tables, ({ words }, word) => {
    storePoints(tables.vertices, words[word + VERTEX_BEGIN], words[word + VERTEX_ROWS], words[word + VERTEX_COUNT]);
  });
}
