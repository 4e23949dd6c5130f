/**
 * The witness of two overlapping boxes, moved apart along the axis of least penetration until they touch: a corner on a
 * face, or a point where two edges cross.
 *
 *   reads   f[ROT …], f[SHIFT …], f[NORMAL …] and f[DISTANCE] of the axis that `boxesSeparation` chose
 *   writes  f[WITNESS …] on A, and the corners around it: i[ID_A …], i[ID_B …], i[COUNT] = 3
 *   returns false, without valid output, if the point lies outside the face or the edge: boxes with parallel sides,
 *           and axes that differ by less than the bias between faces and edges
 *
 * `isApart`: the boxes are, and the corner is compared with the sides of the face where it is.
 */
import { HALF_X, SHAPE_STRIDE } from '../../../shapes/codes.ts';
import type { ShapeRows } from '../../../shapes/shapeTable.ts';
import { COUNT, DIR, DISTANCE, ID_A, ID_B, NORMAL, ROT, type Scratch, SHIFT, WITNESS } from '../scratch.ts';
import { EDGES } from './axes.ts';

export function boxWitness(
  { f, i }: Scratch,
  shapesA: ShapeRows,
  rowA: number,
  shapesB: ShapeRows,
  rowB: number,
  axis: number,
  isApart: boolean,
): boolean {
  const halfA = shapesA.reals;
  const halfB = shapesB.reals;
  const ha = rowA * SHAPE_STRIDE + HALF_X;
  const hb = rowB * SHAPE_STRIDE + HALF_X;
  // corner of A highest along the normal, corner of B lowest, both in frame A; bits 0, 1, 2 set = −x, −y, −z
  let ax = halfA[ha];
  let ay = halfA[ha + 1];
  let az = halfA[ha + 2];
  const nx = f[NORMAL];
  const ny = f[NORMAL + 1];
  const nz = f[NORMAL + 2];
  const idA = (nx < 0 ? 1 : 0) | (ny < 0 ? 2 : 0) | (nz < 0 ? 4 : 0);
  if (nx < 0) ax = -ax;
  if (ny < 0) ay = -ay;
  if (nz < 0) az = -az;
  let idB = 0;
  let bx = f[SHIFT];
  let by = f[SHIFT + 1];
  let bz = f[SHIFT + 2];
  for (let m = 0; m < 3; m++) {
    const x = f[ROT + m];
    const y = f[ROT + 3 + m];
    const z = f[ROT + 6 + m];
    const up = nx * x + ny * y + nz * z > 0;
    if (up) idB |= 1 << m;
    const reach = up ? -halfB[hb + m] : halfB[hb + m];
    bx += reach * x;
    by += reach * y;
    bz += reach * z;
  }
  const separation = f[DISTANCE];
  const lift = isApart ? 0 : separation;

  if (axis < 3) {
    // the corner of B, projected onto the face of A
    f[WITNESS] = bx - separation * nx;
    f[WITNESS + 1] = by - separation * ny;
    f[WITNESS + 2] = bz - separation * nz;
    i.fill(idB, ID_B, ID_B + 3);
    i[COUNT] = 3;
    f[DIR] = bx - lift * nx;
    f[DIR + 1] = by - lift * ny;
    f[DIR + 2] = bz - lift * nz;
    return writeFace(f, i, ID_A, axis, halfA, ha);
  }
  if (axis < EDGES) {
    // the corner of A, in the frame of B
    f[WITNESS] = ax;
    f[WITNESS + 1] = ay;
    f[WITNESS + 2] = az;
    const x = ax + lift * nx - f[SHIFT];
    const y = ay + lift * ny - f[SHIFT + 1];
    const z = az + lift * nz - f[SHIFT + 2];
    i.fill(idA, ID_A, ID_A + 3);
    i[COUNT] = 3;
    f[DIR] = f[ROT] * x + f[ROT + 3] * y + f[ROT + 6] * z;
    f[DIR + 1] = f[ROT + 1] * x + f[ROT + 4] * y + f[ROT + 7] * z;
    f[DIR + 2] = f[ROT + 2] * x + f[ROT + 5] * y + f[ROT + 8] * z;
    return writeFace(f, i, ID_B, axis - 3, halfB, hb);
  }

  // edge k of A, edge m of B: the point where they cross, along the normal
  const k = Math.floor((axis - EDGES) / 3);
  const m = (axis - EDGES) % 3;
  const h = halfA[ha + k];
  const g = halfB[hb + m];
  const mx = f[ROT + m];
  const my = f[ROT + 3 + m];
  const mz = f[ROT + 6 + m];
  const cosine = f[ROT + 3 * k + m];
  // from the center of A's edge to the center of B's
  const middle = (idB & (1 << m)) === 0 ? -g : g;
  const cx = bx + middle * mx - (k === 0 ? 0 : ax);
  const cy = by + middle * my - (k === 1 ? 0 : ay);
  const cz = bz + middle * mz - (k === 2 ? 0 : az);
  const ck = k === 0 ? cx : k === 1 ? cy : cz;
  const u = (cosine * ck - (cx * mx + cy * my + cz * mz)) / (1 - cosine * cosine);
  const s = ck + u * cosine;
  f[WITNESS] = k === 0 ? s : ax;
  f[WITNESS + 1] = k === 1 ? s : ay;
  f[WITNESS + 2] = k === 2 ? s : az;
  // the nearest ends of the two edges, then each with the far end of the other: the point lies between them
  const nearA = (idA & ~(1 << k)) | (s < 0 ? 1 << k : 0);
  const nearB = (idB & ~(1 << m)) | (u < 0 ? 1 << m : 0);
  i[ID_A] = nearA;
  i[ID_B] = nearB;
  i[ID_A + 1] = nearA ^ (1 << k);
  i[ID_B + 1] = nearB;
  i[ID_A + 2] = nearA;
  i[ID_B + 2] = nearB ^ (1 << m);
  i[COUNT] = 3;
  return Math.abs(s) <= h && Math.abs(u) <= g;
}

/**
 * The same for boxes that are apart by a face (separate.ts): the nearest corner and its projection onto the face.
 * @returns whether the corner lies above the face
 */
export function cornerOnFace(scratch: Scratch, shapesA: ShapeRows, shapesB: ShapeRows, axis: number): boolean {
  if (!boxWitness(scratch, shapesA, 0, shapesB, 0, axis, true)) return false;
  const { reals } = axis < 3 ? shapesA : shapesB;
  return Math.abs(scratch.f[DIR + (axis % 3)]) > reals[HALF_X + (axis % 3)];
}

/**
 * Writes the corner nearest to f[DIR …], a point of the face across `axis`, and its two neighbors: the point lies
 * between them.
 * @returns whether the point is on the face
 */
function writeFace(f: Float64Array, i: Int32Array, at: number, axis: number, half: Float32Array, h: number): boolean {
  const x = f[DIR];
  const y = f[DIR + 1];
  const z = f[DIR + 2];
  const corner = (x < 0 ? 1 : 0) | (y < 0 ? 2 : 0) | (z < 0 ? 4 : 0);
  i[at] = corner;
  i[at + 1] = corner ^ (1 << ((axis + 1) % 3));
  i[at + 2] = corner ^ (1 << ((axis + 2) % 3));
  return (
    (axis === 0 || Math.abs(x) <= half[h]) &&
    (axis === 1 || Math.abs(y) <= half[h + 1]) &&
    (axis === 2 || Math.abs(z) <= half[h + 2])
  );
}
