/**
 * Boxes that move without a turn: when they may be near each other, by their 15 axes. Along each axis two intervals
 * move past each other; before the last of them meet, and after the first of them have passed, some axis separates the
 * boxes. Exact for box cores; other cores lie in their boxes, for which the times are a bound.
 *
 *   reads   c[MATRIX_A …], c[MATRIX_B …], c[OFFSET …], c[VELOCITY …], c[HALF_A …], c[HALF_B …], c[NEAR], c[APART]
 *   writes  c[ENTER], c[LEAVE], c[BETWEEN …], c[AXES …]
 *
 * Host and wide kernel compile this file: both have the same bits.
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §5.5.8.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import {
  APART,
  AXES,
  BETWEEN,
  CLOSE,
  ENTER,
  HALF_A,
  HALF_B,
  LEAVE,
  MATRIX_A,
  MATRIX_B,
  NEAR,
  OFFSET,
  PAIR_SIZE,
  RADII,
  ROUNDING,
  SKIN,
  VELOCITY,
} from './places.ts';

/** The boxes are never near, or are near at the start. */
export const NEVER = -2;
export const AT_START = -1;

/** The first axis that is a cross product of edges; all axes. */
export const EDGES = 6;
const ALL = 15;
/** Numbers of an axis. */
export const AXIS_NUMBERS = 4;
/** Shorter cross products of edges are no axes: rounding of their separations is below a part of 1e-14. */
const LEAST_SINE = 1 / 16;
/** More than the rounding of the half extents of smooth cores, as a part of the size. */
const EXTENT_ROUNDING = 1 / 4_194_304;
/** Later than every motion. */
const LATE: Double = 1e300;

/**
 * Writes c[NEAR] and c[APART].
 * @param leaving 1 if shapes that are near at the start may be free
 * @param smooth 1 if a core is of tier smooth
 */
export function startSweep(c: Doubles, leaving: Int, smooth: Int): void {
  c[NEAR] = c[SKIN] + c[RADII] + c[ROUNDING] + 0.25 * c[CLOSE];
  if (smooth === 1) c[NEAR] += EXTENT_ROUNDING * c[PAIR_SIZE];
  c[APART] = 0;
  if (leaving === 1) c[APART] = c[CLOSE];
}

/**
 * Sweeps the boxes from time 0 to 1.
 * @returns the axis along which they meet last: 0–2 faces of A, 3–5 faces of B, EDGES + 3 k + m the cross product of
 *   axis k of A and axis m of B; or NEVER, or AT_START
 */
export function sweepBoxes(c: Doubles): Int {
  writeFaceAxes(c);
  c[ENTER] = -1;
  c[LEAVE] = LATE;
  const face = narrow(c, 0, EDGES, AT_START);
  if (face === NEVER) return NEVER;
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
    const far = Math.abs(c[at]);
    const rate = c[at] < 0 ? -c[at + 1] : c[at + 1];
    const reach = c[at + 2] + length * c[NEAR];
    const room = far - reach;
    if (room > length * c[APART]) {
      // NaN and 0 do not come nearer
      if (!(rate < 0 && room < -rate)) return NEVER;
      const enter = room / -rate;
      if (enter > c[ENTER]) {
        c[ENTER] = enter;
        axis = k;
      }
    }
    const leave = (reach + (rate < 0 ? far : -far)) / Math.abs(rate);
    if (leave < c[LEAVE]) c[LEAVE] = leave;
    if (c[ENTER] > c[LEAVE]) return NEVER;
  }
  return axis;
}

/** Faces of A, then those of B. */
function writeFaceAxes(c: Doubles): void {
  const ox = c[OFFSET];
  const oy = c[OFFSET + 1];
  const oz = c[OFFSET + 2];
  const vx = c[VELOCITY];
  const vy = c[VELOCITY + 1];
  const vz = c[VELOCITY + 2];
  for (let k: Int = 0; k < 3; k++) {
    const x = c[MATRIX_A + k];
    const y = c[MATRIX_A + 3 + k];
    const z = c[MATRIX_A + 6 + k];
    const r0 = x * c[MATRIX_B] + y * c[MATRIX_B + 3] + z * c[MATRIX_B + 6];
    const r1 = x * c[MATRIX_B + 1] + y * c[MATRIX_B + 4] + z * c[MATRIX_B + 7];
    const r2 = x * c[MATRIX_B + 2] + y * c[MATRIX_B + 5] + z * c[MATRIX_B + 8];
    c[BETWEEN + 3 * k] = r0;
    c[BETWEEN + 3 * k + 1] = r1;
    c[BETWEEN + 3 * k + 2] = r2;
    const at = AXES + AXIS_NUMBERS * k;
    c[at] = x * ox + y * oy + z * oz;
    c[at + 1] = x * vx + y * vy + z * vz;
    c[at + 2] = c[HALF_A + k] + c[HALF_B] * Math.abs(r0) + c[HALF_B + 1] * Math.abs(r1) + c[HALF_B + 2] * Math.abs(r2);
    c[at + 3] = 1;
  }
  for (let k: Int = 0; k < 3; k++) {
    const x = c[MATRIX_B + k];
    const y = c[MATRIX_B + 3 + k];
    const z = c[MATRIX_B + 6 + k];
    const at = AXES + AXIS_NUMBERS * (3 + k);
    c[at] = x * ox + y * oy + z * oz;
    c[at + 1] = x * vx + y * vy + z * vz;
    c[at + 2] =
      c[HALF_B + k] +
      c[HALF_A] * Math.abs(c[BETWEEN + k]) +
      c[HALF_A + 1] * Math.abs(c[BETWEEN + 3 + k]) +
      c[HALF_A + 2] * Math.abs(c[BETWEEN + 6 + k]);
    c[at + 3] = 1;
  }
}

/** Cross products of axis k of A and axis m of B. */
function writeEdgeAxes(c: Doubles): void {
  for (let k: Int = 0; k < 3; k++) {
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    const s1 = c[AXES + AXIS_NUMBERS * k1];
    const s2 = c[AXES + AXIS_NUMBERS * k2];
    const w1 = c[AXES + AXIS_NUMBERS * k1 + 1];
    const w2 = c[AXES + AXIS_NUMBERS * k2 + 1];
    const a1 = c[HALF_A + k1];
    const a2 = c[HALF_A + k2];
    for (let m: Int = 0; m < 3; m++) {
      const at = AXES + AXIS_NUMBERS * (EDGES + 3 * k + m);
      const u = c[BETWEEN + 3 * k2 + m];
      const v = c[BETWEEN + 3 * k1 + m];
      const square = u * u + v * v;
      c[at + 3] = 0;
      if (!(square > LEAST_SINE * LEAST_SINE)) continue;
      const m1 = m === 2 ? 0 : m + 1;
      const m2 = m === 0 ? 2 : m - 1;
      c[at] = s2 * v - s1 * u;
      c[at + 1] = w2 * v - w1 * u;
      c[at + 2] =
        a1 * Math.abs(u) +
        a2 * Math.abs(v) +
        c[HALF_B + m1] * Math.abs(c[BETWEEN + 3 * k + m2]) +
        c[HALF_B + m2] * Math.abs(c[BETWEEN + 3 * k + m1]);
      c[at + 3] = Math.sqrt(square);
    }
  }
}
