/**
 * The witness of two overlapping boxes, moved apart along the axis of least penetration until they touch: a corner on a
 * face, or a point where two edges cross. For boxes that are apart, the witness of their distance.
 *
 *   reads   f[ROT …], f[SHIFT …], half extents, f[NORMAL …] and f[DISTANCE] of the axis that `boxesSeparation` chose
 *   writes  f[WITNESS …] on A, and the corners around it: i[ID_A …], i[ID_B …], i[COUNT] = 3
 *   returns 0, without valid output, if the point lies outside the face or the edge: boxes with parallel sides, and axes
 *           that differ by less than the bias between faces and edges
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Flag, Int, Ints } from '../../wide/lanes.ts';
import { COUNT, DISTANCE, HALF_A, HALF_B, ID_A, ID_B, NORMAL, ROT, SHIFT, WITNESS } from '../places.ts';
import { EDGES, edgeOfA } from './axes.ts';

/** The place of a point: the first of the scratch, DIR of shapes/cores/core.ts. */
export const POINT = 0;

/** @param isApart 1 = the corner is compared with the sides of the face where it is */
export function boxWitness(f: Doubles, i: Ints, axis: Int, isApart: Int): Int {
  const nx = f[NORMAL];
  const ny = f[NORMAL + 1];
  const nz = f[NORMAL + 2];
  // corner of A highest along the normal, corner of B lowest, both in frame A; bits 0, 1, 2 set = −x, −y, −z
  const idA = bitsIf(nx < 0, 1) | bitsIf(ny < 0, 2) | bitsIf(nz < 0, 4);
  const ax = nx < 0 ? -f[HALF_A] : f[HALF_A];
  const ay = ny < 0 ? -f[HALF_A + 1] : f[HALF_A + 1];
  const az = nz < 0 ? -f[HALF_A + 2] : f[HALF_A + 2];
  let idB: Int = 0;
  let bx = f[SHIFT];
  let by = f[SHIFT + 1];
  let bz = f[SHIFT + 2];
  for (let m: Int = 0; m < 3; m++) {
    const x = f[ROT + m];
    const y = f[ROT + 3 + m];
    const z = f[ROT + 6 + m];
    const up = nx * x + ny * y + nz * z > 0;
    idB |= bitsIf(up, bitOf(m));
    const reach = up ? -f[HALF_B + m] : f[HALF_B + m];
    bx += reach * x;
    by += reach * y;
    bz += reach * z;
  }
  const separation = f[DISTANCE];
  const none: Double = 0;
  const lift = isApart === 1 ? none : separation;
  i[COUNT] = 3;
  if (axis < 3) {
    // the corner of B, projected onto the face of A
    f[WITNESS] = bx - separation * nx;
    f[WITNESS + 1] = by - separation * ny;
    f[WITNESS + 2] = bz - separation * nz;
    for (let k: Int = 0; k < 3; k++) i[ID_B + k] = idB;
    f[POINT] = bx - lift * nx;
    f[POINT + 1] = by - lift * ny;
    f[POINT + 2] = bz - lift * nz;
    return writeFace(f, i, ID_A, axis, HALF_A);
  }
  if (axis < EDGES) {
    // the corner of A, in the frame of B
    f[WITNESS] = ax;
    f[WITNESS + 1] = ay;
    f[WITNESS + 2] = az;
    const x = ax + lift * nx - f[SHIFT];
    const y = ay + lift * ny - f[SHIFT + 1];
    const z = az + lift * nz - f[SHIFT + 2];
    for (let k: Int = 0; k < 3; k++) i[ID_A + k] = idA;
    f[POINT] = f[ROT] * x + f[ROT + 3] * y + f[ROT + 6] * z;
    f[POINT + 1] = f[ROT + 1] * x + f[ROT + 4] * y + f[ROT + 7] * z;
    f[POINT + 2] = f[ROT + 2] * x + f[ROT + 5] * y + f[ROT + 8] * z;
    return writeFace(f, i, ID_B, axis - 3, HALF_B);
  }

  // edge k of A, edge m of B: the point where they cross, along the normal
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const h = f[HALF_A + k];
  const g = f[HALF_B + m];
  const mx = f[ROT + m];
  const my = f[ROT + 3 + m];
  const mz = f[ROT + 6 + m];
  const cosine = f[ROT + 3 * k + m];
  // from the center of A's edge to the center of B's
  const bitK = bitOf(k);
  const bitM = bitOf(m);
  const middle = (idB & bitM) === 0 ? -g : g;
  const cx = bx + middle * mx - (k === 0 ? none : ax);
  const cy = by + middle * my - (k === 1 ? none : ay);
  const cz = bz + middle * mz - (k === 2 ? none : az);
  const ck = k === 0 ? cx : k === 1 ? cy : cz;
  const u = (cosine * ck - (cx * mx + cy * my + cz * mz)) / (1 - cosine * cosine);
  const s = ck + u * cosine;
  f[WITNESS] = k === 0 ? s : ax;
  f[WITNESS + 1] = k === 1 ? s : ay;
  f[WITNESS + 2] = k === 2 ? s : az;
  // the nearest ends of the two edges, then each with the far end of the other: the point lies between them
  const nearA = (idA & ~bitK) | bitsIf(s < 0, bitK);
  const nearB = (idB & ~bitM) | bitsIf(u < 0, bitM);
  i[ID_A] = nearA;
  i[ID_B] = nearB;
  i[ID_A + 1] = nearA ^ bitK;
  i[ID_B + 1] = nearB;
  i[ID_A + 2] = nearA;
  i[ID_B + 2] = nearB ^ bitM;
  return Math.abs(s) <= h && Math.abs(u) <= g ? 1 : 0;
}

/**
 * Writes the corner nearest to f[POINT …], a point of the face across `axis`, and its two neighbors: the point lies
 * between them.
 * @returns 1 if the point is on the face
 */
function writeFace(f: Doubles, i: Ints, at: Int, axis: Int, half: Int): Int {
  const x = f[POINT];
  const y = f[POINT + 1];
  const z = f[POINT + 2];
  const corner = bitsIf(x < 0, 1) | bitsIf(y < 0, 2) | bitsIf(z < 0, 4);
  i[at] = corner;
  i[at + 1] = corner ^ bitOf(axis === 2 ? 0 : axis + 1);
  i[at + 2] = corner ^ bitOf(axis === 0 ? 2 : axis - 1);
  const isOn =
    (axis === 0 || Math.abs(x) <= f[half]) &&
    (axis === 1 || Math.abs(y) <= f[half + 1]) &&
    (axis === 2 || Math.abs(z) <= f[half + 2]);
  return isOn ? 1 : 0;
}

function bitOf(axis: Int): Int {
  const one: Int = 1;
  return one << axis;
}

function bitsIf(isSet: Flag, bits: Int): Int {
  return isSet ? bits : 0;
}
