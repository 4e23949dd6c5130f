/** A box that moves from time 0 to 1, in the frame of a shape with children, and when it enters boxes of these. */
import { type Stretch, wholeLine } from '../../kernels/rays/childLine.ts';
import type { Box } from '../../kernels/tree/box.ts';
import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { doubles } from '../../language/members.ts';

/** Of times, relative: more than their rounding. */
const EARLIER: Double = 1 - 1 / 1_099_511_627_776;
const LATER: Double = 1 + 1 / 1_099_511_627_776;

/** Stands for the inverse of 0: no product with a length is NaN. */
const MOST_INVERSE = 1e300;

/** What a search for the children that the box meets goes by. */
export class SweptBox {
  /** Low x y z, high x y z at time 0 (m). */
  readonly box = doubles(6);
  /** The inverse of its displacement (1/m). */
  readonly inverse = doubles(3);
  /** Boxes that it enters later than this are left out. It may be lowered between two runs. */
  readonly limit = doubles(1);
}

/** Shortens a stretch to the times at which the boxes overlap along an axis. A box of NaN is left out. */
function clipTimes(stretch: Stretch, swept: SweptBox, axis: Int, low: Double, high: Double): void {
  const inverse = swept.inverse[axis];
  const above = (low - swept.box[3 + axis]) * inverse;
  const below = (high - swept.box[axis]) * inverse;
  const first = inverse < 0 ? below : above;
  const last = inverse < 0 ? above : below;
  if (!(first <= last)) stretch.to = -1;
  if (first > stretch.from) stretch.from = first;
  if (last < stretch.to) stretch.to = last;
}

/** When the box enters another one; NaN: never. */
export function timeTo(swept: SweptBox, box: Box): Double {
  const stretch = wholeLine();
  clipTimes(stretch, swept, 0, box.lowX, box.highX);
  clipTimes(stretch, swept, 1, box.lowY, box.highY);
  clipTimes(stretch, swept, 2, box.lowZ, box.highZ);
  const first = stretch.from * EARLIER;
  return first <= stretch.to * LATER ? first : NaN;
}

/** @param move displacement of the box (m) */
export function setMove(swept: SweptBox, move: Doubles): void {
  const { inverse } = swept;
  for (let c: Int = 0; c < 3; c++) {
    inverse[c] = MOST_INVERSE;
    if (Math.abs(move[c]) > 1 / MOST_INVERSE) inverse[c] = 1 / move[c];
  }
}
