/**
 * A scene as bytes: the used rows of every scene table behind a header, little-endian, with a checksum over all of it.
 *
 *   byte  0   magic "HSTM"            u32
 *         4   version                 u32
 *         8   byte length             u32
 *        12   CRC-32 of all bytes but these four, u32
 *        16   counts                  u32 × 16 (see countTable.ts)
 *        80   shapes, coordinates, neighbours, cells, planes, loops, positions, rotations, shape rows, free rows, groups, statics
 *
 * `unpackScene` refuses whatever is not such a snapshot, and checks every index in it before anything is written, so
 * that bytes of any origin give an error or a scene that kernels can run on.
 */
import { fail } from '../errors.ts';
import { alignUp } from '../memory/units.ts';
import {
  BOX,
  CELL_BEGIN,
  CELL_GRID,
  CORE,
  EXTENT,
  FACE_COUNT,
  HALF_X,
  HULL,
  NEIGHBOUR_BEGIN,
  POINT,
  RADIUS,
  SEGMENT,
  SHAPE_STRIDE,
  type ShapeTable,
  VERTEX_BEGIN,
  VERTEX_COUNT,
  VERTEX_ROWS,
} from '../shapes/shapeTable.ts';
import {
  FACE_WORDS,
  faceRowsOf,
  loopsAt,
  PAD_VERTICES,
  planesAt,
  storePoints,
  type VertexTable,
} from '../shapes/vertexTable.ts';
import { type ColliderTable, NO_SHAPE } from './colliderTable.ts';
import {
  CELLS,
  COUNT_TABLE_BYTES,
  FREE_ROWS,
  NEIGHBOURS,
  ROWS,
  type SceneCounts,
  SHAPES,
  VERTICES,
} from './countTable.ts';

const MAGIC = 0x4d545348; // "HSTM"
const VERSION = 2;
const HEADER_BYTES = 16;
/** Vertex ids are u16, and one value means "none". */
const UNUSED_ID = 0xffff;

/** The tables a snapshot holds. */
export interface SceneTables {
  readonly counts: SceneCounts;
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  readonly colliders: ColliderTable;
}

type Column = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** The used part of every column, in the order of the file. */
function usedColumns({ shapes, vertices, colliders }: SceneTables, counts: SceneCounts): Column[] {
  return [
    shapes.words.subarray(0, SHAPE_STRIDE * counts[SHAPES]!),
    vertices.coordinates.subarray(0, 3 * counts[VERTICES]!),
    vertices.neighbours.subarray(0, counts[NEIGHBOURS]),
    vertices.cells.subarray(0, counts[CELLS]),
    vertices.planes.subarray(0, planesAt(counts[VERTICES]!)),
    vertices.loops.subarray(0, loopsAt(counts[VERTICES]!)),
    colliders.positions.subarray(0, 4 * counts[ROWS]!),
    colliders.rotations.subarray(0, 4 * counts[ROWS]!),
    colliders.shapes.subarray(0, counts[ROWS]),
    colliders.freeRows.subarray(0, counts[FREE_ROWS]),
    // no value of these is a bad one
    colliders.groups.subarray(0, 2 * counts[ROWS]!),
    colliders.statics.subarray(0, counts[ROWS]),
  ];
}

/** The scene as bytes. */
export function packScene(tables: SceneTables): Uint8Array {
  const columns = usedColumns(tables, tables.counts);
  const length = columns.reduce((bytes, c) => bytes + c.byteLength, HEADER_BYTES + COUNT_TABLE_BYTES);
  const bytes = new Uint8Array(length);
  new Uint32Array(bytes.buffer, HEADER_BYTES, COUNT_TABLE_BYTES / 4).set(tables.counts);
  let at = HEADER_BYTES + COUNT_TABLE_BYTES;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  const header = new DataView(bytes.buffer);
  header.setUint32(0, MAGIC, true);
  header.setUint32(4, VERSION, true);
  header.setUint32(8, length, true);
  header.setUint32(12, checksum(bytes), true);
  return bytes;
}

