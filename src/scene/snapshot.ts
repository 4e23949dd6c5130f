/**
 * A scene as bytes: a header, then the used rows of every scene table, little-endian, with a checksum over everything.
 *
 *   byte  0   magic "HSTM", or "HSTP" of a planar scene, u32
 *         4   version                 u32
 *         8   length in bytes         u32
 *        12   CRC-32 of all bytes but these four, u32
 *        16   counts                  u32 × 16 (see tables/countTable.ts)
 *        80   shapes, coordinates, neighbors, cells, planes, loops, positions, rotations or angles, shape rows, free
 *             rows, groups, statics, parts; since version 5 user ids, sensors; since version 6 nodes, triangles, edges,
 *             materials, vertices of meshes, words of height fields, parts of compounds
 *
 * `unpackScene` checks the header and every index (snapshotCheck.ts) before it writes anything. So any bytes lead
 * either to an error, or to a scene that kernels can run on.
 */
import { unreadable } from '../checks.ts';
import { fail, refuse, viewName } from '../errors.ts';
import { CORES, PLANAR_CORES } from '../shapes/cores/list.ts';
import type { ChildTable } from '../tables/childTable.ts';
import { type ColliderTable, isPlanar } from '../tables/colliderTable.ts';
import {
  CELLS,
  COMPOUND_PARTS,
  COUNT_TABLE_BYTES,
  FREE_ROWS,
  FREE_SHAPES,
  HEIGHTS,
  MESH_VERTICES,
  NEIGHBORS,
  NODES,
  PARTS,
  ROWS,
  type SceneCounts,
  SHAPES,
  TRIANGLES,
  VERTICES,
} from '../tables/countTable.ts';
import { VERTEX_STRIDE } from '../tables/meshWords.ts';
import { PART_ROWS } from '../tables/partTable.ts';
import { NODE_WORDS } from '../tables/rayTree.ts';
import type { ShapeTable } from '../tables/shapeTable.ts';
import { CORE, SHAPE_BYTES, SHAPE_STRIDE, TRAITS } from '../tables/shapeWords.ts';
import { CELL_WORDS, loopsAt, NEIGHBOR_WORDS, planesAt, type VertexTable } from '../tables/vertexTable.ts';
import { writeHalfExtents } from './colliderRows.ts';
import { CHILD_COLUMNS, inOrder, POOLS, type ShapeTables, storeAllPoints } from './shapeBlocks.ts';
import { type Column, checkReferences, type StoredCores } from './snapshotCheck.ts';
import { listUnbounded } from './unbounded.ts';

const SPATIAL = 0x4d545348; // "HSTM"
const PLANAR = 0x50545348; // "HSTP"
const VERSION = 6;
/**
 * Version 2 has no smooth cores and parts, versions 2 and 3 no rows of removed shapes, versions 2 to 4 no user ids and
 * sensors, which are 0 then, versions 2 to 5 no shapes with children.
 */
const OLDEST_VERSION = 2;
/** Columns by version: an older one has those of the next that it is listed with. */
const COLUMNS = [
  { version: 4, count: 13 },
  { version: 5, count: 15 },
  { version: VERSION, count: 22 },
];
/** Places of columns in the file. */
const PARTS_AT = 12;
const SENSORS_AT = 14;
const COMPOUND_PARTS_AT = 21;
const HEADER_BYTES = 16;

/** The tables a snapshot holds. */
export interface SceneTables {
  readonly counts: SceneCounts;
  readonly shapes: ShapeTable;
  readonly vertices: VertexTable;
  /** Rows of parts (tables/partTable.ts). */
  readonly parts: ShapeTable;
  /** Children of meshes, height fields and compounds. */
  readonly children: ChildTable;
  readonly colliders: ColliderTable;
}

