/**
 * One row of a pair list, in and out of the scratch.
 *
 * Rows are computed in a canonical order, the smaller id first, and mirrored on the way out, so that (a, b) and (b, a) give
 * the same bits.
 */
import { SIMPLEX_STRIDE, UNUSED } from '../../results/resultTable.ts';
import { ROWS, type SceneCounts, SHAPES } from '../../scene/countTable.ts';
import { SHAPE_STRIDE, VERTEX_COUNT } from '../../shapes/shapeTable.ts';
import {
  COUNT,
  DIR,
  type Geometry,
  ID_A,
  ID_B,
  POSE,
  type Poses,
  ROT,
  ROW_A,
  ROW_B,
  type Scratch,
  SHIFT,
  SWAPPED,
  Y,
} from './scratch.ts';
import { loadVertex } from './support.ts';

/**
 * Gathers one pair in canonical order: shape rows to i[ROW_A …], poses to f[POSE …].
 * @returns false if an id is out of range, removed or equal to the other
 */
export function gatherRow(
  { f, i }: Scratch,
  poses: Poses,
  counts: SceneCounts,
  ids: Uint32Array,
  pair: number,
): boolean {
  const { positions, rotations, shapes } = poses;
  const first = ids[2 * pair]!;
  const second = ids[2 * pair + 1]!;
  if (first >= counts[ROWS]! || second >= counts[ROWS]! || first === second) return false;
  const swapped = first > second;
  const a = swapped ? second : first;
  const b = swapped ? first : second;
  i[ROW_A] = shapes[a]!;
  i[ROW_B] = shapes[b]!;
  i[SWAPPED] = swapped ? 1 : 0;
  // NO_SHAPE, the mark of a removed row, is larger than any count
  if (shapes[a]! >= counts[SHAPES]! || shapes[b]! >= counts[SHAPES]!) return false;
  for (let c = 0; c < 4; c++) {
    f[POSE + c] = rotations[4 * a + c]!;
    f[POSE + 4 + c] = rotations[4 * b + c]!;
  }
  for (let c = 0; c < 3; c++) f[POSE + 8 + c] = positions[4 * b + c]! - positions[4 * a + c]!;
  return true;
}

/** Makes the simplex kept in row `p` the start of GJK, or starts cold if it does not fit these shapes. */
export function loadSimplex(
  { f, i }: Scratch,
  geometryA: Geometry,
  geometryB: Geometry,
  simplex: Uint16Array,
  p: number,
): void {
  i[COUNT] = 0;
  const at = p * SIMPLEX_STRIDE;
  if (simplex[at] === UNUSED) return;
  const swapped = i[SWAPPED]!;
  const ofA = at + 4 * swapped;
  const ofB = at + 4 - 4 * swapped;
  const rowA = i[ROW_A]!;
  const rowB = i[ROW_B]!;
  const verticesA = geometryA.shapes.words[rowA * SHAPE_STRIDE + VERTEX_COUNT]!;
  const verticesB = geometryB.shapes.words[rowB * SHAPE_STRIDE + VERTEX_COUNT]!;
  let count = 0;
  for (; count < 4; count++) {
    const idA = simplex[ofA + count]!;
    const idB = simplex[ofB + count]!;
    if (idA === UNUSED) break;
    if (idA >= verticesA || idB >= verticesB) return; // the row held a pair of other shapes
    i[ID_A + count] = idA;
    i[ID_B + count] = idB;
    // the same operations in the same order as in GJK, so that a vertex met again cancels exactly
    loadVertex(f, DIR, geometryB, rowB, idB);
    const bx = f[DIR]!;
    const by = f[DIR + 1]!;
    const bz = f[DIR + 2]!;
    loadVertex(f, DIR, geometryA, rowA, idA);
    const y = Y + 3 * count;
    f[y] = f[SHIFT]! - f[DIR]! + (f[ROT]! * bx + f[ROT + 1]! * by + f[ROT + 2]! * bz);
    f[y + 1] = f[SHIFT + 1]! - f[DIR + 1]! + (f[ROT + 3]! * bx + f[ROT + 4]! * by + f[ROT + 5]! * bz);
    f[y + 2] = f[SHIFT + 2]! - f[DIR + 2]! + (f[ROT + 6]! * bx + f[ROT + 7]! * by + f[ROT + 8]! * bz);
  }
  i[COUNT] = count;
}

/** Writes the simplex on which GJK ended to row `p`, in the order of the caller's pair. */
export function storeSimplex({ i }: Scratch, simplex: Uint16Array, p: number): void {
  const at = p * SIMPLEX_STRIDE;
  const swapped = i[SWAPPED]!;
  const ofA = at + 4 * swapped;
  const ofB = at + 4 - 4 * swapped;
  const count = i[COUNT]!;
  // ones over an id make it UNUSED
  const from1 = count < 2 ? UNUSED : 0;
  const from2 = count < 3 ? UNUSED : 0;
  const from3 = count < 4 ? UNUSED : 0;
  const from0 = count < 1 ? UNUSED : 0;
  simplex[ofA] = i[ID_A]! | from0;
  simplex[ofA + 1] = i[ID_A + 1]! | from1;
  simplex[ofA + 2] = i[ID_A + 2]! | from2;
  simplex[ofA + 3] = i[ID_A + 3]! | from3;
  simplex[ofB] = i[ID_B]! | from0;
  simplex[ofB + 1] = i[ID_B + 1]! | from1;
  simplex[ofB + 2] = i[ID_B + 2]! | from2;
  simplex[ofB + 3] = i[ID_B + 3]! | from3;
}

/** Marks row `p` as holding no simplex. */
export function clearSimplex(simplex: Uint16Array, p: number): void {
  const at = p * SIMPLEX_STRIDE;
  simplex.fill(UNUSED, at, at + SIMPLEX_STRIDE);
}
