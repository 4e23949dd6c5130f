/** The sweep of boxes and hulls without turns (scalar/cast/coreSweep.ts): the supports come from the shape tables. */
import { CORNERED, SMOOTH, TRAITS } from '../../../shapes/codes.ts';
import { LEFT } from '../../scalar/cast/boxTurn.ts';
import { advanceSweep, ENDED, findCorner, MOST_STEPS, writeHalfAxes } from '../../scalar/cast/coreSweep.ts';
import { AXIS, CORE_A, CORE_B, FOUND_A, FOUND_B, HALF_A, HALF_B, REST_A, REST_B } from '../../scalar/cast/places.ts';
import type { Double, Doubles, Int, Ints } from '../lanes.ts';
import type { Vec } from '../planes/placed.ts';
import { supportOfVertices } from '../supports.ts';

/**
 * Goes on from c[TIME], along c[AXIS …] first.
 * @param wordsA words of the shapes
 * @returns Free, Hit or LEFT
 */
export function sweepCores(context: Ints, c: Doubles, wordsA: Ints, wordsB: Ints): Int {
  if (((wordsA[TRAITS] | wordsB[TRAITS]) & SMOOTH) !== 0) return LEFT;
  if ((wordsA[TRAITS] & CORNERED) !== 0) writeHalfAxes(c, CORE_A, HALF_A, REST_A);
  if ((wordsB[TRAITS] & CORNERED) !== 0) writeHalfAxes(c, CORE_B, HALF_B, REST_B);
  let count: Int = 0;
  for (let step: Int = 0; step < MOST_STEPS; step++) {
    if ((wordsA[TRAITS] & CORNERED) !== 0) findCorner(c, 1);
    else findVertex(context, c, wordsA, REST_A, FOUND_A, 1);
    if ((wordsB[TRAITS] & CORNERED) !== 0) findCorner(c, 0);
    else findVertex(context, c, wordsB, REST_B, FOUND_B, -1);
    count = advanceSweep(c, count);
    if (count < 0) return count - ENDED;
  }
  return LEFT;
}

/** Writes the vertex that is farthest along c[AXIS …], or against it, to c[found …], world axes. */
function findVertex(context: Ints, c: Doubles, words: Ints, matrix: Int, found: Int, side: Double): void {
  const x = side * c[AXIS];
  const y = side * c[AXIS + 1];
  const z = side * c[AXIS + 2];
  const toward: Vec = {
    x: c[matrix] * x + c[matrix + 3] * y + c[matrix + 6] * z,
    y: c[matrix + 1] * x + c[matrix + 4] * y + c[matrix + 7] * z,
    z: c[matrix + 2] * x + c[matrix + 5] * y + c[matrix + 8] * z,
  };
  const point = supportOfVertices(context, words, toward);
  c[found] = c[matrix] * point.x + c[matrix + 1] * point.y + c[matrix + 2] * point.z;
  c[found + 1] = c[matrix + 3] * point.x + c[matrix + 4] * point.y + c[matrix + 5] * point.z;
  c[found + 2] = c[matrix + 6] * point.x + c[matrix + 7] * point.y + c[matrix + 8] * point.z;
}
