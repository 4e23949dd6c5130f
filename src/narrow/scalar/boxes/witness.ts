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
import { bitOf } from '../gjk/closerOnSegment.ts';
import type { CorePair } from '../tables.ts';
import { EDGES, edgeOfA } from './axes.ts';

/** @param isApart 1 = the corner is compared with the sides of the face where it is */
export function boxWitness(pair: CorePair, axis: Int, isApart: Int): Int {
  const { direction: point, normal, rotation, shift, halfA, halfB, witness, distance } = pair;
  const { idsA, idsB } = pair.simplex;
  pair.simplex.count = 3;
  // the witness: the corner of A highest along the normal; the point: the corner of B that is lowest, in frame A
  let idA: Int = 0;
  let idB: Int = 0;
  for (let c: Int = 0; c < 3; c++) {
    witness[c] = normal[c] < 0 ? -halfA[c] : halfA[c];
    idA |= bitIf(normal[c] < 0, c);
    point[c] = shift[c];
  }
  for (let m: Int = 0; m < 3; m++) {
    const isUp = normal[0] * rotation[m] + normal[1] * rotation[3 + m] + normal[2] * rotation[6 + m] > 0;
    const reach = isUp ? -halfB[m] : halfB[m];
    idB |= bitIf(isUp, m);
    for (let c: Int = 0; c < 3; c++) point[c] += reach * rotation[3 * c + m];
  }
  const none: Double = 0;
  const lift = isApart === 1 ? none : distance;
  if (axis < 3) {
    // the corner of B, projected onto the face of A
    for (let c: Int = 0; c < 3; c++) {
      witness[c] = point[c] - distance * normal[c];
      point[c] -= lift * normal[c];
      idsB[c] = idB;
    }
    return writeFace(point, idsA, axis, halfA);
  }
  if (axis < EDGES) {
    // the corner of A, in the frame of B
    const x = witness[0] + lift * normal[0] - shift[0];
    const y = witness[1] + lift * normal[1] - shift[1];
    const z = witness[2] + lift * normal[2] - shift[2];
    for (let c: Int = 0; c < 3; c++) {
      point[c] = rotation[c] * x + rotation[3 + c] * y + rotation[6 + c] * z;
      idsA[c] = idA;
    }
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
  for (let c: Int = 0; c < 3; c++) point[c] = point[c] + middle * rotation[3 * c + m] - (c === k ? none : witness[c]);
  const along = point[0] * rotation[m] + point[1] * rotation[3 + m] + point[2] * rotation[6 + m];
  const u = (cosine * point[k] - along) / (1 - cosine * cosine);
  const s = point[k] + u * cosine;
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
  let corner: Int = 0;
  let isOn: Flag = true;
  for (let c: Int = 0; c < 3; c++) {
    corner |= bitIf(point[c] < 0, c);
    if (c !== axis && !(Math.abs(point[c]) <= half[c])) isOn = false;
  }
  ids[0] = corner;
  ids[1] = corner ^ bitOf(axis === 2 ? 0 : axis + 1);
  ids[2] = corner ^ bitOf(axis === 0 ? 2 : axis - 1);
  return Number(isOn);
}

function bitIf(isSet: Flag, k: Int): Int {
  return isSet ? bitOf(k) : 0;
}
