/**
 * Minkowski sums and convex hulls of shapes. What is a polytope grown by a radius becomes a hull when the shape is
 * prepared, and what is one shape at the origin becomes that shape (simplify.ts). The rest is a composite, a core of
 * tier smooth: a list of parts (tables/partTable.ts).
 */
import type { HullOfShape, SumShape } from '../../shape.ts';
import type { PreparedShape, PrepareOf } from '../core.ts';
import { notTooLong } from '../lengths.ts';
import { packComposite } from './pack.ts';
import { readTree } from './readParts.ts';
import { type Grown, isPoints, isUnmoved, simplified } from './simplify.ts';

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
