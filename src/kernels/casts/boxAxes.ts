/**
 * The 15 axes of two boxes: along each of them the offset, the velocity, the sum of the half extents, and its length.
 * boxes/axes.ts numbers them.
 *
 *   reads   rotations and half extents of the placed bodies, c.place, c.move
 *   writes  offsets, rates, reaches and lengths of the axes, and the rotation B → A; an axis of length 0 is none
 *
 * Each axis is written by a straight line with constant numbers. Host and wide kernel compile this file: both have the
 * same bits.
 */
import type { Double, Int } from '../../language/lanes.ts';
import type { CastBoxes, CastNumbers } from './castNumbers.ts';

/** All axes. */
export const ALL = 15;
/** Shorter cross products of edges are no axes: rounding of their separations is below a part of 1e-14. */
export const LEAST_SINE = 1 / 16;

export function writeFaceAxes(c: CastNumbers): void {
  faceOfA(c, c.boxes, 0);
  faceOfA(c, c.boxes, 1);
  faceOfA(c, c.boxes, 2);
  faceOfB(c, c.boxes, 0);
  faceOfB(c, c.boxes, 1);
  faceOfB(c, c.boxes, 2);
}

/** After the faces. */
export function writeEdgeAxes(c: CastNumbers): void {
  writeEdge(c, 0, 1, 2, 0, 1, 2);
  writeEdge(c, 0, 1, 2, 1, 2, 0);
  writeEdge(c, 0, 1, 2, 2, 0, 1);
  writeEdge(c, 1, 2, 0, 0, 1, 2);
  writeEdge(c, 1, 2, 0, 1, 2, 0);
  writeEdge(c, 1, 2, 0, 2, 0, 1);
  writeEdge(c, 2, 0, 1, 0, 1, 2);
  writeEdge(c, 2, 0, 1, 1, 2, 0);
  writeEdge(c, 2, 0, 1, 2, 0, 1);
}

function faceOfA(c: CastNumbers, t: CastBoxes, k: Int): void {
  const a = c.a.turned;
  const b = c.b.turned;
  const half = c.b.half;
  const p = c.place;
  const v = c.move;
  const x = a[k];
  const y = a[3 + k];
  const z = a[6 + k];
  const r0 = x * b[0] + y * b[3] + z * b[6];
  const r1 = x * b[1] + y * b[4] + z * b[7];
  const r2 = x * b[2] + y * b[5] + z * b[8];
  t.between[3 * k] = r0;
  t.between[3 * k + 1] = r1;
  t.between[3 * k + 2] = r2;
  t.offsets[k] = x * p[0] + y * p[1] + z * p[2];
  t.rates[k] = x * v[0] + y * v[1] + z * v[2];
  t.reaches[k] = c.a.half[k] + half[0] * Math.abs(r0) + half[1] * Math.abs(r1) + half[2] * Math.abs(r2);
  t.lengths[k] = 1;
}

function faceOfB(c: CastNumbers, t: CastBoxes, m: Int): void {
  const b = c.b.turned;
  const half = c.a.half;
  const p = c.place;
  const v = c.move;
  const r = t.between;
  const x = b[m];
  const y = b[3 + m];
  const z = b[6 + m];
  t.offsets[3 + m] = x * p[0] + y * p[1] + z * p[2];
  t.rates[3 + m] = x * v[0] + y * v[1] + z * v[2];
  t.reaches[3 + m] =
    c.b.half[m] + half[0] * Math.abs(r[m]) + half[1] * Math.abs(r[3 + m]) + half[2] * Math.abs(r[6 + m]);
  t.lengths[3 + m] = 1;
}

/** The cross product of axes k and m, after the faces. @param k1, k2, m1, m2 the axes behind them, in turn */
export function writeEdge(c: CastNumbers, k: Int, k1: Int, k2: Int, m: Int, m1: Int, m2: Int): void {
  const t = c.boxes;
  const a = c.a.half;
  const b = c.b.half;
  const r = t.between;
  const u = r[3 * k2 + m];
  const v = r[3 * k1 + m];
  const square = u * u + v * v;
  const none: Double = 0;
  t.offsets[6 + 3 * k + m] = t.offsets[k2] * v - t.offsets[k1] * u;
  t.rates[6 + 3 * k + m] = t.rates[k2] * v - t.rates[k1] * u;
  t.reaches[6 + 3 * k + m] =
    a[k1] * Math.abs(u) + a[k2] * Math.abs(v) + b[m1] * Math.abs(r[3 * k + m2]) + b[m2] * Math.abs(r[3 * k + m1]);
  t.lengths[6 + 3 * k + m] = square > LEAST_SINE * LEAST_SINE ? Math.sqrt(square) : none;
}