/** Makes the tables the scene in `bytes`, or fails and leaves them as they were. */
export function unpackScene(where: string, tables: SceneTables, bytes: Uint8Array): void {
  const at = `${where}: bytes`;
  if (!(bytes instanceof Uint8Array)) fail(at, 'a Uint8Array made by snapshot()', bytes);
  if (bytes.length < HEADER_BYTES + COUNT_TABLE_BYTES) fail(at, 'a snapshot', `${bytes.length} bytes`);
  const copy = bytes.slice(); // aligned, and not shared: what is checked is what is used
  const header = new DataView(copy.buffer);
  if (header.getUint32(0, true) !== MAGIC) fail(at, 'a snapshot made by snapshot()', 'other bytes');
  const version = header.getUint32(4, true);
  if (version !== VERSION) fail(at, `a snapshot of version ${VERSION}`, `version ${version}`);
  const length = header.getUint32(8, true);
  if (length !== copy.length) fail(at, `${length} bytes`, `${copy.length}: cut off or run together`);
  if (header.getUint32(12, true) !== checksum(copy))
    fail(at, 'bytes as snapshot() made them', 'damaged ones (checksum)');

  const counts = new Uint32Array(copy.buffer, HEADER_BYTES, COUNT_TABLE_BYTES / 4);
  checkCapacities(at, tables, counts);
  const found = splitColumns(at, tables, counts, copy);
  checkReferences(at, counts, found);
  usedColumns(tables, counts).forEach((column, k) => {
    column.set(found[k]!);
  });
  const { words } = tables.shapes;
  for (let word = 0; word < SHAPE_STRIDE * counts[SHAPES]!; word += SHAPE_STRIDE) {
    storePoints(tables.vertices, words[word + VERTEX_BEGIN]!, words[word + VERTEX_ROWS]!, words[word + VERTEX_COUNT]!);
  }
  tables.counts.set(counts);
}

/** Views of the columns in the bytes of a snapshot. */
function splitColumns(at: string, tables: SceneTables, counts: SceneCounts, bytes: Uint8Array): Column[] {
  let offset = HEADER_BYTES + COUNT_TABLE_BYTES;
  const views = usedColumns(tables, counts).map((column) => {
    const part = bytes.slice(offset, offset + column.byteLength); // a copy of its own is aligned for any type
    offset += column.byteLength;
    if (part.length !== column.byteLength) fail(at, 'as many rows as the counts say', 'fewer');
    const Type = column.constructor as new (buffer: ArrayBuffer) => Column;
    return new Type(part.buffer);
  });
  if (offset !== bytes.length) fail(at, 'as many rows as the counts say', 'more');
  return views;
}

function checkCapacities(at: string, { shapes, vertices, colliders }: SceneTables, counts: SceneCounts): void {
  const perVertex = (pool: Uint32Array | Uint16Array) => pool.length / vertices.capacity;
  const vertexRows = Math.max(
    counts[VERTICES]!,
    Math.ceil(counts[NEIGHBOURS]! / perVertex(vertices.neighbours)),
    Math.ceil(counts[CELLS]! / perVertex(vertices.cells)),
  );
  const limits: [string, number, number][] = [
    ['shapes', counts[SHAPES]!, shapes.capacity],
    ['vertices', vertexRows, vertices.capacity],
    ['colliders', counts[ROWS]!, colliders.capacity],
  ];
  for (const [name, got, limit] of limits) {
    if (got > limit) fail(at, `a scene of at most ${limit} ${name} (raise capacity.${name})`, got);
  }
  if (counts[FREE_ROWS]! > counts[ROWS]!) fail(at, 'no more removed rows than rows', counts[FREE_ROWS]);
}

/** Whether every index in the snapshot points into the snapshot. */
function checkReferences(at: string, counts: SceneCounts, columns: Column[]): void {
  const [words, , neighbours, cells, , loops, , , shapes, freeRows] = columns as Uint32Array[];
  const coordinates = columns[1] as Float32Array;
  const planes = columns[4] as Float32Array;
  const reals = new Float32Array(words!.buffer);
  let vertices = 0;
  for (let row = 0; row < counts[SHAPES]!; row++) {
    const word = row * SHAPE_STRIDE;
    // blocks follow one another: vertices that two shapes share would be rows of either
    if (words![word + VERTEX_BEGIN] !== vertices) fail(at, `vertices of shape ${row} at ${vertices}`, 'elsewhere');
    vertices += words![word + VERTEX_ROWS]!;
    if (!isSound(words!, reals, word, counts, neighbours!, cells!) || !isExtent(words!, reals, word, coordinates))
      fail(at, 'sound shapes', `a bad shape ${row}`);
    if (!hasFaces(words!, word, planes, loops!)) fail(at, 'sound contact faces', `bad ones of shape ${row}`);
  }
  if (vertices !== counts[VERTICES]) fail(at, `${counts[VERTICES]} vertices`, `shapes with ${vertices}`);
  if (!coordinates.every(Number.isFinite)) fail(at, 'finite vertices', 'NaN or infinity');
  let removed = 0;
  for (const shape of shapes!) {
    if (shape === NO_SHAPE) removed++;
    else if (shape >= counts[SHAPES]!) fail(at, 'colliders of shapes in the snapshot', `shape ${shape}`);
  }
  const free = new Set(freeRows);
  if (free.size !== removed || removed !== counts[FREE_ROWS])
    fail(at, 'each removed row once on the free list', 'another list');
  for (const row of free) {
    if (shapes![row] !== NO_SHAPE) fail(at, 'removed rows on the free list', `row ${row}`);
  }
}

