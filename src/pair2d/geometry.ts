/**
 * A shape, prepared: the corners of its core counter-clockwise, and tables for supports. Built once for each shape
 * object, f64. The numbers of a shape are checked here.
 */
import { firstOf, lengthOf, unreadable } from '../checks.ts';
import { fail, finite, refuse } from '../errors.ts';
import { convexHull } from './convexHull.ts';
import { readShape, type Shape } from './shapes.ts';

/** Longest length (m), as in 3-D. */
const MAX_LENGTH = 1e18;
/** Part of a length, far above all rounding errors. */
export const ROUNDING = 1e-12;
/** Elements of `reals` per corner. */
export const STRIDE = 4;
/** Edges of a quadrant in `fans`. */
export const FAN = 4;

export interface Geometry {
  /** Number of corners, ≥ 1. */
  readonly count: number;
  readonly radius: number;
  /** Largest distance of a corner from the local origin. */
  readonly extent: number;
  /**
   * Per corner: x y, then the edge to the next corner, x y. Corner 0 is the support along +x, the first one of two.
   * Row `count` repeats row 0. The edge of a single corner is 0.
   */
  readonly reals: Float64Array;
  /** Per edge: outward unit normal x y, its height over the local origin, and its length. NaN for a single corner. */
  readonly faces: Float64Array;
  /** A point of the core, and the radii of circles around it: one in the core, and one around the core. */
  readonly centerX: number;
  readonly centerY: number;
  readonly inner: number;
  readonly outer: number;
  /** The supports along +x, +y, −x, −y, and then `count`. */
  readonly starts: Int32Array;
  /**
   * The edges of each quadrant, x y, padded with zeros to FAN edges. Empty if a quadrant has more.
   */
  readonly fans: Float64Array;
  /** The number of each corner in the shape, as in feature ids. */
  readonly ids: Int32Array;
}

const geometries = /* @__PURE__ */ new WeakMap<Shape, Geometry>();

/** The tables of a shape. @throws QueryError for a bad shape */
export function geometryOf(where: string, shape: Shape): Geometry {
  const known = geometries.get(shape);
  if (known) return known;
  const own = readShape(where, shape);
  const at = `${where}(${own.kind})`;
  const radius = lengthIn(`${at}: radius`, 'a number ≥ 0 (m)', own.radius, 0);
  const geometry = build(pointsOf(at, own), radius);
  geometries.set(shape, geometry);
  return geometry;
}

/** x y of each vertex. The order is that of vertex numbers. */
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
  return readPoints(`${at}: points`, shape.points);
}

function readPoints(where: string, points: unknown): Float64Array {
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

function build(points: Float64Array, radius: number): Geometry {
  const xs = points.filter((_, k) => k % 2 === 0);
  const ys = points.filter((_, k) => k % 2 === 1);
  const hull = convexHull(xs, ys);
  const count = hull.length;
  // corners begin with the support along +x; of two, the lower one
  let first = 0;
  for (let k = 1; k < count; k++) {
    const ahead = xs[hull[k]] - xs[hull[first]] || ys[hull[first]] - ys[hull[k]];
    if (ahead > 0) first = k;
  }
  const ids = Int32Array.from(hull, (_, k) => hull[(first + k) % count]);
  const reals = new Float64Array(STRIDE * (count + 1));
  const faces = new Float64Array(STRIDE * count).fill(Number.NaN);
  let extent = 0;
  for (let k = 0; k <= count; k++) {
    const p = ids[k % count];
    const q = ids[(k + 1) % count];
    const edgeX = xs[q] - xs[p];
    const edgeY = ys[q] - ys[p];
    reals.set([xs[p], ys[p], edgeX, edgeY], STRIDE * k);
    extent = Math.max(extent, Math.hypot(xs[p], ys[p]));
    if (k === count || count === 1) continue;
    const length = Math.hypot(edgeX, edgeY);
    const normalX = edgeY / length;
    const normalY = -edgeX / length;
    faces.set([normalX, normalY, normalX * xs[p] + normalY * ys[p], length], STRIDE * k);
  }
  const starts = startsOf(reals, count);
  const fans = fansOf(reals, starts);
  return { count, radius, extent, reals, faces, starts, fans, ids, ...circlesOf(reals, faces, extent) };
}

/** Circles around the middle of the corners. Both leave room for rounding. */
function circlesOf(
  reals: Float64Array,
  faces: Float64Array,
  extent: number,
): Pick<Geometry, 'centerX' | 'centerY' | 'inner' | 'outer'> {
  const count = faces.length / STRIDE;
  let centerX = 0;
  let centerY = 0;
  for (let at = 0; at < faces.length; at += STRIDE) {
    centerX += reals[at] / count;
    centerY += reals[at + 1] / count;
  }
  let inner = count > 1 ? Infinity : 0;
  let outer = 0;
  for (let at = 0; at < faces.length; at += STRIDE) {
    if (count > 1) inner = Math.min(inner, faces[at + 2] - faces[at] * centerX - faces[at + 1] * centerY);
    outer = Math.max(outer, Math.hypot(reals[at] - centerX, reals[at + 1] - centerY));
  }
  return { centerX, centerY, inner: inner - ROUNDING * extent, outer: outer + ROUNDING * extent };
}

/** Where the four quadrants of directions begin. A corner is passed while the edge after it leads forward. */
function startsOf(reals: Float64Array, count: number): Int32Array {
  const starts = new Int32Array(5);
  let k = 0;
  for (const [quadrant, x, y] of [
    [1, 0, 1],
    [2, -1, 0],
    [3, 0, -1],
  ]) {
    while (k < count && x * reals[STRIDE * k + 2] + y * reals[STRIDE * k + 3] > 0) k++;
    starts[quadrant] = k;
  }
  starts[4] = count;
  return starts;
}

function fansOf(reals: Float64Array, starts: Int32Array): Float64Array {
  const fans = new Float64Array(2 * FAN * 4);
  for (let quadrant = 0; quadrant < 4; quadrant++) {
    const begin = starts[quadrant];
    const end = starts[quadrant + 1];
    if (end - begin > FAN) return new Float64Array(0);
    for (let k = begin; k < end; k++) {
      const at = 2 * (FAN * quadrant + k - begin);
      fans[at] = reals[STRIDE * k + 2];
      fans[at + 1] = reals[STRIDE * k + 3];
    }
  }
  return fans;
}
