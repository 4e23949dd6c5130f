/**
 * Boxes that move without a turn: when they may be near each other, by 6 or all 15 axes. Along each axis two intervals
 * move past each other; before the last of them meet, and after the first of them have passed, some axis separates the
 * boxes. Exact for box cores; other cores lie in their boxes, for which the times are a bound.
 *
 *   reads   c[REST_A …], c[REST_B …], c[OFFSET …], c[VELOCITY …], c[HALF_A …], c[HALF_B …], c[NEAR], c[APART]
 *   writes  c[ENTER], c[LEAVE], c[MATRIX_A …], c[MATRIX_B …], c[BETWEEN …], c[AXES …]
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §5.5.8.
 */
import { CORNERED, SMOOTH } from '../../../shapes/codes.ts';
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { ALL, AXIS_NUMBERS, EDGES, writeEdgeAxes, writeFaceAxes } from './boxAxes.ts';
import {
  APART,
  AXES,
  CLOSE,
  DRIFT,
  ENTER,
  LEAVE,
  MATRIX_A,
  MATRIX_B,
  NEAR,
  OFFSET,
  PAIR_SIZE,
  PLACE,
  RADII,
  REST_A,
  REST_B,
  ROUNDING,
  SKIN,
  VELOCITY,
} from './places.ts';

/** The boxes are never near, or are near at the start. */
export const NEVER = -2;
export const AT_START = -1;

/** More than the rounding of the half extents of smooth cores, as a part of the size. */
const EXTENT_ROUNDING = 1 / 4_194_304;
/** Later than every motion. */
const LATE: Double = 1e300;

/**
 * Writes c[NEAR] and c[APART].
 * @param leaving 1 if shapes that are near at the start may be free
 * @param traitsA those of the cores
 */
export function startSweep(c: Doubles, leaving: Int, traitsA: Int, traitsB: Int): void {
  c[NEAR] = c[SKIN] + c[RADII] + c[ROUNDING] + 0.25 * c[CLOSE];
  if (((traitsA | traitsB) & SMOOTH) !== 0) c[NEAR] += EXTENT_ROUNDING * c[PAIR_SIZE];
  c[APART] = 0;
  if (leaving === 1) c[APART] = c[CLOSE];
}

/** Whether edges are axes too: not if the sweep of cores goes on, which finds more than they tell. */
export function countEdges(traitsA: Int, traitsB: Int): Int {
  return (traitsA & traitsB & CORNERED) !== 0 || ((traitsA | traitsB) & SMOOTH) !== 0 ? 1 : 0;
}

/**
 * Sweeps the boxes from time 0 to 1.
 * @param edges 1 if cross products of edges are axes too, as `countEdges` says
 * @returns the axis along which they meet last: 0–2 faces of A, 3–5 faces of B, EDGES + 3 k + m the cross product of
 *   axis k of A and axis m of B; or NEVER, or AT_START
 */
export function sweepBoxes(c: Doubles, edges: Int): Int {
  for (let k: Int = 0; k < 9; k++) {
    c[MATRIX_A + k] = c[REST_A + k];
    c[MATRIX_B + k] = c[REST_B + k];
  }
  for (let k: Int = 0; k < 3; k++) {
    c[PLACE + k] = c[OFFSET + k];
    c[DRIFT + k] = c[VELOCITY + k];
  }
  writeFaceAxes(c);
  c[ENTER] = -1;
  c[LEAVE] = LATE;
  const face = narrow(c, 0, EDGES, AT_START);
  if (face === NEVER || edges === 0) return face;
  writeEdgeAxes(c);
  return narrow(c, EDGES, ALL, face);
}

/** Narrows the time in which the boxes may be near by axes [begin, end). @returns as `sweepBoxes` */
function narrow(c: Doubles, begin: Int, end: Int, last: Int): Int {
  let axis: Int = last;
  for (let k: Int = begin; k < end; k++) {
    const at = AXES + AXIS_NUMBERS * k;
    const length = c[at + 3];
    if (length === 0) continue;
    // the intervals overlap from a width before their middles meet to a width after that
    const rate = c[at + 1];
    const inverse = 1 / rate;
    const meet = -c[at] * inverse;
    const reach = c[at + 2] + length * c[NEAR];
    const width = reach * Math.abs(inverse);
    const room = Math.abs(c[at]) - reach;
    if (room > 0 && rate === 0) return NEVER;
    if (room > length * c[APART]) {
      const enter = meet - width;
      // NaN does not come nearer
      if (!(meet > 0 && enter < 1)) return NEVER;
      if (enter > c[ENTER]) {
        c[ENTER] = enter;
        // rounding of a small room
        if (enter < 0) c[ENTER] = 0;
        axis = k;
      }
    }
    // NaN, at rest, leaves never
    if (meet + width < c[LEAVE]) c[LEAVE] = meet + width;
    if (c[ENTER] > c[LEAVE]) return NEVER;
  }
  return axis;
}
