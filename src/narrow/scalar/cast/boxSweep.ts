/**
 * Boxes that move without a turn: when they may be near each other, by their 15 axes. Along each axis two intervals
 * move past each other; before the last of them meet, and after the first of them have passed, some axis separates the
 * boxes. Exact for box cores; other cores lie in their boxes, for which the times are a bound.
 *
 *   reads   c[MATRIX_A …], c[MATRIX_B …], c[OFFSET …], c[VELOCITY …], c[NEAR], c[APART], half extents
 *   writes  c[ENTER], c[LEAVE], c[AXES …]; f[ROT …]: the rotation B → A
 *
 * Method: Gottschalk, Lin, Manocha, OBBTree, 1996; Ericson, Real-Time Collision Detection, 2005, §5.5.8.
 */
import { HALF_X } from '../../../shapes/codes.ts';
import { ROT } from '../scratch.ts';
import type { Cast } from './bodies.ts';
import { APART, AXES, ENTER, LEAVE, MATRIX_A, MATRIX_B, NEAR, OFFSET, VELOCITY } from './places.ts';

/** The boxes are never near, or are near at the start. */
export const NEVER = -2;
export const AT_START = -1;

const FACES = 6;
const ALL = 15;
/** Numbers of an axis. */
const STRIDE = 4;
/** Shorter cross products of edges are no axes: their rounding is below a part of 1e-14. */
const LEAST_SINE = 1 / 16;

/**
 * Sweeps the boxes from time 0 to 1.
 * @returns the axis along which they meet last, as those of boxes/axes.ts, or NEVER, or AT_START
 */
export function sweepBoxes({ c, thread, geometryA, geometryB }: Cast): number {
  const { f } = thread.scratch;
  writeFaceAxes(c, f, geometryA.shapes.reals, geometryB.shapes.reals);
  c[ENTER] = -1;
  c[LEAVE] = Infinity;
  const face = narrow(c, 0, FACES, AT_START);
  if (face === NEVER) return NEVER;
  writeEdgeAxes(c, f, geometryA.shapes.reals, geometryB.shapes.reals);
  return narrow(c, FACES, ALL, face);
}

/** Narrows the time in which the boxes may be near by some of the axes. @returns as `sweepBoxes` */
function narrow(c: Float64Array, begin: number, end: number, last: number): number {
  let axis = last;
  for (let k = begin; k < end; k++) {
    const at = AXES + STRIDE * k;
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
function writeFaceAxes(c: Float64Array, f: Float64Array, halfA: Float32Array, halfB: Float32Array): void {
  const ox = c[OFFSET];
  const oy = c[OFFSET + 1];
  const oz = c[OFFSET + 2];
  const vx = c[VELOCITY];
  const vy = c[VELOCITY + 1];
  const vz = c[VELOCITY + 2];
  for (let k = 0; k < 3; k++) {
    const x = c[MATRIX_A + k];
    const y = c[MATRIX_A + 3 + k];
    const z = c[MATRIX_A + 6 + k];
    const r0 = x * c[MATRIX_B] + y * c[MATRIX_B + 3] + z * c[MATRIX_B + 6];
    const r1 = x * c[MATRIX_B + 1] + y * c[MATRIX_B + 4] + z * c[MATRIX_B + 7];
    const r2 = x * c[MATRIX_B + 2] + y * c[MATRIX_B + 5] + z * c[MATRIX_B + 8];
    f[ROT + 3 * k] = r0;
    f[ROT + 3 * k + 1] = r1;
    f[ROT + 3 * k + 2] = r2;
    const at = AXES + STRIDE * k;
    c[at] = x * ox + y * oy + z * oz;
    c[at + 1] = x * vx + y * vy + z * vz;
    c[at + 2] =
      halfA[HALF_X + k] +
      halfB[HALF_X] * Math.abs(r0) +
      halfB[HALF_X + 1] * Math.abs(r1) +
      halfB[HALF_X + 2] * Math.abs(r2);
    c[at + 3] = 1;
  }
  for (let k = 0; k < 3; k++) {
    const x = c[MATRIX_B + k];
    const y = c[MATRIX_B + 3 + k];
    const z = c[MATRIX_B + 6 + k];
    const at = AXES + STRIDE * (3 + k);
    c[at] = x * ox + y * oy + z * oz;
    c[at + 1] = x * vx + y * vy + z * vz;
    c[at + 2] =
      halfB[HALF_X + k] +
      halfA[HALF_X] * Math.abs(f[ROT + k]) +
      halfA[HALF_X + 1] * Math.abs(f[ROT + 3 + k]) +
      halfA[HALF_X + 2] * Math.abs(f[ROT + 6 + k]);
    c[at + 3] = 1;
  }
}

/** Cross products of axis k of A and axis m of B. */
function writeEdgeAxes(c: Float64Array, f: Float64Array, halfA: Float32Array, halfB: Float32Array): void {
  for (let k = 0; k < 3; k++) {
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    const s1 = c[AXES + STRIDE * k1];
    const s2 = c[AXES + STRIDE * k2];
    const w1 = c[AXES + STRIDE * k1 + 1];
    const w2 = c[AXES + STRIDE * k2 + 1];
    const a1 = halfA[HALF_X + k1];
    const a2 = halfA[HALF_X + k2];
    for (let m = 0; m < 3; m++) {
      const at = AXES + STRIDE * (FACES + 3 * k + m);
      const u = f[ROT + 3 * k2 + m];
      const v = f[ROT + 3 * k1 + m];
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
        halfB[HALF_X + m1] * Math.abs(f[ROT + 3 * k + m2]) +
        halfB[HALF_X + m2] * Math.abs(f[ROT + 3 * k + m1]);
      c[at + 3] = Math.sqrt(square);
    }
  }
}
