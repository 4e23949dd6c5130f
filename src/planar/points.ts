/** The numbers of a shape, checked: the points of its core, and its radius. */
import { firstOf, lengthOf, unreadable } from '../checks.ts';
import { fail, finite, refuse } from '../errors.ts';
import { readShape, type Shape } from './shapes.ts';

/** Longest length (m), as in 3-D. */
const MAX_LENGTH = 1e18;

/** A core grown by a radius. */
export interface RoundedPoints {
  /** x y of each vertex. The order is that of vertex numbers. */
  readonly points: Float64Array;
  readonly radius: number;
}

/** Reads a shape. @throws QueryError for a bad one */
export function readPoints(where: string, shape: Shape): RoundedPoints {
  const own = readShape(where, shape);
  const at = `${where}(${own.kind})`;
  const radius = lengthIn(`${at}: radius`, 'a number ≥ 0 (m)', own.radius, 0);
  return { points: pointsOf(at, own), radius };
}

function pointsOf(at: string, shape: Shape): Float64Array {
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

function extentOf(where: string, value: unknown): number {
  return lengthIn(where, 'a number > 0 (m)', value, Number.MIN_VALUE);
}

function lengthIn(where: string, expected: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !(value >= least && value < Infinity)) refuse(where, expected, value);
  if (value > MAX_LENGTH) fail(where, '1e18 m at most', value);
  return value;
}