function isSound(
  words: Uint32Array,
  reals: Float32Array,
  word: number,
  counts: SceneCounts,
  neighbours: Uint32Array,
  cells: Uint32Array,
): boolean {
  const core = words[word + CORE]!;
  if (core > HULL || !(reals[word + RADIUS]! >= 0 && reals[word + RADIUS]! < Infinity)) return false;
  if (!(reals[word + EXTENT]! >= 0 && reals[word + EXTENT]! < Infinity)) return false;
  const vertexCount = words[word + VERTEX_COUNT]!;
  const rows = words[word + VERTEX_ROWS]!;
  if (core === BOX) {
    const half = reals.subarray(word + HALF_X, word + HALF_X + 3);
    return vertexCount === 8 && rows === 0 && half.every((h) => h > 0 && h < Infinity);
  }
  if (vertexCount < 1 || vertexCount >= UNUSED_ID || rows !== alignUp(vertexCount, PAD_VERTICES)) return false;
  if ((core === POINT && vertexCount !== 1) || (core === SEGMENT && vertexCount !== 2)) return false;
  if (words[word + VERTEX_BEGIN]! + rows > counts[VERTICES]!) return false;
  if (core !== POINT && !isList(neighbours, words[word + NEIGHBOUR_BEGIN]!, vertexCount, vertexCount)) return false;
  const grid = words[word + CELL_GRID]!;
  return grid === 0 || (grid <= 256 && isList(cells, words[word + CELL_BEGIN]!, 2 * grid * grid, vertexCount, 1));
}

/** Whether the contact faces are unit normals with finite offsets, and loops of the shape's vertices within its block. */
function hasFaces(words: Uint32Array, word: number, planes: Float32Array, loops: Uint32Array): boolean {
  const count = words[word + FACE_COUNT]!;
  if (count === 0) return true;
  const begin = words[word + VERTEX_BEGIN]!;
  const room = FACE_WORDS * words[word + VERTEX_ROWS]!;
  const rows = faceRowsOf(count);
  if (words[word + CORE] !== HULL || 4 * rows > room) return false;
  const block = planes.subarray(planesAt(begin), planesAt(begin) + 4 * rows);
  for (let row = 0; row < rows; row++) {
    const [x, y, z, offset] = [block[row]!, block[rows + row]!, block[2 * rows + row]!, block[3 * rows + row]!];
    if (!(Math.abs(x * x + y * y + z * z - 1) <= 1e-5 && Number.isFinite(offset))) return false;
    // rows behind the last repeat it: what scans whole vectors finds no other face there
    for (let k = 0; row >= count && k < 4; k++) if (block[k * rows + row] !== block[k * rows + count - 1]) return false;
  }
  const run = loops.subarray(loopsAt(begin), loopsAt(begin) + room);
  return isList(run, 0, count, words[word + VERTEX_COUNT]!, 3);
}

/** Whether the extent is that of the core, as f32: tolerances are parts of it. */
function isExtent(words: Uint32Array, reals: Float32Array, word: number, coordinates: Float32Array): boolean {
  const rows = words[word + VERTEX_ROWS]!;
  const x = 3 * words[word + VERTEX_BEGIN]!;
  let farthest = words[word + CORE] === BOX ? Math.hypot(...reals.subarray(word + HALF_X, word + HALF_X + 3)) : 0;
  for (let k = x; k < x + rows; k++) {
    farthest = Math.max(farthest, Math.hypot(coordinates[k]!, coordinates[k + rows]!, coordinates[k + 2 * rows]!));
  }
  // rounded up by 2⁻²³ and then to f32; the absolute part is for numbers so small that f32 has few bits for them
  return Math.abs(reals[word + EXTENT]! - farthest) <= 3e-7 * farthest + 1e-44;
}

/**
 * Whether `runs` runs of vertex ids lie at `begin`, each of `least` or more: starts that ascend from 0, then ids below
 * `vertexCount`.
 */
function isList(pool: Uint32Array | Uint16Array, begin: number, runs: number, vertexCount: number, least = 0): boolean {
  const ids = begin + runs + 1;
  if (ids > pool.length || pool[begin] !== 0) return false;
  for (let k = 0; k < runs; k++) if (pool[begin + k]! + least > pool[begin + k + 1]!) return false;
  const end = ids + pool[begin + runs]!;
  if (end > pool.length) return false;
  for (let k = ids; k < end; k++) if (pool[k]! >= vertexCount) return false;
  return true;
}

/** CRC-32 (IEEE 802.3) of all bytes but the four that hold it. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) {
    if (k === 12) k += 4;
    crc = CRC_TABLE[(crc ^ bytes[k]!) & 0xff]! ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
