/** The children of a shape that a moving box meets, in the frame of the shape: those below a node by time. */

import { wholeLine } from '../../kernels/rays/childLine.ts';
import { nextRun, type RunNodes } from '../../kernels/tree/nextRun.ts';
import type { RunStack } from '../../kernels/tree/tables.ts';
import type { Double, Floats, Int } from '../../language/lanes.ts';
import { HIGH_WORDS, WIDTH } from '../../tables/rayTree.ts';
import { clipTimes, type SweptBox, timeOf } from './sweptBox.ts';

/** @returns as nextRun */
export function nextRunSwept(pool: RunNodes, root: Int, stack: RunStack, swept: SweptBox): Int {
  stack.limit = swept.limit[0];
  return nextRun(pool, root, stack, swept, timeTo);
}

function timeTo(swept: SweptBox, reals: Floats, at: Int): Double {
  const stretch = wholeLine();
  for (let axis: Int = 0; axis < 3; axis++) {
    const low = at + WIDTH * axis;
    clipTimes(stretch, swept, axis, Number(reals[low]), Number(reals[low + HIGH_WORDS]));
  }
  return timeOf(stretch);
}
