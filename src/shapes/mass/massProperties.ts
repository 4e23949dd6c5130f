/**
 * Mass properties for rigid-body solvers: volume, mass, center, principal moments of inertia and their axes. They
 * belong to the shape that queries use: numbers rounded to f32, hulls built and simplified, grown by the radius. Closed
 * forms in f64; quadrature for round shapes that are rounded.
 */
import { refuse } from '../../errors.ts';
import { coreOfKind } from '../cores/list.ts';
import { checkedShape } from '../prepareShape.ts';
import type { Shape } from '../shape.ts';

/** Mass properties of a shape of one density, in its local frame. */
export interface MassProperties {
  /** m³ */
  readonly volume: number;
  /** kg */
  readonly mass: number;
  /** Center of mass x y z, local (m). */
  readonly center: readonly [number, number, number];
  /** Moments of inertia about the center, one for each principal axis (kg m²), > 0. */
  readonly moments: readonly [number, number, number];
  /** Quaternion x y z w, principal axes → local, w ≥ 0. The identity for all shapes but hulls and compounds. */
  readonly axes: readonly [number, number, number, number];
}

const WHERE = 'massProperties';

/**
 * Volume, mass, center of mass and inertia of a shape with its radius. Exact for every shape, up to f64 rounding, but
 * for two kinds. For a rounded ellipsoid the relative error is at most 1e-8, up to an aspect of 1,000. Sums and hulls
 * of shapes are integrated numerically, unless they are a polytope or one other shape, with or without a radius. Then
 * the relative error is about 1e-6 and at most 1e-5, and the call takes up to a second.
 *
 * In world axes at a rotation q, the inverse inertia is R diag(1 / moments) Rᵀ, R the matrix of q · axes.
 *
 * @param density kg/m³, > 0. Default: 1000, water. Parts of compounds may have their own
 * @throws QueryError on a bad shape or density, and for a shape without volume: a mesh, and a point, segment, disk or
 *   flat hull without radius
 */
export function massProperties(shape: Shape, density = 1000): MassProperties {
  const { spec, at, radius, core } = checkedShape(WHERE, shape, coreOfKind);
  if (!(typeof density === 'number' && density > 0 && density < Infinity)) {
    refuse(`${WHERE}: density`, 'a finite number > 0 (kg/m³)', density);
  }
  const { volume, mass = volume, center, squares, axes } = core.moments(at, spec, radius, coreOfKind, density);
  const [x, y, z] = squares;
  return {
    volume,
    mass: density * mass,
    center,
    moments: [density * (y + z), density * (z + x), density * (x + y)],
    axes,
  };
}
