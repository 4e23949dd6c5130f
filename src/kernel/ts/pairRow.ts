/**
 * One row of a pair list, in and out: what the distance and the intersect kernel share.
 *
 * Rows are computed in a canonical order (by core kind, then by id) and mirrored on the way out, so that (a, b) and
 * (b, a) give the same bits.
 */
import { SIMPLEX_STRIDE, UNUSED } from '../../results/resultTable.ts';
import type { ColliderTable } from '../../scene/colliderTable.ts';
import { ROWS, type SceneCounts, SHAPES } from '../../scene/countTable.ts';
import { CORE, SHAPE_STRIDE, VERTEX_COUNT } from '../../shapes/shapeTable.ts';
import {
  COUNT,
  DIR,
  type Geometry,
  ID_A,
  ID_B,
  INVALID_PAIR,
  POSE,
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
 * Gathers pairs [begin, end), at most TILE_PAIRS, into the tile: shape rows and poses in canonical order. A loop of loads
 * that do not wait for each other: the cache misses of many pairs are under way at once.
 */
export function gatherTile(
  tile: readonly Scratch[],
  colliders: ColliderTable,
  counts: SceneCounts,
  geometry: Geometry,
  ids: Uint32Array,
  begin: number,
  end: number,
): void {
  const { positions, rotations, shapes } = colliders;
  const { words } = geometry.shapes;
  const rows = counts[ROWS]!;
  const shapeCount = counts[SHAPES]!;
  for (let pair = begin; pair < end; pair++) {
    const { f, i } = tile[pair - begin]!;
    const a = ids[2 * pair]!;
    const b = ids[2 * pair + 1]!;
    i[ROW_A] = INVALID_PAIR;
    if (a >= rows || b >= rows || a === b) continue;
    const shapeA = shapes[a]!;
    const shapeB = shapes[b]!;
    // NO_SHAPE, the mark of a removed row, is larger than any count
    if (shapeA >= shapeCount || shapeB >= shapeCount) continue;
    const coreA = words[shapeA * SHAPE_STRIDE + CORE]!;
    const coreB = words[shapeB * SHAPE_STRIDE + CORE]!;
    const swapped = coreA > coreB || (coreA === coreB && a > b);
    i[ROW_A] = swapped ? shapeB : shapeA;
    i[ROW_B] = swapped ? shapeA : shapeB;
    i[SWAPPED] = swapped ? 1 : 0;
    const p = 4 * (swapped ? b : a);
    const q = 4 * (swapped ? a : b);
    f[POSE] = rotations[p]!;
    f[POSE + 1] = rotations[p + 1]!;
    f[POSE + 2] = rotations[p + 2]!;
    f[POSE + 3] = rotations[p + 3]!;
    f[POSE + 4] = rotations[q]!;
    f[POSE + 5] = rotations[q + 1]!;
    f[POSE + 6] = rotations[q + 2]!;
    f[POSE + 7] = rotations[q + 3]!;
    f[POSE + 8] = positions[q]! - positions[p]!;
    f[POSE + 9] = positions[q + 1]! - positions[p + 1]!;
    f[POSE + 10] = positions[q + 2]! - positions[p + 2]!;
  }
}

/** Makes the simplex kept in row `p` the start of GJK, or starts cold if it does not fit these shapes. */
export function loadSimplex({ f, i }: Scratch, geometry: Geometry, simplex: Uint16Array, p: number): void {
  i[COUNT] = 0;
  const at = p * SIMPLEX_STRIDE;
  if (simplex[at] === UNUSED) return;
  const swapped = i[SWAPPED]!;
  const ofA = at + 4 * swapped;
  const ofB = at + 4 - 4 * swapped;
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

/** Hands row `p`'s simplex on unchanged: for queries that have none of their own. */
export function passSimplex(to: Uint16Array, from: Uint16Array, p: number): void {
  const at = p * SIMPLEX_STRIDE;
  // a row whose first slot is empty is empty: nothing to hand on, nothing to overwrite
  if (from[at] === UNUSED && to[at] === UNUSED) return;
  for (let k = at; k < at + SIMPLEX_STRIDE; k++) to[k] = from[k]!;
}