/** The used part of each column, in the order of the file. */
function usedColumns(
  { shapes, vertices, parts, children }: ShapeTables,
  colliders: ColliderTable,
  counts: SceneCounts,
): Column[] {
  return [
    shapes.words.subarray(0, SHAPE_STRIDE * counts[SHAPES]),
    vertices.coordinates.subarray(0, 3 * counts[VERTICES]),
    vertices.neighbors.subarray(0, counts[NEIGHBORS]),
    vertices.cells.subarray(0, counts[CELLS]),
    vertices.planes.subarray(0, planesAt(counts[VERTICES])),
    vertices.loops.subarray(0, loopsAt(counts[VERTICES])),
    colliders.positions.subarray(0, (isPlanar(colliders) ? 2 : 4) * counts[ROWS]),
    isPlanar(colliders)
      ? colliders.angles.subarray(0, counts[ROWS])
      : colliders.rotations.subarray(0, 4 * counts[ROWS]),
    colliders.shapes.subarray(0, counts[ROWS]),
    colliders.freeRows.subarray(0, counts[FREE_ROWS]),
    // every value of these two columns is legal
    colliders.groups.subarray(0, 2 * counts[ROWS]),
    colliders.statics.subarray(0, counts[ROWS]),
    parts.words.subarray(0, PART_ROWS * SHAPE_STRIDE * counts[PARTS]),
    colliders.userIds.subarray(0, counts[ROWS]),
    colliders.sensors.subarray(0, counts[ROWS]),
    ...CHILD_COLUMNS.map(([name, pool, stride]) => children[name].subarray(0, stride * counts[POOLS[pool]])),
    children.parts.words.subarray(0, PART_ROWS * SHAPE_STRIDE * counts[COMPOUND_PARTS]),
  ];
}

