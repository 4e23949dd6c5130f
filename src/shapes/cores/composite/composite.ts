/**
 * Minkowski sums and convex hulls of shapes. What is a polytope grown by a radius becomes a hull when the shape is
 * prepared, and what is one shape at the origin becomes that shape (simplify.ts). The rest is a composite, a core of
 * tier smooth: a list of parts (tables/partTable.ts).
 */
import type { HullOfShape, ShapePart, SumShape } from '../../shape.ts';
import type { PreparedShape, PrepareOf } from '../core.ts';
import { prepareHullAlone } from '../hull.ts';
import { notTooLong } from '../lengths.ts';
import { register } from '../registry.ts';
import { packComposite } from './pack.ts';
import { readTree } from './readParts.ts';
import { type Grown, isPoints, isUnmoved, simplified } from './simplify.ts';

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
  register('sum', prepareComposite);
  register('hullOf', prepareComposite);
  register('hull', prepareHullAlone);
}

/** Checks and reads a shape, and simplifies it. Its common radius is rounded to f32. @internal */
export function readComposite(at: string, shape: SumShape | HullOfShape, radius: number, prepareOf: PrepareOf): Grown {
  const { body, radius: total } = simplified(readTree(at, shape, radius, prepareOf));
  return { body, radius: notTooLong(`${at}: sum of the radii`, Math.fround(total), total) };
}

/** @internal */
export function prepareComposite(
  at: string,
  shape: SumShape | HullOfShape,
  radius: number,
  prepareOf: PrepareOf,
): PreparedShape {
  const { body, radius: common } = readComposite(at, shape, radius, prepareOf);
  if (isPoints(body)) return prepareOf('hull')!(at, { kind: 'hull', points: body.points }, common, prepareOf);
  if (isUnmoved(body)) return { ...body.leaf.prepared, radius: common };
  return packComposite(at, body, common, prepareOf);
}
