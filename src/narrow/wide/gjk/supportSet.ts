/**
 * One side of four pairs: the vertices of their shapes A, or of their shapes B.
 *
 * Shapes of few vertices are laid out side by side, vertex by vertex: one scan serves four pairs, and its result needs no
 * search among lanes. Shapes of many ask their direction cells. Boxes have vertices like all others: their corners.
 */

import { BOX, CORE, HALF_X } from '../../../shapes/codes.ts';
import { CELLS, POINTS } from '../context.ts';
import {
  addressOf,
  any,
  bitsOf,
  type ColumnOf,
  columnAt,
  extractInt,
  type Four,
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
  splat,
  type Table,
  tableAt,
  transpose,
  unless,
  where,
} from '../lanes.ts';
import { CHUNK_ROWS, CORNER_BYTES, CORNERS, SIDE_BYTES, SPREAD } from '../tile.ts';
import { type Mat3, times, type Vec3 } from '../vectors.ts';

/** Up to this many rows of vertices a scan of all is faster than the cells. */
const SPREAD_ROWS = 32;

/** The vertices of four shapes. */
export interface SupportSet extends Table<4> {
  /** Byte address of their points, rows of x y z id, and how many bytes those are. */
  readonly points: IntColumn;
  readonly bytes: IntColumn;
  readonly count: IntColumn;
  /** Byte address of the direction cells. */
  readonly cells: IntColumn;
  /** Cells per edge of their grid; 0: none are asked. */
  readonly grid: IntColumn;
  /** `bytes` where all vertices are scanned side by side, else 0. */
  readonly scanned: IntColumn;
  /** The most of them. */
  readonly spreadBytes: Ints;
  /** Where lanes meet the scalar world: directions out, vertices in. */
  readonly direction: ColumnOf<Vec3>;
  readonly found: IntColumn;
  /** 0 in every lane. */
  readonly zeros: IntColumn;
}

/** Vertices side by side: row 4 v + l is vertex v of shape l. */
export interface Spread extends Table<128> {
  readonly vertex: ColumnOf<Vec3>;
}

/** Byte address of side A (which = 0) or B (1) of the group of row k. */
export function supportSetAt(sides: Int, k: Int, which: Int): Int {
  return sides + SIDE_BYTES * (((k & (CHUNK_ROWS - 1)) >> 1) + which);
}

/** The 16 bytes at each address, as columns. */
export function rowsAt(a: Int, b: Int, c: Int, d: Int): Four {
  return transpose({ a: columnAt(a)[0], b: columnAt(b)[0], c: columnAt(c)[0], d: columnAt(d)[0] });
}

/** Makes `side` the side of the shapes at `shapes[k …]`. */
export function loadSupportSet(context: Ints, side: SupportSet, shapes: Ints, k: Int): void {
  // half extent z, first row, vertices, rows
  const words = rowsAt(shapes[k] + 16, shapes[k + 1] + 16, shapes[k + 2] + 16, shapes[k + 3] + 16);
  const rows = bitsOf(words.d);
  const many = rows > SPREAD_ROWS;
  const bytes = rows << 4;
  side.points[0] = (bitsOf(words.b) << 4) + splat(context[POINTS]);
  side.bytes[0] = bytes;
  side.count[0] = bitsOf(words.c);
  side.scanned[0] = unless(many, bytes);
  side.grid[0] = 0;
  side.zeros[0] = 0;
  if (any(many)) takeCells(context, side, shapes, k, many);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (intsAt(shapes[k + lane])[CORE] === BOX) takeCorners(side, shapes[k + lane], lane);
  }
  spread(side);
}

/** The direction cells of shapes that have them, and more rows than are scanned. */
function takeCells(context: Ints, side: SupportSet, shapes: Ints, k: Int, many: Mask): void {
  const words = rowsAt(shapes[k] + 32, shapes[k + 1] + 32, shapes[k + 2] + 32, shapes[k + 3] + 32);
  const grid = where(many, bitsOf(words.b));
  // lanes that ask nothing read the first cell of all
  side.cells[0] = (where(grid !== 0, bitsOf(words.a)) << 1) + splat(context[CELLS]);
  side.grid[0] = grid;
}

/** Writes the corners of a box where points would be. */
function takeCorners(side: SupportSet, shape: Int, lane: Int): void {
  const at = addressOf(side) + CORNERS + CORNER_BYTES * lane;
  const corners = columnAt(at);
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
  intsAt(side.points)[lane] = at;
  intsAt(side.bytes)[lane] = CORNER_BYTES;
  intsAt(side.scanned)[lane] = CORNER_BYTES;
}

/** Lays out the vertices of shapes that are scanned; the last is repeated where others have more. */
function spread(side: SupportSet): void {
  const vertices = tableAt<Spread>(spreadOf(side));
  const points = intsAt(side.points);
  const scanned = intsAt(side.scanned);
  const end = max(max(scanned[0], scanned[1]), max(scanned[2], scanned[3]));
  intsAt(side.spreadBytes)[0] = end;
  const a = points[0];
  const b = points[1];
  const c = points[2];
  const d = points[3];
  const lastA = intsAt(side.bytes)[0] - 16;
  const lastB = intsAt(side.bytes)[1] - 16;
  const lastC = intsAt(side.bytes)[2] - 16;
  const lastD = intsAt(side.bytes)[3] - 16;
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
export function vertexOf(side: SupportSet, id: LaneInt): Vec3 {
  const at = side.points[0] + (id << 4);
  const four = rowsAt(extractInt(at, 0), extractInt(at, 1), extractInt(at, 2), extractInt(at, 3));
  return { x: four.a, y: four.b, z: four.c };
}

/** The vertices of the halves of `id`, A's low and B's high, and their difference in frame A: t − a + R b. */
export function pointOf(sideA: SupportSet, sideB: SupportSet, id: LaneInt, rotation: Mat3, shift: Vec3): Vec3 {
  const a = vertexOf(sideA, id & 0xffff);
  const b = times(rotation, vertexOf(sideB, id >>> 16));
  return { x: shift.x - a.x + b.x, y: shift.y - a.y + b.y, z: shift.z - a.z + b.z };
}

/** Whether both halves of `id` are vertices of their shapes. */
export function isVertex(sideA: SupportSet, sideB: SupportSet, id: LaneInt): Mask {
  return (id & 0xffff) < sideA.count[0] && id >>> 16 < sideB.count[0];
}

/** Byte address of the spread of a side. */
export function spreadOf(side: SupportSet): Int {
  return addressOf(side) + SPREAD;
}
