/** The line of a ray through a shape with children. Hosts and wasm compile this file, with the same bits. */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { greater, lesser } from '../../math/extremes.ts';
import type { Box } from '../tree/box.ts';
import { inverseOf } from './ray.ts';
import type { BodyRay, ChildLine } from './rayNumbers.ts';

/** More than the rounding of the line, in slacks. */
const ROOM: Double = 4;
/** Children may be farther than the extent by its rounding to f32. */
const MORE: Double = 1 + 1 / 1_048_576;

/**
 * Writes the line of a ray in the frame of the shape. It begins where the ray enters the bounds of the body, `skipped`
 * from its origin, and not before the ball around all children.
 */
export function writeLine(line: ChildLine, whole: BodyRay): void {
  const { center, unit } = whole;
  line.room = ROOM * whole.slack;
  const first = greater(whole.start + line.skipped, -(whole.size * MORE + line.room));
  line.skipped = first - whole.start;
  for (let c: Int = 0; c < 3; c++) {
    line.origin[c] = center[c] + first * unit[c];
    line.inverse[c] = inverseOf(unit[c]);
  }
}

/** Rounding of differences and products. */
const EARLIER = 1 - 1 / 562_949_953_421_312;
const LATER = 1 + 1 / 562_949_953_421_312;

/** Part of a line. */
export interface Stretch {
  from: Double;
  to: Double;
}

/** That from the begin of a line on. */
export function wholeLine(): Stretch {
  return { from: 0, to: 1 / 0 };
}

/**
 * Shortens a stretch to what is between two planes across an axis, with room for rounding. The arithmetic is monotone:
 * a line that enters a box enters all boxes around it, and not later.
 */
export function clip(stretch: Stretch, line: ChildLine, axis: Int, low: Double, high: Double): void {
  const inverse = line.inverse[axis];
  const begin = (low - line.room - line.origin[axis]) * inverse;
  const end = (high + line.room - line.origin[axis]) * inverse;
  // an empty box is entered after it is left
  stretch.from = greater(stretch.from, inverse > 0 ? begin : end);
  stretch.to = lesser(stretch.to, inverse > 0 ? end : begin);
}

/** Whether the line meets what it is clipped to: if so, where the stretch begins. */
export function isEntered(stretch: Stretch): Flag {
  return stretch.from * EARLIER <= stretch.to * LATER && stretch.from < 1 / 0;
}

/** Where the line enters a box; NaN if it misses it. */
export function entryTo(line: ChildLine, box: Box): Double {
  const stretch = wholeLine();
  clip(stretch, line, 0, box.lowX, box.highX);
  clip(stretch, line, 1, box.lowY, box.highY);
  clip(stretch, line, 2, box.lowZ, box.highZ);
  return isEntered(stretch) ? stretch.from : NaN;
}
