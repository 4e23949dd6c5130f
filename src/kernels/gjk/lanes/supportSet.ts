/**
 * The vertices of four shapes: those of the shapes A, or of the shapes B, of four pairs.
 *
 * Shapes of few vertices are stored side by side, vertex by vertex: one scan serves four pairs, and its result needs no
 * search among lanes. Shapes of many vertices use their direction cells. The vertices of boxes are their corners.
 */
import {
  addressOf,
  any,
  bitsOf,
  type Column,
  type ColumnOf,
  extractInt,
  floatsAt,
  fromBits,
  type Int,
  type IntColumn,
  type Ints,
  intsAt,
  type LaneInt,
  laneIndex,
  type Mask,
  max,
  min,
  select,
  splat,
  type Table,
  type Tables,
  transpose,
  unless,
  where,
} from '../../../language/lanes.ts';
import { type Mat3, times, type Vec3 } from '../../../math/lanes/vectors.ts';
import { CELLS, POINTS } from '../../../tables/kernelContext.ts';
import { BOX, CELL_BEGIN, CORE, HALF_X, VERTEX_BEGIN } from '../../../tables/shapeWords.ts';
import { rowsAt, shapeWordsAt } from '../../rows/lanes/gather.ts';

/** Support sets of a chunk, A and B of each group, and its rows. The sets of a chunk fit into the first cache. */
export const CHUNK_SETS = 8;
export const CHUNK_GROUPS = 4;
export const CHUNK_ROWS = 4 * CHUNK_GROUPS;
/** Bytes of a point: x y z id. */
const POINT_BYTES = 16;
const BOX_BYTES = 8 * POINT_BYTES;
/** Up to this number of vertex rows, a scan of all is faster than the cells. */
const SPREAD_ROWS = 32;

export interface SupportSet extends Table<4> {
  /** Byte address of their points, rows of x y z id, and the size of these rows in bytes. */
  readonly points: IntColumn;
  readonly bytes: IntColumn;
  readonly count: IntColumn;
  /** Byte addresses of the direction cells: their starts, and their lists. */
  readonly cells: IntColumn;
  readonly lists: IntColumn;
  /** Cells per edge of their grid; 0 = the shape has none, or is scanned. */
  readonly grid: IntColumn;
  /** `bytes` if all vertices are scanned side by side, else 0. */
  readonly scanned: IntColumn;
  /** The maximum of these. */
  readonly spreadBytes: Ints;
  /** Lanes ↔ scalars: directions, and the ids of vertices found along them. */
  readonly direction: ColumnOf<Vec3>;
  readonly found: IntColumn;
  /** 0 in every lane. */
  readonly zeros: IntColumn;
  /** The points of boxes. */
  readonly corners: Tables<BoxCorners, 4>;
  readonly spread: Spread;
}

/** Corners of a box: x y z id of each. */
export interface BoxCorners extends Table<32> {
  readonly points: Column;
}

/** Vertices side by side: row 4 v + l is vertex v of shape l. */
export interface Spread extends Table<128> {
  readonly vertex: ColumnOf<Vec3>;
}

/** The number of the group of row k in its chunk. */
export function groupOf(k: Int): Int {
  return (k & (CHUNK_ROWS - 1)) >> 2;
}

/** The number of set A of the group of row k; set B follows it. */
export function setOf(k: Int): Int {
  return (k & (CHUNK_ROWS - 1)) >> 1;
}

/** Fills the set with the shapes at `shapes[k …]`. */
export function loadSupportSet(context: Ints, set: SupportSet, shapes: Ints, k: Int): void {
  loadShapes(context, set, shapes, k);
  spreadVertices(set);
}

/** The same, but without supports until `spreadVertices` is called. */
export function loadShapes(context: Ints, set: SupportSet, shapes: Ints, k: Int): void {
  // the word before, first row, vertices, rows
  const words = shapeWordsAt(shapes, k, VERTEX_BEGIN - 1);
  const rows = bitsOf(words.d);
  const many = rows > SPREAD_ROWS;
  const bytes = rows << 4;
  set.points[0] = (bitsOf(words.b) << 4) + splat(context[POINTS]);
  set.bytes[0] = bytes;
  set.count[0] = bitsOf(words.c);
  set.scanned[0] = unless(many, bytes);
  set.grid[0] = 0;
  set.zeros[0] = 0;
  if (any(many)) takeCells(context, set, shapes, k, many);
  takeBoxes(set, shapes, k);
  intsAt(set.spreadBytes)[0] = 0;
}

/** Loads the vertices of these shapes, but no supports: for `pointOf` and `isVertex`. */
export function loadVertices(context: Ints, set: SupportSet, shapes: Ints, k: Int): void {
  const words = shapeWordsAt(shapes, k, VERTEX_BEGIN - 1);
  set.points[0] = (bitsOf(words.b) << 4) + splat(context[POINTS]);
  set.count[0] = bitsOf(words.c);
  takeBoxes(set, shapes, k);
}

