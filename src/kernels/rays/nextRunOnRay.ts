/** The children of a shape whose boxes a ray enters, on hosts: the nearest below each node first. */
import type { Double, Floats, Int } from '../../language/lanes.ts';
import { HIGH_WORDS, WIDTH } from '../../tables/rayTree.ts';
import { nextRun, type RunNodes } from '../tree/nextRun.ts';
import type { RunStack } from '../tree/tables.ts';
import { clip, entryOf, wholeLine } from './childLine.ts';
import type { ChildLine } from './rayNumbers.ts';

/** @returns as nextRun */
export function nextRunOnRay(pool: RunNodes, root: Int, stack: RunStack, line: ChildLine): Int {
  stack.limit = line.limit;
  return nextRun(pool, root, stack, line, boxEntryOf);
}

function boxEntryOf(line: ChildLine, reals: Floats, at: Int): Double {
  const stretch = wholeLine();
  for (let axis: Int = 0; axis < 3; axis++) {
    const low = at + WIDTH * axis;
    clip(stretch, line, axis, Number(reals[low]), Number(reals[low + HIGH_WORDS]));
  }
  return entryOf(stretch);
}
