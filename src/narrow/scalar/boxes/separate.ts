/**
 * Whether two boxes are apart, by loops over their 15 axes: for one pair (pairRow.ts), and for the rows that f32 leaves
 * open. The same arithmetic as `separateByFaces` and `separateByEdges`, in the same order, so it gives the same bits.
 *
 *   reads   pair.rotation, .shift, .halfA, .halfB
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Flag, Int } from '../../wide/lanes.ts';
import type { CorePair } from '../tables.ts';
import { PARALLEL } from './axes.ts';
import { boxWitness } from './witness.ts';

/**
 * Finds the first face that separates the boxes. Writes its gap to pair.distance and its axis, from A to B, to
 * pair.normal.
 * @returns its axis: 0–2 for a face of A, 3–5 for a face of B; −1 if there is none
 */
export function separatingFace(pair: CorePair): Int {
  const { normal, rotation, shift } = pair;
  for (let axis: Int = 0; axis < 6; axis++) {
    const isOfA = axis < 3;
    const k = isOfA ? axis : axis - 3;
    // the entries of row k of the rotation, or of column k
    const at: Int = isOfA ? 3 * k : k;
    const step: Int = isOfA ? 1 : 3;
    const along = isOfA
      ? shift[k]
      : shift[0] * rotation[at] + shift[1] * rotation[at + 3] + shift[2] * rotation[at + 6];
    const own = isOfA ? pair.halfA : pair.halfB;
    const other = isOfA ? pair.halfB : pair.halfA;
    const gap =
      Math.abs(along) -
      (own[k] +
        other[0] * Math.abs(rotation[at]) +
        other[1] * Math.abs(rotation[at + step]) +
        other[2] * Math.abs(rotation[at + 2 * step]));
    if (gap > 0) {
      const sign: Double = along < 0 ? -1 : 1;
      for (let c: Int = 0; c < 3; c++) normal[c] = isOfA ? 0 : sign * rotation[at + 3 * c];
      if (isOfA) normal[k] = sign;
      pair.distance = gap;
      return axis;
    }
  }
  return -1;
}

/** Whether the cross product of an edge of A and one of B separates the boxes. */
export function separatingEdges(pair: CorePair): Flag {
  const { rotation, shift, halfA, halfB } = pair;
  for (let k: Int = 0; k < 3; k++) {
    const k1: Int = k === 0 ? 1 : 0;
    const k2: Int = k === 2 ? 1 : 2;
    for (let m: Int = 0; m < 3; m++) {
      const m1: Int = m === 0 ? 1 : 0;
      const m2: Int = m === 2 ? 1 : 2;
      const u = rotation[3 * k2 + m];
      const v = rotation[3 * k1 + m];
      if (
        Math.abs(rotation[3 * k + m]) < 1 - PARALLEL &&
        Math.abs(shift[k2] * v - shift[k1] * u) >
          halfA[k1] * Math.abs(u) +
            halfA[k2] * Math.abs(v) +
            halfB[m1] * Math.abs(rotation[3 * k + m2]) +
            halfB[m2] * Math.abs(rotation[3 * k + m1])
      ) {
        return true;
      }
    }
  }
  return false;
}

/**
 * For boxes that are apart by a face: writes the witness of the nearest corner and its projection onto the face.
 * @returns whether the corner lies above the face
 */
export function cornerOnFace(pair: CorePair, axis: Int): Flag {
  const isOn = boxWitness(pair, axis, 1);
  if (isOn === 0) return false;
  const isOfA = axis < 3;
  const k = isOfA ? axis : axis - 3;
  const half = isOfA ? pair.halfA : pair.halfB;
  return Math.abs(pair.direction[k]) > half[k];
}
