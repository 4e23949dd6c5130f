/**
 * The plane across a ray: its axes, and supports of a body in them. The origin is CENTER, a point of the line, so the
 * line is x = y = 0, and z counts along it.
 */
import { SHAPE_STRIDE } from '../../../shapes/codes.ts';
import { DIR, type Geometry } from '../../../shapes/cores/core.ts';
import { support } from '../support.ts';
import { ACROSS_X, ACROSS_Y, CENTER, GROWTH, TOWARD, UNIT } from './places.ts';

/** Writes two unit vectors across f[UNIT …]. Axes of the local frame if UNIT is one. */
export function writeAcross(f: Float64Array): void {
  const x = Math.abs(f[UNIT]);
  const y = Math.abs(f[UNIT + 1]);
  const z = Math.abs(f[UNIT + 2]);
  // the axis that is most across
  const axis = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  const part = f[UNIT + axis];
  let length2 = 0;
  for (let c = 0; c < 3; c++) {
    const value = (c === axis ? 1 : 0) - part * f[UNIT + c];
    f[ACROSS_X + c] = value;
    length2 += value * value;
  }
  const share = 1 / Math.sqrt(length2);
  for (let c = 0; c < 3; c++) f[ACROSS_X + c] *= share;
  for (let c = 0; c < 3; c++) {
    const next = (c + 1) % 3;
    const last = (c + 2) % 3;
    f[ACROSS_Y + c] = f[UNIT + next] * f[ACROSS_X + last] - f[UNIT + last] * f[ACROSS_X + next];
  }
}

/**
 * Writes the point of the grown body that is farthest along f[TOWARD …] to f[to …], both in the axes of the plane. The
 * direction has any length but zero.
 */
export function supportAcross(f: Float64Array, geometry: Geometry, shape: number, to: number): void {
  const x = f[TOWARD];
  const y = f[TOWARD + 1];
  const z = f[TOWARD + 2];
  for (let c = 0; c < 3; c++) f[DIR + c] = x * f[ACROSS_X + c] + y * f[ACROSS_Y + c] + z * f[UNIT + c];
  support(f, geometry, SHAPE_STRIDE * shape);
  const px = f[DIR] - f[CENTER];
  const py = f[DIR + 1] - f[CENTER + 1];
  const pz = f[DIR + 2] - f[CENTER + 2];
  const grow = f[GROWTH] > 0 ? f[GROWTH] / Math.sqrt(x * x + y * y + z * z) : 0;
  f[to] = px * f[ACROSS_X] + py * f[ACROSS_X + 1] + pz * f[ACROSS_X + 2] + grow * x;
  f[to + 1] = px * f[ACROSS_Y] + py * f[ACROSS_Y + 1] + pz * f[ACROSS_Y + 2] + grow * y;
  f[to + 2] = px * f[UNIT] + py * f[UNIT + 1] + pz * f[UNIT + 2] + grow * z;
}
