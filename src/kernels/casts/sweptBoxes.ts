/**
 * The boxes that a sweep enters. A box begins at the time at which the bounds of the shape enter it, less rounding: a
 * lower bound of the time of every hit in it.
 *
 * Host and wide kernel compile this file.
 */

import type { Double, Doubles, Int } from '../../language/lanes.ts';
import { greater, lesser } from '../../math/extremes.ts';
import type { CastSweep } from '../../tables/castSweep.ts';

/** Of times, relative: more than their rounding. */
const SLACK = 1 / 1_099_511_627_776;

/** One axis of a sweep. */
interface SweepAxis {
  /** The sides of a box through which it enters, and leaves. */
  readonly near: Int;
  readonly far: Int;
  /** The sides of the shape that pass these first. */
  readonly ahead: Double;
  readonly behind: Double;
  readonly inverse: Double;
}

/** A sweep in registers. */
export interface Sweep {
  readonly x: SweepAxis;
  readonly y: SweepAxis;
  readonly z: SweepAxis;
}

export function sweepOf(sweep: CastSweep): Sweep {
  return { x: axisOf(sweep, 0), y: axisOf(sweep, 1), z: axisOf(sweep, 2) };
}

function axisOf(sweep: CastSweep, k: Int): SweepAxis {
  const { sides, inverse } = sweep;
  const near = k + 3 * Number(inverse[k] < 0);
  const far = 2 * k + 3 - near;
  // they have the order of the sides of a box, high ones first
  return { near, far, ahead: sides[near], behind: sides[far], inverse: inverse[k] };
}

/** When a sweep enters the box at boxes[at …]; NaN for one that it misses, and for a box of NaN. */
export function entryTime(sweep: Sweep, boxes: Doubles, at: Int): Double {
  const { x, y, z } = sweep;
  const firstX = (boxes[at + x.near] - x.ahead) * x.inverse;
  const firstY = (boxes[at + y.near] - y.ahead) * y.inverse;
  const firstZ = (boxes[at + z.near] - z.ahead) * z.inverse;
  const lastX = (boxes[at + x.far] - x.behind) * x.inverse;
  const lastY = (boxes[at + y.far] - y.behind) * y.inverse;
  const lastZ = (boxes[at + z.far] - z.behind) * z.inverse;
  const first = greater(greater(0, firstX), greater(firstY, firstZ)) * (1 - SLACK);
  const last = lesser(lastX, lesser(lastY, lastZ)) * (1 + SLACK);
  return first <= last && firstX <= lastX && firstY <= lastY && firstZ <= lastZ ? first : NaN;
}
