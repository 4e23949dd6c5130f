/**
 * The 15 axes of two boxes: along each of them the offset, the velocity, the sum of the half extents, and its length.
 * Axes 0–2 are faces of A, 3–5 faces of B, EDGES + 3 k + m is the cross product of axis k of A and axis m of B.
 *
 *   reads   c[MATRIX_A …], c[MATRIX_B …], c[PLACE …], c[DRIFT …], half extents
 *   writes  c[AXES …], c[BETWEEN …]; an axis of length 0 is none
 *
 * Each axis is written by a straight line with constant places. Host and wide kernel compile this file: both have the
 * same bits.
 */
import type { Double, Doubles, Int } from '../../wide/lanes.ts';
import { AXES, BETWEEN, DRIFT, HALF_A, HALF_B, MATRIX_A, MATRIX_B, PLACE } from './places.ts';

/** The first axis that is a cross product of edges; all axes. */
export const EDGES = 6;
export const ALL = 15;
/** Numbers of an axis. */
export const AXIS_NUMBERS = 4;
/** Shorter cross products of edges are no axes: rounding of their separations is below a part of 1e-14. */
export const LEAST_SINE = 1 / 16;

export function writeFaceAxes(c: Doubles): void {
  faceOfA(c, 0);
  faceOfA(c, 1);
  faceOfA(c, 2);
  faceOfB(c, 0);
  faceOfB(c, 1);
  faceOfB(c, 2);
}

/** After the faces. */
export function writeEdgeAxes(c: Doubles): void {
  edge(c, 0, 1, 2, 0, 1, 2);
  edge(c, 0, 1, 2, 1, 2, 0);
  edge(c, 0, 1, 2, 2, 0, 1);
  edge(c, 1, 2, 0, 0, 1, 2);
  edge(c, 1, 2, 0, 1, 2, 0);
  edge(c, 1, 2, 0, 2, 0, 1);
  edge(c, 2, 0, 1, 0, 1, 2);
  edge(c, 2, 0, 1, 1, 2, 0);
  edge(c, 2, 0, 1, 2, 0, 1);
}

function faceOfA(c: Doubles, k: Int): void {
  const x = c[MATRIX_A + k];
  const y = c[MATRIX_A + 3 + k];
  const z = c[MATRIX_A + 6 + k];
  const r0 = x * c[MATRIX_B] + y * c[MATRIX_B + 3] + z * c[MATRIX_B + 6];
  const r1 = x * c[MATRIX_B + 1] + y * c[MATRIX_B + 4] + z * c[MATRIX_B + 7];
  const r2 = x * c[MATRIX_B + 2] + y * c[MATRIX_B + 5] + z * c[MATRIX_B + 8];
  c[BETWEEN + 3 * k] = r0;
  c[BETWEEN + 3 * k + 1] = r1;
  c[BETWEEN + 3 * k + 2] = r2;
  c[AXES + 4 * k] = x * c[PLACE] + y * c[PLACE + 1] + z * c[PLACE + 2];
  c[AXES + 4 * k + 1] = x * c[DRIFT] + y * c[DRIFT + 1] + z * c[DRIFT + 2];
  c[AXES + 4 * k + 2] =
    c[HALF_A + k] + c[HALF_B] * Math.abs(r0) + c[HALF_B + 1] * Math.abs(r1) + c[HALF_B + 2] * Math.abs(r2);
  c[AXES + 4 * k + 3] = 1;
}

function faceOfB(c: Doubles, m: Int): void {
  const x = c[MATRIX_B + m];
  const y = c[MATRIX_B + 3 + m];
  const z = c[MATRIX_B + 6 + m];
  c[AXES + 12 + 4 * m] = x * c[PLACE] + y * c[PLACE + 1] + z * c[PLACE + 2];
  c[AXES + 12 + 4 * m + 1] = x * c[DRIFT] + y * c[DRIFT + 1] + z * c[DRIFT + 2];
  c[AXES + 12 + 4 * m + 2] =
    c[HALF_B + m] +
    c[HALF_A] * Math.abs(c[BETWEEN + m]) +
    c[HALF_A + 1] * Math.abs(c[BETWEEN + 3 + m]) +
    c[HALF_A + 2] * Math.abs(c[BETWEEN + 6 + m]);
  c[AXES + 12 + 4 * m + 3] = 1;
}

/** The cross product of axes k and m. @param k1, k2, m1, m2 the axes behind them, in turn */
function edge(c: Doubles, k: Int, k1: Int, k2: Int, m: Int, m1: Int, m2: Int): void {
  const u = c[BETWEEN + 3 * k2 + m];
  const v = c[BETWEEN + 3 * k1 + m];
  const square = u * u + v * v;
  const none: Double = 0;
  c[AXES + 24 + 12 * k + 4 * m] = c[AXES + 4 * k2] * v - c[AXES + 4 * k1] * u;
  c[AXES + 24 + 12 * k + 4 * m + 1] = c[AXES + 4 * k2 + 1] * v - c[AXES + 4 * k1 + 1] * u;
  c[AXES + 24 + 12 * k + 4 * m + 2] =
    c[HALF_A + k1] * Math.abs(u) +
    c[HALF_A + k2] * Math.abs(v) +
    c[HALF_B + m1] * Math.abs(c[BETWEEN + 3 * k + m2]) +
    c[HALF_B + m2] * Math.abs(c[BETWEEN + 3 * k + m1]);
  c[AXES + 24 + 12 * k + 4 * m + 3] = square > LEAST_SINE * LEAST_SINE ? Math.sqrt(square) : none;
}
