/**
 * One side of four pairs: the vertices of their shapes A, or of their shapes B.
 *
 * Shapes of few vertices are laid out side by side, vertex by vertex: one scan serves four pairs, and its result needs no
 * search among lanes. Shapes of many ask their direction cells. Boxes have vertices like all others: their corners.
 */
import { CELLS, COORDINATES } from './context.ts';
import { floatsOf } from './gather.ts';
import {
  addressOf,
  any,
  bitsOf,
  type ColumnOf,
  columnAt,
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
  tableAt,
  transpose,
} from './lanes.ts';
import { BOX, CORE, HALF_X } from './shapeWords.ts';
import { type Mat3, times, type Vec3 } from './vectors.ts';

/** Up to this many rows of vertices a scan of all is faster than the cells. */
const SPREAD_ROWS = 32;

/** The vertices of four shapes. */
export interface Side extends Table<4> {
  /** Byte address of x[]; y[] and z[] follow, `stride` bytes apart. */
  readonly block: IntColumn;
  readonly stride: IntColumn;
  readonly count: IntColumn;
  /** Byte address of the direction cells. */
  readonly cells: IntColumn;
  /** Cells per edge of their grid; 0: none are asked. */
  readonly grid: IntColumn;
  /** The part of `stride` that lies in `Spread`; 0 in lanes that are not scanned side by side. */
  readonly scanned: IntColumn;
  /** The most of them. */
  readonly spreadBytes: Ints;
  /** Where lanes meet the scalar world: directions out, vertices in. */
  readonly direction: ColumnOf<Vec3>;
  readonly found: IntColumn;
}

/** Bytes from a side to its corners, from one box to the next, and from a side to its spread. */
const CORNERS = 192;
const CORNER_BYTES = 96;
const SPREAD = 576;

/** Vertices side by side: row 4 v + l is vertex v of shape l. */
export interface Spread extends Table<128> {
  readonly vertex: ColumnOf<Vec3>;
}

/** Bytes of a side with all that belongs to it. */
const SIDE_BYTES = 2176;

/** Byte address of side A (which = 0) or B (1) of the group of row k: there is room for eight groups. */
export function sideAt(sides: Int, k: Int, which: Int): Int {
  return sides + SIDE_BYTES * (((k >> 1) & 14) + which);
}

/** Makes `side` the side of the shapes at `shapes[k …]`. */
export function takeSide(context: Ints, side: Side, shapes: Ints, k: Int): void {
  // half extent z, first row, vertices, rows
  const words = transpose({
    a: columnAt(shapes[k] + 16)[0],
    b: columnAt(shapes[k + 1] + 16)[0],
    c: columnAt(shapes[k + 2] + 16)[0],
    d: columnAt(shapes[k + 3] + 16)[0],
  });
  const rows = bitsOf(words.d);
  const few = rows <= SPREAD_ROWS;
  const stride = rows << 2;
  side.block[0] = bitsOf(words.b) * 12 + splat(context[COORDINATES]);
  side.stride[0] = stride;
  side.count[0] = bitsOf(words.c);
  side.scanned[0] = select(few, stride, 0);
  side.grid[0] = 0;
  if (any(!few)) takeCells(context, side, shapes, k);
  for (let lane: Int = 0; lane < 4; lane += 1) {
    if (intsAt(shapes[k + lane])[CORE] === BOX) takeCorners(side, shapes[k + lane], lane);
  }
  spread(side);
}

/** The direction cells of shapes that have them, and more rows than are scanned. */
function takeCells(context: Ints, side: Side, shapes: Ints, k: Int): void {
  const words = transpose({
    a: columnAt(shapes[k] + 32)[0],
    b: columnAt(shapes[k + 1] + 32)[0],
    c: columnAt(shapes[k + 2] + 32)[0],
    d: columnAt(shapes[k + 3] + 32)[0],
  });
  const none: LaneInt = 0;
  side.cells[0] = (bitsOf(words.a) << 1) + splat(context[CELLS]);
  side.grid[0] = select(side.scanned[0] === 0, bitsOf(words.b), none);
}

