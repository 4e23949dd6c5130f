/**
 * What a rigid-body solver wants to know of a shape: volume, mass, centre, principal moments of inertia and their axes.
 * Of the body that queries see: numbers rounded to f32, hulls built and simplified as `scene.addShape` does it, grown by
 * the radius. Closed forms in f64 throughout; nothing is sampled.
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
  /** Centre of mass x y z, local (m). */
  readonly center: readonly [number, number, number];
  /** Moments of inertia about the centre, one for each principal axis (kg m²), > 0. */
  readonly moments: readonly [number, number, number];
  /** Quaternion x y z w, principal axes → local, w ≥ 0. No turn for boxes, capsules and spheres. */
  readonly axes: readonly [number, number, number, number];
}

const WHERE = 'massProperties';

/**
 * Volume, mass, centre of mass and inertia of a shape, its rounding included. Exact for every shape but for f64 rounding.
 *
 * In world axes at a rotation q, the inverse inertia is R diag(1 / moments) Rᵀ, R the matrix of q · axes.
 *
 * @param density kg/m³, > 0. Default: 1000, water
 * @throws QueryError on a bad shape or density, and for a shape of no volume: a point, segment or flat hull without radius
 */
export function massProperties(shape: Shape, density = 1000): MassProperties {
  const { spec, at, radius, core } = checkedShape(WHERE, shape, coreOfKind);
  const { volume, center, squares, axes } = core.moments(at, spec, radius);
  if (!(typeof density === 'number' && density > 0 && density < Infinity)) {
    refuse(`${WHERE}: density`, 'a finite number > 0 (kg/m³)', density);
  }
  const [x, y, z] = squares;
  return {
    volume,
    mass: density * volume,
    center,
    moments: [density * (y + z), density * (z + x), density * (x + y)],
    axes,
  };
}
