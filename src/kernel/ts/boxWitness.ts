/**
 * Where two boxes that overlap touch once they are moved apart along the axis of least penetration: a corner on a face, or
 * a point where two edges cross.
 *
 *   reads   f[ROT …], f[SHIFT …], f[NORMAL …] and f[DISTANCE] of the axis that `boxesSeparation` chose
 *   writes  f[WITNESS …] on A, and the corners it lies between: i[ID_A …], i[ID_B …], i[COUNT] = 3
 *   returns false, with nothing to rely on, if the point lies beside the face or the edge: boxes with parallel sides, and
 *           axes that differ by less than the bias between faces and edges
 */
import { HALF_X, SHAPE_STRIDE, type ShapeTable } from '../../shapes/shapeTable.ts';
import { EDGES } from './boxSat.ts';
import { COUNT, DISTANCE, ID_A, ID_B, NORMAL, ROT, type Scratch, SHIFT, WITNESS } from './scratch.ts';

export function boxWitness(
  { f, i }: Scratch,
  shapesA: ShapeTable,
  rowA: number,
  shapesB: ShapeTable,
  rowB: number,
  axis: number,
): boolean {
  const halfA = shapesA.reals;
  const halfB = shapesB.reals;
  const ha = rowA * SHAPE_STRIDE + HALF_X;
  const hb = rowB * SHAPE_STRIDE + HALF_X;
  // corner of A highest along the normal, corner of B lowest, both in frame A; bits 0, 1, 2 set = −x, −y, −z
  let ax = halfA[ha]!;
  let ay = halfA[ha + 1]!;
  let az = halfA[ha + 2]!;
  const nx = f[NORMAL]!;
  const ny = f[NORMAL + 1]!;
  const nz = f[NORMAL + 2]!;
  const idA = (nx < 0 ? 1 : 0) | (ny < 0 ? 2 : 0) | (nz < 0 ? 4 : 0);
  if (nx < 0) ax = -ax;
  if (ny < 0) ay = -ay;
  if (nz < 0) az = -az;
  let idB = 0;
  let bx = f[SHIFT]!;
  let by = f[SHIFT + 1]!;
  let bz = f[SHIFT + 2]!;
  for (let m = 0; m < 3; m++) {
    const x = f[ROT + m]!;
    const y = f[ROT + 3 + m]!;
    const z = f[ROT + 6 + m]!;
    const up = nx * x + ny * y + nz * z > 0;
    if (up) idB |= 1 << m;
    const reach = up ? -halfB[hb + m]! : halfB[hb + m]!;
    bx += reach * x;
    by += reach * y;
    bz += reach * z;
  }
  const separation = f[DISTANCE]!;

  if (axis < 3) {
    // the corner of B, lifted to the face of A
    f[WITNESS] = bx - separation * nx;
    f[WITNESS + 1] = by - separation * ny;
    f[WITNESS + 2] = bz - separation * nz;
    const m1 = (axis + 1) % 3;
    const m2 = (axis + 2) % 3;
    const w1 = f[WITNESS + m1]!;
    const w2 = f[WITNESS + m2]!;
    const h1 = halfA[ha + m1]!;
    const h2 = halfA[ha + m2]!;
    const face = idA & (1 << axis);
    writeCorners(i, ID_A, face, m1, m2, w1 * h2 + w2 * h1 < 0);
    writeCorner(i, ID_B, idB);
    return Math.abs(w1) <= h1 && Math.abs(w2) <= h2;
  }
  if (axis < EDGES) {
    // the corner of A, seen from B's face
    f[WITNESS] = ax;
    f[WITNESS + 1] = ay;
    f[WITNESS + 2] = az;
    const x = ax + separation * nx - f[SHIFT]!;
    const y = ay + separation * ny - f[SHIFT + 1]!;
    const z = az + separation * nz - f[SHIFT + 2]!;
    const m1 = (axis + 1) % 3;
    const m2 = (axis + 2) % 3;
    const w1 = f[ROT + m1]! * x + f[ROT + 3 + m1]! * y + f[ROT + 6 + m1]! * z;
    const w2 = f[ROT + m2]! * x + f[ROT + 3 + m2]! * y + f[ROT + 6 + m2]! * z;
    const h1 = halfB[hb + m1]!;
    const h2 = halfB[hb + m2]!;
    writeCorners(i, ID_B, idB & (1 << (axis - 3)), m1, m2, w1 * h2 + w2 * h1 < 0);
    writeCorner(i, ID_A, idA);
    return Math.abs(w1) <= h1 && Math.abs(w2) <= h2;
  }

  // edge k of A, edge m of B: where the two cross, seen along the normal
  const k = Math.floor((axis - EDGES) / 3);
  const m = (axis - EDGES) % 3;
  const h = halfA[ha + k]!;
  const g = halfB[hb + m]!;
  const mx = f[ROT + m]!;
  const my = f[ROT + 3 + m]!;
  const mz = f[ROT + 6 + m]!;
  const cosine = f[ROT + 3 * k + m]!;
  // from the middle of A's edge to the middle of B's
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
  const edgeA = idA & ~(1 << k);
  const edgeB = idB & ~(1 << m);
  const low = s * g + u * h < 0;
  i[ID_A] = low ? edgeA | (1 << k) : edgeA;
  i[ID_B] = low ? edgeB | (1 << m) : edgeB;
  i[ID_A + 1] = edgeA | (1 << k);
  i[ID_B + 1] = edgeB;
  i[ID_A + 2] = edgeA;
  i[ID_B + 2] = edgeB | (1 << m);
  i[COUNT] = 3;
  return Math.abs(s) <= h && Math.abs(u) <= g;
}

/** Three corners of a face, from the half that its point lies in; m1 and m2 are the axes of the face. */
function writeCorners(i: Int32Array, at: number, face: number, m1: number, m2: number, low: boolean): void {
  i[at] = low ? face | (1 << m1) | (1 << m2) : face;
  i[at + 1] = face | (1 << m1);
  i[at + 2] = face | (1 << m2);
  i[COUNT] = 3;
}

/** The same corner three times. */
function writeCorner(i: Int32Array, at: number, id: number): void {
  i[at] = id;
  i[at + 1] = id;
  i[at + 2] = id;
}
