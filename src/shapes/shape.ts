/**
 * Shapes in the public API: plain data, local coordinates, meters. A shape is a convex core grown by a radius ≥ 0. Each
 * core's file has its type. `scene.addShape` and the functions of `hullstorm/pair` check the numbers.
 */
import { type Keys, type QuatLike, readOptions, type Vec3Like } from '../checks.ts';
import { fail, inspect, refuse } from '../errors.ts';
import type { HeightFieldShape } from '../fields/surface.ts';
import type { MeshShape } from '../meshes/surface.ts';
import type { BoxShape } from './cores/box.ts';
import type { EllipsoidShape } from './cores/ellipsoid.ts';
import type { FrustumShape } from './cores/frustum.ts';
import type { HalfSpaceShape } from './cores/halfSpace.ts';
import type { PointShape } from './cores/point.ts';
import type { SegmentShape } from './cores/segment.ts';
import type { TaperedCapsuleShape } from './cores/taperedCapsule.ts';
import type { SupportShape } from './cores/userSupport.ts';
import type { HullShape } from './hull/prepareHull.ts';

export type Shape =
  | PointShape
  | SegmentShape
  | BoxShape
  | HullShape
  | FrustumShape
  | EllipsoidShape
  | TaperedCapsuleShape
  | HalfSpaceShape
  | SumShape
  | HullOfShape
  | MeshShape
  | HeightFieldShape
  | CompoundShape;

/** A part of a sum or of a hull, at a place in the frame of the whole. */
export interface PlacedShape {
  readonly shape: Shape | SupportShape;
  /** x y z (m). Default: the origin. */
  readonly position?: Vec3Like | undefined;
  /** Quaternion x y z w of any length but zero, part → whole. Default: no rotation. */
  readonly rotation?: QuatLike | undefined;
}

/** What sums and hulls are made of. `SupportShape` only in `hullstorm/pair`. */
export type ShapePart = Shape | SupportShape | PlacedShape;

/** A Minkowski sum of shapes, grown by `radius`. */
export interface SumShape {
  readonly kind: 'sum';
  readonly parts: readonly ShapePart[];
  readonly radius: number;
}

/** The convex hull of shapes, grown by `radius`. */
export interface HullOfShape {
  readonly kind: 'hullOf';
  readonly parts: readonly ShapePart[];
  readonly radius: number;
}

/** A part of a compound, at a place in the frame of the whole. */
export interface CompoundPart {
  /** A convex shape with bounds: no half-space, surface or compound. */
  readonly shape: Shape;
  /** x y z (m). Default: the origin. */
  readonly position?: Vec3Like | undefined;
  /** Quaternion x y z w of any length but zero, part → whole. Default: no rotation. */
  readonly rotation?: QuatLike | undefined;
  /** kg/m³, > 0. Default: the density of the whole. */
  readonly density?: number | undefined;
}

/** Convex shapes that move as one. */
export interface CompoundShape {
  readonly kind: 'compound';
  readonly parts: readonly (Shape | CompoundPart)[];
  /** Always 0: parts have radii. */
  readonly radius: number;
}

const KINDS: Readonly<Record<(Shape | SupportShape)['kind'], 0>> = {
  point: 0,
  segment: 0,
  box: 0,
  hull: 0,
  frustum: 0,
  ellipsoid: 0,
  taperedCapsule: 0,
  halfSpace: 0,
  sum: 0,
  hullOf: 0,
  mesh: 0,
  heightField: 0,
  compound: 0,
  support: 0,
};

/** Kinds that are not convex, or have no bounds: what errors call them. */
export const NOT_CONVEX: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  halfSpace: 'a half-space',
  mesh: 'a mesh',
  heightField: 'a height field',
  compound: 'a compound',
};

/** The keys of all kinds of shapes. */
const SHAPE_KEYS: Keys<Shape | SupportShape> = {
  kind: 0,
  radius: 0,
  halfHeight: 0,
  halfExtents: 0,
  points: 0,
  maxVertices: 0,
  bottomRadius: 0,
  topRadius: 0,
  radii: 0,
  radiusA: 0,
  radiusB: 0,
  parts: 0,
  surface: 0,
  fn: 0,
};

/** The expectation in errors about a bad shape. */
export const A_SHAPE = 'a shape made by a call of box(), hull() or the like';

/** Whether `kind` is a public kind of shapes. */
export function isKind(kind: unknown): kind is keyof typeof KINDS {
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind);
}

/**
 * A copy of a shape; each key is read once. Kind and numbers are not checked.
 * @throws QueryError for anything but an object, and for a key that no shape has
 */
export function readShape<S extends Shape | SupportShape>(where: string, shape: S): S {
  if (typeof shape !== 'object' || shape === null) refuse(where, A_SHAPE, shape);
  return readOptions<Shape | SupportShape>(where, shape, SHAPE_KEYS) as S;
}

/**
 * The same shape, grown by `radius` (m), ≥ 0, in addition to its own radius.
 * @throws QueryError for anything but a shape, for a half-space, a surface or a compound, and for a radius that is
 *   negative or not a number
 */
export function rounded<S extends Shape | SupportShape>(shape: S, radius: number): S {
  // checked here: in the sum a negative radius cannot be detected
  if (!(typeof radius === 'number' && radius >= 0 && radius < Infinity))
    refuse('rounded: radius', 'a number ≥ 0 (m)', radius);
  const where = 'rounded: shape';
  const own = readShape(where, shape);
  const { kind, radius: before }: Shape | SupportShape = own;
  if (!isKind(kind)) fail(where, A_SHAPE, `kind ${inspect(kind)}`);
  if (kind === 'halfSpace') fail(where, 'a shape with bounds (move a half-space instead)', 'a half-space');
  if (NOT_CONVEX[kind]) fail(where, 'a convex shape', NOT_CONVEX[kind]);
  if (typeof before !== 'number') refuse(`${where}.radius`, 'a number (m)', before);
  return { ...own, radius: before + radius };
}
