/**
 * Boxes that move without a turn: when they may be near each other, by 6 or all 15 axes. Along each axis two intervals
 * move past each other; before the last of them meet, and after the first of them have passed, some axis separates the
 * boxes. Exact for box cores; other cores lie in their boxes, for which the times are a bound.
 *
 *   reads   the start of both bodies, c.offset, c.move, skin and tolerance
 *   writes  near, enter and leave, the axes, the placement at the start
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §5.5.8.
 */
import type { Double, Flag, Int } from '../../language/lanes.ts';
import { CORNERED, SMOOTH } from '../../tables/shapeWords.ts';
import { EDGES } from '../boxes/axes.ts';
import { ALL, writeEdgeAxes, writeFaceAxes } from './boxAxes.ts';
import { restBoxes } from './boxPose.ts';
import type { CastNumbers } from './castNumbers.ts';

/** The boxes are never near, or are near at the start. */
export const NEVER = -2;
export const AT_START = -1;

/** More than the rounding of the half extents of smooth cores, as a part of the size. */
const EXTENT_ROUNDING = 1 / 4_194_304;
/** Later than every motion. */
const LATE: Double = 1e300;

/** Whether both cores are boxes. */
export function areBoxes(c: CastNumbers): Flag {
  return (c.a.traits & c.b.traits & CORNERED) !== 0;
}

/**
 * Sweeps the boxes around both cores from time 0 to 1.
 * @param leaving 1 if shapes that are near at the start may be free
 * @returns the axis along which they meet last: 0–2 faces of A, 3–5 faces of B, EDGES + 3 k + m the cross product of
 *   axis k of A and axis m of B; or NEVER, or AT_START
 */
export function sweepBoxes(c: CastNumbers, leaving: Int): Int {
  const t = c.boxes;
  const isSmooth = ((c.a.traits | c.b.traits) & SMOOTH) !== 0;
  t.near = c.skin + c.radius + c.rounding + 0.25 * c.tolerance;
  if (isSmooth) t.near += EXTENT_ROUNDING * c.extent;
  restBoxes(c);
  writeFaceAxes(c);
  t.enter = -1;
  t.leave = LATE;
  const face = narrow(c, leaving, 0, EDGES, AT_START);
  // the sweep of other cores goes on, and finds more than axes of edges tell
  if (face === NEVER || !(isSmooth || areBoxes(c))) return face;
  writeEdgeAxes(c);
  return narrow(c, leaving, EDGES, ALL, face);
}

/** Narrows the time in which the boxes may be near by axes [begin, end). @returns as `sweepBoxes` */
function narrow(c: CastNumbers, leaving: Int, begin: Int, end: Int, last: Int): Int {
  const t = c.boxes;
  const { tolerance } = c;
  let axis: Int = last;
  for (let k: Int = begin; k < end; k++) {
    const length = t.lengths[k];
    if (length === 0) continue;
    const offset = t.offsets[k];
    // the intervals overlap from a width before their middles meet to a width after that
    const rate = t.rates[k];
    const inverse = 1 / rate;
    const meet = -offset * inverse;
    const reach = t.reaches[k] + length * t.near;
    const width = reach * Math.abs(inverse);
    const room = Math.abs(offset) - reach;
    if (room > 0 && rate === 0) return NEVER;
    // apart at the start. No `?:` of a constant and a computed number: V8 allocates for it
    if (leaving === 1 ? room > length * tolerance : room > 0) {
      const enter = meet - width;
      // NaN does not come nearer
      if (!(meet > 0 && enter < 1)) return NEVER;
      if (enter > t.enter) {
        t.enter = enter;
        // rounding of a small room
        if (enter < 0) t.enter = 0;
        axis = k;
      }
    }
    // NaN, at rest, leaves never
    if (meet + width < t.leave) t.leave = meet + width;
    if (t.enter > t.leave) return NEVER;
  }
  return axis;
}
