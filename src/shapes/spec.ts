/**
 * Shapes as users write them: plain data, local coordinates, metres. A shape is a convex core (point, segment, box, hull)
 * grown by a radius ≥ 0. Numbers are checked by `scene.addShape` and the functions of `hullstorm/pair`, not here.
 */
import { type Keys, readOptions } from '../checks.ts';
import { describe, fail, refuse } from '../errors.ts';

/** A point at the local origin, grown by `radius`: a sphere. */
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

/** A box around the local origin, grown by `radius`. */
export interface BoxShape {
  readonly kind: 'box';
  readonly halfExtents: readonly [number, number, number];
  readonly radius: number;
}

/** The convex hull of points, grown by `radius`. */
export interface HullShape {
  readonly kind: 'hull';
  /** x y z of each point (m). */
  readonly points: ArrayLike<number>;
  /** Keep at most this many vertices, if given. */
  readonly maxVertices?: number;
  readonly radius: number;
}

export type Shape = PointShape | SegmentShape | BoxShape | HullShape;

export interface HullOptions {
  /**
   * Simplify to at most this many vertices (≥ 4): a subset of the hull's own, so the result lies inside the hull.
   * Without it a hull is never simplified.
   */
  readonly maxVertices?: number;
}

/** A point at the local origin. */
export function point(): PointShape {
  return { kind: 'point', radius: 0 };
}

/** A segment along y. @param halfHeight half its length (m), > 0 */
export function segment(halfHeight: number): SegmentShape {
  return { kind: 'segment', halfHeight, radius: 0 };
}

/** A sphere around the local origin. @param radius (m), > 0 */
export function sphere(radius: number): PointShape {
  return { kind: 'point', radius };
}

/** A box around the local origin. @param hx half extents (m), > 0 */
export function box(hx: number, hy: number, hz: number): BoxShape {
  return { kind: 'box', halfExtents: [hx, hy, hz], radius: 0 };
}

/**
 * A capsule along y: a segment grown by a radius.
 * @param halfHeight half the length of the segment, without the round ends (m), > 0
 * @param radius (m), > 0
 */
export function capsule(halfHeight: number, radius: number): SegmentShape {
  return { kind: 'segment', halfHeight, radius };
}

/** The convex hull of `points`, as plain data. The public `hull` is that of hullSpec.ts, which brings the builder. */
export function hull(points: ArrayLike<number>, options?: HullOptions): HullShape {
  return { kind: 'hull', points, radius: 0, ...readOptions('hull: options', options, HULL_OPTIONS) };
}

const HULL_OPTIONS: Keys<HullOptions> = { maxVertices: 0 };

/**
 * The same shape, grown by `radius` (m), ≥ 0, on top of the radius it has.
 * @throws QueryError for what is no shape, and a radius that is negative or no number
 */
export function rounded<S extends Shape>(shape: S, radius: number): S {
  // checked here: in the sum a negative one could not be told any more
  if (!(typeof radius === 'number' && radius >= 0 && radius < Infinity))
    refuse('rounded: radius', 'a number ≥ 0 (m)', radius);
  const own = ownShape('rounded: shape', shape);
  if (typeof own.radius !== 'number') refuse('rounded: shape.radius', 'a number (m)', own.radius);
  return { ...own, radius: own.radius + radius };
}

/** Of all kinds. */
const SHAPE_KEYS: Keys<Shape> = {
  kind: 0,
  radius: 0,
  halfHeight: 0,
  halfExtents: 0,
  points: 0,
  maxVertices: 0,
};
const A_SHAPE = 'a shape made by box(), hull(), sphere() and the like';

/**
 * A copy of a shape, each key read once. Numbers are not checked.
 * @throws QueryError for what is no shape, and a key that no shape has
 */
export function ownShape<S extends Shape>(where: string, shape: S): S {
  if (typeof shape !== 'object' || shape === null) refuse(where, A_SHAPE, shape);
  const own = readOptions<Shape>(where, shape, SHAPE_KEYS);
  switch (own.kind) {
    case 'point':
    case 'segment':
    case 'box':
    case 'hull':
      return own as S;
    default:
      fail(where, A_SHAPE, `kind ${describe((own as { kind?: unknown }).kind)}`);
  }
}
