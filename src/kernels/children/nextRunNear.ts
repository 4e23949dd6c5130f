/** The children of a shape near a box, in the frame of the shape: the nearest below each node first. */

import type { Double, Floats, Int } from '../../language/lanes.ts';
import { HIGH_WORDS, WIDTH } from '../../tables/rayTree.ts';
import { nextRun, type RunNodes } from '../tree/nextRun.ts';
import type { RunStack } from '../tree/tables.ts';
import type { NearBox } from './nearBox.ts';

/** @returns as nextRun */
export function nextRunNear(pool: RunNodes, root: Int, stack: RunStack, near: NearBox): Int {
  stack.limit = near.limit[0];
  return nextRun(pool, root, stack, near, gapTo);
}

/** How far the box of a child is away; NaN for an empty one, which is infinitely far away. */
function gapTo(near: NearBox, reals: Floats, at: Int): Double {
  const { box } = near;
  let square: Double = 0;
  for (let axis: Int = 0; axis < 3; axis++) {
    const low = at + WIDTH * axis;
    const above = Number(reals[low]) - box[3 + axis];
    const below = box[axis] - Number(reals[low + HIGH_WORDS]);
    const gap = Math.max(Math.max(above, below), 0);
    square += gap * gap;
  }
  const gap = Math.sqrt(square);
  // no `?:` of a constant and a computed number: V8 allocates for it
  if (!(gap < 1 / 0)) return NaN;
  return gap;
}
