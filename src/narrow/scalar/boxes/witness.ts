/**
 * The witness of two overlapping boxes, moved apart along the axis of least penetration until they touch: a corner on a
 * face, or a point where two edges cross. For boxes that are apart, the witness of their distance.
 *
 *   reads   pair.rotation, .shift, .halfA, .halfB; .normal and .distance of the axis that `boxesSeparation` chose
 *   writes  pair.witness on A, and the corners around it: ids of the simplex, whose count is 3; in pair.direction, the
 *           point of the face, in the frame of its box
 *   returns 0, without valid output, if the point lies outside the face or the edge: boxes with parallel sides, and
 *           axes that differ by less than the bias between faces and edges
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Flag, Int, Ints } from '../../wide/lanes.ts';
import type { CorePair } from '../tables.ts';
import { EDGES, edgeOfA } from './axes.ts';

/** @param isApart 1 = the corner is compared with the sides of the face where it is */
export function boxWitness(pair: CorePair, axis: Int, isApart: Int): Int {
  const { direction, normal, rotation, shift, halfA, halfB, witness } = pair;
  const { idsA, idsB } = pair.simplex;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  // corner of A highest along the normal, corner of B lowest, both in frame A; bits 0, 1, 2 set = −x, −y, −z
  const idA = bitsIf(nx < 0, 1) | bitsIf(ny < 0, 2) | bitsIf(nz < 0, 4);
  const ax = nx < 0 ? -halfA[0] : halfA[0];
  const ay = ny < 0 ? -halfA[1] : halfA[1];
  const az = nz < 0 ? -halfA[2] : halfA[2];
  let idB: Int = 0;
  let bx = shift[0];
  let by = shift[1];
  let bz = shift[2];
  for (let m: Int = 0; m < 3; m++) {
    const x = rotation[m];
    const y = rotation[3 + m];
    const z = rotation[6 + m];
    const up = nx * x + ny * y + nz * z > 0;
    idB |= bitsIf(up, bitOf(m));
    const reach = up ? -halfB[m] : halfB[m];
    bx += reach * x;
    by += reach * y;
    bz += reach * z;
  }
  const separation = pair.distance;
  const none: Double = 0;
  const lift = isApart === 1 ? none : separation;
  pair.simplex.count = 3;
  if (axis < 3) {
    // the corner of B, projected onto the face of A
    witness[0] = bx - separation * nx;
    witness[1] = by - separation * ny;
    witness[2] = bz - separation * nz;
    for (let k: Int = 0; k < 3; k++) idsB[k] = idB;
    direction[0] = bx - lift * nx;
    direction[1] = by - lift * ny;
    direction[2] = bz - lift * nz;
    return writeFace(direction, idsA, axis, halfA);
  }
  if (axis < EDGES) {
    // the corner of A, in the frame of B
    witness[0] = ax;
    witness[1] = ay;
    witness[2] = az;
    const x = ax + lift * nx - shift[0];
    const y = ay + lift * ny - shift[1];
    const z = az + lift * nz - shift[2];
    for (let k: Int = 0; k < 3; k++) idsA[k] = idA;
    direction[0] = rotation[0] * x + rotation[3] * y + rotation[6] * z;
    direction[1] = rotation[1] * x + rotation[4] * y + rotation[7] * z;
    direction[2] = rotation[2] * x + rotation[5] * y + rotation[8] * z;
    return writeFace(direction, idsB, axis - 3, halfB);
  }

  // edge k of A, edge m of B: the point where they cross, along the normal
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const h = halfA[k];
  const g = halfB[m];
  const mx = rotation[m];
  const my = rotation[3 + m];
  const mz = rotation[6 + m];
  const cosine = rotation[3 * k + m];
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
  witness[0] = k === 0 ? s : ax;
  witness[1] = k === 1 ? s : ay;
  witness[2] = k === 2 ? s : az;
  // the nearest ends of the two edges, then each with the far end of the other: the point lies between them
  const nearA = (idA & ~bitK) | bitsIf(s < 0, bitK);
  const nearB = (idB & ~bitM) | bitsIf(u < 0, bitM);
  idsA[0] = nearA;
  idsB[0] = nearB;
  idsA[1] = nearA ^ bitK;
  idsB[1] = nearB;
  idsA[2] = nearA;
  idsB[2] = nearB ^ bitM;
  return Math.abs(s) <= h && Math.abs(u) <= g ? 1 : 0;
}

/**
 * Writes the corner nearest to a point of the face across `axis`, and its two neighbors: the point lies between them.
 * @returns 1 if the point is on the face
 */
function writeFace(point: Doubles, ids: Ints, axis: Int, half: Doubles): Int {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const corner = bitsIf(x < 0, 1) | bitsIf(y < 0, 2) | bitsIf(z < 0, 4);
  ids[0] = corner;
  ids[1] = corner ^ bitOf(axis === 2 ? 0 : axis + 1);
  ids[2] = corner ^ bitOf(axis === 0 ? 2 : axis - 1);
  const isOn =
    (axis === 0 || Math.abs(x) <= half[0]) &&
    (axis === 1 || Math.abs(y) <= half[1]) &&
    (axis === 2 || Math.abs(z) <= half[2]);
  return isOn ? 1 : 0;
}

function bitOf(axis: Int): Int {
  const one: Int = 1;
  return one << axis;
}

function bitsIf(isSet: Flag, bits: Int): Int {
  return isSet ? bits : 0;
}
