/** The children of a shape whose boxes a ray enters, on hosts: the nearest below each node first. */
import type { Double, Floats, Int } from '../../language/lanes.ts';
import { greater, lesser } from '../../math/extremes.ts';
import { HIGH_BYTES, WIDTH } from '../../tables/rayTree.ts';
import { nextRun, type RunNodes } from '../tree/nextRun.ts';
import type { RunStack } from '../tree/tables.ts';
import type { ChildLine } from './rayNumbers.ts';

/** From a low number of a node's child to the high one. */
const HIGH_WORDS: Int = HIGH_BYTES / 4;
/** Rounding of differences and products. */
const EARLIER = 1 - 1 / 562_949_953_421_312;
const LATER = 1 + 1 / 562_949_953_421_312;

/** @returns as nextRun */
export function nextRunOnRay(pool: RunNodes, root: Int, stack: RunStack, line: ChildLine): Int {
  return nextRun(pool, root, stack, line, line.limit, entryOf);
}

/** Where the line enters a box. NaN for a box that it misses. */
function entryOf(line: ChildLine, reals: Floats, at: Int): Double {
  let entry: Double = 0;
  let exit: Double = 1 / 0;
  for (let axis: Int = 0; axis < 3; axis++) {
    const inverse = line.inverse[axis];
    const low = Number(reals[at + WIDTH * axis]) - line.room - line.origin[axis];
    const high = Number(reals[at + WIDTH * axis + HIGH_WORDS]) + line.room - line.origin[axis];
    // an empty box is entered after it is left
    entry = greater(entry, (inverse > 0 ? low : high) * inverse);
    exit = lesser(exit, (inverse > 0 ? high : low) * inverse);
  }
  return entry * EARLIER <= exit * LATER && entry < 1 / 0 ? entry : NaN;
}
