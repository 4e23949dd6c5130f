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
import type { Double, Doubles, Flag, Int, Ints } from '../../language/lanes.ts';
import type { CorePair } from '../cores/corePair.ts';
import { bitOf } from '../gjk/closerOnSegment.ts';
import { EDGES, edgeOfA } from './axes.ts';

/** @param isApart 1 = the corner is compared with the sides of the face where it is */
export function boxWitness(pair: CorePair, axis: Int, isApart: Int): Int {
  const { direction: point, normal, rotation, shift, halfA, halfB, witness, distance } = pair;
  const { idsA, idsB } = pair.simplex;
  pair.simplex.count = 3;
  // the witness: the corner of A highest along the normal; the point: the corner of B that is lowest, in frame A
  let idB: Int = 0;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const idA = bitIf(nx < 0, 0) | bitIf(ny < 0, 1) | bitIf(nz < 0, 2);
  const ax = nx < 0 ? -halfA[0] : halfA[0];
  const ay = ny < 0 ? -halfA[1] : halfA[1];
  const az = nz < 0 ? -halfA[2] : halfA[2];
  let bx = shift[0];
  let by = shift[1];
  let bz = shift[2];
  for (let m: Int = 0; m < 3; m++) {
    const x = rotation[m];
    const y = rotation[3 + m];
    const z = rotation[6 + m];
    const isUp = nx * x + ny * y + nz * z > 0;
    const reach = isUp ? -halfB[m] : halfB[m];
    idB |= bitIf(isUp, m);
    bx += reach * x;
    by += reach * y;
    bz += reach * z;
  }
  const none: Double = 0;
  const lift = isApart === 1 ? none : distance;
  if (axis < 3) {
    // the corner of B, projected onto the face of A
    witness[0] = bx - distance * nx;
    witness[1] = by - distance * ny;
    witness[2] = bz - distance * nz;
    point[0] = bx - lift * nx;
    point[1] = by - lift * ny;
    point[2] = bz - lift * nz;
    for (let c: Int = 0; c < 3; c++) idsB[c] = idB;
    return writeFace(point, idsA, axis, halfA);
  }
  witness[0] = ax;
  witness[1] = ay;
  witness[2] = az;
  if (axis < EDGES) {
    // the corner of A, in the frame of B
    const x = ax + lift * nx - shift[0];
    const y = ay + lift * ny - shift[1];
    const z = az + lift * nz - shift[2];
    point[0] = rotation[0] * x + rotation[3] * y + rotation[6] * z;
    point[1] = rotation[1] * x + rotation[4] * y + rotation[7] * z;
    point[2] = rotation[2] * x + rotation[5] * y + rotation[8] * z;
    for (let c: Int = 0; c < 3; c++) idsA[c] = idA;
    return writeFace(point, idsB, axis - 3, halfB);
  }

  // edge k of A, edge m of B: the point where they cross, along the normal
  const k = edgeOfA(axis);
  const m = axis - EDGES - 3 * k;
  const cosine = rotation[3 * k + m];
  const bitK = bitOf(k);
  const bitM = bitOf(m);
  const middle = (idB & bitM) === 0 ? -halfB[m] : halfB[m];
  // from the center of A's edge to the center of B's
  const mx = rotation[m];
  const my = rotation[3 + m];
  const mz = rotation[6 + m];
  const cx = bx + middle * mx - (k === 0 ? none : ax);
  const cy = by + middle * my - (k === 1 ? none : ay);
  const cz = bz + middle * mz - (k === 2 ? none : az);
  const ck = k === 0 ? cx : k === 1 ? cy : cz;
  const u = (cosine * ck - (cx * mx + cy * my + cz * mz)) / (1 - cosine * cosine);
  const s = ck + u * cosine;
  witness[k] = s;
  // the nearest ends of the two edges, then each with the far end of the other: the point lies between them
  const nearA = (idA & ~bitK) | bitIf(s < 0, k);
  const nearB = (idB & ~bitM) | bitIf(u < 0, m);
  for (let c: Int = 0; c < 3; c++) {
    idsA[c] = nearA;
    idsB[c] = nearB;
  }
  idsA[1] = nearA ^ bitK;
  idsB[2] = nearB ^ bitM;
  return Number(Math.abs(s) <= halfA[k] && Math.abs(u) <= halfB[m]);
}

/**
 * Writes the corner nearest to a point of the face across `axis`, and its two neighbors: the point lies between them.
 * @returns 1 if the point is on the face
 */
function writeFace(point: Doubles, ids: Ints, axis: Int, half: Doubles): Int {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const corner = bitIf(x < 0, 0) | bitIf(y < 0, 1) | bitIf(z < 0, 2);
  ids[0] = corner;
  ids[1] = corner ^ bitOf(axis === 2 ? 0 : axis + 1);
  ids[2] = corner ^ bitOf(axis === 0 ? 2 : axis - 1);
  const isOn =
    (axis === 0 || Math.abs(x) <= half[0]) &&
    (axis === 1 || Math.abs(y) <= half[1]) &&
    (axis === 2 || Math.abs(z) <= half[2]);
  return Number(isOn);
}

function bitIf(isSet: Flag, k: Int): Int {
  return isSet ? bitOf(k) : 0;
}
