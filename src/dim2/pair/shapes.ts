/** Shapes of the plane: plain data, local coordinates, meters. A shape is a convex core grown by a radius ≥ 0. */
import { type Keys, readOptions } from '../../checks.ts';
import { fail, inspect, refuse } from '../../errors.ts';

/** A point at the local origin, grown by `radius`: a circle. */
export interface PointShape {
  readonly kind: 'point';
  readonly radius: number;
}

/** A segment along the local y axis from −halfHeight to +halfHeight, grown by `radius`: a capsule. */
export interface SegmentShape {
  readonly kind: 'segment';
  readonly halfHeight: number;
  readonly radius: number;
}

/** A rectangle around the local origin, grown by `radius`. */
export interface BoxShape {
  readonly kind: 'box';
  readonly halfExtents: readonly [number, number];
  readonly radius: number;
}

/** The convex hull of points, grown by `radius`. */
export interface PolygonShape {
  readonly kind: 'polygon';
  /** x y of each point (m). */
  readonly points: ArrayLike<number>;
  readonly radius: number;
}

export type Shape = PointShape | SegmentShape | BoxShape | PolygonShape;

const KINDS: Readonly<Record<Shape['kind'], 0>> = { point: 0, segment: 0, box: 0, polygon: 0 };
const SHAPE_KEYS: Keys<Shape> = { kind: 0, radius: 0, halfHeight: 0, halfExtents: 0, points: 0 };
const A_SHAPE = 'a shape made by polygon(), circle(), box2() and the like';

/** A circle around the local origin. @param radius (m), ≥ 0 */
export function circle(radius: number): PointShape {
  return { kind: 'point', radius };
}

/** A segment along y. @param halfHeight half its length (m), > 0 */
export function segment2(halfHeight: number): SegmentShape {
  return { kind: 'segment', halfHeight, radius: 0 };
}

/**
 * A capsule along y: a segment grown by a radius.
 * @param halfHeight half the length of the segment, without the round ends (m), > 0
 * @param radius (m), ≥ 0
 */
export function capsule2(halfHeight: number, radius: number): SegmentShape {
  return { kind: 'segment', halfHeight, radius };
}

/** A rectangle around the local origin. @param hx half extents (m), > 0 */
export function box2(hx: number, hy: number): BoxShape {
  return { kind: 'box', halfExtents: [hx, hy], radius: 0 };
}

/**
 * The convex hull of points. Any finite points will do: one, two, collinear or equal points, in any order. Dents of a
 * polygon are filled. A vertex has the number of its point.
 * @param points x y of each point (m), in local coordinates
 *
 * @example
 * ```ts
 * const triangle = polygon([0, 0, 1, 0, 0, 1]);
 * ```
 */
export function polygon(points: ArrayLike<number>): PolygonShape {
  return { kind: 'polygon', points, radius: 0 };
}

/**
 * The same shape, grown by `radius` (m), ≥ 0, in addition to its own radius.
 * @throws QueryError for anything but a shape, and for a radius that is negative or not a number
 */
export function rounded<S extends Shape>(shape: S, radius: number): S {
  // checked here: in the sum a negative radius cannot be detected
  if (!(typeof radius === 'number' && radius >= 0 && radius < Infinity))
    refuse('rounded: radius', 'a number ≥ 0 (m)', radius);
  const own = readShape('rounded: shape', shape);
  if (typeof own.radius !== 'number') refuse('rounded: shape.radius', 'a number (m)', own.radius);
  return { ...own, radius: own.radius + radius };
}

/** A copy of a shape; each key is read once, and only the kind is checked. */
export function readShape<S extends Shape>(where: string, shape: S): S {
  if (typeof shape !== 'object' || shape === null) refuse(where, A_SHAPE, shape);
  const own = readOptions<Shape>(where, shape, SHAPE_KEYS) as S;
  const kind: unknown = own.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) fail(where, A_SHAPE, `kind ${inspect(kind)}`);
  return own;
}
