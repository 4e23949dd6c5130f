/**
 * One row of a pair list, in and out: what the distance and the intersect kernel share.
 *
 * Rows are computed in a canonical order (by core kind, then by id) and mirrored on the way out, so that (a, b) and
 * (b, a) give the same bits.
 */
import { SIMPLEX_STRIDE, UNUSED } from '../../results/resultTable.ts';
import { type ColliderTable, NO_SHAPE } from '../../scene/colliderTable.ts';
import { ROWS, type SceneCounts, SHAPES } from '../../scene/countTable.ts';
import { CORE, SHAPE_STRIDE, VERTEX_COUNT } from '../../shapes/shapeTable.ts';
import { relatePoses } from './relative.ts';
import {
  COUNT,
  DIR,
  type Geometry,
  ID_A,
  ID_B,
  OFFSET,
  QUAT_A,
  QUAT_B,
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
 * Loads pair (a, b): shape rows, canonical order and relative pose into `scratch`.
 * @returns false for an id out of range, removed or equal to the other, and for an invalid pose
 */
export function loadPair(
  { f, i }: Scratch,
  colliders: ColliderTable,
  counts: SceneCounts,
  geometry: Geometry,
  a: number,
  b: number,
): boolean {
  const rows = counts[ROWS]!;
  if (a >= rows || b >= rows || a === b) return false;
  const { shapes } = colliders;
  const shapeA = shapes[a]!;
  const shapeB = shapes[b]!;
  // a row that was removed, or a column overwritten with nonsense
  if (shapeA === NO_SHAPE || shapeB === NO_SHAPE || shapeA >= counts[SHAPES]! || shapeB >= counts[SHAPES]!)
    return false;

  const { words } = geometry.shapes;
  const coreA = words[shapeA * SHAPE_STRIDE + CORE]!;
  const coreB = words[shapeB * SHAPE_STRIDE + CORE]!;
  const swapped = coreA > coreB || (coreA === coreB && a > b);
  const first = swapped ? b : a;
  const second = swapped ? a : b;
  i[SWAPPED] = swapped ? 1 : 0;
  i[ROW_A] = swapped ? shapeB : shapeA;
  i[ROW_B] = swapped ? shapeA : shapeB;

  const { positions, rotations } = colliders;
  const p = 4 * first;
  const q = 4 * second;
  f[QUAT_A] = rotations[p]!;
  f[QUAT_A + 1] = rotations[p + 1]!;
  f[QUAT_A + 2] = rotations[p + 2]!;
  f[QUAT_A + 3] = rotations[p + 3]!;
  f[QUAT_B] = rotations[q]!;
  f[QUAT_B + 1] = rotations[q + 1]!;
  f[QUAT_B + 2] = rotations[q + 2]!;
  f[QUAT_B + 3] = rotations[q + 3]!;
  f[OFFSET] = positions[q]! - positions[p]!;
  f[OFFSET + 1] = positions[q + 1]! - positions[p + 1]!;
  f[OFFSET + 2] = positions[q + 2]! - positions[p + 2]!;
  return relatePoses(f);
}

/** Makes the simplex kept in row `p` the start of GJK, or starts cold if it does not fit these shapes. */
export function loadSimplex({ f, i }: Scratch, geometry: Geometry, simplex: Uint16Array, p: number): void {
  i[COUNT] = 0;
  const at = p * SIMPLEX_STRIDE;
  if (simplex[at] === UNUSED) return;
  const ofA = i[SWAPPED] === 1 ? at + 4 : at;
  const ofB = i[SWAPPED] === 1 ? at : at + 4;
  const rowA = i[ROW_A]!;
  const rowB = i[ROW_B]!;
  const verticesA = geometry.shapes.words[rowA * SHAPE_STRIDE + VERTEX_COUNT]!;
  const verticesB = geometry.shapes.words[rowB * SHAPE_STRIDE + VERTEX_COUNT]!;
  let count = 0;
  for (; count < 4; count++) {
    const idA = simplex[ofA + count]!;
    const idB = simplex[ofB + count]!;
    if (idA === UNUSED) break;
    if (idA >= verticesA || idB >= verticesB) return; // the row held a pair of other shapes
    i[ID_A + count] = idA;
    i[ID_B + count] = idB;
    // the same operations in the same order as in GJK, so that a vertex met again cancels exactly
    loadVertex(f, DIR, geometry, rowB, idB);
    const bx = f[DIR]!;
    const by = f[DIR + 1]!;
    const bz = f[DIR + 2]!;
    loadVertex(f, DIR, geometry, rowA, idA);
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
  const ofA = i[SWAPPED] === 1 ? at + 4 : at;
  const ofB = i[SWAPPED] === 1 ? at : at + 4;
  const count = i[COUNT]!;
  for (let k = 0; k < 4; k++) {
    simplex[ofA + k] = k < count ? i[ID_A + k]! : UNUSED;
    simplex[ofB + k] = k < count ? i[ID_B + k]! : UNUSED;
  }
}

/** Marks row `p` as holding no simplex. */
export function clearSimplex(simplex: Uint16Array, p: number): void {
  const at = p * SIMPLEX_STRIDE;
  simplex.fill(UNUSED, at, at + SIMPLEX_STRIDE);
}

/** Hands row `p`'s simplex on unchanged: for queries that have none of their own. */
export function passSimplex(to: Uint16Array, from: Uint16Array, p: number): void {
  const at = p * SIMPLEX_STRIDE;
  for (let k = at; k < at + SIMPLEX_STRIDE; k++) to[k] = from[k]!;
}
