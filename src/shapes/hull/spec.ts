/**
 * `hull()` as both entries export it: a hull of either is one to the other. It brings what builds hulls along, so programs that
 * never call it are bundled without the builder.
 */

import type { PrepareHull } from '../prepareShape.ts';
import { type HullOptions, type HullShape, hull as specifyHull } from '../spec.ts';
import { prepareHull } from './prepareHull.ts';

let builder: PrepareHull | undefined;

/**
 * The convex hull of points, built when the shape is added to a scene or first asked about. Any finite set will do: duplicates,
 * collinear and coplanar runs, a flat polygon, a segment, a single point. Coordinates are rounded to f32, so keep them near the
 * local origin.
 *
 * @param points x y z triples (m)
 */
export function hull(points: ArrayLike<number>, options?: HullOptions): HullShape {
  builder = prepareHull;
  return specifyHull(points, options);
}

/** What builds hulls, once `hull` has been called. @internal */
export function hullBuilder(): PrepareHull | undefined {
  return builder;
}
