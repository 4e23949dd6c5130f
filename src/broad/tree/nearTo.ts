/** Which boxes come near a box, by `isNear` (near.ts). Host and wide kernel compile this file. */

import { type Box, boxAt } from '../../kernels/tree/box.ts';
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { isNear } from '../near.ts';

export interface Target {
  readonly box: Box;
  /** (m) */
  readonly margin: Double;
}

export function targetAt(boxes: Doubles, at: Int, margin: Double): Target {
  return { box: boxAt(boxes, at), margin };
}

/** 1 if the box at boxes[at] comes within the margin of the target, else 0. */
export function isNearTo(target: Target, boxes: Doubles, at: Int): Int {
  const { lowX, lowY, lowZ, highX, highY, highZ } = target.box;
  return isNear(boxes, at, lowX, lowY, lowZ, highX, highY, highZ, target.margin);
}
