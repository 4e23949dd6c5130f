/**
 * Memory of one pair, for the one-lane build: what four lanes transpose. A GPU has buffers in the place of columns:
 * `src/gpu/wgsl/rows.wgsl` has these functions there.
 */
import {
  bitsOf,
  columnAt,
  doublesAt,
  type Flag,
  type Float,
  type Four,
  float,
  type Int,
  type Ints,
  intColumnAt,
  intsAt,
  type Lane,
  type LaneInt,
  splat,
} from '../../../language/lanes.ts';
import type { Quat, Vec3 } from '../../../math/lanes/vectors.ts';
import {
  FROM,
  HALF_EXTENTS,
  IDS,
  OFFSET_A,
  OFFSET_B,
  POSITIONS,
  ROTATIONS,
  SEPARATION,
  TO,
} from '../../../tables/kernelContext.ts';
import { RADIUS } from '../../../tables/shapeWords.ts';

/** The ids of a row of the pair list, in its order. */
export interface RowIds {
  readonly first: Int;
  readonly second: Int;
}

export function idsAt(context: Ints, row: Int): RowIds {
  const ids = intsAt(context[IDS]);
  return { first: ids[2 * row], second: ids[2 * row + 1] };
}

/** Whether a collider is a box without radius. */
export function isBoxAt(context: Ints, id: Int): Flag {
  return intsAt(context[HALF_EXTENTS])[4 * id] === 0;
}

/** Where `shapeLine` finds the half extents of a box, behind its radius. */
export function boxAt(context: Ints, id: Int): Int {
  return context[HALF_EXTENTS] - 4 * RADIUS + 16 * id;
}

/** Words `word` … `word + 3` of the shape at an address. */
export function shapeLine(shape: Int, word: Int): Four {
  return lineAt(shape + 4 * word);
}

export function quatAt(context: Ints, id: Int): Quat {
  const line = lineAt(context[ROTATIONS] + 16 * id);
  return { x: line.a, y: line.b, z: line.c, w: line.d };
}

/** The position of collider `b` minus that of `a`: subtracted in f64. */
export function offsetBetween(context: Ints, a: Int, b: Int): Vec3 {
  const from = doublesAt(context[POSITIONS] + 32 * a);
  const to = doublesAt(context[POSITIONS] + 32 * b);
  const x: Float = float(to[0] - from[0]);
  const y: Float = float(to[1] - from[1]);
  const z: Float = float(to[2] - from[2]);
  return { x: splat(x), y: splat(y), z: splat(z) };
}

/** Four words of a row. */
export interface FourInts {
  readonly a: LaneInt;
  readonly b: LaneInt;
  readonly c: LaneInt;
  readonly d: LaneInt;
}

/** Line `row` of the simplexes at an address. */
export function simplexLine(address: Int, row: Int): FourInts {
  const line = lineAt(address + 16 * row);
  return { a: bitsOf(line.a), b: bitsOf(line.b), c: bitsOf(line.c), d: bitsOf(line.d) };
}

export function putSimplex(context: Ints, row: Int, words: FourInts): void {
  const to = intColumnAt(context[TO] + 16 * row);
  to[0] = words.a;
  to[1] = words.b;
  to[2] = words.c;
  to[3] = words.d;
}

export function copySimplex(context: Ints, row: Int): void {
  putSimplex(context, row, simplexLine(context[FROM], row));
}

export function putResult(context: Ints, row: Int, separation: Four, offsetA: Four, offsetB: Four): void {
  putLine(context[SEPARATION] + 16 * row, separation);
  putLine(context[OFFSET_A] + 16 * row, offsetA);
  putLine(context[OFFSET_B] + 16 * row, offsetB);
}

/** Writes the result of a row that overlaps, without depth: its distance is 0. */
export function putNoSeparation(context: Ints, row: Int): void {
  const nothing: Lane = 0 / 0;
  const zero: Lane = 0;
  const flat: Four = { a: nothing, b: nothing, c: nothing, d: zero };
  const none: Four = { a: nothing, b: nothing, c: nothing, d: nothing };
  putResult(context, row, flat, none, flat);
}

/** The 16 bytes at an address. */
function lineAt(address: Int): Four {
  const line = columnAt(address);
  return { a: line[0], b: line[1], c: line[2], d: line[3] };
}

function putLine(address: Int, values: Four): void {
  const line = columnAt(address);
  line[0] = values.a;
  line[1] = values.b;
  line[2] = values.c;
  line[3] = values.d;
}
