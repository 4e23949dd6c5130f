/**
 * Whether two boxes are apart, by loops over their 15 axes: for one pair (pairRow.ts), and for the rows that f32 leaves
 * open. The same arithmetic as `separateByFaces` and `separateByEdges`, in the same order, so it gives the same bits.
 *
 *   reads   f[ROT …], f[SHIFT …], f[HALF_A …], f[HALF_B …]
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Doubles, Flag, Int, Ints } from '../../wide/lanes.ts';
import { DISTANCE, HALF_A, HALF_B, NORMAL, ROT, SHIFT } from '../places.ts';
import { PARALLEL } from './axes.ts';
import { boxWitness, POINT } from './witness.ts';

/**
 * Finds the first face that separates the boxes. Writes its gap to f[DISTANCE] and its axis, from A to B, to
 * f[NORMAL …].
 * @returns its axis: 0–2 for a face of A, 3–5 for a face of B; −1 if there is none
 */
export function separatingFace(f: Doubles): Int {
  for (let axis: Int = 0; axis < 6; axis++) {
    const isOfA = axis < 3;
    const k = isOfA ? axis : axis - 3;
    // the entries of row k of the rotation, or of column k
    const at: Int = isOfA ? ROT + 3 * k : ROT + k;
    const step: Int = isOfA ? 1 : 3;
    const along = isOfA ? f[SHIFT + k] : f[SHIFT] * f[at] + f[SHIFT + 1] * f[at + 3] + f[SHIFT + 2] * f[at + 6];
    const own: Int = isOfA ? HALF_A : HALF_B;
    const other: Int = isOfA ? HALF_B : HALF_A;
    const gap =
      Math.abs(along) -
      (f[own + k] +
        f[other] * Math.abs(f[at]) +
        f[other + 1] * Math.abs(f[at + step]) +
        f[other + 2] * Math.abs(f[at + 2 * step]));
    if (gap > 0) {
      const sign: Double = along < 0 ? -1 : 1;
      for (let c: Int = 0; c < 3; c++) f[NORMAL + c] = isOfA ? 0 : sign * f[at + 3 * c];
      if (isOfA) f[NORMAL + k] = sign;
      f[DISTANCE] = gap;
      return axis;
    }
  }
  return -1;
}

/** Whether the cross product of an edge of A and one of B separates the boxes. */
export function separatingEdges(f: Doubles): Flag {
  for (let k: Int = 0; k < 3; k++) {
    const k1: Int = k === 0 ? 1 : 0;
    const k2: Int = k === 2 ? 1 : 2;
    for (let m: Int = 0; m < 3; m++) {
      const m1: Int = m === 0 ? 1 : 0;
      const m2: Int = m === 2 ? 1 : 2;
      const u = f[ROT + 3 * k2 + m];
      const v = f[ROT + 3 * k1 + m];
      if (
        Math.abs(f[ROT + 3 * k + m]) < 1 - PARALLEL &&
        Math.abs(f[SHIFT + k2] * v - f[SHIFT + k1] * u) >
          f[HALF_A + k1] * Math.abs(u) +
            f[HALF_A + k2] * Math.abs(v) +
            f[HALF_B + m1] * Math.abs(f[ROT + 3 * k + m2]) +
            f[HALF_B + m2] * Math.abs(f[ROT + 3 * k + m1])
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
export function cornerOnFace(f: Doubles, i: Ints, axis: Int): Flag {
  const isOn = boxWitness(f, i, axis, 1);
  if (isOn === 0) return false;
  const isOfA = axis < 3;
  const k = isOfA ? axis : axis - 3;
  const half: Int = isOfA ? HALF_A : HALF_B;
  return Math.abs(f[POINT + k]) > f[half + k];
}
