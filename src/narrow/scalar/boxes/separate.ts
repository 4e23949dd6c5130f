/**
 * Whether two boxes are apart, by loops over their 15 axes: for one pair (pairRow.ts), and for the rows that f32 leaves
 * open. The same arithmetic as `separateByFaces` and `separateByEdges`, in the same order, so it gives the same bits.
 *
 *   reads   pair.rotation, .shift, .halfA, .halfB
 *
 * Host and wide kernel compile this file: both have the same bits.
 */
import type { Flag, Int } from '../../wide/lanes.ts';
import type { CorePair } from '../tables.ts';
import { EDGES, measureEdges, measureFace, PARALLEL, writeNormal } from './axes.ts';
import { boxWitness } from './witness.ts';

/**
 * Finds the first face that separates the boxes. Writes its gap to pair.distance and its axis, from A to B, to
 * pair.normal.
 * @returns its axis: 0–2 for a face of A, 3–5 for a face of B; −1 if there is none
 */
export function separatingFace(pair: CorePair): Int {
  for (let axis: Int = 0; axis < EDGES; axis++) {
    measureFace(pair, axis);
    if (pair.distance > 0) {
      writeNormal(pair, axis);
      return axis;
    }
  }
  return -1;
}

/** Whether the cross product of an edge of A and one of B separates the boxes. */
export function separatingEdges(pair: CorePair): Flag {
  for (let k: Int = 0; k < 3; k++) {
    for (let m: Int = 0; m < 3; m++) {
      measureEdges(pair, k, m, m === 0 ? 1 : 0, m === 2 ? 1 : 2);
      if (Math.abs(pair.rotation[3 * k + m]) < 1 - PARALLEL && pair.distance > 0) return true;
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
