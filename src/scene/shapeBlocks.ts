/**
 * The blocks of stored shapes in the pools: their sizes, and their order without holes. In this order, which snapshots
 * have, blocks follow each other by shape id, the blocks of a shape's parts behind its own.
 */
import { fail, refuse } from '../errors.ts';
import type { PreparedShape, SnapshotShapes } from '../shapes/cores/core.ts';
import { CELLS, NEIGHBORS, PARTS, type SceneCounts, SHAPES, VERTICES } from '../tables/countTable.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import type { ShapeRows } from '../tables/shapeTable.ts';
import {
  CELL_BEGIN,
  CELL_GRID,
  COMPOSITE,
  CORE,
  FACE_WORDS,
  HALF_SPACE,
  HALF_SPACE_TRAITS,
  HULL,
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
}

/** How much of each pool is in use, or taken. */
export interface BlockSizes {
  /** Rows of vertices. */
  rows: number;
  /** Words of neighbors. */
  neighbors: number;
  /** Words of direction cells. */
  cells: number;
  parts: number;
}

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
function visitRows({ counts, shapes, parts }: ShapeTables, visit: (rows: ShapeRows, word: number) => void): void {
  for (let shape = 0; shape < counts[SHAPES]; shape++) visitShape(shapes, parts, shape, visit);
}

/** Calls `visit` for the row of a shape and those of its parts. */
export function visitShape(
  shapes: ShapeRows,
  parts: ShapeRows,
  shape: number,
  visit: (rows: ShapeRows, word: number) => void,
): void {
  const word = SHAPE_STRIDE * shape;
  visit(shapes, word);
  if (shapes.words[word + CORE] !== COMPOSITE) return;
  const begin = shapes.words[word + PART_BEGIN];
  const end = begin + shapes.reals[word + PART_COUNT];
  for (let part = begin; part < end; part++) visit(parts, SHAPE_STRIDE * PART_ROWS * part);
}

/** Adds the blocks of the row at `word` to `sizes`. */
function addRow(sizes: BlockSizes, vertices: Pools, { words, reals }: ShapeRows, word: number): void {
  sizes.rows += words[word + VERTEX_ROWS];
  sizes.neighbors += neighborsOf(vertices, words, word);
  sizes.cells += cellsOf(vertices, words, word);
  if (words[word + CORE] === COMPOSITE) sizes.parts += reals[word + PART_COUNT];
}

/** Adds what a shape and its parts take to `sizes`. @returns `sizes` */
export function addSizes(sizes: BlockSizes, shape: PreparedShape): BlockSizes {
  sizes.rows += shape.vertexRows;
  sizes.neighbors += shape.neighbors.length;
  sizes.cells += shape.cells.length;
  if (!shape.parts) return sizes;
  const { leaves } = shape.parts;
  sizes.parts += leaves.length;
  for (const leaf of leaves) addSizes(sizes, leaf);
  return sizes;
}

export function noBlocks(): BlockSizes {
  return { rows: 0, neighbors: 0, cells: 0, parts: 0 };
}

/** Whether the row at `word` has its blocks at these places. */
function isAt({ rows, neighbors, cells, parts }: BlockSizes, words: Uint32Array, word: number): boolean {
  if (words[word + VERTEX_BEGIN] !== rows) return false;
  if (words[word + CORE] === COMPOSITE) return words[word + PART_BEGIN] === parts;
  if ((words[word + TRAITS] & SMOOTH) !== 0) return true;
  return words[word + NEIGHBOR_BEGIN] === neighbors && words[word + CELL_BEGIN] === cells;
}

/** Sets the places of the blocks of the row at `word`. */
function placeRow({ rows, neighbors, cells, parts }: BlockSizes, words: Uint32Array, word: number): void {
  words[word + VERTEX_BEGIN] = rows;
  if (words[word + CORE] === COMPOSITE) words[word + PART_BEGIN] = parts;
  // a smooth core has its numbers in the other words
  if ((words[word + TRAITS] & SMOOTH) !== 0) return;
  words[word + NEIGHBOR_BEGIN] = neighbors;
  words[word + CELL_BEGIN] = cells;
}

/** The shapes in order, without holes: the tables themselves if they are so, else a copy. */
export function inOrder(tables: ShapeTables): ShapeTables {
  const sizes = noBlocks();
  let areInOrder = true;
  visitRows(tables, (rows, word) => {
    areInOrder &&= isAt(sizes, rows.words, word);
    addRow(sizes, tables.vertices, rows, word);
  });
  const counts = tables.counts.slice();
  counts[VERTICES] = sizes.rows;
  counts[NEIGHBORS] = sizes.neighbors;
  counts[CELLS] = sizes.cells;
  counts[PARTS] = sizes.parts;
  return areInOrder && counts.every((count, k) => count === tables.counts[k]) ? tables : copyInOrder(tables, counts);
}

function copyInOrder({ shapes, vertices, parts, ...before }: ShapeTables, counts: SceneCounts): ShapeTables {
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
  };
  const sizes = noBlocks();
  let part = 0;
  visitRows({ shapes, vertices, parts, ...before }, (rows, word) => {
    const isPart = rows === parts;
    const to = isPart ? SHAPE_STRIDE * PART_ROWS * part++ : word;
    const { words } = isPart ? own.parts : own.shapes;
    words.set(rows.words.subarray(word, word + (isPart ? PART_ROWS : 1) * SHAPE_STRIDE), to);
    placeRow(sizes, words, to);
    copyBlocks(own.vertices, sizes, vertices, rows.words, word);
    addRow(sizes, vertices, rows, word);
  });
  return own;
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
