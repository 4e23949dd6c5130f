/** Checks the numbers of a shape: the points of its core, and its radius. */
import { firstOf, lengthOf, unreadable } from '../../checks.ts';
import { fail, finite, refuse } from '../../errors.ts';
import type { Shape } from './shapes.ts';

/** Longest length (m), as in 3-D. */
const MAX_LENGTH = 1e18;

/**
 * x y of each vertex of a core. The order is that of vertex numbers.
 * @param at prefix of every error
 * @param shape read before, by `readShape`
 */
export function pointsOf(at: string, shape: Shape): Float64Array {
  if (shape.kind === 'point') return new Float64Array(2);
  if (shape.kind === 'segment') {
    const h = extentOf(`${at}: halfHeight`, shape.halfHeight);
    return new Float64Array([0, -h, 0, h]);
  }
  if (shape.kind === 'box') {
    const where = `${at}: halfExtents`;
    const [hx, hy] = firstOf(where, 'two numbers > 0 (m)', shape.halfExtents, 2, 2).map((half, k) =>
      extentOf(`${where}[${k}]`, half),
    );
    // bit 0 set = −x, bit 1 = −y
    return new Float64Array([hx, hy, -hx, hy, hx, -hy, -hx, -hy]);
  }
  return pointsIn(`${at}: points`, shape.points);
}

function pointsIn(where: string, points: unknown): Float64Array {
  const expected = 'x y of one point or more';
  const length = lengthOf(where, expected, points);
  if (length === 0 || length % 2 === 1) fail(where, expected, `${length} numbers`);
  const own: number[] = [];
  try {
    for (let k = 0; k < length; k++) {
      const value = finite(`${where}[${k}]`, (points as ArrayLike<unknown>)[k]);
      if (Math.abs(value) > MAX_LENGTH) fail(`${where}[${k}]`, '1e18 m at most', value);
      own.push(value);
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  return Float64Array.from(own);
}

/** The radius of a shape, ≥ 0. */
export function radiusOf(at: string, shape: Shape): number {
  return lengthIn(`${at}: radius`, 'a number ≥ 0 (m)', shape.radius, 0);
}

function extentOf(where: string, value: unknown): number {
  return lengthIn(where, 'a number > 0 (m)', value, Number.MIN_VALUE);
}

function lengthIn(where: string, expected: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !(value >= least && value < Infinity)) refuse(where, expected, value);
  if (value > MAX_LENGTH) fail(where, '1e18 m at most', value);
  return value;
}