/** Writes the corners of those that are boxes. */
function takeBoxes(set: SupportSet, shapes: Ints, k: Int): void {
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (intsAt(shapes[k + lane])[CORE] === BOX) takeCorners(set, shapes[k + lane], lane);
  }
}

/** Loads the direction cells of shapes that have them, and more rows than a scan takes. */
function takeCells(context: Ints, set: SupportSet, shapes: Ints, k: Int, many: Mask): void {
  // first row, grid, and two more
  const words = shapeWordsAt(shapes, k, CELL_BEGIN);
  const grid = where(many, bitsOf(words.b));
  const starts = (bitsOf(words.a) << 1) + splat(context[CELLS]);
  // shapes without cells have a list that holds only vertex 0
  const none: LaneInt = splat(addressOf(set.zeros));
  set.cells[0] = select(grid !== 0, starts, none);
  set.lists[0] = select(grid !== 0, starts + ((grid * grid) << 2) + 2, none);
  set.grid[0] = grid;
}

/** Writes the corners of a box in place of points. */
function takeCorners(set: SupportSet, shape: Int, lane: Int): void {
  const corners = set.corners[lane].points;
  const half = floatsAt(shape);
  const id = laneIndex();
  const x = fromBits(bitsOf(splat(half[HALF_X])) ^ (id << 31));
  const y = fromBits(bitsOf(splat(half[HALF_X + 1])) ^ ((id & 2) << 30));
  const z = splat(half[HALF_X + 2]);
  const near = transpose({ a: x, b: y, c: z, d: fromBits(id) });
  corners[0] = near.a;
  corners[4] = near.b;
  corners[8] = near.c;
  corners[12] = near.d;
  const far = transpose({ a: x, b: y, c: -z, d: fromBits(id + 4) });
  corners[16] = far.a;
  corners[20] = far.b;
  corners[24] = far.c;
  corners[28] = far.d;
  intsAt(set.points)[lane] = addressOf(corners);
  intsAt(set.bytes)[lane] = BOX_BYTES;
  intsAt(set.scanned)[lane] = BOX_BYTES;
}

/** Stores the vertices of scanned shapes side by side; the last vertex is repeated where other shapes have more. */
export function spreadVertices(set: SupportSet): void {
  const vertices = set.spread;
  const points = intsAt(set.points);
  const scanned = intsAt(set.scanned);
  const end = max(max(scanned[0], scanned[1]), max(scanned[2], scanned[3]));
  intsAt(set.spreadBytes)[0] = end;
  const a = points[0];
  const b = points[1];
  const c = points[2];
  const d = points[3];
  const lastA = intsAt(set.bytes)[0] - 16;
  const lastB = intsAt(set.bytes)[1] - 16;
  const lastC = intsAt(set.bytes)[2] - 16;
  const lastD = intsAt(set.bytes)[3] - 16;
  const common = min(end, min(min(lastA, lastB), min(lastC, lastD)) + 16);
  for (let at: Int = 0; at < common; at += 16) {
    const four = rowsAt(a + at, b + at, c + at, d + at);
    vertices.vertex[at >> 2] = { x: four.a, y: four.b, z: four.c };
  }
  for (let at = common; at < end; at += 16) {
    const four = rowsAt(a + min(at, lastA), b + min(at, lastB), c + min(at, lastC), d + min(at, lastD));
    vertices.vertex[at >> 2] = { x: four.a, y: four.b, z: four.c };
  }
}

/** The vertices of these ids. */
export function vertexOf(set: SupportSet, id: LaneInt): Vec3 {
  const at = set.points[0] + (id << 4);
  const four = rowsAt(extractInt(at, 0), extractInt(at, 1), extractInt(at, 2), extractInt(at, 3));
  return { x: four.a, y: four.b, z: four.c };
}

/** The vertices of the halves of `id`, A's low and B's high, and their difference in frame A: t − a + R b. */
export function pointOf(setA: SupportSet, setB: SupportSet, id: LaneInt, rotation: Mat3, shift: Vec3): Vec3 {
  const a = vertexOf(setA, id & 0xffff);
  const b = times(rotation, vertexOf(setB, id >>> 16));
  return { x: shift.x - a.x + b.x, y: shift.y - a.y + b.y, z: shift.z - a.z + b.z };
}

/** Whether both halves of `id` are vertices of their shapes. */
export function isVertex(setA: SupportSet, setB: SupportSet, id: LaneInt): Mask {
  return (id & 0xffff) < setA.count[0] && id >>> 16 < setB.count[0];
}
