/**
 * Whether two boxes are apart, by loops over their 15 axes: for one pair (pairRow.ts). The same arithmetic as
 * `separateByFaces` and `separateByEdges`, in the same order, so it gives the same bits.
 *
 *   reads   f[ROT …], f[SHIFT …], half extents of both shapes
 */
import { HALF_X } from '../../../shapes/codes.ts';
import type { ShapeRows } from '../../../shapes/shapeTable.ts';
import { DISTANCE, HALF_A, HALF_B, NORMAL, ROT, type Scratch, SHIFT } from '../scratch.ts';
import { PARALLEL } from './axes.ts';
import { storeHalves } from './halves.ts';
import { boxWitness, POINT } from './witness.ts';

/**
 * Finds the first face that separates the boxes. Writes its gap to f[DISTANCE] and its axis, from A to B, to
 * f[NORMAL …].
 * @returns its axis: 0–2 for a face of A, 3–5 for a face of B; −1 if there is none
 */
export function separatingFace(f: Float64Array, { reals: halfA }: ShapeRows, { reals: halfB }: ShapeRows): number {
  for (let axis = 0; axis < 6; axis++) {
    const isOfA = axis < 3;
    const k = isOfA ? axis : axis - 3;
    // the entries of row k of the rotation, or of column k
    const at = ROT + (isOfA ? 3 * k : k);
    const step = isOfA ? 1 : 3;
    const along = isOfA ? f[SHIFT + k] : f[SHIFT] * f[at] + f[SHIFT + 1] * f[at + 3] + f[SHIFT + 2] * f[at + 6];
    const own = isOfA ? halfA : halfB;
    const other = isOfA ? halfB : halfA;
    const gap =
      Math.abs(along) -
      (own[HALF_X + k] +
        other[HALF_X] * Math.abs(f[at]) +
        other[HALF_X + 1] * Math.abs(f[at + step]) +
        other[HALF_X + 2] * Math.abs(f[at + 2 * step]));
    if (gap > 0) {
      const sign = along < 0 ? -1 : 1;
      for (let c = 0; c < 3; c++) f[NORMAL + c] = sign * (isOfA ? (c === k ? 1 : 0) : f[at + 3 * c]);
      f[DISTANCE] = gap;
      return axis;
    }
  }
  return -1;
}

/** Whether the cross product of an edge of A and one of B separates the boxes. */
export function separatingEdges(f: Float64Array, { reals: halfA }: ShapeRows, { reals: halfB }: ShapeRows): boolean {
  for (let k = 0; k < 3; k++) {
    const k1 = k === 0 ? 1 : 0;
    const k2 = k === 2 ? 1 : 2;
    for (let m = 0; m < 3; m++) {
      const m1 = m === 0 ? 1 : 0;
      const m2 = m === 2 ? 1 : 2;
      const u = f[ROT + 3 * k2 + m];
      const v = f[ROT + 3 * k1 + m];
      if (
        Math.abs(f[ROT + 3 * k + m]) < 1 - PARALLEL &&
        Math.abs(f[SHIFT + k2] * v - f[SHIFT + k1] * u) >
          halfA[HALF_X + k1] * Math.abs(u) +
            halfA[HALF_X + k2] * Math.abs(v) +
            halfB[HALF_X + m1] * Math.abs(f[ROT + 3 * k + m2]) +
            halfB[HALF_X + m2] * Math.abs(f[ROT + 3 * k + m1])
      ) {
        return true;
      }
    }
  }
  return false;
}

/**
 * Writes the distance of boxes that are apart by a face to f[WITNESS …] and the simplex: that of the nearest corner, and
 * of its projection onto the face.
 * @returns whether the corner lies above the face
 */
export function cornerOnFace({ f, i }: Scratch, shapesA: ShapeRows, shapesB: ShapeRows, axis: number): boolean {
  storeHalves(f, shapesA, 0, shapesB, 0);
  if (boxWitness(f, i, axis, 1) === 0) return false;
  const half = (axis < 3 ? HALF_A : HALF_B) + (axis % 3);
  return Math.abs(f[POINT + (axis % 3)]) > f[half];
}
