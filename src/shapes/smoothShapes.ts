/**
 * The functions of shapes whose cores are of tier smooth, or parts. They register the distance of these cores for
 * `hullstorm/pair`, so they are apart from the cores: an engine on wasm needs no distance in JavaScript.
 */
import { smoothDistance } from '../kernels/round/smoothDistance.ts';
import { prepareComposite } from './cores/composite/composite.ts';
import { type EllipsoidShape, prepareEllipsoid } from './cores/ellipsoid.ts';
import { type FrustumShape, prepareFrustum } from './cores/frustum.ts';
import { prepareHullAlone } from './cores/hull.ts';
import { register, registerMeasured } from './cores/registry.ts';
import { prepareTaperedCapsule, type TaperedCapsuleShape } from './cores/taperedCapsule.ts';
import type { HullOfShape, ShapePart, SumShape } from './shape.ts';

/**
 * A frustum of a cone along local y, from −halfHeight to +halfHeight.
 * @param halfHeight half the height (m), > 0. 0 for two equal radii: a disk
 * @param bottomRadius radius at −halfHeight (m), ≥ 0
 * @param topRadius radius at +halfHeight (m), ≥ 0. One of the two radii is > 0
 */
export function frustum(halfHeight: number, bottomRadius: number, topRadius: number): FrustumShape {
  registerMeasured('frustum', prepareFrustum, smoothDistance);
  return { kind: 'frustum', halfHeight, bottomRadius, topRadius, radius: 0 };
}

/**
 * A cylinder along local y. Its caps are flat: `capsule` has round ones.
 * @param halfHeight half the height (m), > 0
 * @param radius (m), > 0
 */
export function cylinder(halfHeight: number, radius: number): FrustumShape {
  return frustum(halfHeight, radius, radius);
}

/**
 * A cone along local y: the base at −halfHeight, the apex at +halfHeight. Its center of mass is at −halfHeight / 2.
 * @param halfHeight half the height (m), > 0
 * @param radius radius of the base (m), > 0
 */
export function cone(halfHeight: number, radius: number): FrustumShape {
  return frustum(halfHeight, radius, 0);
}

/**
 * A flat disk in the local xz plane. It has a volume, and so a mass, only if it is rounded.
 * @param radius (m), > 0
 */
export function disk(radius: number): FrustumShape {
  return frustum(0, radius, radius);
}

/**
 * An ellipsoid around the local origin.
 * @param rx half axis along local x (m), > 0, as `ry` and `rz` along y and z
 */
export function ellipsoid(rx: number, ry: number, rz: number): EllipsoidShape {
  registerMeasured('ellipsoid', prepareEllipsoid, smoothDistance);
  return { kind: 'ellipsoid', radii: [rx, ry, rz], radius: 0 };
}

/**
 * A tapered capsule along local y: the convex hull of two balls, a limb or a drop. With equal radii it is a capsule. If
 * one ball holds the other, it is that ball: a sphere around y = ±halfHeight.
 * @param halfHeight half the distance of the centers of the balls (m), > 0
 * @param radiusA radius of the ball at +halfHeight (m), ≥ 0
 * @param radiusB radius of the ball at −halfHeight (m), ≥ 0
 */
export function taperedCapsule(halfHeight: number, radiusA: number, radiusB: number): TaperedCapsuleShape {
  registerMeasured('taperedCapsule', prepareTaperedCapsule, smoothDistance);
  return { kind: 'taperedCapsule', halfHeight, radiusA, radiusB, radius: 0 };
}

/**
 * The Minkowski sum of two shapes: all sums of a point of one and a point of the other. So it is one shape swept along
 * the other: the sum of a box and a sphere is a rounded box.
 *
 * A part is a shape, or `{ shape, position, rotation }`. Parts may be sums and hulls, nested 4 deep at most, of 32
 * shapes in all at most. Half-spaces are no parts.
 */
export function sum(a: ShapePart, b: ShapePart): SumShape {
  registerComposites();
  return { kind: 'sum', parts: [a, b], radius: 0 };
}

/**
 * The convex hull of shapes, as if wrapped in a film: the hull of two spheres of one radius is a capsule.
 *
 * @param parts one or more shapes, or `{ shape, position, rotation }`: as for `sum`
 */
export function hullOf(...parts: readonly ShapePart[]): HullOfShape {
  registerComposites();
  return { kind: 'hullOf', parts, radius: 0 };
}

/** Parts that are polytopes become hulls. */
function registerComposites(): void {
  registerMeasured('sum', prepareComposite, smoothDistance);
  registerMeasured('hullOf', prepareComposite, smoothDistance);
  register('hull', prepareHullAlone);
}
