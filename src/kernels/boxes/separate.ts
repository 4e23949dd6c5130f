/**
 * Whether two boxes are apart, by loops over their 15 axes: for one pair (pairRow.ts), and for the rows that f32 leaves
 * open. The same arithmetic as `separateByFaces` and `separateByEdges`, in the same order, so it gives the same bits.
 * A flag stops at the first axis that separates, and its sums have another order than those of axes.ts.
 *
 *   reads   pair.rotation, .shift, .halfA, .halfB
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import type { CorePair } from '../cores/corePair.ts';
import { alongB, EDGES, faceGap, PARALLEL, writeNormal } from './axes.ts';
import { boxWitness } from './witness.ts';

/**
 * Finds the first face that separates the boxes. Writes its gap to pair.distance and its axis, from A to B, to
 * pair.normal.
 * @returns its axis: 0–2 for a face of A, 3–5 for a face of B; −1 if there is none
 */
export function separatingFace(pair: CorePair): Int {
  const { rotation, shift, halfA, halfB } = pair;
  for (let axis: Int = 0; axis < EDGES; axis++) {
    const k: Int = axis < 3 ? axis : axis - 3;
    let gap: Double = 0;
    if (axis < 3) gap = faceGap(shift[k], halfA[k], halfB, rotation, 3 * k, 1);
    else gap = faceGap(alongB(shift, rotation, k), halfB[k], halfA, rotation, k, 3);
    if (gap > 0) {
      pair.distance = gap;
      writeNormal(pair, axis);
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
    const shift1 = shift[k1];
    const shift2 = shift[k2];
    const half1 = halfA[k1];
    const half2 = halfA[k2];
    for (let m: Int = 0; m < 3; m++) {
      const m1: Int = m === 0 ? 1 : 0;
      const m2: Int = m === 2 ? 1 : 2;
      const u = rotation[3 * k2 + m];
      const v = rotation[3 * k1 + m];
      if (
        Math.abs(rotation[3 * k + m]) < 1 - PARALLEL &&
        Math.abs(shift2 * v - shift1 * u) >
          half1 * Math.abs(u) +
            half2 * Math.abs(v) +
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
  const { direction, halfA, halfB } = pair;
  const isOn = boxWitness(pair, axis, 1);
  if (isOn === 0) return false;
  if (axis < 3) return Math.abs(direction[axis]) > halfA[axis];
  return Math.abs(direction[axis - 3]) > halfB[axis - 3];
}