/** The scene as bytes. */
export function packScene(tables: SceneTables): Uint8Array {
  // equal scenes give equal bytes, whatever was removed before
  const own = inOrder(tables);
  const columns = usedColumns(own, tables.colliders, own.counts);
  columns[SENSORS_AT] = columns[SENSORS_AT].map((value) => Math.min(value, 1));
  const length = columns.reduce((bytes, c) => bytes + c.byteLength, HEADER_BYTES + COUNT_TABLE_BYTES);
  const bytes = new Uint8Array(length);
  new Uint32Array(bytes.buffer, HEADER_BYTES, COUNT_TABLE_BYTES / 4).set(own.counts);
  let at = HEADER_BYTES + COUNT_TABLE_BYTES;
  const begins: number[] = [];
  for (const column of columns) {
    begins.push(at);
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  const header = new DataView(bytes.buffer);
  // traits follow from the codes
  for (let row = 0; row < own.counts[SHAPES]; row++) clearTraits(header, HEADER_BYTES + COUNT_TABLE_BYTES, row);
  for (let row = 0; row < own.counts[PARTS]; row++) clearTraits(header, begins[PARTS_AT], PART_ROWS * row);
  for (let row = 0; row < own.counts[COMPOUND_PARTS]; row++)
    clearTraits(header, begins[COMPOUND_PARTS_AT], PART_ROWS * row);
  header.setUint32(0, isPlanar(tables.colliders) ? PLANAR : SPATIAL, true);
  header.setUint32(4, VERSION, true);
  header.setUint32(8, length, true);
  header.setUint32(12, checksum(bytes), true);
  return bytes;
}

function clearTraits(bytes: DataView, begin: number, row: number): void {
  bytes.setUint32(begin + SHAPE_BYTES * row + 4 * TRAITS, 0);
}

/** A copy of the bytes of a snapshot, aligned and not shared, so that no thread can change it after the checks. */
export function readBytes(where: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const at = `${where}: bytes`;
  if (viewName(bytes) !== 'Uint8Array') refuse(at, 'a Uint8Array made by snapshot()', bytes);
  try {
    return new Uint8Array(bytes);
  } catch (cause) {
    unreadable(at, cause);
  }
}

/** Replaces the scene in `tables` by the one in `copy`. If it throws, the tables stay as they are. */
export function unpackScene(where: string, tables: SceneTables, copy: Uint8Array<ArrayBuffer>): void {
  const at = `${where}: bytes`;
  if (copy.length < HEADER_BYTES + COUNT_TABLE_BYTES) fail(at, 'a snapshot', `${copy.length} bytes`);
  const header = new DataView(copy.buffer);
  const magic = header.getUint32(0, true);
  if (magic !== SPATIAL && magic !== PLANAR) fail(at, 'a snapshot made by snapshot()', 'other bytes');
  const planar = isPlanar(tables.colliders);
  if (planar && magic === SPATIAL) fail(at, 'a snapshot of a planar scene', 'one of a scene in space');
  if (!planar && magic === PLANAR) fail(at, 'a snapshot of a scene in space', 'one of a planar scene');
  const version = header.getUint32(4, true);
  if (!(version >= OLDEST_VERSION && version <= VERSION)) {
    fail(at, `a snapshot of version ${OLDEST_VERSION} to ${VERSION}`, `version ${version}`);
  }
  const length = header.getUint32(8, true);
  if (length !== copy.length) fail(at, `${length} bytes`, `${copy.length}: cut off or run together`);
  if (header.getUint32(12, true) !== checksum(copy))
    fail(at, 'bytes as snapshot() made them', 'damaged ones (checksum)');

  const counts = new Uint32Array(copy.buffer, HEADER_BYTES, COUNT_TABLE_BYTES / 4);
  checkCapacities(at, tables, counts);
  const own = usedColumns(tables, tables.colliders, counts);
  const { count } = COLUMNS.find((one) => version <= one.version)!;
  const found = splitColumns(at, own.slice(0, count), copy);
  for (const column of own.slice(count))
    found.push(new (column.constructor as new (length: number) => Column)(column.length));
  const cores = planar ? PLANAR_CORES : CORES;
  writeTraits(found[0], cores, 1);
  writeTraits(found[PARTS_AT], cores, PART_ROWS);
  writeTraits(found[COMPOUND_PARTS_AT], cores, PART_ROWS);
  checkReferences(at, counts, found, cores);
  own.forEach((column, k) => {
    column.set(found[k]);
  });
  tables.counts.set(counts);
  storeAllPoints(tables);
  for (let row = 0; row < counts[ROWS]; row++) writeHalfExtents(tables.colliders, tables.shapes, row);
  listUnbounded(tables);
}

/** Writes the traits of cores, which snapshots do not hold. @param rows from one core to the next */
function writeTraits(words: Column, cores: StoredCores, rows: number): void {
  for (let word = 0; word < words.length; word += rows * SHAPE_STRIDE) {
    words[word + TRAITS] += cores[words[word + CORE]]?.traits ?? 0;
  }
}

/** Views of the columns in the bytes of a snapshot. */
function splitColumns(at: string, columns: readonly Column[], bytes: Uint8Array): Column[] {
  let offset = HEADER_BYTES + COUNT_TABLE_BYTES;
  const views = columns.map((column) => {
    const part = bytes.slice(offset, offset + column.byteLength); // a copy is aligned for any element type
    offset += column.byteLength;
    if (part.length !== column.byteLength) fail(at, 'as many rows as the counts say', 'fewer');
    const Type = column.constructor as new (buffer: ArrayBuffer) => Column;
    return new Type(part.buffer);
  });
  if (offset !== bytes.length) fail(at, 'as many rows as the counts say', 'more');
  return views;
}

function checkCapacities(
  at: string,
  { shapes, vertices, parts, children, colliders }: SceneTables,
  counts: SceneCounts,
): void {
  const vertexRows = Math.max(
    counts[VERTICES],
    Math.ceil(counts[NEIGHBORS] / NEIGHBOR_WORDS),
    Math.ceil(counts[CELLS] / CELL_WORDS),
  );
  const limits: [string, number, number][] = [
    ['shapes', counts[SHAPES], shapes.capacity],
    ['vertices', vertexRows, vertices.capacity],
    ['parts', counts[PARTS], parts.capacity / PART_ROWS],
    ['colliders', counts[ROWS], colliders.capacity],
    ['meshTriangles', counts[TRIANGLES], children.materials.length],
    ['meshVertices', counts[MESH_VERTICES], children.vertices.length / VERTEX_STRIDE],
    ['compoundParts', counts[COMPOUND_PARTS], children.parts.words.length / (PART_ROWS * SHAPE_STRIDE)],
  ];
  for (const [name, got, limit] of limits) {
    if (got > limit) fail(at, `a scene of at most ${limit} ${name} (raise capacity.${name})`, got);
  }
  const words = children.heights.length;
  if (counts[HEIGHTS] > words)
    fail(at, `at most ${words} words of height fields (raise capacity.heights)`, counts[HEIGHTS]);
  const nodes = children.nodes.length / NODE_WORDS;
  if (counts[NODES] > nodes)
    fail(at, `at most ${nodes} nodes of trees (raise capacity.meshTriangles or capacity.compoundParts)`, counts[NODES]);
  if (counts[FREE_SHAPES] > counts[SHAPES]) fail(at, 'no more removed shapes than shapes', counts[FREE_SHAPES]);
  if (counts[FREE_ROWS] > counts[ROWS]) fail(at, 'no more removed rows than rows', counts[FREE_ROWS]);
}

/** CRC-32 (IEEE 802.3) of all bytes but the four that hold it. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) {
    if (k === 12) k += 4;
    crc = CRC_TABLE[(crc ^ bytes[k]) & 0xff] ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