/** Writes the corners of a box where vertices would be. */
function takeCorners(side: Side, shape: Int, lane: Int): void {
  const at = addressOf(side) + CORNERS + CORNER_BYTES * lane;
  const corners = columnAt(at);
  const half = floatsAt(shape);
  const id = laneIndex();
  const x = fromBits(bitsOf(splat(half[HALF_X])) ^ (id << 31));
  const y = fromBits(bitsOf(splat(half[HALF_X + 1])) ^ ((id & 2) << 30));
  const z = splat(half[HALF_X + 2]);
  corners[0] = x;
  corners[4] = x;
  corners[8] = y;
  corners[12] = y;
  corners[16] = z;
  corners[20] = -z;
  intsAt(side.block)[lane] = at;
  intsAt(side.stride)[lane] = 32;
  intsAt(side.scanned)[lane] = 32;
}

/** Lays out the vertices of shapes that are scanned; the last is repeated where others have more. */
function spread(side: Side): void {
  const vertices = tableAt<Spread>(spreadOf(side));
  const block = intsAt(side.block);
  const stride = intsAt(side.stride);
  const scanned = intsAt(side.scanned);
  const end = max(max(scanned[0], scanned[1]), max(scanned[2], scanned[3]));
  intsAt(side.spreadBytes)[0] = end;
  const strideA = stride[0];
  const strideB = stride[1];
  const strideC = stride[2];
  const strideD = stride[3];
  for (let at: Int = 0; at < end; at += 16) {
    const a = block[0] + min(at, strideA - 16);
    const b = block[1] + min(at, strideB - 16);
    const c = block[2] + min(at, strideC - 16);
    const d = block[3] + min(at, strideD - 16);
    const x = transpose({ a: columnAt(a)[0], b: columnAt(b)[0], c: columnAt(c)[0], d: columnAt(d)[0] });
    const y = transpose({
      a: columnAt(a + strideA)[0],
      b: columnAt(b + strideB)[0],
      c: columnAt(c + strideC)[0],
      d: columnAt(d + strideD)[0],
    });
    const z = transpose({
      a: columnAt(a + 2 * strideA)[0],
      b: columnAt(b + 2 * strideB)[0],
      c: columnAt(c + 2 * strideC)[0],
      d: columnAt(d + 2 * strideD)[0],
    });
    vertices.vertex[at] = { x: x.a, y: y.a, z: z.a };
    vertices.vertex[at + 4] = { x: x.b, y: y.b, z: z.b };
    vertices.vertex[at + 8] = { x: x.c, y: y.c, z: z.c };
    vertices.vertex[at + 12] = { x: x.d, y: y.d, z: z.d };
  }
}

/** The vertices of these ids. */
export function vertexOf(side: Side, id: LaneInt): Vec3 {
  const x = side.block[0] + (id << 2);
  const y = x + side.stride[0];
  const z = y + side.stride[0];
  return { x: floatsOf(x), y: floatsOf(y), z: floatsOf(z) };
}

/** The vertices of the halves of `id`, A's low and B's high, and their difference in frame A: t − a + R b. */
export function pointOf(sideA: Side, sideB: Side, id: LaneInt, rotation: Mat3, shift: Vec3): Vec3 {
  const a = vertexOf(sideA, id & 0xffff);
  const b = times(rotation, vertexOf(sideB, id >>> 16));
  return { x: shift.x - a.x + b.x, y: shift.y - a.y + b.y, z: shift.z - a.z + b.z };
}

/** Whether both halves of `id` are vertices of their shapes. */
export function isVertex(sideA: Side, sideB: Side, id: LaneInt): Mask {
  return (id & 0xffff) < sideA.count[0] && id >>> 16 < sideB.count[0];
}

/** Byte address of the spread of a side. */
export function spreadOf(side: Side): Int {
  return addressOf(side) + SPREAD;
}
