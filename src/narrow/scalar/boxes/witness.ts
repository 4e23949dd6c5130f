/**
 * The witness of two overlapping boxes, moved apart along the axis of least penetration until they touch: a corner on a
 * face, or a point where two edges cross.
 *
 *   reads   f[ROT …], f[SHIFT …], f[NORMAL …] and f[DISTANCE] of the axis that `boxesSeparation` chose
 *   writes  f[WITNESS …] on A, and the corners around it: i[ID_A …], i[ID_B …], i[COUNT] = 3
 *   returns false, without valid output, if the point lies outside the face or the edge: boxes with parallel sides,
 *           and axes that differ by less than the bias between faces and edges
 *
 * `lift` is how far the corner moves along the normal, before it is compared with the sides of the face.
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
  lift = f[DISTANCE],
): boolean {
  const halfA = shapesA.reals;
  const halfB = shapesB.reals;
  const ha = rowA * SHAPE_STRIDE + HALF_X;
  const hb = rowB * SHAPE_STRIDE + HALF_X;
  // corner of A highest along the normal, corner of B lowest, both in frame A; bits 0, 1, 2 set = −x, −y, −z
  let idA = 0;
  let idB = 0;
  for (let c = 0; c < 3; c++) {
    const down = f[NORMAL + c] < 0;
    if (down) idA |= 1 << c;
    f[WITNESS + c] = down ? -halfA[ha + c] : halfA[ha + c];
    f[DIR + c] = f[SHIFT + c];
  }
  for (let m = 0; m < 3; m++) {
    const x = f[ROT + m];
    const y = f[ROT + 3 + m];
    const z = f[ROT + 6 + m];
    const up = f[NORMAL] * x + f[NORMAL + 1] * y + f[NORMAL + 2] * z > 0;
    if (up) idB |= 1 << m;
    const reach = up ? -halfB[hb + m] : halfB[hb + m];
    f[DIR] += reach * x;
    f[DIR + 1] += reach * y;
    f[DIR + 2] += reach * z;
  }
  i[COUNT] = 3;

  if (axis < 3) {
    // the corner of B, projected onto the face of A
    const separation = f[DISTANCE];
    for (let c = 0; c < 3; c++) {
      f[WITNESS + c] = f[DIR + c] - separation * f[NORMAL + c];
      f[DIR + c] -= lift * f[NORMAL + c];
    }
    i.fill(idB, ID_B, ID_B + 3);
    return writeFace(f, i, ID_A, axis, halfA, ha);
  }
  if (axis < EDGES) {
    // the corner of A, in the frame of B
    const x = f[WITNESS] + lift * f[NORMAL] - f[SHIFT];
    const y = f[WITNESS + 1] + lift * f[NORMAL + 1] - f[SHIFT + 1];
    const z = f[WITNESS + 2] + lift * f[NORMAL + 2] - f[SHIFT + 2];
    for (let m = 0; m < 3; m++) f[DIR + m] = f[ROT + m] * x + f[ROT + 3 + m] * y + f[ROT + 6 + m] * z;
    i.fill(idA, ID_A, ID_A + 3);
    return writeFace(f, i, ID_B, axis - 3, halfB, hb);
  }

  // edge k of A, edge m of B: the point where they cross, along the normal
  const k = Math.floor((axis - EDGES) / 3);
  const m = (axis - EDGES) % 3;
  const h = halfA[ha + k];
  const g = halfB[hb + m];
  const cosine = f[ROT + 3 * k + m];
  // from the center of A's edge to the center of B's
  const middle = (idB & (1 << m)) === 0 ? -g : g;
  f[WITNESS + k] = 0;
  let along = 0;
  for (let c = 0; c < 3; c++) {
    const side = f[ROT + 3 * c + m];
    f[DIR + c] = f[DIR + c] + middle * side - f[WITNESS + c];
    along += f[DIR + c] * side;
  }
  const u = (cosine * f[DIR + k] - along) / (1 - cosine * cosine);
  const s = f[DIR + k] + u * cosine;
  f[WITNESS + k] = s;
  // the nearest ends of the two edges, then each with the far end of the other: the point lies between them
  const nearA = (idA & ~(1 << k)) | (s < 0 ? 1 << k : 0);
  const nearB = (idB & ~(1 << m)) | (u < 0 ? 1 << m : 0);
  i.fill(nearA, ID_A, ID_A + 3);
  i.fill(nearB, ID_B, ID_B + 3);
  i[ID_A + 1] ^= 1 << k;
  i[ID_B + 2] ^= 1 << m;
  return Math.abs(s) <= h && Math.abs(u) <= g;
}

/**
 * The same for boxes that are apart by a face (separate.ts): the nearest corner and its projection onto the face.
 * @returns whether the corner lies above the face
 */
export function cornerOnFace(scratch: Scratch, shapesA: ShapeRows, shapesB: ShapeRows, axis: number): boolean {
  if (!boxWitness(scratch, shapesA, 0, shapesB, 0, axis, 0)) return false;
  const { reals } = axis < 3 ? shapesA : shapesB;
  return Math.abs(scratch.f[DIR + (axis % 3)]) > reals[HALF_X + (axis % 3)];
}

/**
 * Writes the corner nearest to f[DIR …], a point of the face across `axis`, and its two neighbors: the point lies
 * between them.
 * @returns whether the point is on the face
 */
function writeFace(f: Float64Array, i: Int32Array, at: number, axis: number, half: Float32Array, h: number): boolean {
  let corner = 0;
  let isInside = true;
  for (let c = 0; c < 3; c++) {
    const x = f[DIR + c];
    if (x < 0) corner |= 1 << c;
    if (axis !== c && !(Math.abs(x) <= half[h + c])) isInside = false;
  }
  i[at] = corner;
  i[at + 1] = corner ^ (1 << ((axis + 1) % 3));
  i[at + 2] = corner ^ (1 << ((axis + 2) % 3));
  return isInside;
}
